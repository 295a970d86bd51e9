//! The static ground: terrain kinds and heights by cell, start places and resource nodes.
//!
//! Text becomes a [`RawMap`], which a ruleset resolves to a [`Map`]; [`check_map`] finds what is unfair or cannot be
//! played, [`generate`] makes new ones.

mod cell;
mod check;
mod generate;
mod grid;
mod header;
mod import;
pub(crate) mod lattice;
mod noise;
mod raw;
mod resolve;
mod show;
mod symmetry;
mod walk;
mod write;

use serde::{Deserialize, Serialize};

pub use cell::{Cell, Rect};
pub use check::{Finding, check_map};
pub use generate::{GenerateError, GenerateOptions, generate};
pub use header::Header;
pub use import::{OpenCells, import_movingai, read_movingai};
pub use noise::{MAX_OCTAVES, fractal_noise, gradient_noise};
pub use raw::{LegendEntry, Meaning, RawMap};
pub use show::render_ascii;
pub use symmetry::{Isometry, SYMMETRIES, Symmetry};
pub use walk::{Distances, PLAIN_STEP, UNREACHED, Walk, starting_class};

use crate::id::KindId;
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

/// The cells that an entity of `kind` covers with its north-west cell at `cell`; that one cell for kinds without a
/// footprint.
pub fn footprint(rules: &Rules, kind: KindId, cell: Cell) -> Rect {
    let (width, height) = match &rules.kind(kind).footprint {
        Some(footprint) => (footprint.width, footprint.height),
        None => (1, 1),
    };
    Rect { x: cell.x, y: cell.y, width: u16::from(width), height: u16::from(height) }
}
