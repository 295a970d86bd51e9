//! Rehearsals held to what happens: drawn fights are played by the engine and by [`sandtable_ai::rehearse`], and compared.

mod compare;
mod draw;
mod report;

pub use compare::{FightComparison, compare, fights};
pub use report::RehearsalReport;
