//! Slots: places in the arrays of an agent that entities keep until they die or are lost from sight.

use sandtable_state::id::Handle;

use super::layout::SlotLimits;
use super::sight::PlayerSight;

/// A row of no list.
const ABSENT: u32 = u32::MAX;

/// A slot and who is in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    /// Who is in it; [`Handle::NONE`] when it is free.
    pub handle: Handle,
    row: u32,
}

impl Slot {
    const FREE: Slot = Slot { handle: Handle::NONE, row: ABSENT };

    /// The row of its entity in the list that it was renewed from; none when it is free.
    #[inline]
    pub fn row(&self) -> Option<usize> {
        (self.row != ABSENT).then_some(self.row as usize)
    }
}

/// The slots of an agent.
#[derive(Clone, Debug)]
pub struct SlotTable {
    /// Own units, then own buildings: rows count on from one list to the next.
    pub(crate) own: Vec<Slot>,
    pub(crate) foreign: Vec<Slot>,
    pub(crate) nodes: Vec<Slot>,
    /// Entities that found no slot, by the latest renewal.
    overflow: u32,
}

impl SlotTable {
    /// Free slots.
    pub fn new(limits: SlotLimits) -> SlotTable {
        SlotTable {
            own: vec![Slot::FREE; limits.own],
            foreign: vec![Slot::FREE; limits.foreign],
            nodes: vec![Slot::FREE; limits.nodes],
            overflow: 0,
        }
    }

    /// Frees all slots.
    pub fn clear(&mut self) {
        for slot in self.own.iter_mut().chain(&mut self.foreign).chain(&mut self.nodes) {
            *slot = Slot::FREE;
        }
    }

    /// Frees the slots of who is no more, and gives free ones to who is new, in the order of handles.
    pub fn renew(&mut self, sight: &PlayerSight) {
        let units = sight.units.iter().map(|unit| unit.handle);
        let buildings = sight.buildings.iter().map(|building| building.handle);
        self.overflow = renew(&mut self.own, units.chain(buildings))
            + renew(&mut self.foreign, sight.foreign.iter().map(|body| body.handle))
            + renew(&mut self.nodes, sight.nodes.iter().map(|node| node.handle));
    }

    /// Entities that found no slot: they are not observed until one is free.
    pub const fn overflow(&self) -> u32 {
        self.overflow
    }

    /// Who is in the slot that a target names: own slots, then foreign ones, then those of nodes.
    pub fn target(&self, target: usize) -> Option<Handle> {
        let foreign = target.checked_sub(self.own.len());
        let node = foreign.and_then(|row| row.checked_sub(self.foreign.len()));
        let slot = match (foreign, node) {
            (None, _) => self.own.get(target),
            (Some(row), None) => self.foreign.get(row),
            (_, Some(row)) => self.nodes.get(row),
        };
        slot.map(|slot| slot.handle).filter(|handle| !handle.is_none())
    }

    /// Who is in an own slot.
    pub fn own(&self, slot: usize) -> Option<Handle> {
        self.own.get(slot).map(|slot| slot.handle).filter(|handle| !handle.is_none())
    }
}

fn renew(slots: &mut [Slot], handles: impl Iterator<Item = Handle>) -> u32 {
    slots.iter_mut().for_each(|slot| slot.row = ABSENT);
    let mut waiting: Vec<(u32, Handle)> = Vec::new();
    for (row, handle) in (0..).zip(handles) {
        match slots.iter_mut().find(|slot| slot.handle == handle) {
            Some(slot) => slot.row = row,
            None => waiting.push((row, handle)),
        }
    }
    slots.iter_mut().filter(|slot| slot.row == ABSENT).for_each(|slot| slot.handle = Handle::NONE);
    let mut waiting = waiting.into_iter();
    for slot in slots.iter_mut().filter(|slot| slot.row == ABSENT) {
        let Some((row, handle)) = waiting.next() else { return 0 };
        *slot = Slot { handle, row };
    }
    waiting.len() as u32
}
