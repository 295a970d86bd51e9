//! A player's own state.

use crate::id::{TeamId, UnitId};
use crate::limits::MAX_RESOURCES;
use crate::state_struct;

state_struct! {
    /// A player.
    pub struct Player {
        /// Its team.
        pub team: TeamId,
        /// Stock of each resource.
        pub resources: [u32; MAX_RESOURCES],
        /// Supply taken by living units and those in training.
        pub supply_used: u16,
        /// Supply given by complete buildings, held to the rules' limit.
        pub supply_cap: u16,
        /// Finished technologies, a bit each.
        pub researched: u128,
        /// Technologies queued or under way, a bit each.
        pub researching: u128,
        /// The serial of its last entity.
        pub serial: u32,
        /// Whether it is out of the match.
        pub out: bool,
        /// Whether it gave up.
        pub surrendered: bool,
        /// What it did so far.
        pub totals: Totals,
        /// Foreign entities by the alias it knows them by: alias n in row n − 1.
        pub aliases: Vec<UnitId>,
    }
}

state_struct! {
    /// Sums over a match.
    #[derive(Default)]
    pub struct Totals {
        /// Units of each resource delivered.
        pub gathered: [u32; MAX_RESOURCES],
        /// Units of each resource spent, refunds taken off.
        pub spent: [u32; MAX_RESOURCES],
        /// Units trained.
        pub units_made: u32,
        /// Buildings completed.
        pub buildings_made: u32,
        /// Units lost.
        pub units_lost: u32,
        /// Buildings lost.
        pub buildings_lost: u32,
        /// Enemy units killed.
        pub units_killed: u32,
        /// Enemy buildings destroyed.
        pub buildings_razed: u32,
        /// Cost of own losses, all resources added.
        pub value_lost: u32,
        /// Cost of what it killed, all resources added.
        pub value_killed: u32,
        /// Hit points of damage done to enemies, rounded down at each hit.
        pub damage_done: u32,
        /// Orders taken.
        pub orders: u32,
        /// Orders rejected.
        pub rejected: u32,
    }
}
