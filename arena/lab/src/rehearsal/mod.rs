//! Rehearsals held to what happens: drawn fights are played by the engine and by [`sandtable_ai::rehearse`], and compared.

mod compare;
mod comparison;
mod draw;
mod report;

pub use compare::{compare, fights};
pub use comparison::FightComparison;
pub use report::RehearsalReport;
