//! How searches keep what they know: the bits of a word, the units of costs, marks.

use sandtable_state::limits::MAX_SEARCH_BUCKETS;

// The word of a node, from the lowest bit: whether it is closed, how it was reached, its cost, the search's stamp.
/// The bit of a node that is closed.
pub(super) const CLOSED: u64 = 1;
/// Where the arrival begins.
pub(super) const ARRIVAL_SHIFT: u32 = 1;
/// Where the cost begins.
pub(super) const COST_SHIFT: u32 = 16;
/// Where the stamp of the search begins.
pub(super) const STAMP_SHIFT: u32 = 52;
/// The part of a word that is compared: stamp and cost.
pub(super) const RANK: u64 = !0 << COST_SHIFT;
/// The greatest cost of a path.
pub(super) const MAX_COST: u64 = (1 << (STAMP_SHIFT - COST_SHIFT)) - 1;
/// The greatest value of an [`Arrival`](super::Arrival).
pub const MAX_ARRIVAL: u16 = (1 << 15) - 1;
/// Bits of the direction in an arrival; above them the length of the run.
pub(super) const DIRECTION_BITS: u16 = 4;
/// Directions a cell may have been reached by, and the one for a start, which came from nowhere.
pub(super) const ARRIVALS: usize = 9;
/// The arrival at the start of a search.
pub(crate) const FROM_NOWHERE: u16 = 8;

// Costs.
/// The cost of a plain cell.
pub const PLAIN_COST: u8 = 8;
/// What a straight step costs over ground of one cost.
pub const STRAIGHT: u32 = 70;
/// What a diagonal step costs over ground of one cost: within 5.1e-5 of √2 times as much.
pub const DIAGONAL: u32 = 99;
/// What [`Route::cost`](super::Route::cost) counts for a straight step over plain ground.
pub const COST_PER_CELL: u64 = 16 * STRAIGHT as u64;
/// What half a cell costs at a cost of one, in sixteenths of a seventieth of a plain step.
pub(super) const HALF_CELL: u64 = 70;
/// The cost that no path without a loop may reach.
pub(super) const MAX_PATH_COST: u64 = 1 << 36;
/// The dearest step for which costs are kept in buckets.
pub(crate) const MAX_BUCKET_STEP: u32 = MAX_SEARCH_BUCKETS / 2 - 1;

// Marks.
/// The goal of a search that is to reach everything there is.
pub const NOWHERE: u32 = u32::MAX;
/// The distance of a node that a pivot does not reach.
pub(super) const UNREACHED: u32 = u32::MAX;
/// The distance, in next hops, of what cannot be reached; twice it still fits.
pub(super) const HOPS_FAR: u32 = 1 << 30;
/// The hop where there is no way, and from a node to itself.
pub(super) const NO_HOP: u8 = u8::MAX;
/// Bytes that one run of next hops takes in memory.
pub(super) const RUN_BYTES: usize = size_of::<(u16, u8)>();

// Lanes of requests.
/// The lane of requests whose ends are near to each other.
pub(super) const EXPRESS_LANE: usize = 0;
/// The lane of all others.
pub(super) const MAIN_LANE: usize = 1;
