//! How a map is cut into sectors of ten by ten cells.
//!
//! The sectors are laid out around the middle of the map rather than from a corner, so that a half turn of a map with
//! even sides is a half turn of its sectors: nobody's base is cut worse. Cells of a sector that lie off the map are walls.

pub use super::layout::{CELLS, SIDE};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;

/// A side of a sector: 0 east, 1 south, 2 west, 3 north.
pub type SectorSide = usize;

/// The side that faces `side`.
#[inline]
pub const fn opposite(side: SectorSide) -> SectorSide {
    (side + 2) & 3
}

/// The `n`-th cell along a side, north to south or west to east, by its number within the sector (row by row).
#[inline]
pub const fn edge_cell(side: SectorSide, n: usize) -> usize {
    match side {
        0 => n * SIDE + SIDE - 1,
        1 => CELLS - SIDE + n,
        2 => n * SIDE,
        _ => n,
    }
}

/// The lay-out of a map's sectors, numbered row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    width: u16,
    height: u16,
    columns: u16,
    rows: u16,
    /// Where the first sector begins: at most 0.
    west: i16,
    north: i16,
}

impl Partition {
    /// The sectors of a map of `width` × `height` cells, at most 1,024 each.
    pub fn new(width: u16, height: u16) -> Partition {
        let (columns, rows) = (width.div_ceil(SIDE as u16), height.div_ceil(SIDE as u16));
        let margin = |count: u16, length: u16| -((count * SIDE as u16 - length) as i16 / 2);
        Partition { width, height, columns, rows, west: margin(columns, width), north: margin(rows, height) }
    }

    /// Sectors.
    #[inline]
    pub const fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Sectors in a row.
    #[inline]
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// Whether the cell lies on the map.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width && (cell.y as u16) < self.height
    }

    /// The nearest cell of the map.
    #[inline]
    pub fn clamp(&self, cell: Cell) -> Cell {
        Cell { x: cell.x.clamp(0, self.width as i16 - 1), y: cell.y.clamp(0, self.height as i16 - 1) }
    }

    /// The sector of a cell and the cell's number within it; none off the map.
    #[inline]
    pub const fn locate(&self, cell: Cell) -> Option<(u16, u8)> {
        if !self.contains(cell) {
            return None;
        }
        let (x, y) = ((cell.x - self.west) as u16, (cell.y - self.north) as u16);
        let (column, row) = (x / SIDE as u16, y / SIDE as u16);
        let local = (y - row * SIDE as u16) * SIDE as u16 + x - column * SIDE as u16;
        Some((row * self.columns + column, local as u8))
    }

    /// The cell that a point lies in; on a border the one nearer to the middle of the map, so that no side of it is favoured.
    #[inline]
    pub fn inward_cell(&self, point: Vec2) -> Cell {
        let (cell, bits) = (Cell::at(point), 0xFFFF);
        let (on_x, on_y) = (point.x.bits() & bits == 0, point.y.bits() & bits == 0);
        if !on_x && !on_y {
            return cell;
        }
        let inward = self.middle_point() - point;
        let (from_x, from_y) = (inward.x.bits(), inward.y.bits());
        // Who stands on a middle line goes by the other axis.
        let west = on_x && (from_x < 0 || from_x == 0 && from_y < 0);
        let north = on_y && (from_y < 0 || from_y == 0 && from_x < 0);
        cell.offset(-i16::from(west), -i16::from(north))
    }

    /// The row-by-row number of a cell of the map.
    #[inline]
    pub const fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// The cell with a row-by-row number of the map.
    #[inline]
    pub const fn cell_of_map(&self, number: usize) -> Cell {
        Cell { x: (number % self.width as usize) as i16, y: (number / self.width as usize) as i16 }
    }

    /// Columns and rows of cells.
    #[inline]
    pub const fn size(&self) -> (u16, u16) {
        (self.width, self.height)
    }

    /// The north-west cell of a sector; may lie off the map.
    #[inline]
    pub const fn origin(&self, sector: u16) -> Cell {
        let (column, row) = (sector % self.columns, sector / self.columns);
        Cell { x: self.west + (column * SIDE as u16) as i16, y: self.north + (row * SIDE as u16) as i16 }
    }

    /// The cell with number `local` of a sector.
    #[inline]
    pub const fn cell(&self, sector: u16, local: usize) -> Cell {
        self.origin(sector).offset((local % SIDE) as i16, (local / SIDE) as i16)
    }

    /// The sector beyond a side; none at the border of the map.
    #[inline]
    pub const fn neighbour(&self, sector: u16, side: SectorSide) -> Option<u16> {
        let (column, row) = (sector % self.columns, sector / self.columns);
        match side {
            0 if column + 1 < self.columns => Some(sector + 1),
            1 if row + 1 < self.rows => Some(sector + self.columns),
            2 if column > 0 => Some(sector - 1),
            3 if row > 0 => Some(sector - self.columns),
            _ => None,
        }
    }

    /// Whether there is a sector with this number.
    #[inline]
    pub const fn holds(&self, sector: u16) -> bool {
        (sector as usize) < self.count()
    }

    /// The sector of the map's cell nearest to this one.
    #[inline]
    pub fn nearest_sector(&self, cell: Cell) -> u16 {
        self.locate(self.clamp(cell)).map_or(0, |(sector, _)| sector)
    }

    /// Cells along the longer side of the map.
    pub fn longest(&self) -> i16 {
        self.width.max(self.height) as i16
    }

    /// The middle of the map.
    #[inline]
    pub const fn middle_point(&self) -> Vec2 {
        Vec2 { x: Fx::from_halves(self.width as i32), y: Fx::from_halves(self.height as i32) }
    }

    /// The cell in the middle of the map, the south-eastern one of four.
    #[inline]
    pub const fn middle(&self) -> Cell {
        Cell { x: self.width as i16 / 2, y: self.height as i16 / 2 }
    }

    /// The numbers of the sectors that hold cells from `first` to `last`, both held to the map, row by row.
    pub fn covering(&self, first: Cell, last: Cell) -> impl Iterator<Item = u16> + use<> {
        let (first, last) = (self.clamp(first), self.clamp(last));
        let column = |x: i16| (x - self.west) as u16 / SIDE as u16;
        let row = |y: i16| (y - self.north) as u16 / SIDE as u16;
        let (columns, west, east) = (self.columns, column(first.x), column(last.x));
        (row(first.y)..=row(last.y)).flat_map(move |row| (west..=east).map(move |column| row * columns + column))
    }
}
