//! Towards and away from points and from others that move.

use sandtable_math::Vec2;

use super::{MAX_LOOK_AHEAD_TICKS, Mover};
use crate::vector::{direction, scaled};

/// Seek: at full speed towards a point.
#[inline]
pub fn seek(mover: &Mover, target: Vec2) -> Vec2 {
    mover.toward(scaled(direction(target - mover.position), mover.top_speed))
}

/// Flee: at full speed away from a point.
#[inline]
pub fn flee(mover: &Mover, threat: Vec2) -> Vec2 {
    mover.toward(scaled(direction(mover.position - threat), mover.top_speed))
}

/// Pursue: seeks where the quarry will be by the time it could be reached.
pub fn pursue(mover: &Mover, quarry: &Mover) -> Vec2 {
    seek(mover, quarry.after(ticks_between(mover, quarry)))
}

/// Evade: flees from where the threat will be by the time it could be met.
pub fn evade(mover: &Mover, threat: &Mover) -> Vec2 {
    flee(mover, threat.after(ticks_between(mover, threat)))
}

/// The ticks `mover` needs for the distance between the two, held to how far a behaviour looks ahead.
fn ticks_between(mover: &Mover, other: &Mover) -> i32 {
    let distance = (other.position - mover.position).length_floor();
    let speed = mover.top_speed.bits().max(1);
    (distance.bits() / speed).min(MAX_LOOK_AHEAD_TICKS)
}
