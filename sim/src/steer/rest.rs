//! Units at rest: they give way to passers-by, and come back to their place.

use super::contact::Contact;
use super::neighbours::{Near, Neighbour};
use super::vector::{cross, direction, dot, limited, polar, scaled};
use super::walker::Walker;
use super::walls::Footing;
use crate::component::Motion;
use crate::map::Cell;
use crate::math::{Fx, Vec2};
use crate::world::{Body, World};

/// A resting unit looks at resting neighbours every so many ticks, a power of two.
const REST_PERIOD: u32 = 8;
/// How far from its place a unit stands before it minds, and how far it comes back from, in cells.
const MINDS: Fx = Fx::from_bits(1 << 13);
const COMES_BACK: Fx = Fx::from_int(6);
/// Edge distance within which one at rest steps out of the way of a friend, in cells.
const YIELDS: Fx = Fx::from_bits(1 << 14);
/// Ticks without getting nearer to its place after which it stays where it is.
const STAYS_AFTER: u16 = 48;

/// Whether a unit that does not want to move must be looked at: it is being moved, or somebody near it moves,
/// or its turn has come to see whether it stands in somebody.
#[inline]
pub(super) fn is_disturbed(world: &World, body: &Body) -> bool {
    let grid = &world.frame.grid;
    body.moving
        || body.velocity != Vec2::ZERO
        || world.tick.wrapping_add(body.id.0).is_multiple_of(REST_PERIOD)
        || grid.stirs_near(body.position, body.radius + grid.widest())
}

/// One tick of a unit at rest: out of overlaps, or back to its place when nobody is in the way.
pub(super) fn give_way(footing: &Footing, row: usize, motion: &mut Motion, speed: Fx) {
    let body = &footing.world.frame.bodies[row];
    let away = motion.place - motion.position;
    if away.length_squared_wide() <= MINDS.squared_wide() && !is_bothered(footing.world, row) {
        (motion.velocity, motion.steered, motion.turned, motion.stuck_ticks) = (Vec2::ZERO, Vec2::ZERO, false, 0);
        return;
    }
    let (way, distance) = polar(away);
    if distance > COMES_BACK {
        motion.place = motion.position;
    }
    let returns = distance > MINDS && distance <= COMES_BACK;
    let heading = if returns { way } else { Vec2::ZERO };
    let walker = Walker { footing, body, speed, heading, stuck_ticks: 0 };
    let near = Near::around(footing.world, row, YIELDS, Fx::ZERO);
    let wish = wish(&walker, motion, near.as_slice(), distance);
    let (velocity, correction) = Contact::new(&walker, motion).resolve(wish, near.as_slice());
    let displacement = limited(velocity + correction, Fx::HALF);
    let place = footing.advance(motion.position, displacement, body.radius);
    (motion.velocity, motion.position) = (place - motion.position, place);
    (motion.steered, motion.turned) = (wish, false);
    keep_place(motion, returns, distance);
}

/// Whether somebody overlaps with the unit in this row, or a mover is about to come by.
fn is_bothered(world: &World, row: usize) -> bool {
    let own = &world.frame.bodies[row];
    let grid = &world.frame.grid;
    let mut is_bothered = false;
    grid.for_each_near(own.position, own.radius + YIELDS + grid.widest(), |entry, square| {
        let margin = if entry.moves() { YIELDS } else { Fx::ZERO };
        let reach = own.radius + entry.radius + margin;
        let other = entry.row as usize != row && entry.flies() == own.flies;
        is_bothered |= other && square < reach.squared_wide();
    });
    is_bothered
}

/// Out of the way, or back to the place.
fn wish(walker: &Walker, motion: &Motion, near: &[Neighbour], distance: Fx) -> Vec2 {
    let half = Fx::from_bits(walker.speed.bits() / 2);
    let aside = if motion.holds { Vec2::ZERO } else { aside(walker, near) };
    if aside != Vec2::ZERO { scaled(direction(aside), half) } else { scaled(walker.heading, half.min(distance)) }
}

/// One that cannot get back to its place for long stays where it is.
fn keep_place(motion: &mut Motion, returns: bool, distance: Fx) {
    let left = (motion.place - motion.position).length_floor();
    let nearer = distance - left > Fx::from_bits(1 << 10);
    motion.stuck_ticks = if returns && !nearer { motion.stuck_ticks.min(STAYS_AFTER) + 1 } else { 0 };
    if motion.stuck_ticks > STAYS_AFTER {
        (motion.place, motion.stuck_ticks) = (motion.position, 0);
    }
}

/// Out of the way of friends who come by: to the side of their way on which one stands already.
fn aside(walker: &Walker, near: &[Neighbour]) -> Vec2 {
    let passers = near.iter().filter(|near| {
        near.entry.moves()
            && near.entry.team == walker.body.team
            && near.entry.goal != Cell::at(walker.body.goal)
            && dot(near.entry.steered, near.toward) < Fx::ZERO
    });
    passers.fold(Vec2::ZERO, |sum, near| {
        let right = direction(near.entry.steered).quarter_turn();
        // Seen from the passer, this one lies at -toward.
        sum + if cross(near.entry.steered, near.toward) < Fx::ZERO { right } else { -right }
    })
}
