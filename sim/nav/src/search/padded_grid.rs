//! The grid with a border of walls: neighbours are constant offsets and need no bounds check.

use sandtable_model::map::Cell;

/// The eight neighbours, clockwise from east as drawn; the odd ones are diagonal.
pub(crate) const DIRECTIONS: [(i16, i16); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Indices of a map's cells in arrays with a border of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PaddedGrid {
    width: u16,
    height: u16,
}

impl PaddedGrid {
    /// A padded grid of `width` by `height` cells, border not counted.
    pub(crate) const fn sized(width: u16, height: u16) -> PaddedGrid {
        PaddedGrid { width, height }
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

    /// The index of a cell; none off the map.
    #[inline]
    pub(crate) const fn index(self, cell: Cell) -> Option<u32> {
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width && (cell.y as u16) < self.height;
        if inside { Some((cell.y as u32 + 1) * self.stride() + cell.x as u32 + 1) } else { None }
    }

    /// The index of the map's `n`-th cell, row by row.
    #[inline]
    pub(crate) const fn of_map(self, n: usize) -> u32 {
        let (row, column) = (n as u32 / self.width as u32, n as u32 % self.width as u32);
        (row + 1) * self.stride() + column + 1
    }

    /// What to add to an index for each of [`DIRECTIONS`].
    #[inline]
    pub(crate) const fn offsets(self) -> [i32; 8] {
        let row = self.stride() as i32;
        [1, row + 1, row, row - 1, -1, -row - 1, -row, 1 - row]
    }
}
