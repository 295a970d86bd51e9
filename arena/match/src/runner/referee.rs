//! Who may end a match before its outcome.

use sandtable_sim::World;
use sandtable_state::id::PlayerId;
use serde::{Deserialize, Serialize};

/// Judges a match while it is played; by the world alone, so that the match stays a pure function.
pub trait Referee: Send {
    /// Called before each tick until it rules. Who has lost gives up in the next tick, by an order like any other: a replay plays the same.
    fn judge(&mut self, world: &World) -> Option<Ruling>;
}

/// A match is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Who has lost; all that are left in a draw.
    pub losers: Vec<PlayerId>,
    /// Why.
    pub why: Why,
}

/// Why a match is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// A lead that both sides saw held for long enough.
    Lead,
    /// Nothing happened for long enough.
    NoProgress,
    /// Too many orders were refused.
    IllegalOrders,
}

impl Why {
    /// As files name it.
    pub const fn name(self) -> &'static str {
        match self {
            Why::Lead => "adjudicated-lead",
            Why::NoProgress => "adjudicated-no-progress",
            Why::IllegalOrders => "illegal-orders",
        }
    }

    /// As people say it.
    pub const fn text(self) -> &'static str {
        match self {
            Why::Lead => "adjudication of a lead",
            Why::NoProgress => "adjudication for lack of progress",
            Why::IllegalOrders => "illegal orders",
        }
    }
}
