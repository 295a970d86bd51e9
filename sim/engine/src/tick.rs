//! The phases of a tick, in order; nothing else.

use crate::event::TickReport;
use crate::order::StampedOrder;
use crate::world::World;

/// Advances the world by one tick.
pub(crate) fn step(world: &mut World, orders: &[StampedOrder]) -> TickReport {
    world.begin_tick();
    crate::schedule::run(world);
    crate::order::door::apply(world, orders);
    crate::squad::run(world);
    crate::order::settle(world);
    crate::scene::gather_frame(world.frame_context());
    crate::job::run(world.job_context());
    crate::ring::run(world.ring_context());
    crate::agent::run(world.agent_context());
    crate::steer::run(world.steer_context());
    crate::combat::run(world.combat_context());
    crate::economy::run(world.economy_context());
    world.note_births();
    crate::order::settle(world);
    crate::senses::run(world.senses_context());
    world.bury_the_dead();
    crate::sight::run(world.sight_context());
    crate::flow::run(world.flow_context());
    crate::route::run(world.route_context());
    crate::victory::run(world.victory_context());
    world.end_tick()
}
