//! Rehearsals: a fight played forward from what a commander knows, before it is fought.
//!
//! Whole numbers only, both sides at once, and the two sides exchanged give the same answer exchanged. After Churchill and Buro
//! (SparCraft, 2013) and FAP, with what those leave out: ranks round a target, kiting, splash, healers, chokes and reinforcements.
//! Work is counted in unit-steps: a large fight is played in longer steps, and ends with the step in which its budget does.

mod army;
mod ground;
mod outcome;
mod play;
mod side;
mod tuning;
mod verdicts;

pub use ground::FightGround;
pub use outcome::Rehearsal;
pub use play::rehearse;
pub use side::{FightPlan, FightSide, Fighter};
pub(crate) use tuning::REHEARSAL_UNIT_STEPS;
pub(crate) use verdicts::VerdictHistory;
