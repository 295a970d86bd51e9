//! What a walker's tick tells those who watch it, and a rehearsal of the tick in which one unit is watched.

use super::moving_agent::{self, MovingAgent};
use super::neighbours::{NearestNeighbours, Neighbour};
use super::scene::SteerScene;
use super::steering_trace::{ForceTrace, NeighbourTrace, SteeringTrace, SteeringTurn};
use super::{DesiredVelocity, SteerContext, UnitPassability};
use crate::component::{Agent, Motion};
use sandtable_math::{Fx, Vec2};
use sandtable_nav::vector::dot;
use sandtable_state::id::UnitId;

/// Listens to what steering makes of a walker.
pub(super) trait SteeringObserver {
    /// It does not go its way, but tries this.
    #[inline]
    fn remedy(&mut self, _: &'static str) {}

    /// A force asks for a change of velocity, and so much of it is given.
    #[inline]
    fn force(&mut self, _: &'static str, _asked: Vec2, _given: Vec2) {}

    /// Of the velocity it means to have its neighbours leave a step.
    #[inline]
    fn met(&mut self, _: &MovingAgent, _meant: Vec2, _step: Vec2, _: &[Neighbour]) {}
}

/// Listens to nothing.
impl SteeringObserver for () {}

impl SteeringObserver for SteeringTrace {
    fn remedy(&mut self, remedy: &'static str) {
        self.remedy = Some(remedy);
    }

    fn force(&mut self, name: &'static str, asked: Vec2, given: Vec2) {
        self.forces.push(ForceTrace { name, asked, given });
    }

    fn met(&mut self, walker: &MovingAgent, meant: Vec2, step: Vec2, near: &[Neighbour]) {
        (self.meant, self.step, self.heading) = (meant, step, walker.heading);
        self.near = near.iter().map(|near| beside(walker, meant, near)).collect();
    }
}

fn beside(walker: &MovingAgent, meant: Vec2, near: &Neighbour) -> NeighbourTrace {
    let body = &walker.crowd.bodies[near.entry.row as usize];
    // Who is farther than two bodies come in a tick is not asked what it leaves.
    let met = near.gap <= walker.speed + walker.speed;
    let limit = near.limit.meant().filter(|limit| met && dot(meant, near.toward) > *limit);
    NeighbourTrace {
        id: body.id,
        gap: (near.gap < Fx::MAX).then_some(near.gap),
        offset: near.offset,
        moves: near.entry.moves(),
        holds: near.entry.holds(),
        limit,
    }
}

/// What steering makes of a unit in this tick; for a copy of the world, whose wishes it settles. None for one that is not there.
pub(crate) fn rehearse(cx: SteerContext<'_>, unit: UnitId) -> Option<SteeringTrace> {
    let SteerContext { scene, flow, routes, workspace } = cx;
    let row = scene.place(unit).filter(|place| (place.row as usize) < scene.frame.units)?.row as usize;
    let super::SteerWorkspace { wishes, walkers, gates } = workspace;
    gates.count(&scene);
    let crowd = SteerScene::new(scene, gates);
    super::intend(&crowd, flow, routes, wishes, walkers);
    let wish = *wishes.get(row)?;
    let mut motion = scene.entities.column::<Motion>(&scene.entities.units)[row];
    let mut steering = begin(&crowd, row, &motion, &wish)?;
    if wish.turn != SteeringTurn::Stands {
        let (from, agents) = (motion.position, scene.entities.column::<Agent>(&scene.entities.units));
        moving_agent::advance(
            &crowd,
            row,
            &mut motion,
            &agents[row],
            &wish,
            &mut NearestNeighbours::nobody(),
            &mut steering,
        );
        steering.moved = motion.position - from;
        steering.arrives = wish.turn == SteeringTurn::Decides && motion.has_arrived();
    }
    Some(steering)
}

/// What is known before it moves.
fn begin(crowd: &SteerScene<'_>, row: usize, motion: &Motion, wish: &DesiredVelocity) -> Option<SteeringTrace> {
    let body = crowd.bodies.get(row)?;
    Some(SteeringTrace {
        turn: wish.turn,
        navigator: UnitPassability::for_body(&crowd.scene, body)?.navigator,
        goal: motion.goal,
        place: wish.target,
        way: wish.way,
        pace: wish.pace,
        speed: wish.speed,
        course: wish.course,
        waits_for_field: wish.asks,
        stuck_ticks: motion.stuck_ticks,
        ..SteeringTrace::default()
    })
}
