//! Streams seen from afar: a unit whose way leads into others that come towards it moves over to where they go its own
//! way, so that streams that meet part into lanes before they touch (after Treuille et al., "Continuum Crowds", 2006,
//! reduced to three looks).

use super::forces::hand;
use super::walker::Walker;
use crate::world::Body;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_nav::steering::Side;
use sandtable_nav::vector::{scaled, times};

/// How far ahead and how far to the side it looks, less far where there is a wall, in cells.
const AHEAD: Fx = Fx::from_int(4);
const BESIDE: [Fx; 2] = [Fx::from_int(3), Fx::ONE];
/// A stream goes one's way when its mean speed that way is more than this part of one's own.
const WITH: Fx = Fx::from_bits(6 << 12);

/// A square of the map is this many cells wide, and counted together; its width in bits of a coordinate.
const SQUARE: i32 = 2;
const SQUARE_BITS: u32 = Fx::FRACTION_BITS + SQUARE.ilog2();

/// Who is on the way in a square.
#[derive(Clone, Copy, Default)]
pub(super) struct Traffic {
    /// Those who want to move.
    count: u32,
    /// What all mean to move, added up, in cells a tick.
    sum: Vec2,
    /// Where they want to go, added up, in cells.
    goals: (i32, i32),
}

impl Traffic {
    #[inline]
    fn add(&mut self, body: &Body) {
        self.count += 1;
        self.sum.x = self.sum.x.add_saturating(body.steered.x);
        self.sum.y = self.sum.y.add_saturating(body.steered.y);
        self.goals.0 += body.goal.x.floor_int();
        self.goals.1 += body.goal.y.floor_int();
    }
}

/// Who is on the way, by squares that are laid out from the middle of the map, so that a half turn of it turns them too.
#[derive(Clone, Default)]
pub(super) struct Streams {
    columns: i32,
    rows: i32,
    /// Of the map.
    middle: Vec2,
    /// Walkers, then flyers, row by row.
    squares: [Vec<Traffic>; 2],
    /// The squares where somebody is.
    used: [Vec<u32>; 2],
}

impl Streams {
    /// Nobody is on the way, on a map of so many cells.
    pub(super) fn clear(&mut self, width: u16, height: u16) {
        let across = |cells: u16| 2 * (i32::from(cells) / (2 * SQUARE) + 1);
        (self.columns, self.rows) = (across(width), across(height));
        let count = (self.columns * self.rows) as usize;
        for (squares, used) in self.squares.iter_mut().zip(&mut self.used) {
            used.drain(..).for_each(|square| squares[square as usize] = Traffic::default());
            squares.resize(count, Traffic::default());
        }
        let half = |cells: u16| Fx::from_bits(i32::from(cells) << (Fx::FRACTION_BITS - 1));
        self.middle = Vec2::new(half(width), half(height));
    }

    /// Counts in one who is on the way.
    #[inline]
    pub(super) fn add(&mut self, body: &Body) {
        let (square, layer) = (self.square(body.position), usize::from(body.flies));
        let traffic = &mut self.squares[layer][square];
        if traffic.count == 0 {
            self.used[layer].push(square as u32);
        }
        traffic.add(body);
    }

    /// Who is on the way in the square around a point.
    #[inline]
    fn around(&self, point: Vec2, flies: bool) -> &Traffic {
        &self.squares[usize::from(flies)][self.square(point)]
    }

    #[inline]
    fn square(&self, point: Vec2) -> usize {
        let offset = point - self.middle;
        (line(offset.y, self.rows) * self.columns + line(offset.x, self.columns)) as usize
    }
}

/// The line of squares at an offset from the middle, whichever side of it that lies on.
#[inline]
fn line(offset: Fx, lines: i32) -> i32 {
    // One bit less than nothing lies on the other side of the border, as a half turn has it.
    let bits = offset.bits() + (offset.bits() >> (i32::BITS - 1));
    (lines / 2 + (bits >> SQUARE_BITS)).clamp(0, lines - 1)
}

/// The side to move over to; none when those ahead go the same way, or nobody is there.
pub(super) fn side(walker: &Walker, way: Vec2) -> Option<Side> {
    let ahead = walker.body.position + scaled(way, AHEAD);
    let there = around(walker, ahead);
    if score(walker, way, there) >= 0 || is_company(walker, there) {
        return None;
    }
    let hand = hand(walker.footing.world);
    let other = hand.other();
    let on = |side: Side| {
        let places = BESIDE.map(|far| ahead + scaled(side.of(way), far));
        let open = places.into_iter().find(|place| walker.footing.is_open(Cell::at(*place)));
        open.map(|place| score(walker, way, around(walker, place)))
    };
    match (on(hand), on(other)) {
        (Some(near), Some(far)) if far > near + i64::from(walker.speed.bits()) => Some(other),
        (None, Some(_)) => Some(other),
        (Some(_), _) => Some(hand),
        (None, None) => None,
    }
}

/// Who is on the way around a place.
#[inline]
fn around<'w>(walker: &Walker<'w>, place: Vec2) -> &'w Traffic {
    walker.footing.world.workspaces.frame.grid.streams().around(place, walker.body.flies)
}

/// Whether those on the way somewhere want to go where the walker wants to go: it queues up with them.
fn is_company(walker: &Walker, traffic: &Traffic) -> bool {
    let count = traffic.count.max(1) as i32;
    let goal = Cell::at(walker.body.goal);
    let off = |sum: i32, own: i16| (sum / count - i32::from(own)).abs();
    off(traffic.goals.0, goal.x).max(off(traffic.goals.1, goal.y)) <= 1
}

/// How much those on the way somewhere go a way, beyond what it takes to go with them.
fn score(walker: &Walker, way: Vec2, traffic: &Traffic) -> i64 {
    if traffic.count == 0 {
        return 0;
    }
    let needed = i64::from(times(walker.speed, WITH).bits()) * i64::from(traffic.count);
    traffic.sum.dot_wide(way) / (1 << 16) - needed
}
