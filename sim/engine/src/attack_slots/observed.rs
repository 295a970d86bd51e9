//! Reservations as viewers, reports and tests see them: plain copies.

use super::{SlotReservations, takes_places};
use crate::component::{Identity, WeaponState};
use crate::state::SceneBase;
use sandtable_math::Vec2;
use sandtable_state::id::UnitId;

/// A place round a target, and who has it or waits for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedReservation {
    /// Who.
    pub unit: UnitId,
    /// Round whom.
    pub target: UnitId,
    /// Its place, and the number of that; none while it waits.
    pub place: Option<(u16, Vec2)>,
    /// The weight it takes of the room near the target; 0 for one that shoots from afar.
    pub weight: u16,
}

/// Who closes in on whom, and where their places were in the last tick, by unit.
pub(crate) fn observe(reservations: &SlotReservations) -> Vec<ObservedReservation> {
    let reserved = reservations.reserved.iter().zip(&*reservations.seekers);
    let observed = reserved.map(|(reservation, seeker)| ObservedReservation {
        unit: reservation.unit,
        target: reservation.target,
        place: reservation.has_place().then_some((reservation.slot, seeker.place)),
        weight: seeker.weight,
    });
    observed.collect()
}

/// The weight of the attacks under way on an entity: of wind-ups that have begun.
pub(crate) fn attack_weight(base: SceneBase<'_>, reservations: &SlotReservations, target: UnitId) -> u32 {
    let (entities, units) = (base.entities, &base.entities.units);
    let (weapons, kinds) = (entities.column::<WeaponState>(units), entities.column::<Identity>(units));
    let winding =
        weapons.iter().zip(kinds.iter()).filter(|(weapons, _)| weapons.windup > 0 && weapons.target == target);
    let counted = winding.filter(|(_, identity)| takes_places(base.scenario, identity.owner()));
    counted
        .filter_map(|(_, identity)| reservations.sizes(identity.kind))
        .map(|sizes| u32::from(sizes.attack_weight))
        .sum()
}
