//! The nearest few bodies that matter to a unit, in the unit's own layer.

use super::crowd::{LOOK, TOUCH, Walker};
use super::vector::polar;
use crate::limits::MAX_NEIGHBOURS;
use crate::math::{Angle, Fx, Vec2, mix3};
use crate::world::{Body, World};

/// A body near a unit.
#[derive(Clone, Copy)]
pub(super) struct Neighbour<'f> {
    pub(super) body: &'f Body,
    /// The unit vector towards it.
    pub(super) toward: Vec2,
    /// The distance between the edges; negative when they overlap.
    pub(super) gap: Fx,
}

#[derive(Clone, Copy, Default)]
struct Found {
    distance_squared: i64,
    offset: Vec2,
    row: u32,
}

/// The nearest of those that touch a unit or stand in its way, nearest first.
pub(super) struct Nearest {
    found: [Found; MAX_NEIGHBOURS],
    count: usize,
}

impl Nearest {
    /// Looks around a unit; of equally distant bodies, those whose id the tick's mix favours come first.
    pub(super) fn around(world: &World, row: usize, walker: &Walker) -> Nearest {
        let mut nearest = Nearest { found: [Found::default(); MAX_NEIGHBOURS], count: 0 };
        let own = walker.body;
        let reach = own.radius + if walker.moving { LOOK } else { TOUCH };
        let grid = &world.frame.grid;
        grid.for_each_near(own.position, reach + grid.widest(), |entry, offset, distance_squared| {
            if entry.flies != own.flies || entry.row as usize == row || nearest.is_beyond(distance_squared) {
                return;
            }
            let touch = own.radius + entry.radius + TOUCH;
            let touches = distance_squared < touch.squared_wide();
            let is_ahead = || walker.moving && walker.heading.dot_wide(offset) > 0;
            let in_the_way = || walker.is_in_the_way(&world.frame.bodies[entry.row as usize]);
            if touches || is_ahead() && in_the_way() {
                nearest.insert(world, Found { distance_squared, offset, row: entry.row });
            }
        });
        nearest
    }

    #[inline]
    fn is_beyond(&self, distance_squared: i64) -> bool {
        self.count == MAX_NEIGHBOURS && distance_squared > self.found[MAX_NEIGHBOURS - 1].distance_squared
    }

    fn insert(&mut self, world: &World, new: Found) {
        let precedes = |other: &Found| match new.distance_squared.cmp(&other.distance_squared) {
            std::cmp::Ordering::Equal => rank(world, new.row) < rank(world, other.row),
            order => order.is_lt(),
        };
        let mut place = self.count.min(MAX_NEIGHBOURS - 1);
        if self.count == MAX_NEIGHBOURS && !precedes(&self.found[place]) {
            return;
        }
        while place > 0 && precedes(&self.found[place - 1]) {
            self.found[place] = self.found[place - 1];
            place -= 1;
        }
        self.found[place] = new;
        self.count = (self.count + 1).min(MAX_NEIGHBOURS);
    }

    /// Those of them that a body may overlap with and that are asked for: nobody else is measured.
    pub(super) fn overlapping<'f>(
        &self,
        world: &'f World,
        own: &Body,
        is_asked_for: impl Fn(&Body) -> bool,
    ) -> impl Iterator<Item = Neighbour<'f>> {
        self.found[..self.count].iter().filter_map(move |found| {
            let body = &world.frame.bodies[found.row as usize];
            let apart = found.distance_squared > (own.radius + body.radius).squared_wide();
            (!apart && is_asked_for(body)).then(|| Nearest::neighbour(world, own, found))
        })
    }

    fn neighbour<'f>(world: &'f World, own: &Body, found: &Found) -> Neighbour<'f> {
        let body = &world.frame.bodies[found.row as usize];
        let (toward, distance) = apart(world, own, body, found.offset);
        Neighbour { body, toward, gap: distance - own.radius - body.radius }
    }
}

/// A unit's neighbours, nearest first.
pub(super) struct Company<'f> {
    neighbours: [Neighbour<'f>; MAX_NEIGHBOURS],
    count: usize,
}

impl<'f> Company<'f> {
    /// The company of a unit in this row of the frame.
    pub(super) fn of(world: &'f World, row: usize, walker: &Walker<'f>) -> Company<'f> {
        let nearest = Nearest::around(world, row, walker);
        let nobody = Neighbour { body: walker.body, toward: Vec2::ZERO, gap: LOOK };
        let mut company = Company { neighbours: [nobody; MAX_NEIGHBOURS], count: nearest.count };
        for (neighbour, found) in company.neighbours.iter_mut().zip(&nearest.found[..nearest.count]) {
            *neighbour = Nearest::neighbour(world, walker.body, found);
        }
        company
    }

    /// The neighbours, nearest first.
    pub(super) fn as_slice(&self) -> &[Neighbour<'f>] {
        &self.neighbours[..self.count]
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
        let way = Angle(mix3(world.seed, u64::from(low.0), u64::from(high.0)) as u16).direction();
        return (if own.id < other.id { way } else { -way }, Fx::ZERO);
    }
    polar(offset)
}
