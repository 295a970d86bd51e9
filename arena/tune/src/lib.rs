//! Tuning: a search for a strategy's marked values by games, and the proof that the result is better.
//!
//! A run is a function of its settings, texts and seed. It asks for pairs of games by number, and the journal returns those already
//! played; so a killed run continues by a restart, and its results are the same for any number of threads.

#![deny(missing_docs)]

mod aim;
mod bench;
mod budget;
mod choice;
mod deviation;
mod difficulty;
mod entrant;
mod folder;
mod front_chart;
mod game_search;
mod games;
mod importance;
mod journal;
mod league;
mod league_page;
mod learn;
mod ledger;
mod live;
mod opening;
mod optimizer;
mod played;
mod pool;
mod progress;
mod proof;
mod race;
mod repair;
mod repeats;
mod report;
mod request;
mod run;
mod runners;
mod search;
mod serve;
mod settings;
mod step;
mod stream;
mod subject;
mod summary;
mod target;
mod trials;
mod verdict;
mod win_aims;
mod win_rates;
mod write;

pub use aim::{AimOutcome, AimPoint, AimReport, AimState, FrontOutcome, FrontPoint, Standing};
pub use bench::{
    BUDGETS, BenchCell, Entry, FRONT_BUDGETS, FrontCell, FrontObjective, NoisyObjective, NoisyTrials, TuneBench,
    front_objectives, front_table, measure, measure_fronts, objectives, objectives_named,
};
pub use budget::GameBudget;
pub use deviation::{Deviation, Deviations};
pub use difficulty::{DifficultySummary, RateOutcome, Reach, run_difficulty};
pub use entrant::Entrant;
pub use folder::{RunFolder, is_run};
pub use importance::{Importance, Importances, Interaction};
pub use journal::{Journal, PairRecord};
pub use league::{Generation, League, Racer};
pub use learn::{Agreement, Learnt, Lesson, learn, lessons};
pub use ledger::{Known, Ledger};
pub use opening::{OpeningReport, OpeningRequest, StepTime, run_opening};
pub use optimizer::{Axis, Method, Optimizer, optimizer};
pub use proof::{Cell, Proof, ProofVerdict};
pub use repair::{REPAIRS, RepairTerms, repair_row, repaired};
pub use request::TuneRequest;
pub use run::{Bench, Options, run, short_name};
pub use runners::{RunnerTerms, Runners};
pub use search::{Explorer, Finalist, Found, SearchPlan};
pub use serve::serve_games;
pub use settings::{Manifest, Mixture, Objective, Settings};
pub use step::{Step, Tried};
pub use summary::{Changed, LEAGUE_SCORE, Summary};
pub use trials::Trials;
pub use verdict::Verdict;
pub use win_rates::{WinRange, WinRates};
