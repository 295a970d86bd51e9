//! Ablation: what a system is worth, as the score of a side that has it against one that is the same but for it.

mod armies;
mod matches;
mod system;

pub use armies::armies;
pub use matches::{AblationOutcome, matches};
pub use system::{Missing, System};
