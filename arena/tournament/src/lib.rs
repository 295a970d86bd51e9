//! Tournaments: many matches from one file, in parallel, with results that no thread count changes.

#![deny(missing_docs)]

mod adjudication;
mod expect;
mod file;
mod format;
mod game;
mod game_observer;
mod html;
mod judge;
mod lock;
mod manifest;
mod merge;
mod named;
mod outputs;
mod pairs;
mod plans;
mod prepare;
mod progress;
mod recheck;
mod record;
mod report;
mod results;
mod run;
mod schedule;
mod standings;
mod summary;
mod unspent;
mod verify;

pub use adjudication::{Adjudication, Lead};
pub use expect::{Figure, TournamentMeasure};
pub use file::{RatingTerms, TournamentFile};
pub use format::{Format, Met};
pub use game::Game;
pub use game_observer::GameObserver;
pub use manifest::{Manifest, Shard};
pub use merge::merge;
pub use named::Named;
pub use pairs::{Meeting, Pair, meetings, pairs};
pub use plans::Plans;
pub use prepare::{Arena, Prepared, Strategy, prepare};
pub use record::{Comparison, Curve, GameRecord, SideRecord};
pub use report::{markdown, tables};
pub use results::{Played, Results, fresh_folder, is_free, read_games};
pub use run::{Options, play_game, run};
pub use schedule::{games_after, pair_seed, schedule};
pub use standings::{MapScore, SideScore, tally_of};
pub use summary::{Standing, Summary, summarize};
pub use unspent::UnspentLimit;
pub use verify::{Checked, verify};
