//! Places at nodes that workers hold while they gather.

use crate::component::{ResourceAmount, WorkerState};
use crate::entities::Entities;
use sandtable_model::rules::Class;
use sandtable_state::id::UnitId;

/// Frees the place at the node that the worker in `row` held.
pub(crate) fn release_node(entities: &Entities, row: u32) {
    let node = let_go(&mut entities.column_mut::<WorkerState>(&entities.units)[row as usize]);
    if let Some(place) = node.and_then(|node| entities.place(node)).filter(|place| place.class == Class::Node) {
        make_room(&mut entities.column_mut::<ResourceAmount>(&entities.nodes)[place.row as usize]);
    }
}

/// Ends a worker's gathering; the node at which it held a place.
pub(crate) fn let_go(worker: &mut WorkerState) -> Option<UnitId> {
    (std::mem::take(&mut worker.progress) > 0).then_some(worker.node)
}

/// Gives back a place at a node.
pub(crate) fn make_room(deposit: &mut ResourceAmount) {
    deposit.workers = deposit.workers.saturating_sub(1);
}
