//! The static ground: terrain kinds and heights by cell, start places and resource nodes.

mod cell;

use serde::{Deserialize, Serialize};

pub use cell::{Cell, Rect};

use crate::id::KindId;

/// A validated map: what the files drew, resolved against a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Map {
    /// Its name.
    pub name: String,
    /// Cells eastwards, 8 … 1,024.
    pub width: u16,
    /// Cells southwards, 8 … 1,024.
    pub height: u16,
    /// Row of [`crate::rules::Rules::terrain`] by cell, row by row from the north-west.
    pub terrain: Vec<u8>,
    /// Height by cell, 0 … 15.
    pub heights: Vec<u8>,
    /// The north-west cells of the start bases, by start number.
    pub starts: Vec<Cell>,
    /// Resource nodes: kind and north-west cell.
    pub nodes: Vec<(KindId, Cell)>,
    /// The symmetry the file declares, which the lint verifies.
    pub symmetry: Symmetry,
}

/// What carries each start onto the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Symmetry {
    /// None declared.
    None,
    /// A half turn.
    Rotate2,
    /// Quarter turns; the map is square.
    Rotate4,
    /// Mirrored west–east.
    MirrorX,
    /// Mirrored north–south.
    MirrorY,
}

impl Map {
    /// The index of `cell` in the grids; the cell must lie on the map.
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// Whether the cell lies on the map.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && cell.x < self.width as i16 && cell.y < self.height as i16
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The whole map as a rectangle.
    pub fn bounds(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.width, height: self.height }
    }
}
