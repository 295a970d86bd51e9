//! Kinds of terrain: what may cross them at what cost, and what they hide.

use serde::{Deserialize, Serialize};

sandtable_state::state_enum! {
    /// A class of locomotion.
    #[derive(Default, Hash)]
    pub enum Locomotion {
        /// Soldiers and workers.
        #[default]
        Foot = 0,
        /// Riders.
        Mounted = 1,
        /// Carts and engines.
        Wheeled = 2,
        /// Boats and what glides over water and land.
        Hover = 3,
        /// Flyers: over everything, in a layer of their own.
        Air = 4,
    }
}

/// Every class, in the order of their numbers.
pub const LOCOMOTIONS: [Locomotion; 5] =
    [Locomotion::Foot, Locomotion::Mounted, Locomotion::Wheeled, Locomotion::Hover, Locomotion::Air];

impl Locomotion {
    /// The class's name in content files.
    pub const fn name(self) -> &'static str {
        match self {
            Locomotion::Foot => "foot",
            Locomotion::Mounted => "mounted",
            Locomotion::Wheeled => "wheeled",
            Locomotion::Hover => "hover",
            Locomotion::Air => "air",
        }
    }
}

/// The cost of a cell that cannot be entered.
pub const WALL_COST: u8 = 255;

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terrain {
    /// Its name.
    pub name: String,
    /// The character maps draw it with unless their legend says otherwise.
    pub glyph: char,
    /// Cost of entering a cell by locomotion, in eighths of a plain cell: 4 … 254, or [`WALL_COST`].
    /// Speed on it is the unit's speed × 8 / cost.
    pub costs: [u8; 5],
    /// Height added to the cell's own for sight, 0 … 15.
    pub height: u8,
    /// Whether it blocks sight across it (from inside and to its near edge one sees).
    pub blocks_sight: bool,
    /// Whether buildings may stand on it.
    pub buildable: bool,
}

impl Terrain {
    /// The cost for one class; see [`Terrain::costs`].
    #[inline]
    pub const fn cost(&self, locomotion: Locomotion) -> u8 {
        self.costs[locomotion as usize]
    }
}
