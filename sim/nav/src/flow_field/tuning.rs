//! What somebody may want to turn of flow fields: what work is charged, what is kept, how far ways are looked along.

use super::layout::CELLS;
use sandtable_math::Fx;

// Work and what is kept.
/// Cells charged for a tile: its integration, and one that propagates costs to it.
pub(super) const TILE_CELLS: u32 = 2 * CELLS as u32;
/// Cells charged for a way, for each sector as the crow flies.
pub(super) const WAY_CELLS: u32 = 80;
/// Fields kept however large the map is.
pub(super) const LEAST_FIELDS: usize = 8;
/// Ticks for which a field is kept up with changes although nobody asks for it.
pub(super) const KEEP_TICKS: u32 = 32;
/// Buckets of the ring that a search over portals keeps.
pub(super) const FRONTIER_BUCKETS: usize = 256;

// Places of a group.
/// Rings of rows without any fit place after which there is none farther off.
pub(super) const UNFIT_RINGS: u32 = 2;

// Lines of sight and ways.
/// Cells from the goal up to which sight reaches.
pub const REACH: i16 = 16;
/// The length of a step along the arrows, in cells.
pub(super) const TRACE_STEP: Fx = Fx::from_ratio(1, 8);
/// How far off a wall's corner a way leads round it, along rows and columns, in cells: most bodies have room there.
pub(super) const OFF_CORNER: i32 = 7 << 12;
/// How often a leg is halved at most: legs of up to 64 cells then come down to cells side by side.
pub(super) const HALVINGS: u32 = 6;
/// Corners out of sight behind which one looks no farther.
pub(super) const HIDDEN_CORNERS: usize = 8;
/// Cells over which corners are skipped at most: farther on the unit sees for itself.
pub(super) const CORNER_SIGHT: Fx = Fx::from_int(64);
