//! The view of one decision, gathered once: everything the goals and managers read.

use std::cell::OnceCell;

use sandtable_math::{Vec2, mix3};
use sandtable_model::rules::Rules;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::view::{ForeignBody, KnownNode, OwnBuilding, OwnUnit, View};
use sandtable_state::id::{Handle, KindId};

use super::geometry::{building_of, is_building, near, wide_square};
use super::opponents::enemy_starts;
use super::roles::KindRoles;
use super::tuning::{ALARM_CELLS, NEAR_DROP_OFF_CELLS, NEWS_CELLS};
use super::workable::{WorkableNode, find_workable_nodes};
use super::worth::price;

/// How many of a kind there are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KindCount {
    /// Living units, complete buildings.
    pub whole: u16,
    /// Buildings planned or rising, units in production queues.
    pub coming: u16,
}

impl KindCount {
    pub fn all(self) -> u16 {
        self.whole + self.coming
    }
}

/// What was seen at one decision.
#[derive(Debug, Default)]
pub(crate) struct Situation {
    pub tick: u32,
    /// Drawn anew for each decision: what is equal otherwise is drawn by lot, so that no corner of the map is favoured.
    pub lot: u64,
    pub units: Vec<OwnUnit>,
    pub buildings: Vec<OwnBuilding>,
    pub foreign: Vec<ForeignBody>,
    pub nodes: Vec<KnownNode>,
    /// Those of them that can be worked; found when they are first asked for.
    workable_nodes: OnceCell<Vec<WorkableNode>>,
    /// By kind.
    pub counts: Vec<KindCount>,
    /// Rows of `units` that gather and build.
    pub workers: Vec<u32>,
    /// Rows of `units` that march with armies.
    pub soldiers: Vec<u32>,
    /// Rows of `buildings` that are complete bases.
    pub bases: Vec<u32>,
    /// By row of `buildings`: entries added to its queue in this decision.
    pub given: Vec<u8>,
    /// By kind: units put into training in this decision.
    pub started: Vec<u16>,
    /// By row of `units`: whether it was given an order in this decision.
    pub busy: Vec<bool>,
    /// Hostile entities near own buildings now, summed might.
    pub threat: u32,
    /// The middle of what threatens, the nearest to an own building.
    pub threat_at: Option<Vec2>,
    /// Might of own soldiers.
    pub might: u32,
    /// The middle of the oldest base, else of any building, else of the units.
    pub home: Vec2,
}

impl Situation {
    /// Gathers anew from the view.
    pub fn gather(&mut self, view: &View<'_>, roles: &KindRoles, lot: u64) {
        let rules = view.rules();
        self.lot = lot;
        self.tick = view.tick();
        self.units = view.own_units();
        self.buildings = view.own_buildings();
        self.foreign = view.foreign();
        self.nodes = view.nodes();
        self.workable_nodes = OnceCell::new();
        self.busy.clear();
        self.busy.resize(self.units.len(), false);
        self.given.clear();
        self.given.resize(self.buildings.len(), 0);
        self.started.clear();
        self.started.resize(rules.kinds.len(), 0);
        self.count(rules);
        self.sort_out(roles);
        self.home = self.find_home().unwrap_or(self.home);
        self.find_threat(roles);
    }

    /// Drops the enemies that are beyond [`NEWS_CELLS`] of every own building; on demand it keeps buildings.
    pub fn ignore_far_enemies(&mut self, keeps_buildings: bool) {
        let Situation { foreign, buildings, .. } = self;
        let is_far = |at: Vec2| !buildings.iter().any(|own| near(own.position, at, NEWS_CELLS));
        foreign.retain(|it| !(it.hostile && is_far(it.position)) || keeps_buildings && is_building(it));
    }

    /// The lot of a place.
    pub fn lot_of(&self, place: Vec2) -> u64 {
        mix3(self.lot, place.x.bits() as u64, place.y.bits() as u64)
    }

    pub fn count_of(&self, kind: KindId) -> KindCount {
        self.counts[kind.index()]
    }

    /// The own unit with this handle.
    pub fn unit(&self, handle: Handle) -> Option<(u32, &OwnUnit)> {
        let row = self.units.binary_search_by_key(&handle, |unit| unit.handle).ok()?;
        Some((row as u32, &self.units[row]))
    }

    pub fn worker_units(&self) -> impl Iterator<Item = (u32, &OwnUnit)> {
        self.workers.iter().map(|row| (*row, &self.units[*row as usize]))
    }

    pub fn soldier_units(&self) -> impl Iterator<Item = (u32, &OwnUnit)> {
        self.soldiers.iter().map(|row| (*row, &self.units[*row as usize]))
    }

    pub fn base_buildings(&self) -> impl Iterator<Item = &OwnBuilding> {
        self.bases.iter().map(|row| &self.buildings[*row as usize])
    }

    pub fn enemies(&self) -> impl Iterator<Item = &ForeignBody> {
        self.foreign.iter().filter(|it| it.hostile)
    }

    /// Where the enemy is, as far as known: the nearest known building, else the nearest enemy start, else the
    /// middle of the map.
    pub fn enemy_side(&self, view: &View<'_>) -> Vec2 {
        let known = self.enemies().filter(|it| is_building(it)).map(|it| it.position);
        let starts = enemy_starts(view);
        let nearest = |places: &mut dyn Iterator<Item = Vec2>| {
            places.min_by_key(|place| (place.distance_squared_wide(self.home), self.lot_of(*place)))
        };
        let found = nearest(&mut known.into_iter()).or_else(|| nearest(&mut starts.into_iter()));
        found.unwrap_or_else(|| view.map().bounds().centre())
    }

    /// What own soldiers cost, all resources added.
    pub fn army_price(&self, rules: &Rules) -> u32 {
        self.soldier_units().map(|(_, unit)| price(&rules.kind(unit.kind).cost)).sum()
    }

    /// The nodes that can be worked, by handle, before anybody was sent to them in this decision.
    pub fn workable_nodes(&self, view: &View<'_>, roles: &KindRoles) -> &[WorkableNode] {
        let lot = |place| self.lot_of(place);
        self.workable_nodes.get_or_init(|| find_workable_nodes(view, roles.worker, &self.buildings, &self.nodes, lot))
    }

    /// Workers that nodes near the bases have room for.
    pub fn worker_places(&self, view: &View<'_>, roles: &KindRoles) -> u16 {
        let near =
            self.workable_nodes(view, roles).iter().filter(|node| node.apart <= wide_square(NEAR_DROP_OFF_CELLS + 3));
        near.map(|pit| pit.room.max(0) as u32).sum::<u32>().min(u32::from(u16::MAX)) as u16
    }

    /// The worker nearest to `point` that nothing in this decision has taken and that builds nothing.
    pub fn free_worker(&self, point: Vec2) -> Option<u32> {
        let free = self
            .worker_units()
            .filter(|(row, unit)| !self.busy[*row as usize] && unit.aboard.is_none() && building_of(unit).is_none());
        free.min_by_key(|(_, unit)| (unit.position.distance_squared_wide(point), unit.handle)).map(|(row, _)| row)
    }

    fn count(&mut self, rules: &Rules) {
        self.counts.clear();
        self.counts.resize(rules.kinds.len(), KindCount::default());
        for unit in &self.units {
            self.counts[unit.kind.index()].whole += 1;
        }
        for building in &self.buildings {
            let count = &mut self.counts[building.kind.index()];
            *(if building.stage == ConstructionStage::Complete { &mut count.whole } else { &mut count.coming }) += 1;
            for kind in building.queue.iter().filter_map(|job| job.kind()) {
                self.counts[kind.index()].coming += 1;
            }
        }
    }

    fn sort_out(&mut self, roles: &KindRoles) {
        self.workers.clear();
        self.soldiers.clear();
        self.bases.clear();
        self.might = 0;
        for (row, unit) in self.units.iter().enumerate() {
            if roles.is_worker(unit.kind) {
                self.workers.push(row as u32);
            } else if roles.marches(unit.kind) {
                self.soldiers.push(row as u32);
                self.might += roles.might(unit.kind);
            }
        }
        let is_base =
            |building: &OwnBuilding| building.stage == ConstructionStage::Complete && Some(building.kind) == roles.base;
        self.bases.extend((0..self.buildings.len() as u32).filter(|row| is_base(&self.buildings[*row as usize])));
    }

    fn find_home(&self) -> Option<Vec2> {
        let base = self.base_buildings().next().map(|base| base.position);
        let any = || self.buildings.first().map(|building| building.position);
        base.or_else(any).or_else(|| self.units.first().map(|unit| unit.position))
    }

    /// Visible enemies within alarm distance of an own building; the place is that of the nearest.
    fn find_threat(&mut self, roles: &KindRoles) {
        let (mut threat, mut nearest) = (0, None);
        for enemy in self.foreign.iter().filter(|it| it.hostile && it.visible) {
            let apart = self.buildings.iter().map(|own| own.position.distance_squared_wide(enemy.position)).min();
            let Some(apart) = apart.filter(|apart| *apart <= wide_square(ALARM_CELLS)) else { continue };
            // Even an unarmed intruder is worth a soldier's look. What is still being built hurts nobody yet.
            let might = if enemy.stage == ConstructionStage::Complete { roles.might(enemy.kind) } else { 0 };
            threat += might.max(1);
            if nearest.is_none_or(|(best, _)| apart < best) {
                nearest = Some((apart, enemy.position));
            }
        }
        self.threat = threat;
        self.threat_at = nearest.map(|(_, at)| at);
    }
}
