//! Places as they are given out in a tick, and the keys by which reservations are sorted for that.

use super::{AttackSlots, SlotReservations, Tables};
use crate::scene::Scene;

/// Places as they are given out in a tick.
pub(super) struct Round<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) reservations: &'a mut SlotReservations,
    pub(super) tables: &'a Tables,
}

impl Round<'_> {
    pub(super) fn slots(&self) -> AttackSlots<'_> {
        AttackSlots { reservations: self.reservations, tables: self.tables }
    }
}

/// The number of the reservation that a key of [`Tables::by_target`] stands for.
pub(super) fn number(key: &u64) -> usize {
    *key as u32 as usize
}
