//! The inputs of considerations: what a strategy file can look at, by name.
//!
//! One library for every decision. Some inputs look at the whole situation, others at the thing that is weighed: a target, a
//! kind of unit, a kind of building, a technology, a site; those are refused where no such thing is weighed.

mod condition_group;
mod outlook;
mod quantifier;
mod slots;
mod subject;
mod subject_values;
mod table;
mod tuning;
mod values;

pub(crate) use condition_group::ConditionGroup;
pub(crate) use outlook::InputContext;
pub(crate) use quantifier::Quantifier;
pub(crate) use slots::InputSlots;
pub(crate) use subject::OptionSubject;
pub(crate) use table::{Input, InputScope};

pub use table::names;
