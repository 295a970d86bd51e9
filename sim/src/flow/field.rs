//! One integration field: the cost of the way from each cell to a goal, settled no further than asked.

use super::buckets::Buckets;
use super::layer::Layer;
use crate::map::lattice::Lattice;
use crate::map::{Cell, Rect};
use crate::rules::WALL_COST;

/// The cost of a cell that nothing has reached.
pub(super) const UNREACHED: u32 = u32::MAX;
/// Cost of a straight step out of a cell, times the cell's cost in eighths.
pub(super) const STRAIGHT: u32 = 5;
/// Cost of a diagonal step: 7 / 5 is √2 to 1 %.
pub(super) const DIAGONAL: u32 = 7;

/// An integration field, by Dijkstra's search outwards from the goal.
///
/// The search stops as soon as the cell that was asked about is settled, and goes on from there when a
/// farther one is asked about. What is settled does not depend on who asked or when.
#[derive(Clone, Default)]
pub(super) struct Field {
    /// Cost by cell of the lattice: final where it is at most `level`.
    cost: Vec<u32>,
    /// The steps that lie on a cheapest way, as a bit set by direction; 0 where nobody has asked yet.
    downhill: Vec<u8>,
    frontier: Buckets,
    /// Every cell that costs less has been expanded.
    level: u32,
    /// The first and the last cell that was expanded.
    span: (u32, u32),
    /// How many of the team's changes it has taken in.
    pub(super) seen: u64,
}

impl Field {
    /// Starts anew from the cells of `goal`, which lies on the map. They are seeds even when something
    /// stands on them.
    pub(super) fn start(&mut self, lattice: Lattice, layer: &Layer, goal: Rect) {
        self.wipe(lattice);
        self.frontier.reset(DIAGONAL * layer.dearest);
        self.level = 0;
        self.span = (u32::MAX, 0);
        for cell in goal.cells() {
            let Some(index) = lattice.index(cell) else { continue };
            self.cost[index as usize] = 0;
            self.widen(index);
            self.frontier.push(index, 0);
        }
    }

    fn wipe(&mut self, lattice: Lattice) {
        if self.cost.len() == lattice.len() {
            let touched = self.touched(lattice);
            self.cost[touched.clone()].fill(UNREACHED);
            self.downhill[touched].fill(0);
        } else {
            self.cost.clear();
            self.cost.resize(lattice.len(), UNREACHED);
            self.downhill.clear();
            self.downhill.resize(lattice.len(), 0);
        }
    }

    /// The indices that may hold costs: those expanded and their neighbours.
    fn touched(&self, lattice: Lattice) -> std::ops::Range<usize> {
        let margin = lattice.stride() + 1;
        let first = self.span.0.saturating_sub(margin) as usize;
        let end = (self.span.1 as usize + margin as usize + 1).min(lattice.len());
        first.min(end)..end
    }

    #[inline]
    fn widen(&mut self, cell: u32) {
        self.span = (self.span.0.min(cell), self.span.1.max(cell));
    }

    /// The cost of the way from a cell, settling what is needed; none when there is no way.
    #[inline]
    pub(super) fn cost_from(&mut self, lattice: Lattice, layer: &Layer, cell: u32) -> Option<u32> {
        while self.cost[cell as usize] > self.level {
            if !self.settle_level(lattice, layer) {
                return None;
            }
        }
        Some(self.cost[cell as usize])
    }

    /// Expands every cell at the current level and goes on to the next. False when there is no next.
    fn settle_level(&mut self, lattice: Lattice, layer: &Layer) -> bool {
        let offsets = lattice.offsets();
        while let Some(cell) = self.frontier.pop(self.level) {
            // A cell is queued again when a cheaper way is found; the dearer entry is stale.
            if self.cost[cell as usize] == self.level {
                self.expand(layer, &offsets, cell);
                self.widen(cell);
            }
        }
        match self.frontier.next_cost(self.level) {
            Some(level) => {
                self.level = level;
                true
            }
            None => false,
        }
    }

    #[inline]
    fn expand(&mut self, layer: &Layer, offsets: &[i32; 8], cell: u32) {
        let cost = self.cost[cell as usize];
        let neighbour = |direction: usize| cell.wrapping_add_signed(offsets[direction]);
        let mut free = [false; 4];
        for (side, is_free) in free.iter_mut().enumerate() {
            let next = neighbour(2 * side);
            let step = layer.costs[next as usize];
            *is_free = step != WALL_COST;
            if *is_free {
                self.relax(next, cost + STRAIGHT * u32::from(step));
            }
        }
        for side in 0..4 {
            let next = neighbour(2 * side + 1);
            let step = layer.costs[next as usize];
            if step != WALL_COST && free[side] && free[(side + 1) & 3] {
                self.relax(next, cost + DIAGONAL * u32::from(step));
            }
        }
    }

    #[inline]
    fn relax(&mut self, cell: u32, cost: u32) {
        if cost < self.cost[cell as usize] {
            self.cost[cell as usize] = cost;
            self.frontier.push(cell, cost);
        }
    }

    /// The steps out of a settled cell that lie on a cheapest way, as a bit set by direction; none at the goal.
    #[inline]
    pub(super) fn downhill(&mut self, lattice: Lattice, layer: &Layer, cell: u32) -> u8 {
        let known = self.downhill[cell as usize];
        if known != 0 || self.cost[cell as usize] == 0 {
            return known;
        }
        let mask = self.find_downhill(layer, &lattice.offsets(), cell);
        self.downhill[cell as usize] = mask;
        mask
    }

    fn find_downhill(&self, layer: &Layer, offsets: &[i32; 8], cell: u32) -> u8 {
        let (cost, step) = (self.cost[cell as usize], u32::from(layer.costs[cell as usize]));
        let index = |direction: usize| cell.wrapping_add_signed(offsets[direction & 7]) as usize;
        let free = |direction: usize| layer.costs[index(direction)] != WALL_COST;
        let leads =
            |direction: usize, length: u32| cost.checked_sub(length * step) == Some(self.cost[index(direction)]);
        let mut mask = 0;
        for direction in (0..8).step_by(2) {
            mask |= u8::from(leads(direction, STRAIGHT)) << direction;
        }
        for direction in (1..8).step_by(2) {
            let open = leads(direction, DIAGONAL) && free(direction - 1) && free(direction + 1);
            mask |= u8::from(open) << direction;
        }
        mask
    }

    /// Takes in changes of the layer, which holds them already: keeps what they cannot have touched.
    ///
    /// A step is allowed or not by cells in the square of nine around either end, so a way that changed passes
    /// one of the squares around the changed cells. What costs no more than the cheapest settled cell of
    /// those squares therefore stays; the rest is searched again when it is asked about.
    pub(super) fn take_in(&mut self, lattice: Lattice, layer: &Layer, changed: &[u32]) {
        let offsets = lattice.offsets();
        let square = |cell: u32| offsets.map(|offset| cell.wrapping_add_signed(offset)).into_iter().chain([cell]);
        let touched = changed.iter().flat_map(|cell| square(*cell)).map(|cell| self.cost[cell as usize]);
        let Some(cheapest) = touched.min().filter(|cost| *cost <= self.level) else { return };
        self.rewind(lattice, layer, cheapest);
    }

    /// Forgets all that costs more than `level`, and makes the frontier at that level again.
    fn rewind(&mut self, lattice: Lattice, layer: &Layer, level: u32) {
        let (offsets, longest) = (lattice.offsets(), DIAGONAL * layer.dearest);
        let touched = self.touched(lattice);
        for cell in touched.clone() {
            if self.cost[cell] > level {
                self.cost[cell] = UNREACHED;
                self.downhill[cell] = 0;
            }
        }
        self.frontier.reset(longest);
        self.level = level;
        for cell in touched {
            if self.cost[cell] <= level && self.cost[cell] + longest > level {
                self.expand(layer, &offsets, cell as u32);
            }
        }
    }
}

/// The cells of a goal, held to the map; one at least.
pub(super) fn goal_rect(lattice: Lattice, cells: Rect) -> Rect {
    let end = |start: i16, length: u16| start.saturating_add(length.max(1) as i16 - 1);
    let first = lattice.clamp(Cell::new(cells.x, cells.y));
    let last = lattice.clamp(Cell::new(end(cells.x, cells.width), end(cells.y, cells.height)));
    Rect { x: first.x, y: first.y, width: (last.x - first.x) as u16 + 1, height: (last.y - first.y) as u16 + 1 }
}
