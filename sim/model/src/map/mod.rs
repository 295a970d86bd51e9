//! The static ground: terrain kinds and heights by cell, start places and resource nodes.
//!
//! Drawings of maps, generated ones and what is unfair about one are in `sandtable-content`.

mod cell;
mod layout;
mod open_cells;
mod symmetry;
mod walk;

use serde::{Deserialize, Serialize};

pub use cell::{Cell, Rect};
pub use open_cells::OpenCells;
pub use symmetry::{Isometry, SYMMETRIES, Symmetry};
pub use walk::{PLAIN_STEP, UNREACHED, Walk, WalkDistances, around, starting_class};

use sandtable_state::id::KindId;

use crate::rules::Rules;

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
    /// Whether the file declares that bases may be out of each other's reach on foot.
    pub islands: bool,
}

impl Map {
    /// Level ground of a terrain by cell, row by row from the north-west, without starts, nodes or symmetry.
    pub fn level(name: &str, width: u16, height: u16, terrain: Vec<u8>) -> Map {
        Map {
            name: name.to_owned(),
            width,
            height,
            heights: vec![0; terrain.len()],
            terrain,
            starts: Vec::new(),
            nodes: Vec::new(),
            symmetry: Symmetry::None,
            islands: false,
        }
    }

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
    #[inline]
    pub fn bounds(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.width, height: self.height }
    }
}

/// The cells that an entity of `kind` covers with its north-west cell at `cell`; that one cell for kinds without a
/// footprint.
pub fn footprint(rules: &Rules, kind: KindId, cell: Cell) -> Rect {
    let (width, height) = match &rules.kind(kind).footprint {
        Some(footprint) => (footprint.width, footprint.height),
        None => (1, 1),
    };
    Rect { x: cell.x, y: cell.y, width: u16::from(width), height: u16::from(height) }
}
