//! Units that get nowhere: wedged, or left aboard a transport without orders.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_math::Vec2;
use sandtable_sim::ObservedUnit;
use sandtable_state::id::UnitId;

use super::LapseKind;
use super::look::{Look, is_near};
use super::spells::Spells;
use super::tuning::{BESIDE, ON_THE_SPOT};

/// Where units have stood, and since when.
#[derive(Default)]
pub(super) struct Anchors {
    /// The place near which each has kept, and since when.
    stood: BTreeMap<UnitId, (Vec2, u32)>,
    /// Since when each has also wanted to move.
    pressed: BTreeMap<UnitId, u32>,
}

impl Anchors {
    /// Notes where everybody is, and who is wedged.
    pub fn note(&mut self, look: &Look<'_>, spells: &mut Spells) {
        let (mut stood, mut pressed) = (BTreeMap::new(), BTreeMap::new());
        let fighting: Vec<&ObservedUnit> = look.units.iter().filter(|unit| fights(look, unit)).collect();
        for unit in look.units.iter().filter(|unit| unit.aboard.is_none()) {
            let near = |(at, _): &&(Vec2, u32)| is_near(*at, unit.position, ON_THE_SPOT);
            let anchor = *self.stood.get(&unit.id).filter(near).unwrap_or(&(unit.position, look.tick));
            stood.insert(unit.id, anchor);
            if !unit.moving || unit.hindrance.is_some() || is_at_fight(look, &fighting, unit) {
                continue;
            }
            let since = self.pressed.get(&unit.id).map_or(look.tick, |since| (*since).max(anchor.1));
            pressed.insert(unit.id, since);
            let key = (LapseKind::Wedged, unit.id.owner(), unit.id, 0);
            spells.hold(key, Some(unit.position), since, look.tick, || {
                let task = unit.task.map_or("no task".to_owned(), |task| format!("{task:?}").to_lowercase());
                format!("{}, {task}", look.kind_of(unit).name)
            });
        }
        (self.stood, self.pressed) = (stood, pressed);
    }

    /// Since when a unit has kept to the spot.
    pub fn since(&self, unit: UnitId) -> Option<u32> {
        self.stood.get(&unit).map(|(_, since)| *since)
    }
}

/// Whether a soldier is in a fight: it has just struck, or was hurt.
fn fights(look: &Look<'_>, unit: &ObservedUnit) -> bool {
    look.weapon_of_soldier(unit).is_some() && (unit.cooldown > 0 || look.is_under_attack(unit.hurt_tick))
}

/// Whether a soldier stands in the crowd at a fight, where it waits for its turn: that is no march.
fn is_at_fight(look: &Look<'_>, fighting: &[&ObservedUnit], unit: &ObservedUnit) -> bool {
    look.weapon_of_soldier(unit).is_some()
        && fighting.iter().any(|other| is_near(other.position, unit.position, BESIDE))
}

/// Transports that stand with passengers aboard, and have nothing to do.
pub(super) fn note_transports(look: &Look<'_>, spells: &mut Spells) {
    let carriers: BTreeSet<UnitId> = look.units.iter().map(|unit| unit.aboard).filter(|id| id.is_some()).collect();
    let left = carriers.iter().filter_map(|id| look.unit(*id)).filter(|unit| unit.task.is_none() && !unit.moving);
    for unit in left {
        spells.hold_unit(look, LapseKind::TransportLeft, unit);
    }
}
