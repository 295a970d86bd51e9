//! The rows of a view: plain copies of what a player may know of each entity.

use crate::component::{ConstructionStage, OrderEnd, ProductionEntry, TaskKind};
use crate::squad::SquadPhase;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::Formation;
use sandtable_model::OrderKind;
use sandtable_model::Stance;
use sandtable_model::map::Cell;
use sandtable_model::rules::Class;
use sandtable_state::id::{Handle, KindId, PlayerId, ResourceId, SquadId};

/// An own unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnUnit {
    /// Its handle.
    pub handle: Handle,
    /// Its kind.
    pub kind: KindId,
    /// Position in cells.
    pub position: Vec2,
    /// Velocity in cells a tick.
    pub velocity: Vec2,
    /// Hit points.
    pub hp: Fx,
    /// The tick it was last hurt; 0 never.
    pub hurt_tick: u32,
    /// Its squad.
    pub squad: SquadId,
    /// Stance.
    pub stance: Stance,
    /// The head of its movement queue, and what that is about.
    pub moving: Option<(TaskKind, Handle, Vec2)>,
    /// The head of its action queue, and what that is about.
    pub acting: Option<(TaskKind, Handle, Vec2)>,
    /// What its weapon is pointed at.
    pub target: Handle,
    /// Resource and units carried, when any.
    pub carries: Option<(ResourceId, u16)>,
    /// The transport that carries it; none on the map.
    pub aboard: Handle,
    /// How its last order ended, when one has.
    pub ended: Option<LastOrder>,
}

/// How the last order of an own unit ended. Orders that others replaced have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastOrder {
    /// How, and why.
    pub end: OrderEnd,
    /// The tick in which it ended.
    pub tick: u32,
    /// How many orders and jobs the unit has taken since that one: 0 when it was the latest.
    pub since: u16,
}

impl OwnUnit {
    /// Whether both queues are empty.
    pub const fn idle(&self) -> bool {
        self.moving.is_none() && self.acting.is_none()
    }

    /// How the latest order it took ended, once it has.
    pub fn latest_end(&self) -> Option<LastOrder> {
        self.ended.filter(|last| last.since == 0)
    }
}

/// An own squad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSquad {
    /// Its id.
    pub id: SquadId,
    /// Its members, ascending, each with its place in the formation: where the squad would have it stand now.
    pub members: Vec<(Handle, Option<Vec2>)>,
    /// The member that finds the way.
    pub leader: Handle,
    /// How it stands and walks.
    pub formation: Formation,
    /// What it is at.
    pub phase: SquadPhase,
    /// The middle of the formation's front, in cells.
    pub front: Vec2,
    /// Where the formation faces.
    pub heading: Angle,
    /// Whether it goes through a place too narrow for its shape.
    pub narrowed: bool,
    /// Its orders, the one it carries out first.
    pub orders: Vec<OrderKind>,
}

/// An own building.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnBuilding {
    /// Its handle.
    pub handle: Handle,
    /// Its kind.
    pub kind: KindId,
    /// North-west cell.
    pub cell: Cell,
    /// Its middle.
    pub position: Vec2,
    /// Hit points.
    pub hp: Fx,
    /// The tick it was last hurt; 0 never.
    pub hurt_tick: u32,
    /// Stage.
    pub stage: ConstructionStage,
    /// Percent of the building work done.
    pub built_percent: u8,
    /// Builders and repairers at work in the last tick.
    pub workers: u8,
    /// What its production queue makes, first entry first.
    pub queue: Vec<ProductionEntry>,
    /// Percent of the first entry done.
    pub made_percent: u8,
}

/// A foreign unit or building: an ally's, or an enemy's that is visible or remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignBody {
    /// The name this player knows it by.
    pub handle: Handle,
    /// Its owner.
    pub owner: PlayerId,
    /// Its kind.
    pub kind: KindId,
    /// Unit or building.
    pub class: Class,
    /// Position in cells (the middle of a building).
    pub position: Vec2,
    /// Hit points when last seen.
    pub hp: Fx,
    /// Stage when last seen; units are complete.
    pub stage: ConstructionStage,
    /// Whether it is visible now. A building that is not is remembered as it was.
    pub visible: bool,
    /// The tick it was last seen.
    pub seen_tick: u32,
    /// Whether it is on another team.
    pub hostile: bool,
}

/// A resource node as the team knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownNode {
    /// Its handle.
    pub handle: Handle,
    /// Its kind.
    pub kind: KindId,
    /// North-west cell.
    pub cell: Cell,
    /// Its middle.
    pub position: Vec2,
    /// Units left when last seen.
    pub amount: u32,
    /// Whether it is visible now.
    pub visible: bool,
}
