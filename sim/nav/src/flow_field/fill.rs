//! Integration of a whole map at once: what tiles are measured against, and the way to ask for one distance.
//!
//! A bucket queue whose buckets are narrower than the least step: what a bucket holds is
//! then final under octile costs, whatever the order. Of equally short ways over ground of one cost only the one with its diagonal
//! steps first is followed ("canonical ordering", Sturtevant and Rabin 2016), and where straight steps are all there is to it they are
//! taken at once, without the queue; beside ground of another cost all steps are tried. Under eikonal costs a cell may get
//! cheaper by a neighbour of its own bucket, and is looked at again.

use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;

use super::kernel::{BENDS, CellRise, Kernel, STEP, eikonal_rise};
use super::layout::ANY_ARRIVAL;
pub use super::layout::UNREACHED;
use crate::bucket_queue::BucketQueue;
use crate::search::{CANONICAL_MOVES, Moves};

/// 128 × the length of a straight and of a diagonal step.
const LENGTHS: [u32; 2] = [128, 181];
/// The places of the neighbours, clockwise from east, in a square of nine cells row by row.
const PLACES: [usize; 8] = [5, 8, 7, 6, 3, 0, 1, 2];

/// What a fill has to know of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct FillGround {
    /// Cost of a straight step out of the cell, in 1/64 of a plain cell; 0 for walls.
    step: u16,
    /// The open ones among the eight neighbours, a bit each, clockwise from east.
    near: u8,
    /// [`ANY_ARRIVAL`] where some of the cell and its neighbours cost more than others, else 0.
    mixed: u8,
}

/// Costs by cell, with a border of walls; scratch for fills, made once a map.
#[derive(Clone, Debug, Default)]
pub struct Fill {
    width: usize,
    stride: usize,
    ground: Vec<FillGround>,
    cost: Vec<u32>,
    /// By cell in the queue: the direction of the step towards it, or [`ANY_ARRIVAL`]; octile ways only.
    arrival: Vec<u8>,
    queue: BucketQueue<u32>,
    width_log2: u32,
    reached: u32,
}

impl Fill {
    /// Over the costs of a map's cells, row by row: eighths, or [`WALL_COST`].
    pub fn new(width: u16, costs: &[u8]) -> Fill {
        let (width, stride) = (usize::from(width), usize::from(width) + 2);
        let mut ground = vec![FillGround::default(); stride * (costs.len() / width.max(1) + 2)];
        let (mut least, mut most) = (254, 1);
        for (n, cost) in costs.iter().enumerate().filter(|(_, cost)| **cost != WALL_COST) {
            ground[(n / width + 1) * stride + n % width + 1].step = u16::from(*cost) * STEP as u16;
            (least, most) = (least.min(*cost), most.max(*cost));
        }
        // Narrower than the least rise of a cell over its cheaper neighbour, 0.7 of a step.
        let width_log2 = (u32::from(least) * STEP as u32 * 45 / 64).max(1).ilog2();
        let step = ((u32::from(most) * STEP as u32 * 3 / 2) >> width_log2) + 2;
        let queue = BucketQueue::new((2 * step) as usize);
        note_neighbours(&mut ground, stride);
        let (cost, arrival) = (vec![UNREACHED; ground.len()], vec![ANY_ARRIVAL; ground.len()]);
        Fill { width, stride, ground, cost, arrival, queue, width_log2, reached: 0 }
    }

    /// Fills the map from the cells of a rectangle, which may be walls.
    pub fn run(&mut self, kernel: Kernel, goal: Rect) {
        self.cost.fill(UNREACHED);
        self.reached = 0;
        self.queue.reset(self.queue.ring(), 0);
        for cell in goal.cells() {
            if let Some(at) = self.index(cell) {
                (self.cost[at], self.arrival[at]) = (0, ANY_ARRIVAL);
                self.queue.push(0, at as u32);
            }
        }
        match kernel {
            Kernel::Octile => self.drain(Fill::expand_octile),
            Kernel::Eikonal => self.drain(Fill::expand_eikonal),
        }
    }

    /// Rows and cells of a row of the map.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.cost.len() / self.stride - 2, self.width)
    }

    /// The costs of a row with the border on either side, the row before the map's first being 0.
    #[inline]
    pub(super) fn row(&self, y: usize) -> &[u32] {
        &self.cost[y * self.stride..(y + 1) * self.stride]
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
        while let Some(level) = self.queue.find_level() {
            // What is pushed into the bucket while it is being emptied is taken with it.
            while let Some(at) = self.queue.pop() {
                let cost = self.cost[at as usize];
                if u64::from(cost >> self.width_log2) == level {
                    expand(self, at as usize, cost);
                }
            }
        }
    }

    /// The costs of a cell and its neighbours, and their steps, row by row.
    #[inline(always)]
    fn near(&self, at: usize) -> ([u32; 9], [u32; 9]) {
        let (mut costs, mut steps) = ([0; 9], [0; 9]);
        for row in 0..3 {
            let first = at - 1 + row * self.stride - self.stride;
            costs[3 * row..3 * row + 3].copy_from_slice(&self.cost[first..first + 3]);
            let near = &self.ground[first..first + 3];
            (0..3).for_each(|n| steps[3 * row + n] = u32::from(near[n].step));
        }
        (costs, steps)
    }

    #[inline(always)]
    fn expand_octile(&mut self, at: usize, cost: u32) {
        let moves = CANONICAL_MOVES[usize::from(self.arrival[at])][usize::from(self.ground[at].near)];
        let (costs, steps) = self.near(at);
        let mut better = 0;
        for direction in 0..8 {
            let place = PLACES[direction];
            let new = cost + ((steps[place] * LENGTHS[direction & 1]) >> 7);
            better |= u8::from(new < costs[place]) << direction;
        }
        // Most branches that could not be guessed are left out by looking at all neighbours at once.
        for direction in Moves(better & moves) {
            self.go_on(at, direction, cost);
        }
    }

    /// Steps on in a direction as long as that makes cells cheaper and no other step has to be tried from them, at most half way
    /// round the ring of buckets.
    #[inline(always)]
    fn go_on(&mut self, mut cell: usize, direction: usize, mut cost: u32) {
        let offset = offsets(self.stride)[direction];
        let length = LENGTHS[direction & 1];
        let far = cost + ((self.queue.ring() as u32 / 2) << self.width_log2);
        loop {
            cell = cell.wrapping_add(offset);
            let ground = self.ground[cell];
            cost += (u32::from(ground.step) * length) >> 7;
            let known = self.cost[cell];
            if cost >= known {
                return;
            }
            self.reached += u32::from(known == UNREACHED);
            self.cost[cell] = cost;
            let arrival = (direction as u8 | ground.mixed).min(ANY_ARRIVAL);
            let moves = CANONICAL_MOVES[usize::from(arrival)][usize::from(ground.near)];
            if moves != 1 << direction || cost >= far {
                if moves != 0 {
                    self.arrival[cell] = arrival;
                    self.put(cell, cost);
                }
                return;
            }
        }
    }

    #[inline(always)]
    fn put(&mut self, at: usize, cost: u32) {
        self.queue.push(u64::from(cost >> self.width_log2), at as u32);
    }

    #[inline(always)]
    fn expand_eikonal(&mut self, at: usize, cost: u32) {
        let (costs, steps) = self.near(at);
        let mut better = 0u32;
        let mut new = [0; 9];
        for (to, side, other) in [(1, 0, 2), (3, 0, 6), (5, 2, 8), (7, 6, 8)] {
            let across = costs[side].min(costs[other]);
            let (low, high) = (cost.min(across), cost.max(across));
            new[to] = low + rise((high - low).min(steps[to]), steps[to]);
            better |= u32::from((new[to] < costs[to]) & (steps[to] != 0)) << to;
        }
        self.improve(at, &new, better);
    }

    /// Notes new costs around a cell: those of `better`, a bit each. One branch a cell that gets cheaper is all there is to guess.
    #[inline(always)]
    fn improve(&mut self, at: usize, new: &[u32; 9], mut better: u32) {
        while better != 0 {
            let to = better.trailing_zeros() as usize;
            better &= better - 1;
            let next = at + (to / 3) * self.stride + to % 3 - self.stride - 1;
            self.reached += u32::from(self.cost[next] == UNREACHED);
            self.cost[next] = new[to.min(8)];
            self.put(next, new[to.min(8)]);
        }
    }
}

fn note_neighbours(ground: &mut [FillGround], stride: usize) {
    let offsets = offsets(stride);
    for at in stride + 1..ground.len().saturating_sub(stride + 1) {
        let near = offsets.map(|offset| ground[at.wrapping_add(offset)].step);
        let own = &mut ground[at];
        own.near = near.iter().rev().fold(0, |mask, step| mask << 1 | u8::from(*step != 0));
        let same = near.iter().filter(|step| **step != 0).all(|step| *step == own.step);
        own.mixed = if same { 0 } else { ANY_ARRIVAL };
    }
}

/// From a cell to its neighbours, clockwise from east.
#[inline(always)]
fn offsets(stride: usize) -> [usize; 8] {
    let [south, east] = [stride, 1usize];
    let (west, north) = (east.wrapping_neg(), south.wrapping_neg());
    [east, south + 1, south, south - 1, west, north.wrapping_sub(1), north, north.wrapping_add(1)]
}

/// step × (t + √(2 − t²)) / 2 with t = difference / step ≤ 1, as in tiles.
#[inline(always)]
fn rise(difference: u32, step: u32) -> u32 {
    let slant = ((step * 92_682) >> 16) as i16;
    let bend = BENDS[step as usize & (BENDS.len() - 1)];
    eikonal_rise::<4>(difference as i16, CellRise { slant, bend }) as u32
}
