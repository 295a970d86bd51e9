//! What a walker's tick tells those who watch it.

use super::moving_agent::MovingAgent;
use super::neighbours::Neighbour;
use super::steering_trace::{ForceTrace, NeighbourTrace, SteeringTrace};
use sandtable_math::{Fx, Vec2};
use sandtable_nav::vector::dot;

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
