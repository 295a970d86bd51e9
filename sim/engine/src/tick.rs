//! The phases of a tick, in order; nothing else.

use crate::event::TickReport;
use crate::order::StampedOrder;
use crate::world::World;

impl World {
    /// Advances by one tick under these orders (of any tick and player; they are taken as given for
    /// this tick, by player, then sequence). Cannot fail: what cannot be done becomes an event.
    pub fn step(&mut self, orders: &[StampedOrder]) -> TickReport {
        let threads = self.threads.clone();
        threads.enter(self.entities.units.len(), || run(self, orders))
    }
}

/// The phases.
fn run(world: &mut World, orders: &[StampedOrder]) -> TickReport {
    world.begin_tick();
    crate::schedule::run(world.schedule_context());
    world.note_births();
    crate::validator::apply(world.validator_context(), orders);
    crate::squad::run(world.squad_context());
    crate::group::settle(world.group_context());
    crate::scene::gather_frame(world.frame_context());
    crate::job::run(world.job_context());
    crate::attack_slots::run(world.slot_context());
    crate::agent::run(world.agent_context());
    crate::steer::run(world.steer_context());
    crate::combat::run(world.combat_context());
    crate::economy::run(world.economy_context());
    world.note_births();
    crate::group::settle(world.group_context());
    crate::senses::run(world.senses_context());
    world.bury_the_dead();
    crate::sight::run(world.sight_context());
    crate::flow::run(world.flow_context());
    crate::route::run(world.route_context());
    crate::victory::run(world.victory_context());
    world.end_tick()
}
