//! What fields lead to, and by which layer.

use super::FlowFields;
use super::tuning::MAX_CLEARANCE;
use sandtable_math::Fx;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{LOCOMOTIONS, Locomotion};
use sandtable_nav::flow_field::partition::Partition;
use sandtable_state::id::TeamId;

/// Bits of a layer's number that tell the class of locomotion; those above tell the clearance.
const CLASS_BITS: u16 = 3;

/// What a field leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FlowGoal {
    /// Whose knowledge counts.
    pub(crate) team: TeamId,
    /// Whose costs count, and how much room they need.
    pub(crate) layer: u16,
    /// The cells to get to, on the map. They can be reached even when something stands on them.
    pub(crate) rect: Rect,
}

impl FlowGoal {
    /// The goal of a unit of this class and `radius` that is sent to `cells`, held to the map.
    #[inline]
    pub(crate) fn new(flow: &FlowFields, team: TeamId, class: Locomotion, radius: Fx, cells: Rect) -> FlowGoal {
        FlowGoal { team, layer: layer(class, clearance(radius)), rect: held_to_map(&flow.partition, cells) }
    }

    /// Whether it is a flyer's.
    pub(crate) fn flies(&self) -> bool {
        self.layer & ((1 << CLASS_BITS) - 1) == Locomotion::Air as u16
    }
}

/// Cells that must be free around a unit's own: none up to the width of a cell, else as many as it reaches beyond.
fn clearance(radius: Fx) -> u8 {
    (radius - Fx::HALF).ceil_int().clamp(0, i32::from(MAX_CLEARANCE)) as u8
}

fn layer(class: Locomotion, clearance: u8) -> u16 {
    class as u16 | u16::from(clearance) << CLASS_BITS
}

/// The class and the clearance of a layer.
pub(super) fn kind_of_layer(layer: u16) -> (Locomotion, u8) {
    let class = usize::from(layer & ((1 << CLASS_BITS) - 1)).min(LOCOMOTIONS.len() - 1);
    (LOCOMOTIONS[class], (layer >> CLASS_BITS) as u8)
}

/// Whether there may be a layer with this number.
pub(crate) fn is_possible_layer(number: u16) -> bool {
    let (class, clearance) = kind_of_layer(number);
    clearance <= MAX_CLEARANCE && layer(class, clearance) == number
}

/// The cells of a goal, held to the map; one at least.
fn held_to_map(partition: &Partition, cells: Rect) -> Rect {
    let end = |start: i16, length: u16| start.saturating_add(length.max(1) as i16 - 1);
    let first = partition.clamp(Cell::new(cells.x, cells.y));
    let last = partition.clamp(Cell::new(end(cells.x, cells.width), end(cells.y, cells.height)));
    Rect { x: first.x, y: first.y, width: (last.x - first.x) as u16 + 1, height: (last.y - first.y) as u16 + 1 }
}
