//! The symmetries a map can declare, as mappings of cells and rectangles.

use serde::{Deserialize, Serialize};

use super::{Cell, Rect};

/// What carries each start onto the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Symmetry {
    /// None declared.
    #[default]
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

/// Every symmetry, in the order error messages list them.
pub const SYMMETRIES: [Symmetry; 5] =
    [Symmetry::None, Symmetry::Rotate2, Symmetry::Rotate4, Symmetry::MirrorX, Symmetry::MirrorY];

impl Symmetry {
    /// Its name in map files.
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Rotate2 => "rotate2",
            Symmetry::Rotate4 => "rotate4",
            Symmetry::MirrorX => "mirror_x",
            Symmetry::MirrorY => "mirror_y",
        }
    }

    /// The symmetry with this name.
    pub fn named(name: &str) -> Option<Symmetry> {
        SYMMETRIES.into_iter().find(|symmetry| symmetry.name() == name)
    }

    /// The mapping that generates it; the identity when none is declared.
    pub fn generator(self) -> Isometry {
        self.group().get(1).copied().unwrap_or(Isometry::IDENTITY)
    }

    /// Its mappings, the identity first.
    pub const fn group(self) -> &'static [Isometry] {
        match self {
            Symmetry::None => &[Isometry::IDENTITY],
            Symmetry::Rotate2 => &[Isometry::IDENTITY, Isometry::HALF_TURN],
            Symmetry::Rotate4 => {
                &[Isometry::IDENTITY, Isometry::QUARTER_TURN, Isometry::HALF_TURN, Isometry::THREE_QUARTER_TURN]
            }
            Symmetry::MirrorX => &[Isometry::IDENTITY, Isometry::MIRROR_X],
            Symmetry::MirrorY => &[Isometry::IDENTITY, Isometry::MIRROR_Y],
        }
    }

    /// Whether a map of this size can have it.
    pub const fn fits(self, width: u16, height: u16) -> bool {
        !matches!(self, Symmetry::Rotate4) || width == height
    }
}

/// What a mapping does with the axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AxisOrder {
    /// Columns stay columns.
    Kept,
    /// Columns become rows; square maps only.
    Swapped,
}

/// A mapping of a map onto itself: swap the axes, then flip them.
///
/// ```
/// use sandtable_model::map::{Cell, Isometry};
///
/// assert_eq!(Isometry::HALF_TURN.cell(Cell::new(1, 2), 16, 10), Cell::new(14, 7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isometry {
    /// What becomes of columns and rows.
    axes: AxisOrder,
    /// Whether west and east change places, after the swap.
    flip_x: bool,
    /// Whether north and south change places, after the swap.
    flip_y: bool,
}

impl Isometry {
    /// Leaves everything in its place.
    pub const IDENTITY: Isometry = Isometry::new(AxisOrder::Kept, false, false);
    /// Half a turn.
    pub const HALF_TURN: Isometry = Isometry::new(AxisOrder::Kept, true, true);
    /// A quarter turn clockwise as drawn.
    pub const QUARTER_TURN: Isometry = Isometry::new(AxisOrder::Swapped, true, false);
    /// Three quarter turns clockwise as drawn.
    pub const THREE_QUARTER_TURN: Isometry = Isometry::new(AxisOrder::Swapped, false, true);
    /// West and east change places.
    pub const MIRROR_X: Isometry = Isometry::new(AxisOrder::Kept, true, false);
    /// North and south change places.
    pub const MIRROR_Y: Isometry = Isometry::new(AxisOrder::Kept, false, true);
    /// All eight of a square: quarter turns, and each of them mirrored.
    pub const SQUARE: [Isometry; 8] = [
        Isometry::IDENTITY,
        Isometry::QUARTER_TURN,
        Isometry::HALF_TURN,
        Isometry::THREE_QUARTER_TURN,
        Isometry::MIRROR_X,
        Isometry::MIRROR_Y,
        Isometry::new(AxisOrder::Swapped, false, false),
        Isometry::new(AxisOrder::Swapped, true, true),
    ];

    const fn new(axes: AxisOrder, flip_x: bool, flip_y: bool) -> Isometry {
        Isometry { axes, flip_x, flip_y }
    }

    /// Where a rectangle on a map of `width` × `height` cells goes: its north-west cell becomes whichever corner
    /// then lies north-west.
    pub const fn rect(self, rect: Rect, width: u16, height: u16) -> Rect {
        let swapped = match self.axes {
            AxisOrder::Kept => rect,
            AxisOrder::Swapped => Rect { x: rect.y, y: rect.x, width: rect.height, height: rect.width },
        };
        let x = if self.flip_x { width as i16 - swapped.x - swapped.width as i16 } else { swapped.x };
        let y = if self.flip_y { height as i16 - swapped.y - swapped.height as i16 } else { swapped.y };
        Rect { x, y, ..swapped }
    }

    /// Where a cell goes.
    pub const fn cell(self, cell: Cell, width: u16, height: u16) -> Cell {
        let image = self.rect(Rect { x: cell.x, y: cell.y, width: 1, height: 1 }, width, height);
        Cell { x: image.x, y: image.y }
    }
}
