//! What a player knows as numbers: slots, globals, planes.

use std::ops::Range;

use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Class;
use sandtable_sim::component::{ConstructionStage, TaskKind};
use sandtable_sim::view::{ForeignBody, OwnBuilding, OwnUnit};
use sandtable_state::id::KindId;
use sandtable_state::limits::MAX_PRODUCTION;

use super::layout::{FOREIGN_FEATURES, NODE_FEATURES, OWN_FEATURES, SlotLayout};
use super::sight::{PlayerSight, size};
use super::table::SlotTable;

/// Ticks for which somebody counts as hurt.
const HURT_TICKS: u32 = 32;
/// Ticks after which what was seen counts as wholly out of date.
const STALE_TICKS: f32 = 1_600.0;

/// The arrays that a player's knowledge is written to.
pub struct ObservationRow<'a> {
    /// [`OWN_FEATURES`] of each own slot.
    pub own: &'a mut [f32],
    /// [`FOREIGN_FEATURES`] of each foreign slot.
    pub foreign: &'a mut [f32],
    /// [`NODE_FEATURES`] of each slot of a node.
    pub nodes: &'a mut [f32],
    /// The kind of who is in each slot, and one more; 0 for nobody. Own, foreign, nodes.
    pub kinds: &'a mut [u8],
    /// Planes of the map, one after the other, each row by row.
    pub planes: &'a mut [u8],
}

impl SlotLayout {
    /// Writes what a player knows to the arrays of its agent.
    pub fn encode(&self, sight: &PlayerSight, table: &SlotTable, out: &mut ObservationRow<'_>) {
        self.encode_own(sight, table, out);
        self.encode_foreign(sight, table, out);
        self.encode_nodes(sight, table, out);
        if !out.planes.is_empty() {
            self.draw_planes(sight, out.planes);
        }
    }

    fn encode_own(&self, sight: &PlayerSight, table: &SlotTable, out: &mut ObservationRow<'_>) {
        out.own.fill(0.0);
        let columns = out.own.chunks_exact_mut(OWN_FEATURES.len());
        for ((slot, columns), kind) in table.own.iter().zip(columns).zip(out.kinds.iter_mut()) {
            *kind = 0;
            let Some(row) = slot.row() else { continue };
            let known = match sight.units.get(row) {
                Some(unit) => {
                    self.put_unit(sight, unit, columns);
                    unit.kind
                }
                None => {
                    let building = &sight.buildings[row - sight.units.len()];
                    self.put_building(sight, building, columns);
                    building.kind
                }
            };
            *kind = number(known);
        }
    }

    fn put_unit(&self, sight: &PlayerSight, unit: &OwnUnit, to: &mut [f32]) {
        let [x, y] = self.scaled(unit.position);
        let tasks = || unit.moving.iter().chain(&unit.acting).map(|task| task.0);
        let does = |kinds: &[TaskKind]| truth(tasks().any(|task| kinds.contains(&task)));
        let load = |(resource, amount): (sandtable_state::id::ResourceId, u16)| {
            let full =
                self.scenario.rules.kind(unit.kind).worker.as_ref().map_or(0, |work| work.load[resource.index()]);
            if full > 0 { f32::from(amount) / f32::from(full) } else { 1.0 }
        };
        to[..8].copy_from_slice(&[
            1.0,
            x,
            y,
            hp(unit.hp, sight.max_hp[unit.kind.index()]),
            0.0,
            float(unit.velocity.x) * 4.0,
            float(unit.velocity.y) * 4.0,
            truth(unit.idle()),
        ]);
        to[8] = does(&[TaskKind::Goto, TaskKind::Follow, TaskKind::Patrol, TaskKind::Keep]);
        to[9] = does(&[TaskKind::Strike, TaskKind::Engage, TaskKind::Guard]);
        to[10] = does(&[TaskKind::Gather, TaskKind::Deliver]);
        to[11] = does(&[TaskKind::Build, TaskKind::Repair]);
        to[12] = does(&[TaskKind::Hold]);
        to[13] = unit.carries.map_or(0.0, load);
        to[14] = 1.0;
        to[17] = truth(!unit.target.is_none());
        to[18] = hurt(sight, unit.hurt_tick);
        to[19] = truth(!unit.squad.is_none());
    }

    fn put_building(&self, sight: &PlayerSight, building: &OwnBuilding, to: &mut [f32]) {
        let [x, y] = self.scaled(building.position);
        to[..5].copy_from_slice(&[1.0, x, y, hp(building.hp, sight.max_hp[building.kind.index()]), 1.0]);
        to[7] = truth(building.queue.is_empty());
        to[14] = f32::from(building.built_percent) / 100.0;
        to[15] = building.queue.len() as f32 / MAX_PRODUCTION as f32;
        to[16] = f32::from(building.made_percent) / 100.0;
        to[18] = hurt(sight, building.hurt_tick);
    }

    fn encode_foreign(&self, sight: &PlayerSight, table: &SlotTable, out: &mut ObservationRow<'_>) {
        out.foreign.fill(0.0);
        let columns = out.foreign.chunks_exact_mut(FOREIGN_FEATURES.len());
        let kinds = &mut out.kinds[self.limits.own..];
        for ((slot, columns), kind) in table.foreign.iter().zip(columns).zip(kinds) {
            *kind = 0;
            let Some(body) = slot.row().map(|row| &sight.foreign[row]) else { continue };
            *kind = number(body.kind);
            let [x, y] = self.scaled(body.position);
            columns.copy_from_slice(&[
                1.0,
                x,
                y,
                hp(body.hp, self.scenario.rules.kind(body.kind).max_hp.bits()),
                truth(body.class == Class::Building),
                truth(body.visible),
                truth(body.hostile),
                (sight.tick.saturating_sub(body.seen_tick) as f32 / STALE_TICKS).min(1.0),
                truth(body.stage != ConstructionStage::Complete),
            ]);
        }
    }

    fn encode_nodes(&self, sight: &PlayerSight, table: &SlotTable, out: &mut ObservationRow<'_>) {
        out.nodes.fill(0.0);
        let columns = out.nodes.chunks_exact_mut(NODE_FEATURES.len());
        let kinds = &mut out.kinds[self.limits.own + self.limits.foreign..];
        for ((slot, columns), kind) in table.nodes.iter().zip(columns).zip(kinds) {
            *kind = 0;
            let Some(node) = slot.row().map(|row| &sight.nodes[row]) else { continue };
            *kind = number(node.kind);
            let [x, y] = self.scaled(node.position);
            let full = self.scenario.rules.kind(node.kind).stock.as_ref().map_or(1, |stock| stock.amount.max(1));
            columns.copy_from_slice(&[1.0, x, y, node.amount as f32 / full as f32, truth(node.visible)]);
        }
    }

    /// The row of a kind among those of units and buildings.
    pub(crate) fn body_row(&self, kind: KindId) -> Option<usize> {
        self.bodies.iter().position(|it| *it == kind)
    }

    /// A point as fractions of the map's sides.
    pub(crate) fn scaled(&self, at: Vec2) -> [f32; 2] {
        let map = &self.scenario.map;
        [float(at.x) / f32::from(map.width), float(at.y) / f32::from(map.height)]
    }

    fn draw_planes(&self, sight: &PlayerSight, planes: &mut [u8]) {
        let map = &self.scenario.map;
        let cells = map.cells();
        let (ground, bodies) = planes.split_at_mut(3 * cells);
        bodies.fill(0);
        let (visibility, ground) = ground.split_at_mut(cells);
        let (passable, heights) = ground.split_at_mut(cells);
        visibility.iter_mut().zip(&sight.cells).for_each(|(to, cell)| *to = cell & 3);
        passable.iter_mut().zip(&sight.cells).for_each(|(to, cell)| *to = cell >> 2 & 1);
        heights.copy_from_slice(&map.heights);
        let mut put = |plane: usize, kind: KindId, at: Vec2, value: u8| {
            let plane = &mut bodies[plane * cells..][..cells];
            let [rows, columns] = self.cells_of(kind, at);
            for row in rows {
                let row = &mut plane[row * usize::from(map.width)..][..usize::from(map.width)];
                row[columns.clone()].iter_mut().for_each(|to| *to = to.saturating_add(value));
            }
        };
        let plane_of = |kind: KindId| self.body_row(kind).unwrap_or(0);
        for node in &sight.nodes {
            put(0, node.kind, node.position, (node.amount / 4).clamp(1, 255) as u8);
        }
        for unit in sight.units.iter().filter(|unit| unit.aboard.is_none()) {
            put(1, unit.kind, unit.position, eighths(unit.hp, sight.max_hp[unit.kind.index()]));
            put(4 + plane_of(unit.kind), unit.kind, unit.position, 1);
        }
        for building in &sight.buildings {
            put(1, building.kind, building.position, eighths(building.hp, sight.max_hp[building.kind.index()]));
            put(3, building.kind, building.position, building.built_percent);
            put(4 + plane_of(building.kind), building.kind, building.position, 1);
        }
        let hostile = |body: &&ForeignBody| body.hostile;
        for body in sight.foreign.iter().filter(hostile) {
            let full = self.scenario.rules.kind(body.kind).max_hp.bits();
            put(2, body.kind, body.position, eighths(body.hp, full));
            put(4 + self.bodies.len() + plane_of(body.kind), body.kind, body.position, 1);
        }
    }

    /// The rows and columns of the cells that somebody of a kind stands on, its middle here.
    fn cells_of(&self, kind: KindId, at: Vec2) -> [Range<usize>; 2] {
        let map = &self.scenario.map;
        let [wide, high] = size(&self.scenario.rules, kind);
        let covered = |middle: Fx, size: i16, side: u16| {
            let (size, side) = (i32::from(size), i32::from(side));
            let first = (middle.bits() - ((size - 1) << 15)) >> 16;
            let to = (first + size).clamp(0, side);
            first.clamp(0, to) as usize..to as usize
        };
        [covered(at.y, high, map.height), covered(at.x, wide, map.width)]
    }
}

/// A kind as the arrays name it: its row and one more.
fn number(kind: KindId) -> u8 {
    u8::try_from(kind.0 + 1).unwrap_or(u8::MAX)
}

/// A fixed-point number as a float.
pub(crate) fn float(value: Fx) -> f32 {
    value.bits() as f32 / 65_536.0
}

/// 1 for what is, 0 for what is not.
pub(crate) fn truth(is: bool) -> f32 {
    f32::from(u8::from(is))
}

/// Hit points as a fraction of full ones, in 65,536ths.
pub(crate) fn hp(hp: Fx, full: i32) -> f32 {
    hp.bits() as f32 / full.max(1) as f32
}

fn eighths(hp: Fx, full: i32) -> u8 {
    (i64::from(hp.bits()) * 8 / i64::from(full.max(1))).clamp(1, 8) as u8
}

fn hurt(sight: &PlayerSight, tick: u32) -> f32 {
    truth(tick > 0 && sight.tick - tick.min(sight.tick) < HURT_TICKS)
}
