//! The world: all state of a match, and the few ways in and out of it.

mod body;
mod fork;
mod frame;
mod lifecycle;
mod observe;
mod player;
mod roster;
mod start;

use std::sync::Arc;

pub(crate) use start::empty_world;

pub use body::Body;
pub use frame::Frame;
pub use observe::{ObservedBuilding, ObservedNode, ObservedShot, ObservedUnit};
pub use player::{Aliases, Player, Totals};
pub use roster::{Directory, Place, Roster};

use crate::component::{
    Agent, Arms, Deposit, Identity, Labour, Motion, Shot, Sightings, Site, Statuses, Vitals, Works,
};
use crate::event::{Event, TickReport};
use crate::flow::Flow;
use crate::id::{KindId, PlayerId, TeamId, UnitId};
use crate::order::StampedOrder;
use crate::route::Routes;
use crate::rules::{Class, Kind, Rules, Stats};
use crate::scenario::Scenario;
use crate::sight::{Knowledge, Sight};
use crate::threads::Threads;
use crate::victory::Outcome;

/// A unit's components.
pub(crate) type UnitBundle = (Identity, Motion, Vitals, Arms, Agent, Labour, Statuses, Sightings);
/// A building's components.
pub(crate) type BuildingBundle = (Identity, Site, Vitals, Arms, Works, Sightings);
/// A node's components.
pub(crate) type NodeBundle = (Identity, Site, Deposit);
/// A projectile's components.
pub(crate) type ShotBundle = (Identity, Shot);

/// All state of a match.
///
/// Entities live in a [`hecs::World`], one archetype per class; `Roster`s name their rows in the order
/// of ids, so that nothing depends on row order. Fields marked *derived* are rebuilt from the others on
/// load, *scratch* ones hold nothing between ticks.
pub struct World {
    /// What is being played; never changes.
    pub(crate) scenario: Arc<Scenario>,
    /// The match seed; never changes.
    pub(crate) seed: u64,
    /// The last tick that was stepped; 0 at the start.
    pub(crate) tick: u32,
    /// The entities.
    pub(crate) ecs: hecs::World,
    /// Units by id (derived).
    pub(crate) units: Roster,
    /// Buildings by id (derived).
    pub(crate) buildings: Roster,
    /// Nodes by id (derived).
    pub(crate) nodes: Roster,
    /// Projectiles by id (derived).
    pub(crate) shots: Roster,
    /// Where each id lives (derived).
    pub(crate) directory: Directory,
    /// The players.
    pub(crate) players: Vec<Player>,
    /// The serial of the last neutral entity.
    pub(crate) neutral_serial: u32,
    /// The serial of the last projectile.
    pub(crate) shot_serial: u32,
    /// Stats by player and kind (derived from the players' technologies).
    pub(crate) stats: Vec<Vec<Stats>>,
    /// The squads, by id.
    pub(crate) squads: Vec<crate::squad::Squad>,
    /// How far schedules are.
    pub(crate) schedules: Vec<crate::schedule::Progress>,
    /// What units with minds remember.
    pub(crate) minds: crate::agent::Minds,
    /// What units with senses perceive.
    pub(crate) senses: crate::senses::Perceived,
    /// Who has which place round its target.
    pub(crate) rings: crate::ring::Rings,
    /// What each team knows.
    pub(crate) knowledge: Vec<Knowledge>,
    /// Sight masks and stamps (derived).
    pub(crate) sight: Sight,
    /// What stands on the cells (derived).
    pub(crate) ground: crate::ground::Ground,
    /// Flow fields: which are in use and what waits to be made; their tiles are derived.
    pub(crate) flow: Flow,
    /// Routes of units that walk by none of those.
    pub(crate) routes: Routes,
    /// Where everything stood at the start of the tick (scratch).
    pub(crate) frame: Frame,
    /// Where each unit wants to go, by row of the frame (scratch).
    pub(crate) wishes: Vec<crate::steer::Wish>,
    /// The rows of those who make up their minds in this tick (scratch).
    pub(crate) walkers: Vec<usize>,
    /// What lands, flies off and takes hold this tick (scratch).
    pub(crate) volley: crate::combat::Volley,
    /// Who was sent to points in this tick (scratch).
    pub(crate) marches: Vec<crate::order::March>,
    /// Units at work in this tick, in no order (scratch).
    pub(crate) duties: Vec<crate::agent::Duty>,
    /// The same as its pass finds them, before they are put in the order of ids (scratch).
    pub(crate) duties_by_chunk: Vec<Vec<crate::agent::Duty>>,
    /// Claims on places at nodes in this tick: tie break, worker, its row, node (scratch).
    pub(crate) claims: Vec<(u64, UnitId, u32, UnitId)>,
    /// Events of this tick (scratch).
    pub(crate) events: Vec<Event>,
    /// Threads lent to it (no state).
    pub(crate) threads: Threads,
    /// How it ended; none while it goes on.
    pub(crate) outcome: Option<Outcome>,
}

impl World {
    /// The world at tick 0.
    pub fn new(scenario: Arc<Scenario>, seed: u64) -> World {
        start::new_world(scenario, seed)
    }

    /// Advances by one tick under these orders (of any tick and player; they are taken as given for
    /// this tick, by player, then sequence). Cannot fail: what cannot be done becomes an event.
    pub fn step(&mut self, orders: &[StampedOrder]) -> TickReport {
        let threads = self.threads.clone();
        threads.enter(self.units.len(), || crate::tick::step(self, orders))
    }

    /// Lends it threads for the passes over its units, or takes them back ([`Threads::default`]). They are no state: what
    /// happens is the same for any number of them. A world of fewer than
    /// [`MIN_ROWS_FOR_THREADS`](crate::limits::MIN_ROWS_FOR_THREADS) units does not use them.
    pub fn use_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    /// The last tick that was stepped.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// The match seed.
    pub fn seed(&self) -> u64 {
        self.seed
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
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The players, by id.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// How many units, buildings, nodes and projectiles there are.
    pub fn population(&self) -> [usize; 4] {
        [self.units.len(), self.buildings.len(), self.nodes.len(), self.shots.len()]
    }

    /// The kind row of `kind`.
    #[inline]
    pub(crate) fn kind(&self, kind: KindId) -> &Kind {
        self.scenario.rules.kind(kind)
    }

    /// The stats of `kind` for `owner`.
    #[inline]
    pub(crate) fn stats(&self, owner: PlayerId, kind: KindId) -> &Stats {
        &self.stats[owner.index()][kind.index()]
    }

    /// The team of a player; a neutral owner has none.
    #[inline]
    pub(crate) fn team(&self, player: PlayerId) -> Option<TeamId> {
        self.players.get(player.index()).map(|player| player.team)
    }

    /// Whether two owners are on different teams, neither being neutral.
    #[inline]
    pub(crate) fn hostile(&self, a: PlayerId, b: PlayerId) -> bool {
        matches!((self.team(a), self.team(b)), (Some(a), Some(b)) if a != b)
    }

    /// A column of the archetype of `class`' entities, indexed by row, to read.
    ///
    /// # Panics
    /// When the class has no such component, or it is being written: our bug.
    #[inline]
    pub(crate) fn column<'w, T: hecs::Component>(&'w self, roster: &Roster) -> hecs::ArchetypeColumn<'w, T> {
        roster.archetype(&self.ecs).get::<&T>().expect("the class has this component")
    }

    /// The same, to write; other columns stay readable.
    #[inline]
    pub(crate) fn column_mut<'w, T: hecs::Component>(&'w self, roster: &Roster) -> hecs::ArchetypeColumnMut<'w, T> {
        roster.archetype(&self.ecs).get::<&mut T>().expect("the class has this component")
    }

    /// Where the entity lives; none when it is dead or never was.
    #[inline]
    pub(crate) fn place(&self, id: UnitId) -> Option<Place> {
        self.directory.get(id)
    }

    /// The class of a living entity.
    pub(crate) fn class(&self, id: UnitId) -> Option<Class> {
        self.place(id).map(|place| place.class)
    }
}
