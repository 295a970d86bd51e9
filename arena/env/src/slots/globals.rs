//! A player's position as one vector: stocks, counts, and where forces are seen from the own base. It names no side of the map, so that what
//! was learnt in one seat holds in another.

use sandtable_math::Vec2;
use sandtable_model::rules::Class;
use sandtable_sim::component::ConstructionStage;
use sandtable_state::id::KindId;

use super::encode::{float, hp, truth};
use super::layout::SlotLayout;
use super::sight::PlayerSight;

/// Stock that counts as one.
const STOCK: f32 = 200.0;
/// Entities that count as one.
const HEADS: f32 = 8.0;
/// Cells within which an enemy counts as near.
const NEAR: f32 = 8.0;

/// What stands at the front of the vector, whatever the rules.
const PLAIN: [&str; 17] = [
    "one",
    "time",
    "supply_used",
    "supply_left",
    "explored",
    "workers",
    "idle_workers",
    "soldiers",
    "soldier_hp",
    "army_from_home",
    "army_to_enemy",
    "enemies",
    "enemy_soldiers",
    "enemy_from_home",
    "enemies_near_home",
    "enemies_near_army",
    "queued",
];

impl SlotLayout {
    /// The names of the globals, in their order.
    pub fn global_names(&self) -> Vec<String> {
        let rules = &self.scenario.rules;
        let name = |prefix: &'static str| move |name: &String| format!("{prefix}{name}");
        let kinds = || self.bodies.iter().map(|kind| &rules.kind(*kind).name);
        let all = PLAIN.map(str::to_owned).into_iter().chain(rules.resources.iter().map(name("stock_")));
        let all = all.chain(kinds().map(name("own_"))).chain(kinds().map(name("rising_")));
        let all = all.chain(kinds().map(name("hostile_"))).chain(kinds().map(name("can_make_")));
        all.chain(rules.techs.iter().map(|tech| format!("tech_{}", tech.name))).collect()
    }

    /// How many [`SlotLayout::global_names`] there are.
    pub fn globals(&self) -> usize {
        let rules = &self.scenario.rules;
        PLAIN.len() + rules.resources.len() + 4 * self.bodies.len() + rules.techs.len()
    }

    /// Writes the globals; `out` has a place for each of [`SlotLayout::global_names`].
    pub fn encode_globals(&self, sight: &PlayerSight, out: &mut [f32]) {
        let rules = &self.scenario.rules;
        let (plain, rest) = out.split_at_mut(PLAIN.len());
        self.encode_plain(sight, plain);
        let (stocks, rest) = rest.split_at_mut(rules.resources.len());
        stocks.iter_mut().zip(sight.stock).for_each(|(to, stock)| *to = (stock as f32 / STOCK).min(5.0));
        let (counts, techs) = rest.split_at_mut(4 * self.bodies.len());
        let mut counts = counts.chunks_exact_mut(self.bodies.len());
        let mut next = || counts.next().unwrap_or_default();
        let (own, rising, hostile, can_make) = (next(), next(), next(), next());
        [&mut *own, &mut *rising, &mut *hostile].into_iter().for_each(|counted| counted.fill(0.0));
        // Whole numbers are exact in floats.
        let count = |counted: &mut [f32], kind: KindId| {
            if let Some(row) = self.body_row(kind) {
                counted[row] += 1.0;
            }
        };
        sight.units.iter().for_each(|unit| count(own, unit.kind));
        for building in &sight.buildings {
            let done = building.stage == ConstructionStage::Complete;
            count(if done { &mut *own } else { &mut *rising }, building.kind);
        }
        sight.foreign.iter().filter(|it| it.hostile).for_each(|it| count(hostile, it.kind));
        [own, rising, hostile].into_iter().flatten().for_each(|counted| *counted /= HEADS);
        for (to, kind) in can_make.iter_mut().zip(&self.bodies) {
            *to = truth(sight.makeable[kind.index()]);
        }
        techs.iter_mut().zip(&sight.researched).for_each(|(to, known)| *to = truth(*known));
    }

    fn encode_plain(&self, sight: &PlayerSight, out: &mut [f32]) {
        let rules = &self.scenario.rules;
        let [used, cap] = sight.supply.map(f32::from);
        let limit = f32::from(rules.supply_limit.max(1));
        let explored = sight.cells.iter().filter(|cell| **cell & 3 != 0).count() as f32;
        let workers = || sight.units.iter().filter(|unit| rules.kind(unit.kind).worker.is_some());
        let soldiers = || self.soldiers(sight);
        let health: f32 = soldiers().map(|unit| hp(unit.hp, sight.max_hp[unit.kind.index()])).sum();
        let (home, army) = (self.home(sight), self.army_place(sight));
        let enemy = self.enemy_place(sight, army);
        let reach = float_distance(
            Vec2::ZERO,
            Vec2::cell_centre(self.scenario.map.width.into(), self.scenario.map.height.into()),
        );
        let enemies = || sight.foreign.iter().filter(|body| body.hostile);
        let armed = || enemies().filter(|body| body.class == Class::Unit && is_armed(self, body.kind));
        let near = |place: Vec2| armed().filter(|body| float_distance(body.position, place) < NEAR).count() as f32;
        let closest = armed().map(|body| float_distance(body.position, home) / reach).fold(1.0_f32, f32::min);
        let queued: usize = sight.buildings.iter().map(|building| building.queue.len()).sum();
        out.copy_from_slice(&[
            1.0,
            sight.tick as f32 / self.scenario.time_limit_ticks.max(1) as f32,
            used / limit,
            (cap - used) / limit,
            explored / sight.cells.len().max(1) as f32,
            workers().count() as f32 / HEADS,
            workers().filter(|unit| unit.idle()).count() as f32 / HEADS,
            soldiers().count() as f32 / HEADS,
            health / HEADS,
            float_distance(army, home) / reach,
            float_distance(army, enemy) / reach,
            enemies().count() as f32 / HEADS,
            armed().count() as f32 / HEADS,
            closest,
            near(home) / HEADS,
            near(army) / HEADS,
            queued as f32 / HEADS,
        ]);
    }
}

/// Whether entities of a kind fight and do no work.
fn is_armed(layout: &SlotLayout, kind: KindId) -> bool {
    let kind = layout.scenario.rules.kind(kind);
    kind.worker.is_none() && kind.weapon.is_some()
}

/// The distance of two points in cells.
pub(crate) fn float_distance(one: Vec2, other: Vec2) -> f32 {
    float(one.x - other.x).hypot(float(one.y - other.y))
}
