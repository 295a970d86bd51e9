//! The grid where all open cells cost the same: of equally cheap paths only one is followed.

use super::cost_grid::CostGrid;
use super::moves::{CANONICAL_MOVES, FROM_NOWHERE, Moves};
pub use crate::search::layout::{DIAGONAL, STRAIGHT};
use crate::search::space::{Arrival, Space, Successor};

/// By direction.
pub(super) const LENGTHS: [u32; 8] = [STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL];

/// The open cells of a grid, octile moves, no corner cut, every cell at the same cost.
///
/// Only moves that a cheapest path needs are tried. So it is for policies that settle nodes at their least cost:
/// Dijkstra's, and A* with a consistent estimate; others may overlook paths here, and take [`Octile`](super::OctileGrid).
#[derive(Clone, Copy, Debug)]
pub struct UniformGrid<'g> {
    neighbours: &'g [u8],
    offsets: [i32; 8],
}

impl<'g> UniformGrid<'g> {
    /// The open cells of `grid`, whatever they cost.
    pub fn new(grid: &'g CostGrid) -> UniformGrid<'g> {
        UniformGrid { neighbours: grid.neighbours(), offsets: grid.padded().offsets() }
    }
}

impl Space for UniformGrid<'_> {
    fn nodes(&self) -> u32 {
        self.neighbours.len() as u32
    }

    fn dearest_step(&self) -> u32 {
        DIAGONAL
    }

    fn origin(&self) -> Arrival {
        Arrival(FROM_NOWHERE)
    }

    #[inline(always)]
    fn successors(&self, node: u32, arrival: Arrival, mut each: impl FnMut(Successor)) {
        let mask = usize::from(self.neighbours[node as usize]);
        for direction in Moves(CANONICAL_MOVES[usize::from(arrival.0)][mask]) {
            let to = node.wrapping_add_signed(self.offsets[direction]);
            each(Successor { to, arrival: Arrival(direction as u16), cost: LENGTHS[direction] });
        }
    }

    fn predecessor(&self, node: u32, arrival: Arrival) -> u32 {
        step_back(self.offsets, node, arrival)
    }
}

pub(super) fn step_back(offsets: [i32; 8], node: u32, arrival: Arrival) -> u32 {
    node.wrapping_add_signed(-offsets[usize::from(arrival.0 & 7)])
}
