//! Triggers: conditions that are watched, and what is done once they hold (Rabin; SYSTEMS row D17 as a part of a strategy).
//!
//! A trigger fires when all its conditions have held for a while: once, or again and again, until a time of the match. It gives
//! orders of the file, and conditions elsewhere can ask how often it has fired.

mod read;
mod state;

pub(crate) use read::{MAX_TRIGGERS, read};
pub(crate) use state::TriggerStates;

use sandtable_decide::{Consideration, Inputs};

use crate::input::Input;
use crate::scripted::ScriptedOrder;

/// A trigger of a strategy.
pub(crate) struct Trigger {
    pub name: String,
    /// All of them have to hold.
    conditions: Vec<Consideration<Input>>,
    /// Ticks for which they have to hold on end.
    hold_ticks: u32,
    /// Ticks after which it may fire again; none for one that fires once.
    every_ticks: Option<u32>,
    /// It fires no more from this tick on.
    until_tick: u32,
    /// What it orders, in order.
    pub orders: Vec<ScriptedOrder>,
}

impl Trigger {
    /// Whether all its conditions hold now.
    pub fn holds(&self, inputs: &impl Inputs<Input>) -> bool {
        self.conditions.iter().all(|one| one.holds(inputs))
    }
}
