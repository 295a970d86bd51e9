//! How much room attackers take and attacks weigh, how much of both a target has, and who may begin an attack therefore.
//!
//! The two capacities of the Kung-Fu circle (Dawe, Game AI Pro ch. 28): one for those who stand near, one for attacks under way.

use super::tuning::{BESIDE, SOLDIER, WEIGHT_STEPS};
use super::{AttackSlots, SlotReservations, Tables, takes_places};
use crate::component::WeaponState;
use crate::scene::Scene;
use sandtable_math::{Fx, Vec2, mix3};
use sandtable_model::map::Rect;
use sandtable_model::rules::{Kind, Rules};
use sandtable_nav::attack_slots::{MELEE_RANGE, SlotLayout};
use sandtable_state::id::UnitId;
use sandtable_state::{Arrange, FillWithJunk, Junk, state_struct};

state_struct! {
    /// The weights and capacities of a kind, none left open.
    #[derive(Copy)]
    pub struct SlotWeights {
        /// The room it has round it.
        pub grid_capacity: u16,
        /// The weight of attacks that may be under way on it.
        pub attack_capacity: u16,
        /// The room it takes near its target.
        pub grid_weight: u16,
        /// What an attack of its own weighs.
        pub attack_weight: u16,
    }
}

impl SlotWeights {
    /// Those of every kind of a ruleset.
    pub(super) fn of_all(rules: &Rules) -> Vec<SlotWeights> {
        rules.kinds.iter().map(SlotWeights::for_kind).collect()
    }

    /// The weights of a kind: what content leaves open follows from its size.
    pub fn for_kind(kind: &Kind) -> SlotWeights {
        let radius = kind.body.as_ref().map_or(Fx::ZERO, |body| body.radius);
        let own = (radius.bits() * WEIGHT_STEPS + (1 << 15)) >> Fx::FRACTION_BITS;
        let own = own.clamp(1, i32::from(u16::MAX)) as u16;
        let melee = kind.weapon.as_ref().is_some_and(|weapon| weapon.range <= MELEE_RANGE);
        let places = match &kind.footprint {
            Some(cells) => {
                let rect = Rect { x: 0, y: 0, width: cells.width.into(), height: cells.height.into() };
                SlotLayout::round_cells(rect, SOLDIER, [BESIDE, Fx::ZERO])
            }
            None => SlotLayout::round_middle(Vec2::ZERO, Vec2::ZERO, radius + SOLDIER + BESIDE, SOLDIER),
        };
        let room = places.count.saturating_mul(4);
        let grid_capacity = kind.crowd.grid_capacity.unwrap_or(room);
        let grid_weight = kind.crowd.grid_weight.unwrap_or(own);
        SlotWeights {
            grid_capacity,
            attack_capacity: kind.crowd.attack_capacity.unwrap_or(grid_capacity),
            grid_weight,
            attack_weight: kind.crowd.attack_weight.unwrap_or(if melee { grid_weight } else { 0 }),
        }
    }
}

/// The weight of attacks on a target: of those under way, and of those that could begin.
#[derive(Clone, Copy, Default)]
struct AttackLoad {
    under_way: u32,
    to_come: u32,
}

/// One who could begin an attack in this tick.
#[derive(Clone)]
struct ReadyAttacker {
    /// The row of the target, and the weight of attacks that may be under way on it.
    target: usize,
    capacity: u32,
    /// Who has a place comes first, then lots are drawn.
    lot: u64,
    id: UnitId,
    row: usize,
    weight: u32,
}

/// One whose weapon is on somebody, and whose attacks weigh something.
#[derive(Clone, Copy)]
struct AimedAttacker {
    row: usize,
    weight: u32,
    /// The row of the target.
    target: usize,
    /// Whether it is winding up.
    winds: bool,
}

/// Lists of one tick, which keep their room.
#[derive(Default)]
pub(super) struct WeighingLists {
    aimed: Vec<AimedAttacker>,
    /// The weight of attacks under way, and of those that could begin, by row of the frame.
    load: Vec<AttackLoad>,
    rivals: Vec<ReadyAttacker>,
}

impl FillWithJunk for WeighingLists {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let aimed = |junk: &mut Junk| AimedAttacker {
            row: junk.below(40) as usize,
            weight: junk.below(100) as u32,
            target: junk.below(40) as usize,
            winds: junk.coin(),
        };
        let load = |junk: &mut Junk| AttackLoad { under_way: junk.below(100) as u32, to_come: junk.below(100) as u32 };
        let ready = |junk: &mut Junk| ReadyAttacker {
            target: junk.below(40) as usize,
            capacity: junk.below(100) as u32,
            lot: junk.number(),
            id: junk.id(),
            row: junk.below(40) as usize,
            weight: junk.below(100) as u32,
        };
        *self = WeighingLists { aimed: junk.some(aimed), load: junk.some(load), rivals: junk.some(ready) };
    }
}

/// Finds out who may begin an attack: whose weight the attacks under way on its target leave room for.
pub(super) fn permit(
    scene: &Scene<'_>,
    reservations: &SlotReservations,
    tables: &mut Tables,
    lists: &mut WeighingLists,
) {
    let weapons = scene.entities.column::<WeaponState>(&scene.entities.units);
    let weapons = &weapons[..scene.frame.units.min(weapons.len())];
    tables.aims.clear();
    tables.aims.extend(weapons.iter().map(|weapons| weapons.target));
    tables.barred.clear();
    tables.barred.resize(weapons.len(), false);
    lists.weigh(scene, reservations, weapons);
    lists.find_rivals(scene, AttackSlots { reservations, tables });
    for ready in &lists.rivals {
        let under_way = &mut lists.load[ready.target].under_way;
        let fits = *under_way + ready.weight <= ready.capacity;
        *under_way += if fits { ready.weight } else { 0 };
        tables.barred[ready.row] = !fits;
    }
}

impl WeighingLists {
    /// Sums up what weighs on each target.
    fn weigh(&mut self, scene: &Scene<'_>, reservations: &SlotReservations, weapons: &[WeaponState]) {
        self.aimed.clear();
        self.load.clear();
        self.load.resize(scene.frame.bodies.len(), AttackLoad::default());
        for (row, (weapons, body)) in weapons.iter().zip(&scene.frame.bodies).enumerate() {
            let armed = weapons.target.is_some() && body.is_present();
            let weight =
                reservations.sizes(body.kind).filter(|_| armed).map_or(0, |sizes| u32::from(sizes.attack_weight));
            if weight == 0 || !takes_places(scene.scenario, body.owner()) {
                continue;
            }
            let Some(target) = scene.frame_row(weapons.target) else { continue };
            let (load, winds) = (&mut self.load[target], weapons.windup > 0);
            *(if winds { &mut load.under_way } else { &mut load.to_come }) += weight;
            self.aimed.push(AimedAttacker { row, weight, target, winds });
        }
    }

    /// Finds those who cannot all begin, target by target, who has a place first.
    fn find_rivals(&mut self, scene: &Scene<'_>, slots: AttackSlots<'_>) {
        let bodies = &scene.frame.bodies;
        self.rivals.clear();
        for AimedAttacker { row, weight, target, .. } in self.aimed.iter().copied().filter(|aimed| !aimed.winds) {
            let capacity =
                slots.reservations.sizes(bodies[target].kind).map_or(u32::MAX, |sizes| sizes.attack_capacity.into());
            let load = self.load[target];
            if load.under_way + load.to_come <= capacity {
                continue;
            }
            let (id, placed) =
                (bodies[row].id, slots.reservation(row).is_some_and(|reservation| reservation.has_place()));
            let lot = mix3(scene.clock.seed, u64::from(scene.clock.tick), u64::from(id.serial())) >> 1
                | u64::from(!placed) << 63;
            self.rivals.push(ReadyAttacker { target, capacity, lot, id, row, weight });
        }
        self.rivals.arrange_many_by_unique_key(|ready| (ready.target, ready.lot, ready.id));
    }
}
