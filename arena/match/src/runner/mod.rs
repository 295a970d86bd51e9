//! Playing one match: commanders, the world between them, and the result of it. Pure: no files, no clock.

mod course;
mod ending;
mod handover;
mod moments;
mod omission;
mod pending;
mod play;
mod record;
mod recorded;
mod referee;
mod refusals;
mod result;
mod saved;
mod session;
mod stoppable;
mod summary;
mod threads;
mod told;

pub use course::{course, course_on};
pub(crate) use handover::SeatMemory;
pub use omission::leave_out_an_order;
pub use play::{commander_seed, run_match, run_match_judged, run_match_on, run_match_with};
pub use record::{Recording, ReplaySink};
pub use referee::{Referee, Ruling, Why};
pub use refusals::Refusals;
pub use result::{Forfeited, Goal, MatchResult, Sample, Side, Sums, Termination};
pub use sandtable_lens::{Fault, built, clock, guarded, install_quiet_hook, phase};
pub use saved::{OtherMemory, PlayedTable, memories_of};
pub use session::{MatchSession, Observer, Silent};
pub use stoppable::Stoppable;
pub use summary::{ending_name, tell, verdict};
pub use threads::threads_of_a_match;
pub use told::GameCount;
