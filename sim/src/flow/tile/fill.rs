//! Integration of a whole map at once: what tiles are measured against, and the way to ask for one distance.
//!
//! A bucket queue (Dial 1969, "Algorithm 360") whose buckets are narrower than the least step: what a bucket holds is
//! then final under octile costs, whatever the order. Under eikonal costs a cell may get cheaper by a neighbour of its own
//! bucket, and is looked at again.

use super::kernel::{Kernel, STEP};
use crate::map::{Cell, Rect};
use crate::rules::WALL_COST;

/// The cost of a cell that nothing has reached.
pub const UNREACHED: u32 = u32::MAX;

/// The neighbours clockwise from east, diagonal ones odd; as steps of x and y.
const STEPS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Costs by cell, with a border of walls; scratch for fills, made once a map.
#[derive(Clone, Debug, Default)]
pub struct Fill {
    width: usize,
    stride: usize,
    /// Cost of a straight step out of the cell, in 1/64 of a plain cell; 0 for walls.
    steps: Vec<u16>,
    cost: Vec<u32>,
    buckets: Vec<Vec<u32>>,
    width_log2: u32,
    reached: u32,
}

impl Fill {
    /// Over the costs of a map's cells, row by row: eighths, or [`WALL_COST`].
    pub fn new(width: u16, costs: &[u8]) -> Fill {
        let (width, stride) = (usize::from(width), usize::from(width) + 2);
        let mut steps = vec![0; stride * (costs.len() / width.max(1) + 2)];
        let (mut least, mut most) = (254, 1);
        for (n, cost) in costs.iter().enumerate().filter(|(_, cost)| **cost != WALL_COST) {
            steps[(n / width + 1) * stride + n % width + 1] = u16::from(*cost) * STEP as u16;
            (least, most) = (least.min(*cost), most.max(*cost));
        }
        // Narrower than the least rise of a cell over its cheaper neighbour, 0.7 of a step.
        let width_log2 = (u32::from(least) * STEP as u32 * 45 / 64).max(1).ilog2();
        let ring = ((u32::from(most) * STEP as u32 * 3 / 2) >> width_log2) + 2;
        let buckets = vec![Vec::new(); ring.next_power_of_two() as usize];
        Fill { width, stride, cost: vec![UNREACHED; steps.len()], steps, buckets, width_log2, reached: 0 }
    }

    /// Fills the map from the cells of a rectangle, which may be walls.
    pub fn run(&mut self, kernel: Kernel, goal: Rect) {
        self.cost.fill(UNREACHED);
        self.reached = 0;
        for cell in goal.cells() {
            if let Some(at) = self.index(cell) {
                self.cost[at] = 0;
                self.buckets[0].push(at as u32);
            }
        }
        match kernel {
            Kernel::Octile => self.drain(Fill::expand_octile),
            Kernel::Eikonal => self.drain(Fill::expand_eikonal),
        }
    }

    /// Cells reached by the last fill.
    pub fn reached(&self) -> u32 {
        self.reached
    }

    /// The cost from a cell in 1/64 of a plain cell, or [`UNREACHED`].
    pub fn cost(&self, cell: Cell) -> u32 {
        self.index(cell).map_or(UNREACHED, |at| self.cost[at])
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
        (x < self.width && (y + 2) * self.stride < self.cost.len()).then_some((y + 1) * self.stride + x + 1)
    }

    #[inline(always)]
    fn drain(&mut self, expand: impl Fn(&mut Fill, usize, u32)) {
        let (mut level, mut idle) = (0u32, 0);
        let mask = self.buckets.len() - 1;
        while idle <= mask {
            let slot = level as usize & mask;
            idle += 1;
            // What is pushed into the bucket that is being emptied is taken in the same turn.
            let mut next = 0;
            while let Some(at) = self.buckets[slot].get(next).copied() {
                next += 1;
                let cost = self.cost[at as usize];
                if cost >> self.width_log2 == level {
                    idle = 0;
                    expand(self, at as usize, cost);
                }
            }
            self.buckets[slot].clear();
            level += 1;
        }
    }

    #[inline(always)]
    fn neighbour(&self, at: usize, direction: usize) -> usize {
        let (x, y) = STEPS[direction];
        at.wrapping_add_signed(y as isize * self.stride as isize + x as isize)
    }

    #[inline(always)]
    fn expand_octile(&mut self, at: usize, cost: u32) {
        let near: [usize; 8] = std::array::from_fn(|direction| self.neighbour(at, direction));
        let steps = near.map(|near| u32::from(self.steps[near]));
        for direction in [0, 2, 4, 6] {
            self.improve(near[direction], cost + steps[direction], steps[direction]);
        }
        for direction in [1, 3, 5, 7] {
            let beside = steps[direction - 1].min(steps[(direction + 1) & 7]);
            let step = if beside == 0 { 0 } else { steps[direction] };
            self.improve(near[direction], cost + ((step * 181) >> 7), step);
        }
    }

    #[inline(always)]
    fn expand_eikonal(&mut self, at: usize, cost: u32) {
        for direction in [0, 2, 4, 6] {
            let next = self.neighbour(at, direction);
            let step = u32::from(self.steps[next]);
            let (side, other) = (self.neighbour(next, (direction + 2) & 7), self.neighbour(next, (direction + 6) & 7));
            let across = self.cost[side].min(self.cost[other]);
            let (low, high) = (cost.min(across), cost.max(across));
            let rise = eikonal_rise((high - low).min(step), step);
            self.improve(next, low.saturating_add(rise), step);
        }
    }

    #[inline(always)]
    fn improve(&mut self, at: usize, cost: u32, step: u32) {
        if step != 0 && cost < self.cost[at] {
            self.reached += u32::from(self.cost[at] == UNREACHED);
            self.cost[at] = cost;
            let slot = (cost >> self.width_log2) as usize & (self.buckets.len() - 1);
            self.buckets[slot].push(at as u32);
        }
    }
}

/// step × (t + √(2 − t²)) / 2 with t = difference / step ≤ 1, the root by the same polynomial as in tiles.
#[inline(always)]
fn eikonal_rise(difference: u32, step: u32) -> u32 {
    let square = (difference * 27_144 / step.max(1) * difference) >> 16;
    (((step * 92_682) >> 16) + difference - square) >> 1
}
