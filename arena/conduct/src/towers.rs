//! Armies that walk into a tower one by one.

use std::collections::BTreeMap;

use sandtable_math::Vec2;
use sandtable_sim::World;
use sandtable_sim::event::Event;
use sandtable_state::id::{PlayerId, UnitId};

use super::look::is_near;
use super::spells::Spells;
use super::tuning::{ALONE, FALLEN, FALLEN_WITHIN_TICKS};
use super::{Lapse, LapseKind};

/// Who fell alone to which building: when, and where the last one did.
#[derive(Default)]
pub(super) struct FedToTowers(BTreeMap<(PlayerId, UnitId), (Vec<u32>, Vec2)>);

impl FedToTowers {
    /// Notes who fell in a tick.
    pub fn note(&mut self, world: &World, events: &[Event], spells: &mut Spells) {
        for event in events {
            let Event::Died { id, kind, by, at } = *event else { continue };
            let is_soldier = world.rules().kind(kind).weapon.is_some() && world.rules().kind(kind).worker.is_none();
            if is_soldier && by.is_some() && is_building(world, by) && is_alone(world, id, at) {
                self.fell(id.owner(), by, world.tick(), at, spells);
            }
        }
    }

    fn fell(&mut self, player: PlayerId, tower: UnitId, tick: u32, at: Vec2, spells: &mut Spells) {
        let (ticks, place) = self.0.entry((player, tower)).or_insert_with(|| (Vec::new(), at));
        if ticks.last().is_some_and(|last| tick - last > FALLEN_WITHIN_TICKS) {
            tell(player, tower, ticks, *place, spells);
            ticks.clear();
        }
        ticks.push(tick);
        *place = at;
    }

    /// Tells what still goes on when a match is over.
    pub fn finish(self, spells: &mut Spells) {
        for ((player, tower), (ticks, place)) in self.0 {
            tell(player, tower, &ticks, place, spells);
        }
    }
}

fn tell(player: PlayerId, tower: UnitId, ticks: &[u32], at: Vec2, spells: &mut Spells) {
    if let (Some(first), Some(last)) = (ticks.first(), ticks.last())
        && ticks.len() >= FALLEN
    {
        let what = format!("{} lost one by one to {tower}", ticks.len());
        let (kind, unit, at) = (LapseKind::FedToTower, UnitId::NONE, Some(at));
        spells.push(Lapse { kind, player, unit, at, from: *first, ticks: last - first, what });
    }
}

fn is_building(world: &World, id: UnitId) -> bool {
    world.observe_buildings().any(|building| building.id == id)
}

fn is_alone(world: &World, fallen: UnitId, at: Vec2) -> bool {
    let rules = world.rules();
    let is_friend = |id: UnitId| id.owner() == fallen.owner() && id != fallen;
    let mut friends = world.observe_units().filter(|unit| is_friend(unit.id) && rules.kind(unit.kind).weapon.is_some());
    !friends.any(|unit| unit.aboard.is_none() && is_near(unit.position, at, ALONE))
}
