//! The nearest few bodies around a unit, in the unit's own layer.

use super::vector::direction;
use crate::limits::MAX_NEIGHBOURS;
use crate::math::{Fx, Vec2, mix3};
use crate::world::{Body, World};

/// The greatest radius of a body, rounded up.
const WIDEST: Fx = Fx::HALF;

/// A body near a unit.
#[derive(Clone, Copy)]
pub(super) struct Neighbour<'f> {
    pub(super) body: &'f Body,
    /// The unit vector towards it.
    pub(super) toward: Vec2,
    /// The distance between the edges; negative when they overlap.
    pub(super) gap: Fx,
}

/// The rows of the nearest bodies, nearest first.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    found: [(i64, u32, Vec2); MAX_NEIGHBOURS],
    count: usize,
}

impl Nearest {
    /// The nearest bodies around `own` whose edge is at most `reach` from its edge; of equally distant ones, those
    /// whose id the tick's mix favours.
    pub(super) fn around(world: &World, row: usize, own: &Body, reach: Fx) -> Nearest {
        let bodies = &world.frame.bodies;
        let mut nearest = Nearest { found: [(0, 0, Vec2::ZERO); MAX_NEIGHBOURS], count: 0 };
        world.frame.grid.for_each_near(own.position, own.radius + WIDEST + reach, |other, offset, distance| {
            if other != row && !nearest.is_beyond(distance) {
                let body = &bodies[other];
                let limit = own.radius + body.radius + reach;
                if body.flies == own.flies && distance <= limit.squared_wide() {
                    nearest.insert(world, distance, other as u32, offset);
                }
            }
        });
        nearest
    }

    #[inline]
    fn is_beyond(&self, distance: i64) -> bool {
        self.count == MAX_NEIGHBOURS && distance > self.found[MAX_NEIGHBOURS - 1].0
    }

    fn insert(&mut self, world: &World, distance: i64, row: u32, offset: Vec2) {
        let precedes = |other: &(i64, u32, Vec2)| match distance.cmp(&other.0) {
            std::cmp::Ordering::Equal => rank(world, row) < rank(world, other.1),
            order => order.is_lt(),
        };
        let mut place = self.count;
        while place > 0 && precedes(&self.found[place - 1]) {
            place -= 1;
        }
        if place == MAX_NEIGHBOURS {
            return;
        }
        self.count = (self.count + 1).min(MAX_NEIGHBOURS);
        self.found.copy_within(place..self.count - 1, place + 1);
        self.found[place] = (distance, row, offset);
    }

    /// The neighbours, nearest first.
    #[inline]
    pub(super) fn iter<'f>(&'f self, world: &'f World, own: &'f Body) -> impl Iterator<Item = Neighbour<'f>> {
        self.found[..self.count].iter().map(move |(_, row, offset)| {
            let body = &world.frame.bodies[*row as usize];
            let (toward, distance) = apart(world, own, body, *offset);
            Neighbour { body, toward, gap: distance - own.radius - body.radius }
        })
    }
}

fn rank(world: &World, row: u32) -> (u64, u32) {
    let id = world.frame.bodies[row as usize].id.0;
    (mix3(world.seed, u64::from(world.tick), u64::from(id)), id)
}

/// The direction and distance from one body to another; bodies on one spot part in a direction of their own.
#[inline]
fn apart(world: &World, own: &Body, other: &Body, offset: Vec2) -> (Vec2, Fx) {
    if offset == Vec2::ZERO {
        let (low, high) = (own.id.min(other.id), own.id.max(other.id));
        let turn = mix3(world.seed, u64::from(low.0), u64::from(high.0)) as u16;
        let way = crate::math::Angle(turn).direction();
        return (if own.id < other.id { way } else { -way }, Fx::ZERO);
    }
    let toward = direction(offset);
    (toward, super::vector::dot(offset, toward))
}
