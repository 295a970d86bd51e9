//! What somebody may want to turn of how fields are used: when a unit walks straight, and how much room it asks for.

use sandtable_math::Fx;

/// Distance within which a straight walk is tried before a field is asked for, in cells: most fights are nearer.
pub(super) const DIRECT_WITHIN: Fx = Fx::from_int(8);
/// From how many cells off, in either direction, one of a host goes straight to its place.
pub(super) const HOST_WITHIN: i16 = 120;
/// The widest stretch of ground that is looked at together, in cells.
pub(super) const STRETCH: i16 = 60;
/// The greatest clearance, in cells.
pub(super) const MAX_CLEARANCE: u8 = 3;
