//! How far one gets from each cell along rows, columns and diagonals before a wall.

use super::{AROUND, STRAIGHT};
use crate::tuning::{NARROW_RUN, POCKET_CELLS};
use sandtable_model::map::Cell;

/// Longer runs than this are all the same.
const LONG: u8 = 2 * NARROW_RUN + 2;

/// Free runs by cell. Outside is wall.
pub(super) struct FreeRuns {
    pub(super) width: i32,
    pub(super) height: i32,
    /// Whether each cell is open.
    pub(super) open: Vec<bool>,
    /// Whether it is open and narrow.
    pub(super) narrow: Vec<bool>,
    /// The shorter of its runs along row and column.
    pub(super) across: Vec<u8>,
}

impl FreeRuns {
    pub(super) fn new(width: u16, height: u16, is_open: impl Fn(Cell) -> bool) -> FreeRuns {
        let (width, height) = (i32::from(width), i32::from(height));
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x as i16, y as i16)));
        let open: Vec<bool> = cells.map(is_open).collect();
        let mut runs =
            FreeRuns { width, height, narrow: vec![false; open.len()], across: vec![LONG; open.len()], open };
        let mut shortest = vec![LONG; runs.open.len()];
        for (axis, is_straight) in [([1, 0], true), ([0, 1], true), ([1, 1], false), ([-1, 1], false)] {
            let (ahead, back) = (runs.along(axis), runs.along(axis.map(|step: i32| -step)));
            for cell in 0..runs.open.len() {
                let run = (ahead[cell] + back[cell]).saturating_sub(1);
                shortest[cell] = shortest[cell].min(run);
                if is_straight {
                    runs.across[cell] = runs.across[cell].min(run);
                }
            }
        }
        for (cell, shortest) in shortest.into_iter().enumerate() {
            runs.narrow[cell] = runs.open[cell] && shortest <= NARROW_RUN;
        }
        runs.close_pockets();
        runs
    }

    /// Counts small rooms between narrow ways to these: nobody who waits in one lets others by.
    fn close_pockets(&mut self) {
        let narrow = self.components(|cell| self.narrow[cell], &AROUND);
        let rooms = self.components(|cell| self.open[cell] && !self.narrow[cell], &STRAIGHT);
        let mut sizes: Vec<usize> = Vec::new();
        let mut ways: Vec<Vec<u32>> = Vec::new();
        for cell in 0..self.open.len() {
            let Some(room) = (rooms[cell] as usize).checked_sub(1) else { continue };
            if sizes.len() <= room {
                sizes.resize(room + 1, 0);
                ways.resize(room + 1, Vec::new());
            }
            sizes[room] += 1;
            if sizes[room] <= POCKET_CELLS {
                let beside = STRAIGHT.iter().filter_map(|(dx, dy)| self.beside(cell, *dx, *dy));
                ways[room].extend(beside.map(|beside| narrow[beside]).filter(|way| *way > 0));
            }
        }
        for cell in 0..self.open.len() {
            let Some(room) = (rooms[cell] as usize).checked_sub(1) else { continue };
            let joins = || ways[room].iter().any(|way| *way != ways[room][0]);
            self.narrow[cell] |= sizes[room] <= POCKET_CELLS && joins();
        }
    }

    /// The number of the component that each cell belongs to, counted from 1; 0 for cells of none.
    fn components(&self, belongs: impl Fn(usize) -> bool, steps: &[(i32, i32)]) -> Vec<u32> {
        let (mut found, mut count, mut front) = (vec![0u32; self.open.len()], 0, Vec::new());
        for first in 0..self.open.len() {
            if !belongs(first) || found[first] > 0 {
                continue;
            }
            count += 1;
            found[first] = count;
            front.push(first);
            while let Some(cell) = front.pop() {
                for next in steps.iter().filter_map(|(dx, dy)| self.beside(cell, *dx, *dy)) {
                    if belongs(next) && found[next] == 0 {
                        found[next] = count;
                        front.push(next);
                    }
                }
            }
        }
        found
    }

    /// Of each cell how many open ones lie before it in a direction, itself included.
    fn along(&self, [dx, dy]: [i32; 2]) -> Vec<u8> {
        let mut found = vec![0u8; self.open.len()];
        let forward = dy > 0 || dy == 0 && dx > 0;
        for step in 0..self.open.len() {
            let cell = if forward { step } else { self.open.len() - 1 - step };
            if self.open[cell] {
                let before = self.beside(cell, -dx, -dy).map_or(0, |before| found[before]);
                found[cell] = (before + 1).min(LONG);
            }
        }
        found
    }

    /// The cell at an offset; none off the map.
    #[inline]
    pub(super) fn beside(&self, cell: usize, dx: i32, dy: i32) -> Option<usize> {
        let (x, y) = (cell as i32 % self.width + dx, cell as i32 / self.width + dy);
        (x >= 0 && y >= 0 && x < self.width && y < self.height).then(|| (y * self.width + x) as usize)
    }
}
