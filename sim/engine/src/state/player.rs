//! A player's own state.

use sandtable_math::mix;
use sandtable_state::id::{TeamId, UnitId};
use sandtable_state::limits::MAX_RESOURCES;
use sandtable_state::state_struct;
use sandtable_state::{ByteReader, Field, Malformed, Sink};

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
        /// The serial of its last squad.
        pub squad_serial: u32,
        /// Whether it is out of the match.
        pub out: bool,
        /// Whether it gave up.
        pub surrendered: bool,
        /// What it did so far.
        pub totals: PlayerTotals,
        /// Foreign entities by the alias it knows them by.
        pub aliases: Aliases,
    }
}

state_struct! {
    /// Sums over a match.
    #[derive(Default)]
    pub struct PlayerTotals {
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
        /// Orders given, refused ones included.
        pub orders: u32,
        /// Orders rejected.
        pub rejected: u32,
    }
}

/// Foreign entities in the order in which a player first saw them, with a running digest.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Aliases {
    /// Alias n in row n − 1.
    ids: Vec<UnitId>,
    digest: u64,
}

impl Aliases {
    /// Names an entity; returns its alias.
    pub(crate) fn name(&mut self, id: UnitId) -> u32 {
        self.ids.push(id);
        self.digest = mix(self.digest, u64::from(id.0));
        self.ids.len() as u32
    }

    /// The entity of an alias, dead or alive.
    pub fn get(&self, alias: u32) -> Option<UnitId> {
        self.ids.get(alias.checked_sub(1)? as usize).copied()
    }

    /// The entities in the order of their aliases, from 1.
    pub(crate) fn ids(&self) -> &[UnitId] {
        &self.ids
    }

    /// How many were named.
    pub fn len(&self) -> u32 {
        self.ids.len() as u32
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }
}

impl Field for Aliases {
    fn put<S: Sink>(&self, sink: &mut S) {
        if S::DIGEST {
            self.len().put(sink);
            self.digest.put(sink);
        } else {
            self.ids.put(sink);
        }
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        let mut aliases = Aliases::default();
        for id in Vec::<UnitId>::take(reader)? {
            aliases.name(id);
        }
        Ok(aliases)
    }
}
