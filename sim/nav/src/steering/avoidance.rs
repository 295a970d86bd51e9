//! Getting out of the way of others that move.

use sandtable_math::{Fx, Vec2};

use super::{MAX_LOOK_AHEAD_TICKS, Mover};
use crate::vector::{cross, direction, dot, polar, scaled};

/// A side of one's way; y grows southwards, so right is clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassingSide {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

impl PassingSide {
    /// The side across.
    pub fn other(self) -> PassingSide {
        if self == PassingSide::Left { PassingSide::Right } else { PassingSide::Left }
    }

    /// `heading` turned a quarter to this side.
    #[inline]
    pub fn of(self, heading: Vec2) -> Vec2 {
        let right = heading.quarter_turn();
        if self == PassingSide::Right { right } else { -right }
    }

    /// A quarter turn of `heading` away from what lies at `offset`: to this side when that is dead ahead.
    #[inline]
    pub(super) fn unless_beside(self, heading: Vec2, offset: Vec2) -> Vec2 {
        let right = heading.quarter_turn();
        let across = dot(offset, right);
        if across > Fx::ZERO {
            -right
        } else if across < Fx::ZERO {
            right
        } else {
            self.of(heading)
        }
    }
}

/// Another body, as seen from a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherMover {
    /// The vector to its centre.
    pub offset: Vec2,
    /// Its velocity.
    pub velocity: Vec2,
    /// The sum of both radii.
    pub reach: Fx,
}

/// Pentheny's side step: perpendicular to one's own velocity, |v_rel| / |p_rel| times `strength`.
///
/// The side is the one on which the two already pass each other, which is the same for both; `tie` decides when they
/// meet head on. Nothing for one who does not come nearer, or stands still.
#[inline]
pub fn side_step(mover: &Mover, other: &OtherMover, strength: Fx, tie: PassingSide) -> Vec2 {
    let (toward, distance) = polar(other.offset);
    let closing = mover.velocity - other.velocity;
    let heading = direction(mover.velocity);
    if dot(closing, toward) <= Fx::ZERO || heading == Vec2::ZERO || distance == Fx::ZERO {
        return Vec2::ZERO;
    }
    let size = closing.length_floor().div_trunc(distance);
    let side = passing_side(closing, toward, Fx::ZERO, tie);
    scaled(side.of(heading), strength.mul_floor(size))
}

/// The side to step to so as to pass something that comes nearer by `closing` from the direction `toward`: the side
/// on which the two pass already, which is the same for both. `tie` when they meet head on: at an angle whose sine is at most
/// `margin`, given in the units of `closing`.
#[inline]
pub fn passing_side(closing: Vec2, toward: Vec2, margin: Fx, tie: PassingSide) -> PassingSide {
    let turn = cross(closing, toward);
    if turn > margin {
        PassingSide::Left
    } else if turn < -margin {
        PassingSide::Right
    } else {
        tie
    }
}

/// Unaligned collision avoidance: steers away from where the most urgent of the others will be at the nearest
/// approach, when that comes within [`MAX_LOOK_AHEAD_TICKS`] and the two would touch.
///
/// `tie` is the side for one that will be met dead on. Of equally urgent others the first given counts.
pub fn avoid_collision(mover: &Mover, others: impl IntoIterator<Item = OtherMover>, tie: PassingSide) -> Vec2 {
    let threats = others.into_iter().filter_map(|other| Some((nearest_approach(mover, &other)?, other)));
    let Some((ticks, threat)) = threats.min_by_key(|(ticks, _)| *ticks) else { return Vec2::ZERO };
    let miss = offset_after(mover, &threat, ticks);
    let heading = direction(mover.velocity);
    scaled(tie.unless_beside(heading, miss), mover.top_speed)
}

/// The ticks until the two are nearest to each other; none when that is past, too far off, or no collision.
fn nearest_approach(mover: &Mover, other: &OtherMover) -> Option<i32> {
    let closing = mover.velocity - other.velocity;
    let square = closing.length_squared_wide();
    let along = closing.dot_wide(other.offset);
    if along <= 0 || square == 0 {
        return None;
    }
    let ticks = along / square;
    let ticks = i32::try_from(ticks).ok().filter(|ticks| *ticks <= MAX_LOOK_AHEAD_TICKS)?;
    let touch = other.reach.squared_wide();
    (offset_after(mover, other, ticks).length_squared_wide() < touch).then_some(ticks)
}

fn offset_after(mover: &Mover, other: &OtherMover, ticks: i32) -> Vec2 {
    let closing = other.velocity - mover.velocity;
    other.offset + Vec2::new(closing.x.mul_int(ticks), closing.y.mul_int(ticks))
}
