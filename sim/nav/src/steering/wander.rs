//! Strolling about without a goal.

use sandtable_math::{Angle, Vec2};

use super::Mover;
use super::tuning::{WANDER_AHEAD, WANDER_RADIUS};
use crate::vector::{direction, scaled};

/// Where on the rim a wanderer is heading, and how restless it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanderer {
    /// The place on the rim, as a direction from the circle's middle.
    pub rim: Angle,
    /// The most that place moves along the rim in a tick, in steps of an angle.
    pub jitter: u16,
}

/// Wander: towards a place on the rim of a circle ahead that moves a little at random, so that the way changes
/// but does not twitch. `random` is one draw of the caller's stream; `facing` counts for one who stands.
pub fn wander(mover: &Mover, wanderer: &mut Wanderer, facing: Angle, random: u32) -> Vec2 {
    let spread = 2 * u32::from(wanderer.jitter) + 1;
    let turn = (random % spread) as u16;
    wanderer.rim = Angle(wanderer.rim.0.wrapping_add(turn).wrapping_sub(wanderer.jitter));
    let heading = if mover.velocity == Vec2::ZERO { facing.direction() } else { direction(mover.velocity) };
    let place = scaled(heading, WANDER_AHEAD) + scaled(wanderer.rim.direction(), WANDER_RADIUS);
    mover.toward(scaled(direction(place), mover.top_speed))
}
