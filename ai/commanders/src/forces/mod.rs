//! The forces: every soldier has a task, goals ask for soldiers by priority, and the others stay in reserve.
//!
//! Here stands what is remembered and asked for; [the military manager](crate::managers) gives the orders.

mod armies;
mod missions;
mod requests;
mod roster;
mod state;
mod tuning;

pub(crate) use armies::NamedArmy;
pub(crate) use roster::{Forces, SoldierTask};
pub(crate) use state::{BoardingState, CrossingState, RESERVE, RaidState, ScoutRequest};
pub(crate) use tuning::MAX_PARTIES;
