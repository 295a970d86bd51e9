//! Tournaments: many matches from one file, in parallel, with results that no thread count changes.

mod file;
mod pool;
mod prepare;
mod progress;
mod record;
mod report;
mod results;
mod run;
mod schedule;
mod standings;

pub use file::{Meetings, Named, TournamentFile};
pub use pool::in_order;
pub use prepare::{Arena, Prepared, Strategy, prepare};
pub use record::{GameRecord, SideRecord};
pub use report::{markdown, tables};
pub use results::{Results, fresh_folder};
pub use run::{Options, Played, play_game, run};
pub use schedule::{Game, pair_seed, schedule};
pub use standings::{SideScore, Standing, Summary, Tally, summarize};
