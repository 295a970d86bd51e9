//! The forces: every soldier has a duty, goals claim duties by priority, and what nobody claims stays in reserve.
//!
//! Here stands what is remembered and claimed; [the military manager](crate::managers) gives the orders.

mod claims;
mod roster;
mod state;
mod tuning;

pub(crate) use roster::{Forces, SoldierDuty};
pub(crate) use state::{RESERVE, RaidState, ScoutRequest};
pub(crate) use tuning::MAX_PARTIES;
