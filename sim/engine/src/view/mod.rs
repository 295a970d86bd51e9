//! What one player sees: a read-only, fog-filtered window on the world, computed as it is asked for.
//!
//! Nothing a player could not know passes through here: foreign entities appear by alias while they are
//! visible, foreign buildings and nodes as they were last seen, cells as the team knows them.

mod cells;
mod encode;
mod foreign;
mod layout;
mod own;
mod rows;

pub use cells::CellMemory;
pub use foreign::{ForeignOrder, NodeLook};
pub use own::{OwnUnits, UnitLook};
pub use rows::{ForeignBody, KnownNode, LastOrder, OwnBuilding, OwnSquad, OwnUnit};

use crate::event::Rejection;
use crate::sight::{Knowledge, Visibility};
use crate::state::PlayerTotals;
use crate::world::World;
use crate::{economy, flow, scene};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Map};
use sandtable_model::rules::{Class, Cost, Locomotion, Need, Rules, Stats, WALL_COST};
use sandtable_model::scenario::Fog;
use sandtable_state::id::{KindId, PlayerId, SquadId, TeamId, TechId};

/// One player's window on the world after a tick.
///
/// # Examples
///
/// Each player sees its own entities whole; what others have only where its team looks:
///
/// ```
/// use sandtable_sim::World;
/// use sandtable_sim::view::View;
/// use sandtable_state::id::PlayerId;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let world = World::new(scenario, 1);
/// let view = View::new(&world, PlayerId(0));
/// assert!(!view.own_units().is_empty() && view.foreign().is_empty());
/// assert!(view.own_units().iter().all(|unit| unit.handle.owner() == PlayerId(0)));
/// ```
#[derive(Clone, Copy)]
pub struct View<'w> {
    world: &'w World,
    player: PlayerId,
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

    /// The middle of the base a player started with, when it had one: starts are public, who sits where is too.
    pub fn start_of(&self, player: PlayerId) -> Option<Vec2> {
        let start = self.world.scenario.players[player.index()].start?;
        let cell = self.map().starts.get(start as usize)?;
        Some(self.world.rect(self.rules().start.base, *cell).centre())
    }

    /// Own stock of each resource.
    pub fn resources(&self) -> [u32; sandtable_state::limits::MAX_RESOURCES] {
        self.world.players()[self.player.index()].resources
    }

    /// Whether the stock covers a cost.
    pub fn affords(&self, cost: &Cost) -> bool {
        economy::affords(&self.world.parts.players, self.player, cost)
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
    pub fn totals(&self) -> &'w PlayerTotals {
        &self.world.players()[self.player.index()].totals
    }

    /// Own stats of a kind, technologies counted.
    pub fn stats(&self, kind: KindId) -> &'w Stats {
        self.world.stats(self.player, kind)
    }

    /// Own units, by ascending handle, those aboard transports included.
    pub fn own_units(&self) -> Vec<OwnUnit> {
        self.look_at_own_units().each().map(|look| look.unit()).collect()
    }

    /// [`View::own_units`] one after the other, for those who look often.
    pub fn look_at_own_units(&self) -> OwnUnits<'w> {
        OwnUnits::new(self.world, self.player)
    }

    /// Own squads, by ascending id.
    pub fn own_squads(&self) -> Vec<OwnSquad> {
        own::squads(self.world, self.player)
    }

    /// The id that the next squad formed will have; those formed after it count on from it.
    pub fn next_squad(&self) -> SquadId {
        SquadId::new(self.player, self.world.players()[self.player.index()].squad_serial + 1)
    }

    /// Own buildings in every stage, by ascending handle.
    pub fn own_buildings(&self) -> Vec<OwnBuilding> {
        own::buildings(self.world, self.player)
    }

    /// Foreign entities (enemies and allies) that are visible now, and foreign buildings remembered, by ascending handle.
    pub fn foreign(&self) -> Vec<ForeignBody> {
        self.each_foreign(&mut ForeignOrder::default()).collect()
    }

    /// [`View::foreign`] one after the other, for those who look often.
    pub fn each_foreign<'o>(&self, order: &'o mut ForeignOrder) -> impl Iterator<Item = ForeignBody> + use<'w, 'o> {
        foreign::bodies(self.world, self.player, order)
    }

    /// Nodes not known to be empty, by ascending handle.
    pub fn nodes(&self) -> Vec<KnownNode> {
        self.each_node().map(|look| look.node()).collect()
    }

    /// [`View::nodes`] one after the other, for those who look often.
    #[inline]
    pub fn each_node(&self) -> impl Iterator<Item = NodeLook<'w>> + use<'w> {
        foreign::nodes(self.world, self.team(self.player))
    }

    /// What the team knows of a cell; unexplored off the map.
    pub fn visibility(&self, cell: Cell) -> Visibility {
        let map = self.map();
        if !map.contains(cell) || !self.knowledge().is_explored(map.index(cell)) {
            return Visibility::Unexplored;
        }
        let seen = self.world.derived.sight.seen_by(cell) >> self.team(self.player).0 & 1 != 0;
        if seen { Visibility::Visible } else { Visibility::Explored }
    }

    /// What the team knows of all cells, in the order of the map's grids: [`View::visibility`] as 0, 1, 2, and 4 more where somebody
    /// on foot can be ([`View::passable`]). For those who look at the whole map often.
    pub fn cells(&self, out: &mut Vec<u8>) {
        cells::cells(self.world, self.team(self.player), out);
    }

    /// Percent of the map's cells that the team has explored, rounded down.
    pub fn explored_percent(&self) -> u8 {
        (u64::from(self.knowledge().explored_cells()) * 100 / self.map().cells() as u64) as u8
    }

    /// Whether, as far as the team knows, a unit of this class can be in the cell.
    pub fn passable(&self, cell: Cell, class: Locomotion) -> bool {
        let map = self.map();
        map.contains(cell)
            && self.world.derived.ground.terrain_cost(cell, class) != WALL_COST
            && (class == Locomotion::Air || !self.knowledge().is_blocked(map.index(cell)))
    }

    /// Whether, as far as the team knows, a worker of this kind could stand beside a node. One that others enclose cannot be worked.
    pub fn has_open_side(&self, worker: KindId, node: &KnownNode) -> bool {
        scene::has_open_side(&self.world.scene(), self.player, worker, node.kind, node.cell)
    }

    /// Whether, as far as the team knows, a building of `kind` may be marked out with its north-west cell here
    /// (place only; not affordability or needs).
    pub fn can_place(&self, kind: KindId, cell: Cell) -> bool {
        scene::can_place(&self.world.scene(), self.player, kind, cell)
    }

    /// What is missing before `kind` can be made: nothing, or the reason an order would be refused
    /// ([`Rejection::MissingNeed`], [`Rejection::CannotAfford`], [`Rejection::NoSupply`]).
    pub fn can_make(&self, kind: KindId) -> Result<(), Rejection> {
        let row = self.rules().kinds.get(kind.index()).ok_or(Rejection::OutOfRange)?;
        if row.class == Class::Node {
            return Err(Rejection::CannotDo);
        }
        economy::can_make(&self.world.base(), self.player, kind)
    }

    /// What is missing before a technology can be researched: nothing, or the reason an order would be refused.
    pub fn can_research(&self, tech: TechId) -> Result<(), Rejection> {
        if tech.index() >= self.rules().techs.len() {
            return Err(Rejection::OutOfRange);
        }
        economy::can_research(&self.world.base(), self.player, tech)
    }

    /// Whether all needs of a list are owned.
    pub fn meets(&self, needs: &[Need]) -> bool {
        economy::meets(&self.world.base(), self.player, needs)
    }

    /// Walking distance in cells from one point to another over terrain and the obstacles the team knows;
    /// none when there is no way. Costs a search: ask rarely.
    pub fn walking_distance(&self, class: Locomotion, from: Vec2, to: Vec2) -> Option<Fx> {
        self.metered_distance(class, from, to).0
    }

    /// Walking distance in cells as [`View::walking_distance`] tells it, and how many cells were looked at for it.
    pub fn metered_distance(&self, class: Locomotion, from: Vec2, to: Vec2) -> (Option<Fx>, u32) {
        let known = (&self.world.derived.ground, self.knowledge());
        flow::walking_distance(&self.world.scenario.map, known, class, from, to)
    }

    /// Everything the view shows, as canonical bytes: two views with equal bytes are the same to a commander.
    pub fn encode(&self) -> Vec<u8> {
        encode::view(self)
    }

    fn knowledge(&self) -> &'w Knowledge {
        &self.world.parts.knowledge[self.team(self.player).index()]
    }
}
