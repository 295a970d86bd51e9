//! The grid with a border of walls: neighbours are constant offsets and need no bounds check.

use super::{Cell, Map};
use crate::math::{Fx, Vec2};

/// The eight neighbours, clockwise from east as drawn; the odd ones are diagonal.
pub(crate) const DIRECTIONS: [(i16, i16); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Indices of a map's cells in arrays with a border of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lattice {
    width: u16,
    height: u16,
}

impl Lattice {
    pub(crate) fn new(map: &Map) -> Lattice {
        Lattice::sized(map.width, map.height)
    }

    /// A lattice of so many cells, border not counted.
    pub(crate) const fn sized(width: u16, height: u16) -> Lattice {
        Lattice { width, height }
    }

    /// Columns and rows of the map.
    pub(crate) const fn size(self) -> (u16, u16) {
        (self.width, self.height)
    }

    /// Cells of a row, border included.
    #[inline]
    pub(crate) const fn stride(self) -> u32 {
        self.width as u32 + 2
    }

    /// Cells, border included.
    pub(crate) const fn len(self) -> usize {
        self.stride() as usize * (self.height as usize + 2)
    }

    /// Cells of the map.
    pub(crate) const fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Cells along the longer side of the map.
    pub(crate) fn longest(self) -> i16 {
        self.width.max(self.height) as i16
    }

    /// The index of a cell; none off the map.
    #[inline]
    pub(crate) const fn index(self, cell: Cell) -> Option<u32> {
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width && (cell.y as u16) < self.height;
        if inside { Some((cell.y as u32 + 1) * self.stride() + cell.x as u32 + 1) } else { None }
    }

    /// The cell at an index of the interior.
    #[inline]
    pub(crate) const fn cell(self, index: u32) -> Cell {
        Cell { x: (index % self.stride()) as i16 - 1, y: (index / self.stride()) as i16 - 1 }
    }

    /// The index of the map's `n`-th cell, row by row.
    #[inline]
    pub(crate) const fn of_map(self, n: usize) -> u32 {
        let (row, column) = (n as u32 / self.width as u32, n as u32 % self.width as u32);
        (row + 1) * self.stride() + column + 1
    }

    /// The nearest cell of the map.
    pub(crate) fn clamp(self, cell: Cell) -> Cell {
        Cell { x: cell.x.clamp(0, self.width as i16 - 1), y: cell.y.clamp(0, self.height as i16 - 1) }
    }

    /// The middle of the map.
    pub(crate) const fn middle(self) -> Vec2 {
        Vec2 { x: Fx::from_bits((self.width as i32) << 15), y: Fx::from_bits((self.height as i32) << 15) }
    }

    /// What to add to an index for each of [`DIRECTIONS`].
    #[inline]
    pub(crate) const fn offsets(self) -> [i32; 8] {
        let row = self.stride() as i32;
        [1, row + 1, row, row - 1, -1, -row - 1, -row, 1 - row]
    }
}
