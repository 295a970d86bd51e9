//! Reservations as state: their hash, their bytes, and what a snapshot may say of them.

use super::{SlotReservation, SlotReservations, SlotWeights};
use crate::component::Identity;
use crate::state::{Derived, PartSetting, SceneBase, SnapshotError, StatePart};
use sandtable_math::mix;
use sandtable_model::scenario::Scenario;
use sandtable_nav::attack_slots::{LINES, WITHOUT};
use sandtable_state::limits::{MAX_ENTITIES, RING_POINTS};
use sandtable_state::{ByteReader, Field, Record, Sink, StateHasher};

impl StatePart for SlotReservations {
    const NAME: &'static str = "reservations";

    fn new(scenario: &Scenario) -> SlotReservations {
        let rules = &scenario.rules;
        SlotReservations {
            sizes: Derived(rules.slots.then(|| SlotWeights::of_all(rules))),
            ..SlotReservations::default()
        }
    }

    /// Whether there are slots.
    fn present(&self) -> bool {
        self.exist()
    }

    /// 0 in a world without slots.
    fn hash(&self) -> u64 {
        self.reserved.iter().fold(0, |total, reservation| {
            let mut folder = StateHasher::new(u64::from(reservation.unit.0));
            Field::put(reservation, &mut folder);
            mix(total, folder.finish())
        })
    }

    fn put<S: Sink>(&self, _setting: PartSetting<'_>, sink: &mut S) {
        if self.exist() {
            self.reserved.put(sink);
        }
    }

    fn take(&mut self, _setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        if self.exist() {
            self.reserved = Field::take(reader)?;
            self.seekers.clear();
        }
        Ok(())
    }

    fn check(&self, base: SceneBase<'_>) -> Result<(), &'static str> {
        are_possible(self, base).then_some(()).ok_or("a reserved place is of nobody, or on no such place")
    }

    /// In the order of ids.
    fn show(&self, _setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug)) {
        for reservation in &self.reserved {
            let owner = reservation.unit.to_string();
            Record::show(reservation, &mut |field, value| each(&owner, field, value));
        }
    }

    fn died(&mut self, identity: Identity, _row: u32) {
        self.release(identity.id);
    }
}

/// Whether a world whose units are loaded can have these reservations.
fn are_possible(reservations: &SlotReservations, base: SceneBase<'_>) -> bool {
    let reserved = &reservations.reserved;
    let kinds = base.entities.column::<Identity>(&base.entities.units);
    let armed = |reservation: &SlotReservation| {
        let row = base
            .entities
            .units
            .ids()
            .binary_search(&reservation.unit)
            .ok()
            .map(|at| base.entities.units.rows()[at] as usize);
        row.is_some_and(|row| base.kind(kinds[row].kind).weapon.is_some())
    };
    reserved.len() <= MAX_ENTITIES
        && reserved.windows(2).all(|pair| pair[0].unit < pair[1].unit)
        && reserved.iter().all(|reservation| {
            (reservation.slot / RING_POINTS <= LINES + 1 || reservation.slot >= WITHOUT) && armed(reservation)
        })
}
