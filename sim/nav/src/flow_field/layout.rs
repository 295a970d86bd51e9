//! How flow fields lie: the sides of sectors and patches, the bits of arrows, the units of costs, marks.

use crate::search::FROM_NOWHERE;

// Sectors.
/// Cells along the side of a sector.
pub const SIDE: usize = 10;
/// Cells of a sector.
pub const CELLS: usize = SIDE * SIDE;
/// Portals in one side of a sector, at most: what is beside each other is one region.
pub const MAX_SIDE_PORTALS: usize = SIDE / 2;
/// The link between two portals that have no way to each other.
pub const NO_LINK: u32 = u32::MAX;
/// The region of a cell that cannot be entered.
pub const NO_REGION: u8 = u8::MAX;
/// What rounding can take from an estimate of the way between portals.
pub(super) const FLOOR_ROUNDING: u32 = 2;
/// Numbers of portals a sector has to give.
pub const SECTOR_PORTALS: usize = 10;

// Patches of lanes.
/// Lanes of a row: a sector's cells with a ring of one around them, and padding.
pub const STRIDE: usize = 16;
/// Lanes of a patch.
pub const LANES: usize = (SIDE + 2) * STRIDE;
/// Columns of a patch of sight: the bits of a row.
pub(super) const SIGHT_COLUMNS: i16 = 64;
/// Cells in a word of plain cells.
pub(super) const WORD_CELLS: i16 = 64;

// Costs.
/// The cost of what cannot be reached.
pub const FAR: i16 = i16::MAX;
/// Cost of a straight step per eighth of a cell's cost: 64 to a plain cell.
pub const STEP: i32 = 8;
/// The dearest cell whose costs need no shift: a way through a sector, with the seeds it starts from, is at most 75 such
/// cells long and must stay below [`FAR`].
pub(super) const DEAREST_UNSHIFTED: u32 = 54;
/// A straight step over plain ground.
pub(super) const PLAIN_STEP: i16 = 8 * STEP as i16;
/// The cost of plain ground, in eighths.
pub const PLAIN: u8 = 8;
/// The cost of a cell that nothing has reached.
pub const UNREACHED: u32 = i32::MAX as u32;
/// The arrival that leaves all steps to try.
pub(super) const ANY_ARRIVAL: u8 = FROM_NOWHERE as u8;

// Arrows.
/// The direction of an arrow, in 64ths of a turn, clockwise from east as drawn.
pub const DIRECTION: u8 = 0x3F;
/// The cell can be entered and has a way to the goal.
pub const PATHABLE: u8 = 0x40;
/// The goal is in sight: a straight walk gets there.
pub const SIGHT: u8 = 0x80;
