//! Keeping clear of things that stand, and inside a region.

use sandtable_math::{Fx, Vec2};

use super::{Mover, PassingSide};
use crate::obstacle::Obstacle;
use crate::vector::{direction, scaled, times};

/// Obstacle avoidance: a force to the side, away from the middle of the block that the swept disc of `radius` meets
/// first within `ticks`, the stronger the nearer it is.
///
/// `tie` is the side for a block that lies dead ahead. Of blocks met at once the first given counts.
pub fn avoid_blocks<'b>(
    mover: &Mover,
    radius: Fx,
    ticks: i32,
    blocks: impl IntoIterator<Item = &'b Obstacle>,
    tie: PassingSide,
) -> Vec2 {
    let way = mover.after(ticks) - mover.position;
    let met = |block: &'b Obstacle| Some((block.entry(mover.position, way, radius)?, block));
    let Some((when, block)) = blocks.into_iter().filter_map(met).min_by_key(|(when, _)| *when) else {
        return Vec2::ZERO;
    };
    let heading = direction(way);
    let away = tie.unless_beside(heading, block.centre() - mover.position);
    scaled(away, times(mover.top_speed, Fx::ONE - Fx::from_bits(when.bits() / 2)))
}

/// Containment: who would be outside of `region` in `ticks` is turned back, at right angles to its way and inwards
/// (Reynolds tests points of the future path, here two: half the way and all of it).
pub fn contain(mover: &Mover, region: &Obstacle, ticks: i32) -> Vec2 {
    let outside = [ticks / 2, ticks].into_iter().map(|ticks| mover.after(ticks)).find(|point| !region.contains(*point));
    let Some(point) = outside else { return Vec2::ZERO };
    let inward = direction(region.nearest(point) - point);
    mover.toward(scaled(direction(inward + scaled(direction(mover.velocity), Fx::HALF)), mover.top_speed))
}
