//! Strategies of the `goals` commander: which goals, what they consider, how they are set.

mod definition;
mod disable;
mod read;

pub(crate) use definition::GoalStrategy;
pub(crate) use read::read;
