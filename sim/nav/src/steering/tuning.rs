//! What somebody may want to turn of steering behaviours.

use sandtable_math::Fx;

/// The most ticks ahead that a behaviour looks.
pub const MAX_LOOK_AHEAD_TICKS: i32 = 64;
/// How many ticks ahead a follower looks for the path.
pub(super) const PATH_AHEAD_TICKS: i32 = 4;
/// The slowest that one walks up to a point, in cells a tick.
pub(super) const CREEP: Fx = Fx::from_ratio(1, 32);
/// How far ahead the circle lies on whose rim one wanders, in parts of the top speed.
pub(super) const WANDER_AHEAD: Fx = Fx::ONE;
/// The radius of that circle, in parts of the top speed.
pub(super) const WANDER_RADIUS: Fx = Fx::HALF;
