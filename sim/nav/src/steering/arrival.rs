//! Coming to a stop on a point.

use sandtable_math::{Fx, Vec2};

use super::Mover;
use super::tuning::CREEP;
use crate::vector::{polar, scaled};

/// The pace at which one comes up to a point to stop at: half the way that is left, but no slower than a creep and
/// never past the point.
#[inline]
pub fn arrival_pace(distance: Fx, top_speed: Fx) -> Fx {
    let half = Fx::from_bits(distance.bits() / 2);
    top_speed.min(half.max(CREEP).min(distance))
}

/// Arrival: seek that slows down so as to stop on the point.
#[inline]
pub fn arrive(mover: &Mover, target: Vec2) -> Vec2 {
    let (heading, distance) = polar(target - mover.position);
    mover.toward(scaled(heading, arrival_pace(distance, mover.top_speed)))
}
