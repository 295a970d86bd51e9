//! Estimates from where two cells lie, for octile moves.

use sandtable_model::map::Cell;

use super::cost_grid::{CostGrid, column_and_row};
use super::uniform::{DIAGONAL, STRAIGHT};
use crate::search::space::Heuristic;

/// How far a node lies from the goal, in columns and rows.
#[derive(Clone, Copy, Debug)]
struct Apart {
    stride: u32,
    reciprocal: u64,
    goal: (u32, u32),
}

impl Apart {
    fn new(grid: &CostGrid, goal: Cell) -> Apart {
        let goal = ((goal.x + 1).max(0) as u32, (goal.y + 1).max(0) as u32);
        Apart { stride: grid.padded().stride(), reciprocal: grid.reciprocal(), goal }
    }

    #[inline(always)]
    fn of(&self, node: u32) -> (u64, u64) {
        let (column, row) = column_and_row(node, self.stride, self.reciprocal);
        (u64::from(column.abs_diff(self.goal.0)), u64::from(row.abs_diff(self.goal.1)))
    }
}

/// The way over open ground with octile moves. Consistent for octile moves, and exact where nothing stands in the way.
#[derive(Clone, Copy, Debug)]
pub struct OctileHeuristic {
    apart: Apart,
    /// What the cheapest straight step costs, and how much more a diagonal one.
    straight: u64,
    extra: u64,
}

impl OctileHeuristic {
    /// For [`Plain`](super::UniformGrid) ground.
    pub fn plain(grid: &CostGrid, goal: Cell) -> OctileHeuristic {
        OctileHeuristic::scaled(grid, goal, 1)
    }

    /// For ground whose cheapest steps cost a multiple of plain ones.
    pub(super) fn scaled(grid: &CostGrid, goal: Cell, least: u32) -> OctileHeuristic {
        let (straight, extra) = (u64::from(STRAIGHT * least), u64::from((DIAGONAL - STRAIGHT) * least));
        OctileHeuristic { apart: Apart::new(grid, goal), straight, extra }
    }
}

impl Heuristic for OctileHeuristic {
    #[inline(always)]
    fn estimate(&self, node: u32) -> u64 {
        let (dx, dy) = self.apart.of(node);
        self.straight * dx.max(dy) + self.extra * dx.min(dy)
    }
}

/// The way along rows and columns. Consistent for straight moves alone; with diagonal ones it is *not admissible*, by up to
/// 41 percent, and serves greedy searches.
#[derive(Clone, Copy, Debug)]
pub struct ManhattanHeuristic {
    apart: Apart,
    straight: u64,
}

impl ManhattanHeuristic {
    /// For [`Plain`](super::UniformGrid) ground.
    pub fn plain(grid: &CostGrid, goal: Cell) -> ManhattanHeuristic {
        ManhattanHeuristic { apart: Apart::new(grid, goal), straight: u64::from(STRAIGHT) }
    }
}

impl Heuristic for ManhattanHeuristic {
    fn estimate(&self, node: u32) -> u64 {
        let (dx, dy) = self.apart.of(node);
        self.straight * (dx + dy)
    }
}

/// The straight line, rounded down. Admissible and consistent for octile moves (99 diagonal units are more than √2 times 70
/// straight ones), and weaker than [`OctileHeuristic`].
#[derive(Clone, Copy, Debug)]
pub struct EuclideanHeuristic {
    apart: Apart,
    straight: u64,
}

impl EuclideanHeuristic {
    /// For [`Plain`](super::UniformGrid) ground.
    pub fn plain(grid: &CostGrid, goal: Cell) -> EuclideanHeuristic {
        EuclideanHeuristic { apart: Apart::new(grid, goal), straight: u64::from(STRAIGHT) }
    }
}

impl Heuristic for EuclideanHeuristic {
    fn estimate(&self, node: u32) -> u64 {
        let (dx, dy) = self.apart.of(node);
        ((dx * dx + dy * dy) * self.straight * self.straight).isqrt()
    }
}
