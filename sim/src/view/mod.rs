//! What one player sees: a read-only, fog-filtered window on the world, computed as it is asked for.
//!
//! Nothing a player could not know passes through here: foreign entities appear by alias while they are
//! visible, foreign buildings and nodes as they were last seen, cells as the team knows them.

use crate::component::{Stage, Stance, TaskKind};
use crate::id::{Handle, KindId, PlayerId, SquadId, TeamId, TechId};
use crate::map::{Cell, Map};
use crate::math::{Fx, Vec2};
use crate::order::Rejection;
use crate::rules::{Class, Cost, Locomotion, Rules, Stats};
use crate::scenario::Fog;
use crate::sight::Visibility;
use crate::world::{Totals, World};

/// One player's window on the world after a tick.
#[derive(Clone, Copy)]
pub struct View<'w> {
    world: &'w World,
    player: PlayerId,
}

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
    pub carries: Option<(crate::id::ResourceId, u16)>,
    /// The transport that carries it; none on the map.
    pub aboard: Handle,
}

impl OwnUnit {
    /// Whether both queues are empty.
    pub const fn idle(&self) -> bool {
        self.moving.is_none() && self.acting.is_none()
    }
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
    pub stage: Stage,
    /// Percent of the building work done.
    pub built_percent: u8,
    /// Builders and repairers at work in the last tick.
    pub workers: u8,
    /// What its production queue makes, first entry first.
    pub queue: Vec<crate::component::Job>,
    /// Percent of the first entry done.
    pub made_percent: u8,
}

/// A foreign unit or building: an ally's, or an enemy's that is visible or remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
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
    pub stage: Stage,
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

impl<'w> View<'w> {
    /// The window of `player`, who must be one of the scenario's.
    pub fn new(world: &'w World, player: PlayerId) -> View<'w> {
        View { world, player }
    }

    /// Whose view this is.
    pub fn me(&self) -> PlayerId {
        self.player
    }

    /// The last tick.
    pub fn tick(&self) -> u32 {
        self.world.tick()
    }

    /// The rules.
    pub fn rules(&self) -> &'w Rules {
        self.world.rules()
    }

    /// The terrain, starts and original nodes: public knowledge.
    pub fn map(&self) -> &'w Map {
        &self.world.scenario.map
    }

    /// The kind of fog.
    pub fn fog(&self) -> Fog {
        self.world.scenario.fog
    }

    /// The last tick of the match if nothing decides it before.
    pub fn time_limit(&self) -> u32 {
        self.world.scenario.time_limit_ticks
    }

    /// How many players there are.
    pub fn players(&self) -> u8 {
        self.world.players().len() as u8
    }

    /// A player's team.
    pub fn team(&self, player: PlayerId) -> TeamId {
        self.world.players()[player.index()].team
    }

    /// Whether the player is on another team.
    pub fn is_enemy(&self, player: PlayerId) -> bool {
        self.team(player) != self.team(self.player)
    }

    /// Whether the player is out (everybody is told).
    pub fn is_out(&self, player: PlayerId) -> bool {
        self.world.players()[player.index()].out
    }

    /// The start base cell of a player, when it has one: starts are public, who sits where is too.
    pub fn start_of(&self, player: PlayerId) -> Option<Cell> {
        let start = self.world.scenario.players[player.index()].start?;
        self.map().starts.get(start as usize).copied()
    }

    /// Own stock of each resource.
    pub fn resources(&self) -> [u32; crate::limits::MAX_RESOURCES] {
        self.world.players()[self.player.index()].resources
    }

    /// Whether the stock covers a cost.
    pub fn affords(&self, cost: &Cost) -> bool {
        self.resources().iter().zip(cost).all(|(have, need)| *have >= u32::from(*need))
    }

    /// Supply used and supply available.
    pub fn supply(&self) -> (u16, u16) {
        let player = &self.world.players()[self.player.index()];
        (player.supply_used, player.supply_cap)
    }

    /// Whether the technology is finished.
    pub fn has_tech(&self, tech: TechId) -> bool {
        self.world.players()[self.player.index()].researched & (1 << tech.0) != 0
    }

    /// Whether the technology is queued or under way.
    pub fn is_researching(&self, tech: TechId) -> bool {
        self.world.players()[self.player.index()].researching & (1 << tech.0) != 0
    }

    /// Own sums over the match.
    pub fn totals(&self) -> &'w Totals {
        &self.world.players()[self.player.index()].totals
    }

    /// Own stats of a kind, technologies counted.
    pub fn stats(&self, kind: KindId) -> &'w Stats {
        self.world.stats(self.player, kind)
    }

    /// Own units, by ascending handle, those aboard transports included.
    pub fn own_units(&self) -> Vec<OwnUnit> {
        Vec::new()
    }

    /// Own buildings in every stage, by ascending handle.
    pub fn own_buildings(&self) -> Vec<OwnBuilding> {
        Vec::new()
    }

    /// Foreign entities (enemies and allies) that are visible now, and foreign buildings remembered, by ascending handle.
    pub fn foreign(&self) -> Vec<Foreign> {
        Vec::new()
    }

    /// Nodes not known to be empty, by ascending handle.
    pub fn nodes(&self) -> Vec<KnownNode> {
        Vec::new()
    }

    /// What the team knows of a cell; unexplored off the map.
    pub fn visibility(&self, _cell: Cell) -> Visibility {
        Visibility::Unexplored
    }

    /// Percent of the map's cells that the team has explored.
    pub fn explored_percent(&self) -> u8 {
        0
    }

    /// Whether, as far as the team knows, a unit of this class can be in the cell.
    pub fn passable(&self, _cell: Cell, _class: Locomotion) -> bool {
        false
    }

    /// Whether, as far as the team knows, a building of `kind` may be marked out with its north-west cell here
    /// (place only; not affordability or needs).
    pub fn can_place(&self, _kind: KindId, _cell: Cell) -> bool {
        false
    }

    /// What is missing before `kind` can be made: nothing, or the reason an order would be refused
    /// ([`Rejection::MissingNeed`], [`Rejection::CannotAfford`], [`Rejection::NoSupply`]).
    pub fn can_make(&self, _kind: KindId) -> Result<(), Rejection> {
        Err(Rejection::CannotDo)
    }

    /// The same for a technology.
    pub fn can_research(&self, _tech: TechId) -> Result<(), Rejection> {
        Err(Rejection::CannotDo)
    }

    /// Whether all needs of a list are owned.
    pub fn meets(&self, _needs: &[crate::rules::Need]) -> bool {
        false
    }

    /// Walking distance in cells from one point to another over terrain and the obstacles the team knows;
    /// none when there is no way. Costs a search: ask rarely.
    pub fn walking_distance(&self, _class: Locomotion, _from: Vec2, _to: Vec2) -> Option<Fx> {
        None
    }
}
