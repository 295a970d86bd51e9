//! Streams seen from afar: a unit whose way leads into others that come towards it moves over to where they go its own
//! way, so that streams that meet part into lanes before they touch (after Treuille et al., "Continuum Crowds", 2006,
//! reduced to three looks).

use super::moving_agent::MovingAgent;
use super::tuning::{STREAM_AHEAD, STREAM_WITH};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_nav::crowd::SquareTraffic;
use sandtable_nav::steering::PassingSide;
use sandtable_nav::vector::{scaled, times};

const BESIDE: [Fx; 2] = [Fx::from_int(3), Fx::ONE];

/// The side to move over to; none when those ahead go the same way, or nobody is there.
pub(super) fn side(walker: &MovingAgent, way: Vec2) -> Option<PassingSide> {
    let ahead = walker.body.position + scaled(way, STREAM_AHEAD);
    let there = around(walker, ahead);
    if score(walker, way, there) >= 0 || is_company(walker, there) {
        return None;
    }
    let hand = walker.crowd.hand;
    let other = hand.other();
    let on = |side: PassingSide| {
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
fn around<'w>(walker: &MovingAgent<'w>, place: Vec2) -> &'w SquareTraffic {
    walker.crowd.grid.streams().around(place, walker.body.flies())
}

/// Whether those on the way somewhere want to go where the walker wants to go: it queues up with them.
fn is_company(walker: &MovingAgent, traffic: &SquareTraffic) -> bool {
    let count = traffic.count.max(1) as i32;
    let goal = Cell::at(walker.body.goal);
    let off = |sum: i32, own: i16| (sum / count - i32::from(own)).abs();
    off(traffic.goals.0, goal.x).max(off(traffic.goals.1, goal.y)) <= 1
}

/// How much those on the way somewhere go a way, beyond what it takes to go with them.
fn score(walker: &MovingAgent, way: Vec2, traffic: &SquareTraffic) -> i64 {
    if traffic.count == 0 {
        return 0;
    }
    let needed = i64::from(times(walker.speed, STREAM_WITH).bits()) * i64::from(traffic.count);
    traffic.sum.dot_wide(way) / (1 << 16) - needed
}
