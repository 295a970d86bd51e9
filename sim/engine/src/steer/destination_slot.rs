//! Members of a group reserve their places as they come up to them: the first to come takes the one that lies deepest among those still
//! to be had, so that nobody has to get through others who stand already. Whose place it was gets the other's.

use super::steering_trace::SteeringCourse;
use super::tuning::{HOST_COMES_FROM, HOST_TAKES_SLOT_WITHIN, LEAST_SLOT_GAIN, SENT_FROM_AFAR};
use std::cmp::Reverse;

use super::arrival::is_bare;
use super::desired_velocity::DesiredVelocity;
use super::scene::SteerScene;
use super::slot_swap::{assign, exchange};
use crate::component::{Agent, GoalProgress, Motion};
use sandtable_math::{Fx, Vec2};
use sandtable_nav::crowd::SpatialRow;
use sandtable_nav::vector::{cross, direction, dot, times};
use sandtable_state::Arrange;
use sandtable_state::id::UnitId;

/// Lets those of `walkers` who cannot see their places from their group's point stand at the point: something was built between.
pub(super) fn give_up_hidden(crowd: &SteerScene<'_>, wishes: &[DesiredVelocity], walkers: &[usize]) {
    let entities = crowd.scene.entities;
    for row in walkers.iter().copied().filter(|row| wishes[*row].course == SteeringCourse::Hidden) {
        let motion = &mut entities.column_mut::<Motion>(&entities.units)[row];
        let agent = &mut entities.column_mut::<Agent>(&entities.units)[row];
        let point = motion.goal;
        assign(motion, agent, point);
    }
}

/// Lets all of `walkers` reserve, by their rows, who see their places for the first time, in the order of ids.
pub(super) fn run(crowd: &SteerScene<'_>, wishes: &[DesiredVelocity], walkers: &[usize]) {
    let (bodies, entities) = (crowd.units(), crowd.scene.entities);
    let mut motions = entities.column_mut::<Motion>(&entities.units);
    let comes = |row: &usize| {
        let motion = &motions[*row];
        wishes[*row].course == SteeringCourse::Straight && motion.moves() && !motion.has_slot() && may_take_slot(motion)
    };
    let mut arrivals: Vec<(UnitId, usize)> =
        walkers.iter().copied().filter(comes).map(|row| (bodies[row].id, row)).collect();
    if arrivals.is_empty() {
        return;
    }
    arrivals.arrange();
    let mut agents = entities.column_mut::<Agent>(&entities.units);
    for (_, row) in arrivals {
        let comes_from_afar =
            motions[row].position.distance_squared_wide(motions[row].place) > SENT_FROM_AFAR.squared_wide();
        let other = if comes_from_afar { better(bodies, &motions, row) } else { None };
        if let Some(other) = other {
            exchange(&mut motions, &mut agents, &[row, other]);
        }
        motions[row].progress.set(GoalProgress::HAS_SLOT, true);
    }
}

/// Whether one has come near enough to its place to take a slot: one of a host sees it from afar.
fn may_take_slot(motion: &Motion) -> bool {
    let near = || motion.position.distance_squared_wide(motion.place) <= HOST_TAKES_SLOT_WITHIN.squared_wide();
    !motion.is_of_host() || near()
}

/// The one on its way to the same point whose place the unit in a row takes instead of its own.
fn better(bodies: &[SpatialRow], motions: &[Motion], row: usize) -> Option<usize> {
    let (own, body) = (&motions[row], &bodies[row]);
    let alike = |other: &usize| {
        let (motion, other) = (&motions[*other], &bodies[*other]);
        motion.goal == own.goal
            && motion.moves()
            && !motion.has_slot()
            && is_bare(motion)
            && (other.owner(), other.radius, other.flies()) == (body.owner(), body.radius, body.flies())
    };
    let group: Vec<usize> = (0..bodies.len()).filter(alike).collect();
    let stream = ArrivalStream::new(own.goal, group.iter().map(|row| motions[*row].position));
    let score = |row: usize| match comes_straight(own) {
        true => stream.score_ahead(own, motions[row].place),
        false => stream.score(own.position, motions[row].place),
    };
    let best = group.into_iter().max_by_key(|row| (score(*row), Reverse(bodies[*row].id)))?;
    (score(best) > score(row) + LEAST_SLOT_GAIN).then_some(best)
}

/// Whether one of a host has come straight to its place from afar, beside the others, rather than by the goal.
fn comes_straight(own: &Motion) -> bool {
    own.is_of_host() && own.position.distance_squared_wide(own.place) > HOST_COMES_FROM.squared_wide()
}

/// How those who still come do come.
struct ArrivalStream {
    goal: Vec2,
    /// The mean of their directions: a unit vector when all come from one side, nothing when they come from everywhere.
    onward: Vec2,
    /// 1 − |onward|.
    scattered: Fx,
}

impl ArrivalStream {
    fn new(goal: Vec2, positions: impl Iterator<Item = Vec2>) -> ArrivalStream {
        let (mut count, mut x, mut y) = (0i64, 0i64, 0i64);
        for position in positions {
            let way = direction(goal - position);
            (count, x, y) = (count + 1, x + i64::from(way.x.bits()), y + i64::from(way.y.bits()));
        }
        let part = |sum: i64| Fx::from_bits((sum / count.max(1)) as i32);
        let onward = Vec2::new(part(x), part(y));
        ArrivalStream { goal, onward, scattered: (Fx::ONE - onward.length_floor()).max(Fx::ZERO) }
    }

    /// How good a place is for one who comes from a position: the deeper the better where all come one way, the nearer to the middle
    /// where they do not, and the less to the side of one's way.
    fn score(&self, from: Vec2, place: Vec2) -> Fx {
        let aside = cross(direction(self.goal - from), place - from).abs();
        self.depth(place) - Fx::from_bits(aside.bits() / 2)
    }

    /// How good it is for one who comes straight to its own: hardly, unless it lies on its way, or a host that comes abreast would run
    /// together before the deepest places.
    fn score_ahead(&self, own: &Motion, place: Vec2) -> Fx {
        let aside = cross(direction(own.place - own.position), place - own.position).abs();
        self.depth(place) - aside - aside
    }

    fn depth(&self, place: Vec2) -> Fx {
        let offset = place - self.goal;
        dot(offset, self.onward) - times(self.scattered, offset.length_floor())
    }
}
