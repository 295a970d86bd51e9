//! The forces: every soldier has a duty, goals claim duties by priority, and what nobody claims stays in reserve.
//!
//! Here stands what is remembered and claimed; [the military manager](crate::managers) gives the orders.

mod claims;
mod roster;
mod state;

pub(crate) use roster::{Forces, SoldierDuty};
pub(crate) use state::{MAX_PARTIES, RESERVE, RaidState, ScoutRequest};
