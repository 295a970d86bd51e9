//! What a player knows after a tick, as plain rows: what slots, masks and macro actions are made from, whoever filled them in.

use sandtable_model::map::Map;
use sandtable_model::rules::{Kind, Rules};
use sandtable_model::scenario::{Fog, Scenario};
use sandtable_sim::view::{ForeignBody, KnownNode, OwnBuilding, OwnUnit, View};
use sandtable_state::id::{KindId, PlayerId, SquadId, TechId};
use sandtable_state::limits::MAX_RESOURCES;

/// What a player knows after a tick.
///
/// It is filled from a [`View`], or from the messages that bots are sent, which say as much.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSight {
    /// Whose knowledge it is.
    pub me: PlayerId,
    /// The last tick.
    pub tick: u32,
    /// Whether the player is out of the match.
    pub out: bool,
    /// Own stock of each resource.
    pub stock: [u32; MAX_RESOURCES],
    /// Supply used and supply available.
    pub supply: [u16; 2],
    /// Own units, by ascending handle.
    pub units: Vec<OwnUnit>,
    /// Own buildings, by ascending handle.
    pub buildings: Vec<OwnBuilding>,
    /// What others have, as far as it is seen or remembered.
    pub foreign: Vec<ForeignBody>,
    /// Nodes that are not known to be empty.
    pub nodes: Vec<KnownNode>,
    /// By cell: 0 unexplored, 1 explored, 2 visible, and 4 more where somebody on foot can be.
    pub cells: Vec<u8>,
    /// By kind, whether it can be made now: needs, cost and supply.
    pub makeable: Vec<bool>,
    /// By technology, whether it can be researched now.
    pub researchable: Vec<bool>,
    /// By technology, whether it is finished.
    pub researched: Vec<bool>,
    /// By kind, full hit points of own entities, technologies counted; in 65,536ths.
    pub max_hp: Vec<i32>,
}

impl PlayerSight {
    /// Takes everything anew from a view.
    pub fn look(&mut self, view: &View<'_>) {
        let rules = view.rules();
        let kinds = || (0..rules.kinds.len() as u16).map(KindId);
        let techs = || (0..rules.techs.len() as u16).map(TechId);
        let (used, cap) = view.supply();
        (self.me, self.tick, self.out) = (view.me(), view.tick(), view.is_out(view.me()));
        (self.stock, self.supply) = (view.resources(), [used, cap]);
        refill(&mut self.units, view.look_at_own_units().each().map(|look| look.unit()));
        self.buildings = view.own_buildings();
        refill(&mut self.foreign, view.foreign());
        refill(&mut self.nodes, view.each_node().map(|look| look.node()));
        view.cells(&mut self.cells);
        refill(&mut self.makeable, kinds().map(|kind| view.can_make(kind).is_ok()));
        refill(&mut self.researchable, techs().map(|tech| view.can_research(tech).is_ok()));
        refill(&mut self.researched, techs().map(|tech| view.has_tech(tech)));
        refill(&mut self.max_hp, kinds().map(|kind| view.stats(kind).max_hp.bits()));
    }

    /// What of others can be attacked now: hostile, and in sight.
    pub fn targets(&self) -> impl Iterator<Item = &ForeignBody> {
        self.foreign.iter().filter(|body| body.hostile && body.visible)
    }

    /// The nodes that one of a kind can gather from.
    pub fn nodes_for<'s>(&'s self, rules: &'s Rules, kind: &'s Kind) -> impl Iterator<Item = &'s KnownNode> {
        self.nodes.iter().filter(|node| gathers(rules, kind, node.kind))
    }

    /// The own squads, ascending, each with the number of its members.
    pub fn squads(&self) -> Vec<(SquadId, u32)> {
        let mut ids: Vec<SquadId> = self.units.iter().map(|unit| unit.squad).filter(|squad| !squad.is_none()).collect();
        ids.sort_unstable();
        let mut counted: Vec<(SquadId, u32)> = Vec::new();
        for id in ids {
            match counted.last_mut() {
                Some((last, count)) if *last == id => *count += 1,
                _ => counted.push((id, 1)),
            }
        }
        counted
    }
}

fn refill<T>(list: &mut Vec<T>, rows: impl IntoIterator<Item = T>) {
    list.clear();
    list.extend(rows);
}

/// Where buildings may be marked out, as far as a player knows: what [`View::can_place`] says of every cell at once.
#[derive(Clone, Debug, Default)]
pub struct BuildingGround {
    /// By cell, whether terrain and knowledge allow a building on it.
    free: Vec<bool>,
    width: i16,
    height: i16,
}

impl BuildingGround {
    /// Takes it anew from what a player knows.
    pub fn look(&mut self, scenario: &Scenario, sight: &PlayerSight) {
        let (map, rules) = (&scenario.map, &scenario.rules);
        (self.width, self.height) = (map.width as i16, map.height as i16);
        let needs_exploring = scenario.fog == Fog::Full;
        let free = |(terrain, cell): (&u8, &u8)| {
            rules.terrain[usize::from(*terrain)].buildable && cell & 4 != 0 && (!needs_exploring || cell & 3 != 0)
        };
        refill(&mut self.free, map.terrain.iter().zip(&sight.cells).map(free));
        self.take_planned(map, rules, sight);
    }

    /// Cells of the team's planned buildings and gates are passable, and taken all the same.
    fn take_planned(&mut self, map: &Map, rules: &Rules, sight: &PlayerSight) {
        use sandtable_model::rules::Class;
        use sandtable_sim::component::ConstructionStage::Planned;
        let gate = |kind: KindId| rules.kind(kind).footprint.as_ref().is_some_and(|footprint| footprint.gate);
        let own = sight.buildings.iter().filter(|one| one.stage == Planned || gate(one.kind));
        let own = own.map(|one| (one.kind, one.cell.x, one.cell.y)).collect::<Vec<_>>();
        own.into_iter().for_each(|(kind, x, y)| self.take(rules, kind, x, y));
        let allied = sight
            .foreign
            .iter()
            .filter(|one| one.class == Class::Building && !one.hostile && (one.stage == Planned || gate(one.kind)));
        for body in allied {
            let [width, height] = size(rules, body.kind);
            let corner = |middle: i32, side: i16| ((middle - (i32::from(side) << 15)) >> 16) as i16;
            self.take(rules, body.kind, corner(body.position.x.bits(), width), corner(body.position.y.bits(), height));
        }
        debug_assert_eq!(self.free.len(), map.cells());
    }

    /// Marks the cells of a building as taken.
    pub fn take(&mut self, rules: &Rules, kind: KindId, x: i16, y: i16) {
        let [width, height] = size(rules, kind);
        for row in y.max(0)..(y + height).min(self.height) {
            for column in x.max(0)..(x + width).min(self.width) {
                self.free[usize::from(row as u16) * self.width as usize + column as usize] = false;
            }
        }
    }

    /// Whether a building of a kind may be marked out with its north-west cell here.
    pub fn takes(&self, rules: &Rules, kind: KindId, x: i16, y: i16) -> bool {
        let [width, height] = size(rules, kind);
        self.fits(width, height, x, y)
    }

    /// Whether the cells of a rectangle are free, the north-west one here.
    pub fn fits(&self, width: i16, height: i16, x: i16, y: i16) -> bool {
        x >= 0
            && y >= 0
            && x + width <= self.width
            && y + height <= self.height
            && (y..y + height).all(|row| {
                let from = row as usize * self.width as usize + x as usize;
                self.free[from..from + width as usize].iter().all(|free| *free)
            })
    }
}

/// Whether one of a kind can gather from a node of another.
pub(crate) fn gathers(rules: &Rules, kind: &Kind, node: KindId) -> bool {
    let stock = rules.kind(node).stock.as_ref();
    let worker = kind.worker.as_ref();
    stock.zip(worker).is_some_and(|(stock, worker)| worker.gather_ticks[stock.resource.index()] > 0)
}

/// Cells eastwards and southwards that a kind stands on.
pub(crate) fn size(rules: &Rules, kind: KindId) -> [i16; 2] {
    rules.kind(kind).footprint.as_ref().map_or([1, 1], |it| [i16::from(it.width), i16::from(it.height)])
}
