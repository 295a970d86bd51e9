//! The world: all state of a match, and the few ways in and out of it.

mod contexts;
mod derived;
mod fork;
mod lifecycle;
mod observe;
mod parts;
mod start;
mod workspaces;

use std::sync::Arc;

pub(crate) use derived::{DerivedState, rebuild};
pub use observe::{Hindrance, ObservedBuilding, ObservedNode, ObservedShot, ObservedUnit};
pub(crate) use parts::Parts;
pub(crate) use start::empty_world;
pub(crate) use workspaces::Workspaces;

use crate::entities::{Entities, EntityLocation, Roster};
use crate::state::{MatchOutcome, Player};
use crate::threads::Threads;
use sandtable_model::rules::{Kind, Rules, Stats};
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{KindId, PlayerId, TeamId, UnitId};

/// A match as it goes on: its state, what is derived from that, and room to work in.
///
/// The state is `Entities` and `Parts`: it is hashed, saved and copied. `DerivedState` follows from it and is made anew on load.
/// `Workspaces` hold nothing from one tick to the next. They are apart from each other, so that a system borrows what it changes,
/// and reads the rest.
pub struct World {
    /// What is being played; never changes.
    pub(crate) scenario: Arc<Scenario>,
    /// The entities.
    pub(crate) entities: Entities,
    /// The state that is no entity's.
    pub(crate) parts: Parts,
    /// What follows from the state.
    pub(crate) derived: DerivedState,
    /// Room for systems to work in.
    pub(crate) workspaces: Workspaces,
    /// Threads lent to it (no state).
    pub(crate) threads: Threads,
}

impl World {
    /// The world at tick 0.
    pub fn new(scenario: Arc<Scenario>, seed: u64) -> World {
        start::new_world(scenario, seed)
    }

    /// Lends it threads for the passes over its units, or takes them back ([`Threads::default`]). They are no state: what
    /// happens is the same for any number of them. A world of fewer than
    /// [`MIN_ROWS_FOR_THREADS`](sandtable_state::limits::MIN_ROWS_FOR_THREADS) units does not use them.
    pub fn use_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    /// The last tick that was stepped.
    pub fn tick(&self) -> u32 {
        self.parts.clock.tick
    }

    /// The match seed.
    pub fn seed(&self) -> u64 {
        self.parts.clock.seed
    }

    /// What is being played.
    pub fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.scenario.rules
    }

    /// How the match ended; none while it goes on.
    pub fn outcome(&self) -> Option<&MatchOutcome> {
        self.parts.clock.outcome.as_ref()
    }

    /// The players, by id.
    pub fn players(&self) -> &[Player] {
        &self.parts.players
    }

    /// How many units, buildings, nodes and projectiles there are.
    pub fn population(&self) -> [usize; 4] {
        self.entities.population()
    }

    /// The kind row of `kind`.
    #[inline]
    pub(crate) fn kind(&self, kind: KindId) -> &Kind {
        self.scenario.rules.kind(kind)
    }

    /// The stats of `kind` for `owner`.
    #[inline]
    pub(crate) fn stats(&self, owner: PlayerId, kind: KindId) -> &Stats {
        &self.derived.stats[owner.index()][kind.index()]
    }

    /// The team of a player; a neutral owner has none.
    #[inline]
    pub(crate) fn team(&self, player: PlayerId) -> Option<TeamId> {
        self.base().team(player)
    }

    /// Whether two owners are on different teams, neither being neutral.
    #[inline]
    pub(crate) fn hostile(&self, a: PlayerId, b: PlayerId) -> bool {
        self.base().hostile(a, b)
    }

    /// A column of the archetype of `class`' entities, indexed by row, to read.
    ///
    /// # Panics
    /// When the class has no such component, or it is being written: our bug.
    #[inline]
    pub(crate) fn column<'w, T: hecs::Component>(&'w self, roster: &Roster) -> hecs::ArchetypeColumn<'w, T> {
        self.entities.column(roster)
    }

    /// Where the entity lives; none when it is dead or never was.
    #[inline]
    pub(crate) fn place(&self, id: UnitId) -> Option<EntityLocation> {
        self.entities.place(id)
    }
}
