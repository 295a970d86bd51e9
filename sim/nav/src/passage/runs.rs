//! Which cells are narrow: those through which one gets but a few cells along some row, column or diagonal before a wall.

use super::{AROUND, STRAIGHT};
use crate::bits::BitGrid;
use crate::tuning::{NARROW_RUN, POCKET_CELLS};
use sandtable_model::map::Cell;
use sandtable_state::Arrange;

/// Longer runs than this are all the same.
pub(super) const LONG: u8 = 2 * NARROW_RUN + 2;
/// The axes along which runs are counted.
const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The cells of a map by how much room there is. Outside is wall.
#[derive(Clone, Debug, Default)]
pub(super) struct FreeRuns {
    pub(super) width: i32,
    pub(super) height: i32,
    open: BitGrid,
    /// Those with a short run.
    short: BitGrid,
    /// Those, and small rooms between them.
    narrow: BitGrid,
    /// All small rooms, between narrow ways or not.
    rooms: Vec<Vec<usize>>,
}

impl FreeRuns {
    pub(super) fn new(width: u16, height: u16, is_open: impl Fn(Cell) -> bool) -> FreeRuns {
        let (width, height) = (i32::from(width), i32::from(height));
        let cells = (width * height) as usize;
        let (mut open, short) = (BitGrid::new(cells), BitGrid::new(cells));
        for cell in (0..cells).filter(|cell| is_open(cell_at(*cell, width))) {
            open.set(cell);
        }
        let (narrow, rooms) = (BitGrid::default(), Vec::new());
        let mut runs = FreeRuns { width, height, open, short, narrow, rooms };
        let short: Vec<usize> = (0..cells).filter(|cell| runs.is_short(*cell)).collect();
        short.iter().for_each(|cell| _ = runs.short.set(*cell));
        runs.find_rooms(&short);
        runs.narrow = runs.with_pockets();
        runs
    }

    /// Looks again at the cells with these numbers; returns the numbers of all cells that are no longer what they were.
    pub(super) fn change(&mut self, cells: &[usize], is_open: impl Fn(Cell) -> bool) -> Vec<usize> {
        let mut changed: Vec<usize> = Vec::new();
        for cell in cells.iter().copied() {
            if self.open.put_bit(cell, is_open(cell_at(cell, self.width))) {
                changed.push(cell);
            }
        }
        for place in 0..changed.len() {
            self.look_around(changed[place], &mut changed);
        }
        self.find_rooms(&changed);
        let narrow = self.with_pockets();
        changed.extend(narrow.differences(&self.narrow));
        self.narrow = narrow;
        changed
    }

    /// Looks again which cells have short runs that lead through a cell.
    fn look_around(&mut self, cell: usize, changed: &mut Vec<usize>) {
        self.short.put_bit(cell, self.is_short(cell));
        for (dx, dy) in AROUND {
            for far in 1..=i32::from(NARROW_RUN) {
                let Some(near) = self.beside(cell, dx * far, dy * far) else { break };
                if self.short.put_bit(near, self.is_short(near)) {
                    changed.push(near);
                }
            }
        }
    }

    #[inline]
    pub(super) fn is_open(&self, cell: usize) -> bool {
        self.open.get(cell)
    }

    /// Whether a cell is open and narrow.
    #[inline]
    pub(super) fn is_narrow(&self, cell: usize) -> bool {
        self.narrow.get(cell)
    }

    /// The narrow cells, ascending.
    pub(super) fn narrow(&self) -> impl Iterator<Item = usize> + '_ {
        self.narrow.ones()
    }

    /// The shorter of the runs along row and column.
    pub(super) fn across(&self, cell: usize) -> u8 {
        self.run(cell, AXES[0], LONG).min(self.run(cell, AXES[1], LONG))
    }

    fn is_short(&self, cell: usize) -> bool {
        self.is_open(cell) && AXES.iter().any(|axis| self.run(cell, *axis, NARROW_RUN + 1) <= NARROW_RUN)
    }

    /// How many open cells lie in line along an axis, an open one among them, up to `most`.
    #[inline]
    fn run(&self, cell: usize, (dx, dy): (i32, i32), most: u8) -> u8 {
        let mut count = 1;
        for (dx, dy) in [(dx, dy), (-dx, -dy)] {
            let mut next = cell;
            while count < most {
                match self.beside(next, dx, dy).filter(|next| self.is_open(*next)) {
                    Some(open) => next = open,
                    None => break,
                }
                count += 1;
            }
        }
        count
    }

    #[inline]
    fn is_roomy(&self, cell: usize) -> bool {
        self.open.get(cell) && !self.short.get(cell)
    }

    fn beside_all(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        STRAIGHT.iter().filter_map(move |(dx, dy)| self.beside(cell, *dx, *dy))
    }

    /// Looks again for small rooms in and beside some cells.
    fn find_rooms(&mut self, changed: &[usize]) {
        let mut touched = BitGrid::new(self.short.words().len() * 64);
        for cell in changed {
            touched.set(*cell);
            self.beside_all(*cell).for_each(|cell| _ = touched.set(cell));
        }
        let mut rooms = std::mem::take(&mut self.rooms);
        rooms.retain(|room| !room.iter().any(|cell| touched.get(*cell)));
        let mut seen = vec![0; (self.width * self.height) as usize];
        let mut number = 0;
        for cell in touched.ones() {
            if self.is_roomy(cell) && seen[cell] == 0 {
                number += 1;
                rooms.extend(self.room(cell, number, &mut seen));
            }
        }
        self.rooms = rooms;
    }

    /// The cells of the room around one of them; none when it is large. What was `seen` of it bears its number.
    fn room(&self, first: usize, number: u32, seen: &mut [u32]) -> Option<Vec<usize>> {
        let mut cells = vec![first];
        seen[first] = number;
        let mut at = 0;
        while at < cells.len() {
            for next in self.beside_all(cells[at]).filter(|next| self.is_roomy(*next)) {
                // What was seen before of the room was not all of it.
                if seen[next] != 0 && seen[next] != number || cells.len() > POCKET_CELLS {
                    return None;
                }
                if seen[next] == 0 {
                    seen[next] = number;
                    cells.push(next);
                }
            }
            at += 1;
        }
        (cells.len() <= POCKET_CELLS).then_some(cells)
    }

    /// Counts small rooms between narrow ways to these: nobody who waits in one lets others by.
    fn with_pockets(&self) -> BitGrid {
        let mut narrow = self.short.clone();
        for room in self.rooms.iter().filter(|room| self.joins(room)) {
            room.iter().for_each(|cell| _ = narrow.set(*cell));
        }
        narrow
    }

    /// Whether a room lies between narrow ways that touch nowhere.
    fn joins(&self, room: &[usize]) -> bool {
        let ways = room.iter().flat_map(|cell| self.beside_all(*cell)).filter(|cell| self.short.get(*cell));
        let mut ways: Vec<usize> = ways.collect();
        ways.arrange();
        ways.dedup();
        let Some(first) = ways.first().copied() else { return false };
        let mut seen = BitGrid::new(self.short.words().len() * 64);
        let mut front = vec![first];
        seen.set(first);
        let (mut missing, mut at) = (ways.len() - 1, 0);
        // The nearest first: most ways touch right beside the room.
        while missing > 0 && at < front.len() {
            let cell = front[at];
            for next in AROUND.iter().filter_map(|(dx, dy)| self.beside(cell, *dx, *dy)) {
                if self.short.get(next) && seen.set(next) {
                    missing -= usize::from(ways.binary_search(&next).is_ok());
                    front.push(next);
                }
            }
            at += 1;
        }
        missing > 0
    }

    /// The cell at an offset; none off the map.
    #[inline]
    pub(super) fn beside(&self, cell: usize, dx: i32, dy: i32) -> Option<usize> {
        let (x, y) = (cell as i32 % self.width + dx, cell as i32 / self.width + dy);
        (x >= 0 && y >= 0 && x < self.width && y < self.height).then(|| (y * self.width + x) as usize)
    }
}

fn cell_at(cell: usize, width: i32) -> Cell {
    Cell::new((cell as i32 % width) as i16, (cell as i32 / width) as i16)
}
