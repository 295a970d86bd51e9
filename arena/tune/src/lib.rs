//! Tuning: a strategy's marked values set by playing, and the proof that it got better.
//!
//! A run is a function of its settings, texts and seed. It asks for pairs of games by number, and the journal answers what was played
//! before; so a run that was killed goes on by starting over, and no thread count shows.

#![deny(missing_docs)]

mod choice;
mod deviation;
mod entrant;
mod games;
mod journal;
mod league;
mod learn;
mod optimizer;
mod pool;
mod progress;
mod proof;
mod race;
mod report;
mod run;
mod search;
mod settings;
mod stream;
mod summary;
mod target;
mod write;

pub use choice::{all_opponents, is_match, split_maps};
pub use deviation::Deviation;
pub use entrant::Entrant;
pub use journal::{Journal, PairRecord};
pub use league::{Generation, League};
pub use learn::{Agreement, Learnt, Lesson, learn, lessons};
pub use optimizer::{Axis, Method, Optimizer, Search};
pub use proof::{Cell, Proof};
pub use run::{Bench, Options, run, short_name};
pub use search::{Finalist, Found, Step, Tried};
pub use settings::{Manifest, Mixture, Objective, Settings};
pub use summary::{Changed, LEAGUE_SCORE, Summary, Verdict};
