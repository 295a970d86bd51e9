//! The forces on a walking unit, in strict order of priority: flow following, avoidance, separation, alignment, cohesion
//! (Pentheny, "Efficient SteerScene Simulation for Mobile Games", Game AI Pro ch. 24).

use super::moving_agent::MovingAgent;
use super::neighbours::Neighbour;
use super::observer::SteeringObserver;
use super::tuning::{
    ALIGNMENT, APART_WITHIN, AVOIDANCE, COHESION, FLOW_FORCE, HEAD_ON_SINE, MAX_FORCE, MOST_ENERGY_RATIO, SEPARATION,
    SLOW_APPROACH,
};
use sandtable_math::{Fx, Vec2};
use sandtable_nav::steering::{Flock, ForceBudget, Mover, PassingSide, passing_side, separate};
use sandtable_nav::vector::{cross, limited, polar, polar_near, scaled, times};

/// The velocity that steering means a unit to have, from the last one, and whether nobody is in its way. Tells `watch` what each
/// force asks for, as long as there is something left to spend.
pub(super) fn steer(
    walker: &MovingAgent,
    pace: Fx,
    last: Vec2,
    near: &[Neighbour],
    watch: &mut impl SteeringObserver,
) -> (Vec2, bool) {
    let mover = Mover { position: walker.body.position, velocity: last, top_speed: walker.speed };
    let part = |part: Fx| times(walker.speed, part);
    let flow = limited(mover.toward(scaled(walker.heading, pace)), part(FLOW_FORCE));
    let mut around = NeighbourForces::new(walker, &mover);
    near.iter().for_each(|near| around.add(near));
    let aside = scaled(walker.heading.quarter_turn(), around.aside);
    let mut forces = ForceBudget::new(part(MAX_FORCE));
    let mut spend = |forces: ForceBudget, name: &'static str, force: Vec2| {
        let after = forces.spend(force);
        watch.force(name, force, after.sum() - forces.sum());
        after
    };
    forces = spend(forces, "flow", flow);
    forces = spend(forces, "avoidance", aside);
    forces = spend(forces, "separation", around.apart);
    if !forces.is_spent() && around.flock.count > 0 {
        forces = spend(forces, "alignment", scaled(around.flock.align(&mover), ALIGNMENT));
        forces = spend(forces, "cohesion", scaled(around.flock.cohere(&mover), COHESION));
    }
    let steered = limited(last + forces.sum(), walker.speed.min(pace.add_saturating(part(FLOW_FORCE))));
    (steered, around.aside == Fx::ZERO)
}

/// What a walker's neighbours add up to.
struct NeighbourForces<'a> {
    walker: &'a MovingAgent<'a>,
    mover: &'a Mover,
    /// The square of the least speed at which one comes nearer that is stepped aside for.
    slow: i64,
    /// One's own, see [`energy`].
    energy: i64,
    /// To the right, in cells a tick.
    aside: Fx,
    apart: Vec2,
    flock: Flock,
}

impl<'a> NeighbourForces<'a> {
    fn new(walker: &'a MovingAgent<'a>, mover: &'a Mover) -> NeighbourForces<'a> {
        let slow = times(walker.speed, SLOW_APPROACH).squared_wide();
        let energy = energy(walker.body.mass, walker.body.velocity);
        NeighbourForces { walker, mover, slow, energy, aside: Fx::ZERO, apart: Vec2::ZERO, flock: Flock::default() }
    }

    #[inline]
    fn add(&mut self, near: &Neighbour) {
        let heading = self.walker.heading;
        if near.offset.dot_wide(heading) > 0 {
            self.aside += self.side_step(near);
        }
        if near.gap < APART_WITHIN {
            self.apart += self.separation(near);
        }
        if near.entry.moves() && near.entry.steered.dot_wide(heading) > 0 {
            self.flock.add(near.offset, near.entry.steered);
        }
    }

    /// The side step around a neighbour ahead that would be run into.
    #[inline]
    fn side_step(&self, near: &Neighbour) -> Fx {
        let closing = self.mover.velocity - near.entry.steered;
        if closing.length_squared_wide() <= self.slow || closing.dot_wide(near.offset) <= 0 {
            return Fx::ZERO;
        }
        let off = cross(self.walker.heading, near.offset).abs();
        let reach = self.walker.body.radius + near.entry.radius;
        if off < reach { self.pass(near, closing) } else { Fx::ZERO }
    }

    fn pass(&self, near: &Neighbour, closing: Vec2) -> Fx {
        let (way, rate) = polar(closing);
        let (toward, distance) = polar_near(near.offset, near.offset.length_squared_wide());
        let size = times(rate, AVOIDANCE).div_trunc(distance.max(Fx::from_ratio(1, 4)));
        let size = size.min(self.walker.speed);
        match passing_side(way, toward, HEAD_ON_SINE, self.walker.crowd.hand) {
            PassingSide::Left => -size,
            PassingSide::Right => size,
        }
    }

    /// Away from a neighbour, the harder the more energy it has for one's own.
    fn separation(&self, near: &Neighbour) -> Vec2 {
        let ratio = (energy(near.entry.mass, near.entry.velocity) * 16 / self.energy)
            .clamp(256 / MOST_ENERGY_RATIO, MOST_ENERGY_RATIO);
        let strength = i64::from(times(self.walker.speed, SEPARATION).bits()) * ratio / 16;
        separate(near.toward, near.gap, APART_WITHIN, Fx::from_bits(strength as i32))
    }
}

/// Twice the kinetic energy, plus that of a slow walk, so that who stands weighs something.
fn energy(mass: u16, velocity: Vec2) -> i64 {
    const SLOW_APPROACH: i64 = 1 << 24;
    i64::from(mass.max(1)) * ((velocity.length_squared_wide() + SLOW_APPROACH) >> 16)
}
