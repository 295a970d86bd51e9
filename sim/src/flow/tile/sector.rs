//! One sector of a layer: its costs, the windows in its sides, its regions, and what it costs to cross it.

use std::sync::Arc;

use super::kernel::{FAR, Kernel, LANES, Seed, Terms, lane, ring_lane};
use super::partition::{CELLS, SIDE, Side, edge_cell};
use crate::rules::WALL_COST;

/// Windows in one side of a sector, at most: every other cell.
pub const MAX_SIDE_WINDOWS: usize = SIDE / 2;
/// The link between two windows that have no way to each other.
pub const NO_LINK: u32 = u32::MAX;

/// What rounding can take from an estimate.
const FLOOR_ROUNDING: u32 = 2;

/// Costs by cell of a sector, row by row: in eighths of a plain cell, or [`WALL_COST`].
pub type Costs = [u8; CELLS];

/// What all clear sectors share.
pub static CLEAR: Costs = [8; CELLS];

/// A maximal run of cells in a sector's side that can be entered from beyond it, and the cells beyond it from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The side it is in.
    pub side: u8,
    /// Its place among the windows of that side.
    pub ordinal: u8,
    /// Its first cell along the side.
    pub start: u8,
    /// Cells.
    pub length: u8,
    /// The region of the sector it leads to.
    pub region: u8,
}

impl Window {
    /// The middle in half cells from the sector's north-west corner.
    pub fn middle(&self) -> (i32, i32) {
        let along = 2 * i32::from(self.start) + i32::from(self.length);
        let far = 2 * SIDE as i32;
        match self.side {
            0 => (far, along),
            1 => (along, far),
            2 => (0, along),
            _ => (along, 0),
        }
    }

    /// The places along the side of its one or two middle cells.
    pub fn centre(&self) -> std::ops::RangeInclusive<usize> {
        let (start, length) = (usize::from(self.start), usize::from(self.length));
        start + (length - 1) / 2..=start + length / 2
    }

    /// The places of its cells along the side.
    pub fn cells(&self) -> std::ops::Range<usize> {
        usize::from(self.start)..usize::from(self.start) + usize::from(self.length)
    }

    /// The cost at its middle, seen from inside: the mean of the middle cells; none when it was not reached.
    pub fn cost_at_centre(&self, cost: &[i16; LANES]) -> Option<u32> {
        let (mut sum, mut count) = (0, 0);
        for n in self.centre() {
            let cost = cost[lane(edge_cell(self.side.into(), n))];
            if cost == FAR {
                return None;
            }
            (sum, count) = (sum + cost as u32, count + 1);
        }
        Some(sum / count)
    }
}

/// A sector as one layer has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sector {
    /// None when clear.
    costs: Option<Arc<Costs>>,
    /// The least number of a cell of the same region, by cell; none when all open cells are one region.
    regions: Option<Arc<Costs>>,
    dearest: u8,
    /// By side, then place.
    windows: Arc<[Window]>,
    /// The first window of each side, and their number.
    first: [u8; 5],
    /// Cost from the middle of a window to beyond another, in 1/64 of a plain cell; row by row.
    links: Arc<[u32]>,
    /// The dearest of the links.
    span: u32,
}

/// The region of a cell that cannot be entered.
pub const NO_REGION: u8 = u8::MAX;

impl Sector {
    /// A sector with these costs, not yet linked to what surrounds it.
    pub fn new(costs: &Costs) -> Sector {
        let dearest = costs.iter().copied().filter(|cost| *cost != WALL_COST).max().unwrap_or(8);
        let own = (*costs != CLEAR).then(|| Arc::new(*costs));
        let regions = own.as_ref().and_then(|costs| label(costs)).map(Arc::new);
        let windows: Arc<[Window]> = Arc::new([]);
        Sector { costs: own, regions, dearest, windows, first: [0; 5], links: Arc::new([]), span: 0 }
    }

    /// Its costs.
    #[inline]
    pub fn costs(&self) -> &Costs {
        self.costs.as_deref().unwrap_or(&CLEAR)
    }

    /// Whether it is plain ground without walls.
    #[inline]
    pub fn is_clear(&self) -> bool {
        self.costs.is_none()
    }

    /// What integrations of it need.
    pub fn terms(&self) -> Terms {
        match &self.costs {
            None => Terms::CLEAR,
            Some(costs) => Terms::new(costs, self.dearest),
        }
    }

    /// The region of a cell: the least number of its cells, or [`NO_REGION`] in a wall.
    #[inline]
    pub fn region(&self, local: u8) -> u8 {
        match (&self.regions, &self.costs) {
            (Some(regions), _) => regions[usize::from(local)],
            (None, Some(costs)) if costs[usize::from(local)] == WALL_COST => NO_REGION,
            _ => 0,
        }
    }

    /// Its regions, ascending.
    pub fn regions(&self) -> Vec<u8> {
        let mut regions: Vec<u8> = match (&self.regions, &self.costs) {
            (Some(labels), _) => labels.iter().copied().filter(|region| *region != NO_REGION).collect(),
            (None, Some(costs)) if costs.iter().all(|cost| *cost == WALL_COST) => Vec::new(),
            _ => vec![0],
        };
        regions.sort_unstable();
        regions.dedup();
        regions
    }

    /// Its windows, by side, then place.
    #[inline]
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// The place in [`Sector::windows`] of a window.
    #[inline]
    pub fn place(&self, side: Side, ordinal: u8) -> usize {
        usize::from(self.first[side] + ordinal)
    }

    /// The cost from the middle of one window to beyond another, in 1/64 of a plain cell.
    #[inline]
    pub fn link(&self, from: usize, to: usize) -> u32 {
        self.links[from * self.windows.len() + to]
    }

    /// The dearest link.
    #[inline]
    pub fn span(&self) -> u32 {
        self.span
    }

    /// Finds its windows and links anew. `beyond` is the cost of the cell across the border from a side's `n`-th cell,
    /// `floor` the least that a straight line of so many half cells can cost.
    pub fn connect(&mut self, beyond: impl Fn(Side, usize) -> u8, floor: impl Fn(i32, i32) -> u32) {
        let windows = self.find_windows(beyond);
        if *self.windows == *windows {
            return;
        }
        for side in 0..4 {
            self.first[side + 1] =
                self.first[side] + windows.iter().filter(|w| usize::from(w.side) == side).count() as u8;
        }
        self.windows = windows.into();
        self.link_windows(floor);
    }

    fn find_windows(&self, beyond: impl Fn(Side, usize) -> u8) -> Vec<Window> {
        let mut windows = Vec::new();
        let costs = self.costs();
        for side in 0..4 {
            let is_open = |n: usize| costs[edge_cell(side, n)] != WALL_COST && beyond(side, n) != WALL_COST;
            let (mut ordinal, mut n) = (0, 0);
            while n < SIDE {
                let length = (n..SIDE).take_while(|n| is_open(*n)).count();
                if length > 0 {
                    let region = self.region(edge_cell(side, n) as u8);
                    let (side, start, length) = (side as u8, n as u8, length as u8);
                    windows.push(Window { side, ordinal, start, length, region });
                    ordinal += 1;
                }
                n += length + 1;
            }
        }
        windows
    }

    fn link_windows(&mut self, floor: impl Fn(i32, i32) -> u32) {
        let count = self.windows.len();
        let terms = self.terms();
        let mut links = vec![NO_LINK; count * count];
        for (to, exit) in self.windows.iter().enumerate() {
            let seeds: Vec<Seed> = exit.centre().map(|n| (ring_lane(exit.side.into(), n) as u8, 0)).collect();
            let cost = terms.integrate(Kernel::Eikonal, &seeds);
            for (from, entry) in self.windows.iter().enumerate().filter(|(from, _)| *from != to) {
                let Some(cost) = entry.cost_at_centre(&cost) else { continue };
                let ((x, y), (exit_x, exit_y)) = (entry.middle(), exit.middle());
                links[from * count + to] = (cost << terms.shift()).max(floor(x - exit_x, y - exit_y) + FLOOR_ROUNDING);
            }
        }
        self.span = links.iter().copied().filter(|link| *link != NO_LINK).max().unwrap_or(0);
        self.links = links.into();
    }
}

/// Labels the regions of costs; none when there is at most one, which then is 0.
fn label(costs: &Costs) -> Option<Costs> {
    let mut labels = [NO_REGION; CELLS];
    let mut regions = 0;
    for start in 0..CELLS {
        if costs[start] != WALL_COST && labels[start] == NO_REGION {
            regions += 1;
            flood(costs, &mut labels, start);
        }
    }
    (regions > 1).then_some(labels)
}

fn flood(costs: &Costs, labels: &mut Costs, start: usize) {
    let mut open = vec![start];
    labels[start] = start as u8;
    while let Some(cell) = open.pop() {
        let (x, y) = (cell % SIDE, cell / SIDE);
        let near = [
            (x + 1 < SIDE).then_some(cell + 1),
            (y + 1 < SIDE).then_some(cell + SIDE),
            (x > 0).then(|| cell - 1),
            (y > 0).then(|| cell - SIDE),
        ];
        for next in near.into_iter().flatten() {
            if costs[next] != WALL_COST && labels[next] == NO_REGION {
                labels[next] = start as u8;
                open.push(next);
            }
        }
    }
}
