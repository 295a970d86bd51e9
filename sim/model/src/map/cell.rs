//! Cells and rectangles of cells.

use sandtable_math::{Fx, Vec2};
use serde::{Deserialize, Serialize};

/// A cell of the grid; may lie off the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Cell {
    /// Column, eastwards.
    pub x: i16,
    /// Row, southwards.
    pub y: i16,
}

impl Cell {
    /// The cell at (x, y).
    #[inline]
    pub const fn new(x: i16, y: i16) -> Cell {
        Cell { x, y }
    }

    /// The cell a point lies in.
    #[inline]
    pub const fn at(point: Vec2) -> Cell {
        Cell { x: (point.x.bits() >> 16) as i16, y: (point.y.bits() >> 16) as i16 }
    }

    /// Its centre.
    #[inline]
    pub const fn centre(self) -> Vec2 {
        Vec2::cell_centre(self.x as i32, self.y as i32)
    }

    /// The cell `dx` east and `dy` south of it.
    #[inline]
    pub const fn offset(self, dx: i16, dy: i16) -> Cell {
        Cell { x: self.x + dx, y: self.y + dy }
    }

    /// The greater of the two coordinate distances.
    #[inline]
    pub const fn chebyshev(self, other: Cell) -> u16 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        if dx > dy { dx } else { dy }
    }
}

impl sandtable_state::Field for Cell {
    #[inline(always)]
    fn put<S: sandtable_state::Sink>(&self, sink: &mut S) {
        // One word for both, as they lie side by side.
        sink.word(u64::from(self.x as u16) | u64::from(self.y as u16) << 16, 4);
    }
    fn take(reader: &mut sandtable_state::ByteReader<'_>) -> Result<Self, sandtable_state::Malformed> {
        Ok(Cell { x: i16::take(reader)?, y: i16::take(reader)? })
    }
}

/// A rectangle of cells.
///
/// ```
/// use sandtable_math::Vec2;
/// use sandtable_model::map::{Cell, Rect};
///
/// let barracks = Rect { x: 4, y: 4, width: 3, height: 3 };
/// assert_eq!(barracks.centre(), Vec2::cell_centre(5, 5));
/// assert_eq!(barracks.cells().count(), 9);
/// assert_eq!(barracks.grown(1).cells().next(), Some(Cell::new(3, 3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Rect {
    /// Westmost column.
    pub x: i16,
    /// Northmost row.
    pub y: i16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Rect {
    /// The cells that a point touches: one, or those on both sides of a border it lies on, so that no side of a map is
    /// favoured.
    pub const fn touching(point: Vec2) -> Rect {
        let (south_east, bits) = (Cell::at(point), 0xFFFF);
        let (beyond_x, beyond_y) = (point.x.bits() & bits == 0, point.y.bits() & bits == 0);
        Rect {
            x: south_east.x - beyond_x as i16,
            y: south_east.y - beyond_y as i16,
            width: 1 + beyond_x as u16,
            height: 1 + beyond_y as u16,
        }
    }

    /// The cells, row by row.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (x, y) = (self.x, self.y);
        let (width, height) = (self.width as i16, self.height as i16);
        (0..height).flat_map(move |dy| (0..width).map(move |dx| Cell { x: x + dx, y: y + dy }))
    }

    /// Whether the cell lies inside.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.x >= self.x
            && cell.y >= self.y
            && cell.x < self.x + self.width as i16
            && cell.y < self.y + self.height as i16
    }

    /// Whether the two share a cell.
    #[inline]
    pub const fn overlaps(self, other: Rect) -> bool {
        self.x < other.x + other.width as i16
            && other.x < self.x + self.width as i16
            && self.y < other.y + other.height as i16
            && other.y < self.y + self.height as i16
    }

    /// The rectangle grown by `margin` cells on each side.
    #[inline]
    pub const fn grown(self, margin: i16) -> Rect {
        Rect {
            x: self.x - margin,
            y: self.y - margin,
            width: (self.width as i16 + 2 * margin) as u16,
            height: (self.height as i16 + 2 * margin) as u16,
        }
    }

    /// Its middle point.
    #[inline]
    pub const fn centre(self) -> Vec2 {
        Vec2 {
            x: Fx::from_halves(2 * self.x as i32 + self.width as i32),
            y: Fx::from_halves(2 * self.y as i32 + self.height as i32),
        }
    }

    /// The point of the rectangle nearest to `point` (the point itself when inside).
    #[inline]
    pub fn nearest(self, point: Vec2) -> Vec2 {
        let low = |cell: i16| Fx::from_int(cell);
        let high = |cell: i16, length: u16| Fx::from_halves(2 * (i32::from(cell) + i32::from(length)));
        Vec2 {
            x: point.x.clamp(low(self.x), high(self.x, self.width)),
            y: point.y.clamp(low(self.y), high(self.y, self.height)),
        }
    }
}

impl sandtable_state::Field for Rect {
    fn put<S: sandtable_state::Sink>(&self, sink: &mut S) {
        self.x.put(sink);
        self.y.put(sink);
        self.width.put(sink);
        self.height.put(sink);
    }
    fn take(reader: &mut sandtable_state::ByteReader<'_>) -> Result<Self, sandtable_state::Malformed> {
        let (x, y) = (i16::take(reader)?, i16::take(reader)?);
        Ok(Rect { x, y, width: u16::take(reader)?, height: u16::take(reader)? })
    }
}
