//! The nearest few bodies around a unit, in the unit's own layer.

use super::grid::Entry;
use super::vector::polar;
use crate::limits::MAX_NEIGHBOURS;
use crate::math::{Angle, Fx, Vec2, mix3};
use crate::world::{Body, World};

/// Edge distance within which others are neighbours of one that walks, in cells.
pub(super) const LOOK: Fx = Fx::HALF;
/// Edge distance within which bodies touch, in cells.
pub(super) const TOUCH: Fx = Fx::from_bits(1 << 12);

/// Edge distance at which others are measured exactly, in cells; who is farther is known by offset alone.
const CLOSE: Fx = Fx::from_bits(3 << 13);

/// A body near a unit.
#[derive(Clone, Copy)]
pub(super) struct Neighbour<'f> {
    pub(super) entry: &'f Entry,
    pub(super) offset: Vec2,
    /// The unit vector towards it; zero for one that is not close.
    pub(super) toward: Vec2,
    /// The distance between the edges, negative when they overlap; [`Fx::MAX`] for one that is not close.
    pub(super) gap: Fx,
}

/// The nearest neighbours of a unit, nearest first.
pub(super) struct Near<'f> {
    found: [(i64, &'f Entry); MAX_NEIGHBOURS],
    neighbours: [Neighbour<'f>; MAX_NEIGHBOURS],
    count: usize,
}

impl<'f> Near<'f> {
    /// Looks around the unit in this row of the frame, as far as `reach` from its edge; of equally distant bodies,
    /// those whose id the tick's mix favours come first.
    pub(super) fn around(world: &'f World, row: usize, reach: Fx, speed: Fx) -> Near<'f> {
        // Two who go at each other's speed must see each other a tick before they touch.
        let close = CLOSE.max(speed + speed);
        let reach = reach.max(close);
        static NOBODY: Entry = Entry::NOBODY;
        let nobody = Neighbour { entry: &NOBODY, offset: Vec2::ZERO, toward: Vec2::ZERO, gap: Fx::MAX };
        let found = [(i64::MAX, &NOBODY); MAX_NEIGHBOURS];
        let mut near = Near { found, neighbours: [nobody; MAX_NEIGHBOURS], count: 0 };
        let own = &world.frame.bodies[row];
        let grid = &world.frame.grid;
        grid.for_each_near(own.position, own.radius + reach + grid.widest(), |entry, square| {
            if entry.flies() == own.flies && entry.row as usize != row {
                near.insert(world, square, entry);
            }
        });
        for place in 0..near.count {
            near.neighbours[place] = measured(world, own, near.found[place], close);
        }
        near
    }

    /// The neighbours, nearest first.
    #[inline]
    pub(super) fn as_slice(&self) -> &[Neighbour<'f>] {
        &self.neighbours[..self.count]
    }

    #[inline]
    fn insert(&mut self, world: &World, square: i64, entry: &'f Entry) {
        const LAST: usize = MAX_NEIGHBOURS - 1;
        if !precedes(world, (square, entry), self.found[LAST]) {
            return;
        }
        let mut place = self.count.min(LAST);
        while place > 0 && precedes(world, (square, entry), self.found[place - 1]) {
            self.found[place] = self.found[place - 1];
            place -= 1;
        }
        self.found[place] = (square, entry);
        self.count = (self.count + 1).min(MAX_NEIGHBOURS);
    }
}

#[inline]
fn measured<'f>(world: &World, own: &Body, (square, entry): (i64, &'f Entry), close: Fx) -> Neighbour<'f> {
    let offset = entry.position - own.position;
    let touch = own.radius + entry.radius;
    if square > (touch + close).squared_wide() {
        return Neighbour { entry, offset, toward: Vec2::ZERO, gap: Fx::MAX };
    }
    let (toward, distance) = apart(world, own, entry, offset);
    Neighbour { entry, offset, toward, gap: distance - touch }
}

#[inline]
fn precedes(world: &World, one: (i64, &Entry), other: (i64, &Entry)) -> bool {
    one.0 < other.0 || one.0 == other.0 && rank(world, one.1) < rank(world, other.1)
}

#[cold]
fn rank(world: &World, entry: &Entry) -> (u64, u32) {
    let id = world.frame.bodies[entry.row as usize].id.0;
    (mix3(world.seed, u64::from(world.tick), u64::from(id)), id)
}

/// The direction and distance from one body to another; bodies on one spot part in a direction of their own.
#[inline]
fn apart(world: &World, own: &Body, entry: &Entry, offset: Vec2) -> (Vec2, Fx) {
    if offset == Vec2::ZERO {
        let other = world.frame.bodies[entry.row as usize].id;
        let (low, high) = (own.id.min(other), own.id.max(other));
        let way = Angle(mix3(world.seed, u64::from(low.0), u64::from(high.0)) as u16).direction();
        return (if own.id < other { way } else { -way }, Fx::ZERO);
    }
    polar(offset)
}
