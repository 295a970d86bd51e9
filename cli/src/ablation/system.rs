//! The systems that a player can do without.

use clap::ValueEnum;
use sandtable_sim::scenario::PlayerSetup;
use serde::Serialize;

/// A system of units, by the key of `[[players]]` that turns it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// Units follow the minds of their kinds.
    Minds,
    /// Units perceive by the senses of their kinds.
    Senses,
    /// Units take places round their targets.
    Slots,
    /// Idle workers choose jobs.
    Jobs,
}

impl System {
    /// All of them.
    pub const ALL: [System; 4] = [System::Minds, System::Senses, System::Slots, System::Jobs];

    /// The key that turns it off.
    pub const fn key(self) -> &'static str {
        match self {
            System::Minds => "minds",
            System::Senses => "senses",
            System::Slots => "slots",
            System::Jobs => "jobs",
        }
    }

    /// Has a player do without it.
    pub fn switch_off(self, player: &mut PlayerSetup) {
        match self {
            System::Minds => player.minds = false,
            System::Senses => player.senses = false,
            System::Slots => player.slots = false,
            System::Jobs => player.jobs = false,
        }
    }
}
