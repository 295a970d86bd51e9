//! The grid with a cost for each cell: every octile move, for any policy.

use sandtable_model::map::Cell;

use super::cost_grid::CostGrid;
use super::heuristic::OctileHeuristic;
use super::moves::{FROM_NOWHERE, Moves, OPEN_MOVES};
use super::uniform::{LENGTHS, step_back};
use crate::search::space::{Arrival, Space, Successor};

/// The open cells of a grid, octile moves, no corner cut. Half of a step is paid at the cost of the cell it leaves, half at
/// that of the cell it enters, so that there and back cost the same.
#[derive(Clone, Copy, Debug)]
pub struct OctileGrid<'g> {
    costs: &'g [u8],
    neighbours: &'g [u8],
    offsets: [i32; 8],
    unit: u32,
    dearest: u32,
    least: u32,
}

impl<'g> OctileGrid<'g> {
    /// The open cells of `grid` at their costs.
    pub fn new(grid: &'g CostGrid) -> OctileGrid<'g> {
        let (unit, least, most) = match grid.uniform_cost() {
            Some(cost) => (2 * u32::from(cost), 1, 1),
            None => {
                let unit = grid.open_costs().fold(0, |unit, cost| gcd(unit, u32::from(cost))).max(1);
                let ends = grid.open_costs().fold((u32::MAX, 0), |(least, most), cost| {
                    (least.min(2 * u32::from(cost) / unit), most.max(2 * u32::from(cost) / unit))
                });
                (unit, ends.0.min(ends.1), ends.1)
            }
        };
        OctileGrid {
            costs: grid.costs(),
            neighbours: grid.neighbours(),
            offsets: grid.padded().offsets(),
            unit,
            dearest: LENGTHS[1] * most,
            least,
        }
    }

    /// What one unit of cost stands for, in sixteenths of a seventieth of a plain straight step: steps over ground of
    /// one cost count 70 and 99.
    pub fn unit(&self) -> u32 {
        self.unit
    }

    /// The estimate that suits the cheapest cells there are: consistent.
    pub fn estimate(&self, grid: &CostGrid, goal: Cell) -> OctileHeuristic {
        OctileHeuristic::scaled(grid, goal, self.least)
    }

    /// A cost in seventieths of a plain straight step, rounded up.
    pub(in crate::search) fn seventieths(&self, cost: u64) -> u32 {
        u32::try_from((cost * u64::from(self.unit)).div_ceil(16)).unwrap_or(u32::MAX)
    }

    /// What the cheapest straight step costs, and how much more a diagonal one, in sixteenths of a seventieth of a plain one.
    pub(in crate::search) fn least_lengths(&self) -> (u32, u32) {
        let least = self.least * self.unit;
        (LENGTHS[0] * least, (LENGTHS[1] - LENGTHS[0]) * least)
    }

    /// What the step from a cell in a direction costs; both cells must be open.
    #[inline(always)]
    fn step_cost(&self, from: u32, to: u32, direction: usize) -> u32 {
        let both = u32::from(self.costs[from as usize]) + u32::from(self.costs[to as usize]);
        LENGTHS[direction] * (both / self.unit)
    }
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Space for OctileGrid<'_> {
    fn nodes(&self) -> u32 {
        self.neighbours.len() as u32
    }

    fn dearest_step(&self) -> u32 {
        self.dearest
    }

    fn origin(&self) -> Arrival {
        Arrival(FROM_NOWHERE)
    }

    #[inline]
    fn successors(&self, node: u32, _arrival: Arrival, mut each: impl FnMut(Successor)) {
        for direction in Moves(OPEN_MOVES[usize::from(self.neighbours[node as usize])]) {
            let to = node.wrapping_add_signed(self.offsets[direction]);
            each(Successor { to, arrival: Arrival(direction as u16), cost: self.step_cost(node, to, direction) });
        }
    }

    fn predecessor(&self, node: u32, arrival: Arrival) -> u32 {
        step_back(self.offsets, node, arrival)
    }
}
