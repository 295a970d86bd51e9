//! Plans: steps with conditions, tried in order at every decision (GPAT ch. 9, "Planning").
//!
//! Plans are data: what carries them out are the [managers](crate::managers).

mod army;
mod sequence;
mod status;
mod step;

pub(crate) use army::{Mix, Raid, Strike};
pub(crate) use sequence::{Outcome, Plan};
pub(crate) use status::Status;
pub(crate) use step::Step;
