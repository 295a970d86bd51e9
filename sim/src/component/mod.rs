//! The components of entities: plain data, every field in the state list.
//!
//! There is one archetype per class, and components are neither added nor removed while an entity lives:
//! - unit: [`Identity`] [`Motion`] [`Vitals`] [`Arms`] [`Agent`] [`Labour`] [`Statuses`] [`Sightings`]
//! - building: [`Identity`] [`Site`] [`Vitals`] [`Arms`] [`Works`] [`Sightings`]
//! - node: [`Identity`] [`Site`] [`Deposit`]
//! - projectile: [`Identity`] [`Shot`]

mod agent;
mod mind;
mod queue;
mod task;

pub use agent::{Agent, Labour, Stance};
pub use mind::{Recall, Will};
pub use queue::{Queue, Urgent};
pub use task::{Task, TaskKind, Tasks};

use crate::id::{KindId, PlayerId, TechId, UnitId};
use crate::limits::{MAX_KIND_ABILITIES, MAX_PLAYERS, MAX_PRODUCTION, MAX_STATUSES};
use crate::map::{Cell, Rect};
use crate::math::{Angle, Fx, Vec2};
use crate::state::{Field, Malformed, Reader, Sink};
use crate::state_enum;
use crate::state_struct;

state_struct! {
    /// What an entity is; never changes.
    #[derive(Copy)]
    pub struct Identity {
        /// Its id.
        pub id: UnitId,
        /// Its kind.
        pub kind: KindId,
    }
}

impl Identity {
    /// Whose it is.
    #[inline]
    pub const fn owner(&self) -> PlayerId {
        self.id.owner()
    }
}

state_struct! {
    /// Where a unit is and how it moves.
    #[derive(Copy, Default)]
    pub struct Motion {
        /// Position in cells.
        pub position: Vec2,
        /// What it moved in the last tick, in cells a tick (the *actual* velocity).
        pub velocity: Vec2,
        /// What steering meant it to move in the last tick, in cells a tick (the *steered* velocity): others in the way
        /// may have left less of it.
        pub steered: Vec2,
        /// Where it came to rest: pushed off, it comes back.
        pub post: Vec2,
        /// Where to: a point, or the middle of the goal rectangle.
        pub goal: Vec2,
        /// Where it is to stand itself, when the goal is a point: there, or near it in a group that was sent there. All of the
        /// group have the same goal, and so one field.
        pub place: Vec2,
        /// It has arrived when its edge is this near to the point or rectangle, in cells.
        pub reach: Fx,
        /// The transport that carries it; none on the map.
        pub aboard: UnitId,
        /// North-west cell of the goal rectangle (the cell of a point).
        pub goal_cell: Cell,
        /// Cells of the goal rectangle eastwards; 0 for a point.
        pub goal_width: u8,
        /// Cells of the goal rectangle southwards; 0 for a point.
        pub goal_height: u8,
        /// Where it faces.
        pub heading: Angle,
        /// Ticks that it wanted to move and hardly did, 0 … 255; wears off by two a tick of progress.
        pub stuck_ticks: u16,
        /// The same, as far as steering does something about it: no farther than the first remedy while one only waits for
        /// others, and begun again at the end of the last.
        pub remedy_ticks: u16,
        /// Ticks for which nobody can come near enough to matter, 0 … 3: it looks round again after them.
        pub calm_ticks: u8,
        /// Whether it wants to move: set by the agent, cleared on arrival.
        pub moving: bool,
        /// Whether it stands where it was sent (set with the clearing of `moving` on arrival, not by an agent's stop).
        pub arrived: bool,
        /// Whether it has come so near to its place that no other of its group may have that instead.
        pub claims: bool,
        /// Whether it was told to stand, and lets nobody push it.
        pub holds: bool,
        /// Whether it did not make for its goal in the last tick, but turned aside for others.
        pub turned: bool,
        /// Whether nobody was in its way when it last made up its mind.
        pub free: bool,
    }
}

impl Motion {
    /// The cells of the goal: those of its rectangle, or those its point touches.
    pub(crate) fn goal_cells(&self) -> Rect {
        let (width, height) = (u16::from(self.goal_width), u16::from(self.goal_height));
        if width == 0 || height == 0 {
            return Rect::touching(self.goal);
        }
        Rect { x: self.goal_cell.x, y: self.goal_cell.y, width, height }
    }
}

state_struct! {
    /// Life.
    #[derive(Copy, Default)]
    pub struct Vitals {
        /// Hit points; at 0 it dies at the end of the tick.
        pub hp: Fx,
        /// Damage on its way after table and armour (wind-ups and projectiles), so that others need not
        /// overkill: the exact sum over them, recounted at the end of each combat phase.
        pub incoming: Fx,
        /// The tick it was last hurt; 0 never.
        pub hurt_tick: u32,
        /// Who hurt it last.
        pub hurt_by: UnitId,
    }
}

state_struct! {
    /// A weapon's state.
    #[derive(Copy, Default)]
    pub struct Arms {
        /// What it attacks; none when nothing.
        pub target: UnitId,
        /// Whether an order named the target (it is not exchanged for a nearer one).
        pub ordered: bool,
        /// Whether its bearer closes in on the target, to strike it.
        pub closes: bool,
        /// Ticks of wind-up left; 0 when not winding up.
        pub windup: u16,
        /// Ticks of cooldown left.
        pub cooldown: u16,
    }
}

impl Arms {
    /// Points the weapon at `target` (none for nothing); another target than before ends the wind-up.
    #[inline]
    pub fn aim_at(&mut self, target: UnitId, ordered: bool) {
        if target != self.target {
            self.windup = 0;
        }
        self.target = target;
        self.ordered = ordered && target.is_some();
    }
}

state_struct! {
    /// Timed effects and the cooldowns of abilities.
    #[derive(Copy, Default)]
    pub struct Statuses {
        /// The effects; `until` 0 is a free place.
        pub active: [Status; MAX_STATUSES],
        /// The tick from which each ability of the kind is ready again.
        pub ready_tick: [u32; MAX_KIND_ABILITIES],
    }
}

state_struct! {
    /// One timed effect.
    #[derive(Copy, Default)]
    pub struct Status {
        /// The last tick it holds; 0 when there is none.
        pub until: u32,
        /// Percent of plain speed.
        pub speed_percent: u16,
        /// Percent of plain damage.
        pub damage_percent: u16,
    }
}

state_struct! {
    /// Its sight stamp, and by which names others know it.
    #[derive(Copy, Default)]
    pub struct Sightings {
        /// The cell its sight is stamped at.
        pub cell: Cell,
        /// The radius stamped, in cells; 0 when nothing is stamped.
        pub radius: u8,
        /// The players' teams that see it now, as a bit set by team.
        pub seen_by: u8,
        /// The alias each player gave it at first sight; 0 for none.
        pub alias: Names,
    }
}

/// The aliases of one entity by player. The players' own lists of aliases say the same and are hashed, so
/// these are saved for speed of loading but put nothing into a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Names(pub [u32; MAX_PLAYERS]);

impl Field for Names {
    #[inline(always)]
    fn put<S: Sink>(&self, sink: &mut S) {
        if !S::DIGEST {
            self.0.put(sink);
        }
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, Malformed> {
        Field::take(reader).map(Names)
    }
}

state_enum! {
    /// How far a building is.
    #[derive(Default)]
    pub enum Stage {
        /// Paid for, marked out, blocking nothing, seen by its team alone.
        #[default]
        Planned = 0,
        /// Being built; blocks its cells.
        Rising = 1,
        /// Whole.
        Complete = 2,
    }
}

state_struct! {
    /// The cells a building or node stands on.
    #[derive(Copy, Default)]
    pub struct Site {
        /// North-west cell.
        pub cell: Cell,
        /// Stage; nodes are always complete.
        pub stage: Stage,
        /// Work done on it, in ticks of one plain builder × 100.
        pub progress: u32,
        /// Builders and repairers at work in the last tick.
        pub workers: u8,
    }
}

state_enum! {
    /// What an entry of a production queue makes.
    #[derive(Default)]
    pub enum Product {
        /// A unit.
        #[default]
        Unit = 0,
        /// A technology.
        Tech = 1,
    }
}

state_struct! {
    /// An entry of a production queue.
    #[derive(Copy, Default)]
    pub struct Job {
        /// Unit or technology.
        pub product: Product,
        /// Row of the kinds or the technologies.
        pub row: u16,
    }
}

impl Job {
    /// The kind it trains.
    pub fn kind(&self) -> Option<KindId> {
        (self.product == Product::Unit).then_some(KindId(self.row))
    }

    /// The technology it researches.
    pub fn tech(&self) -> Option<TechId> {
        (self.product == Product::Tech).then_some(TechId(self.row))
    }
}

state_struct! {
    /// A building's production queue and rally point.
    #[derive(Copy, Default)]
    pub struct Works {
        /// Entries in use.
        pub queued: u8,
        /// The entries; those beyond `queued` are default.
        pub queue: [Job; MAX_PRODUCTION],
        /// Ticks of work done on the first entry.
        pub progress: u32,
        /// Whether a rally point is set.
        pub rallies: bool,
        /// The rally point.
        pub rally: Vec2,
        /// What the rally points at (a node to gather from, a unit to follow); none for a bare point.
        pub rally_target: UnitId,
    }
}

state_struct! {
    /// What a node holds.
    #[derive(Copy, Default)]
    pub struct Deposit {
        /// Units of its resource left.
        pub amount: u32,
        /// Workers gathering from it now.
        pub workers: u8,
    }
}

state_struct! {
    /// A projectile in flight.
    #[derive(Copy, Default)]
    pub struct Shot {
        /// Who fired it.
        pub shooter: UnitId,
        /// What it flies at; none when it flies at a point.
        pub target: UnitId,
        /// Where it is.
        pub position: Vec2,
        /// Where it will land; follows a living target.
        pub aim: Vec2,
        /// Ticks until it lands.
        pub ticks_left: u16,
        /// Hit points before table and armour.
        pub damage: Fx,
    }
}
