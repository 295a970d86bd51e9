//! Passages: ways of at most a few cells between two places that are otherwise far from each other, found on the ground as somebody
//! knows it.
//!
//! A cell is narrow when the free run through it along some row, column or diagonal is short. Narrow cells that touch are one
//! passage when exactly two mouths lead out of them, neither into a mere nook. A half turn of the map turns all that is said of its passages.

mod mouths;
mod runs;
#[cfg(test)]
mod tests;

use mouths::{FoundPassage, MouthSearch, NarrowGround};
use runs::FreeRuns;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;

/// Steps along rows and columns, …
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// … and along diagonals as well.
const AROUND: [(i32, i32); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Where in or before a passage a cell lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PassagePart {
    /// In it.
    #[default]
    Inside,
    /// Before its first mouth.
    BeforeFirst,
    /// Before its second.
    BeforeSecond,
}

impl PassagePart {
    /// The number of the mouth before which it lies; none inside.
    #[inline]
    pub const fn mouth(self) -> Option<usize> {
        match self {
            PassagePart::Inside => None,
            PassagePart::BeforeFirst => Some(0),
            PassagePart::BeforeSecond => Some(1),
        }
    }
}

/// A cell in or before a passage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassageSpot {
    /// One more than the row of the passage; 0 where there is none.
    number: u16,
    /// Where it lies.
    pub part: PassagePart,
    /// Steps: inside from the first mouth, before a mouth from that one.
    pub steps: u16,
}

impl PassageSpot {
    /// The row of the passage.
    #[inline]
    pub const fn row(&self) -> usize {
        self.number as usize - 1
    }
}

/// An end of a passage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PassageMouth {
    /// The middle of its last cells.
    pub centre: Vec2,
    /// The unit vector out of it.
    pub out: Vec2,
    /// To the right of the way out there is more room before it than to the left (more than 0), or less (less than 0).
    pub room: i32,
}

/// A passage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Cells from mouth to mouth.
    pub length: u16,
    /// Cells across where it is narrowest.
    pub width: u8,
    /// Its ends, the one nearer to the middle of the map first.
    pub mouths: [PassageMouth; 2],
    /// Whether both ends are equally near to it.
    pub is_central: bool,
    /// Tells it from most others, and is the same for its twin after a half turn of the map.
    pub key: u64,
}

/// The passages of a map.
#[derive(Clone, Debug, Default)]
pub struct PassageMap {
    runs: FreeRuns,
    grounds: Vec<NarrowGround>,
    /// By cell; empty when there is no passage.
    spots: Vec<PassageSpot>,
    passages: Vec<Passage>,
}

impl PassageMap {
    /// Finds the passages of a map of this size in cells.
    ///
    /// ```
    /// use sandtable_nav::passage::{PassageMap, PassagePart};
    /// use sandtable_model::map::Cell;
    ///
    /// // A wall down the middle with a gap in row 12.
    /// let map = PassageMap::new(41, 25, |cell: Cell| cell.x != 20 || cell.y == 12);
    /// assert_eq!(map.passages().len(), 1);
    /// assert_eq!((map.passages()[0].length, map.passages()[0].width), (1, 1));
    /// let spot = map.spot(Cell::new(20, 12)).expect("the gap");
    /// assert_eq!(spot.part, PassagePart::Inside);
    /// ```
    pub fn new(width: u16, height: u16, is_open: impl Fn(Cell) -> bool) -> PassageMap {
        let runs = FreeRuns::new(width, height, is_open);
        let mut map = PassageMap { runs, ..PassageMap::default() };
        map.find(&[]);
        map
    }

    /// Looks again at the cells with these numbers, and at what they lead to: afterwards it is as if made anew.
    pub fn change(&mut self, cells: &[usize], is_open: impl Fn(Cell) -> bool) {
        let changed = self.runs.change(cells, is_open);
        if !changed.is_empty() {
            self.find(&changed);
        }
    }

    fn find(&mut self, changed: &[usize]) {
        let known = std::mem::take(&mut self.grounds);
        self.grounds = MouthSearch::new(&self.runs).grounds(known, changed);
        self.spots.clear();
        self.passages.clear();
        let grounds = std::mem::take(&mut self.grounds);
        let mut found = grounds.iter().filter_map(|ground| ground.found.as_ref()).peekable();
        if found.peek().is_some() {
            self.spots.resize((self.runs.width * self.runs.height) as usize, PassageSpot::default());
        }
        found.take(usize::from(u16::MAX) - 1).for_each(|found| self.add(found));
        self.grounds = grounds;
    }

    fn add(&mut self, found: &FoundPassage) {
        self.passages.push(found.passage);
        let number = self.passages.len() as u16;
        for (cell, part, steps) in &found.cells {
            let spot = PassageSpot { number, part: *part, steps: *steps };
            let old = self.spots[*cell];
            let is_nearer = |key: u64| (spot.steps, found.passage.key) < (old.steps, key);
            if old.number == 0 || is_nearer(self.passages[old.row()].key) {
                self.spots[*cell] = spot;
            }
        }
    }

    /// The passages.
    #[inline]
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// The passage that a cell lies in or before.
    #[inline]
    pub fn spot(&self, cell: Cell) -> Option<PassageSpot> {
        let (x, y) = (i32::from(cell.x), i32::from(cell.y));
        if self.spots.is_empty() || x < 0 || y < 0 || x >= self.runs.width || y >= self.runs.height {
            return None;
        }
        let spot = self.spots[(y * self.runs.width + x) as usize];
        (spot.number != 0).then_some(spot)
    }

    /// From a point in a passage towards the mouth with a number: to the middle of the next cell there.
    pub fn toward(&self, position: Vec2, row: usize, mouth: usize) -> Option<Vec2> {
        let cell = Cell::at(position);
        let spot = self.spot(cell).filter(|spot| spot.row() == row && spot.part == PassagePart::Inside)?;
        let around = [(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(dx, dy)| cell.offset(dx, dy));
        let leads = |next: &Cell| {
            let found = self.spot(*next).filter(|found| found.row() == row);
            found.is_some_and(|found| match found.part {
                PassagePart::Inside if mouth == 0 => found.steps < spot.steps,
                PassagePart::Inside => found.steps > spot.steps,
                part => part.mouth() == Some(mouth),
            })
        };
        let near = |next: &Cell| next.centre().distance_squared_wide(position);
        let next = around.into_iter().filter(leads).min_by_key(near);
        Some(next.map_or(self.passages[row].mouths[mouth].centre, Cell::centre) - position)
    }
}

/// The middle of a map of this size, doubled.
fn doubled_offset(cell: usize, width: i32, height: i32) -> [i64; 2] {
    let (x, y) = (cell as i32 % width, cell as i32 / width);
    [i64::from(2 * x + 1 - width), i64::from(2 * y + 1 - height)]
}

/// The mean of cells' middles, rounded the same on both sides of the middle of the map.
fn mean_of(cells: &[usize], width: i32, height: i32) -> Vec2 {
    let sum = cells.iter().fold([0i64; 2], |sum, cell| {
        let [x, y] = doubled_offset(*cell, width, height);
        [sum[0] + x, sum[1] + y]
    });
    let count = cells.len().max(1) as i64;
    let part = |sum: i64, side: i32| Fx::from_bits((sum * (1 << 15) / count) as i32) + Fx::from_halves(side);
    Vec2::new(part(sum[0], width), part(sum[1], height))
}
