//! Who has which place, looked up by the row of a unit.

use super::{AttackSlotsWorkspace, SlotReservation, SlotReservations, Tables};

/// Places round targets and turns to strike, as they were given in this tick.
#[derive(Clone, Copy)]
pub(crate) struct AttackSlots<'w> {
    pub(super) reservations: &'w SlotReservations,
    pub(super) tables: &'w Tables,
}

impl<'w> AttackSlots<'w> {
    /// Those of a world.
    #[inline]
    pub(crate) fn borrow(reservations: &'w SlotReservations, workspace: &'w AttackSlotsWorkspace) -> AttackSlots<'w> {
        AttackSlots { reservations, tables: &workspace.tables }
    }

    /// Whether there are slots.
    #[inline]
    pub(crate) fn exist(&self) -> bool {
        self.reservations.exist()
    }

    pub(super) fn number(&self, row: usize) -> Option<usize> {
        self.tables.of_row.get(row).and_then(|number| number.checked_sub(1)).map(|number| number as usize)
    }

    /// The reservation of the unit in a row.
    pub(crate) fn reservation(&self, row: usize) -> Option<&'w SlotReservation> {
        self.reservations.reserved.get(self.number(row)?)
    }
}
