//! What the rest of the tick asks: who has which place, who may strike, where it is crowded.

use super::assign::free_places;
use super::availability::way_round;
use super::lookup::AttackSlots;
use super::tuning::CROWDED_DETOUR;
use super::{SlotState, seeker, takes_places};
use crate::scene::Scene;
use sandtable_math::{Fx, Vec2};
use sandtable_state::id::UnitId;

impl AttackSlots<'_> {
    /// Where the unit in a row, which is at this point, is to be while it closes in on a target.
    pub(crate) fn slot_state(&self, row: usize, from: Vec2, target: UnitId) -> Option<SlotState> {
        let number = self.number(row)?;
        let (reservation, seeker) = (self.reservations.reserved.get(number)?, self.reservations.seekers.get(number)?);
        if reservation.target != target || reservation.does_without() {
            return None;
        }
        let by = |ahead: Vec2| way_round(&seeker.layout, from, seeker.place).unwrap_or(ahead);
        match reservation.has_spot() {
            // Who makes for the target itself does not slow down until its weapon reaches.
            true if reservation.has_place() && seeker.melee => {
                Some(SlotState::Place(seeker.place, by(seeker.layout.touching(seeker.place))))
            }
            true if reservation.has_place() => Some(SlotState::Place(seeker.place, by(seeker.place))),
            true => Some(SlotState::Outside(seeker.place, by(seeker.place))),
            false => seeker.melee.then_some(SlotState::Anywhere),
        }
    }

    /// The place of the unit in a row round its target.
    pub(crate) fn place(&self, row: usize) -> Option<Vec2> {
        let number = self.number(row)?;
        self.reservations.reserved.get(number).filter(|reservation| reservation.has_place())?;
        self.reservations.seekers.get(number).map(|seeker| seeker.place)
    }

    /// How much farther off a target counts for a unit that would have to wait for a place there, in cells.
    #[inline]
    pub(crate) fn detour(&self, scene: &Scene<'_>, unit: UnitId, target: UnitId) -> Fx {
        if !self.tables.any_full {
            return Fx::ZERO;
        }
        let full = scene.frame_row(target).is_some_and(|row| self.tables.full.get(row).copied().unwrap_or(false));
        let reservation = || scene.frame_row(unit).and_then(|row| self.reservation(row));
        let placed = || {
            reservation().is_some_and(|reservation| {
                reservation.target == target && (reservation.has_place() || reservation.does_without())
            })
        };
        if full && !placed() { CROWDED_DETOUR } else { Fx::ZERO }
    }

    /// Whether the unit in a row may begin an attack on a target in this tick. Whose weapon has turned on it only now waits for
    /// the next one.
    #[inline]
    pub(crate) fn may_attack(&self, scene: &Scene<'_>, row: usize, target: UnitId) -> bool {
        let Some(body) = self.reservations.sizes.as_ref().and_then(|_| scene.frame.bodies.get(row)) else {
            return true;
        };
        let weightless =
            row >= scene.frame.units || self.reservations.sizes(body.kind).is_none_or(|sizes| sizes.attack_weight == 0);
        weightless
            || !takes_places(scene.scenario, body.owner())
            || self.tables.aims.get(row) == Some(&target) && !self.tables.barred.get(row).copied().unwrap_or(false)
    }

    /// The free places round a body for the unit in a row, as it would have them: those in the order of their numbers.
    pub(crate) fn free_places(&self, scene: &Scene<'_>, row: usize, target: UnitId) -> Vec<Vec2> {
        let Some(seeker) = self.exist().then(|| seeker(scene, self.reservations, row, target, None)).flatten() else {
            return Vec::new();
        };
        free_places(scene, *self, &seeker, target)
    }
}
