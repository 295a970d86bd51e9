//! The phases of a tick, in order; nothing else.

use crate::event::TickReport;
use crate::order::StampedOrder;
use crate::world::World;

impl World {
    /// Advances by one tick under these orders (of any tick and player; they are taken as given for
    /// this tick, by player, then sequence). Cannot fail: what cannot be done becomes an event.
    pub fn step(&mut self, orders: &[StampedOrder]) -> TickReport {
        self.step_watched(orders, |_, _| {})
    }

    /// Advances by one tick as [`step`](World::step) does, and shows the world after each phase, by its name. What is shown can be hashed and
    /// dumped; it is between two ticks only after the last one.
    pub fn step_watched(
        &mut self,
        orders: &[StampedOrder],
        watch: impl FnMut(&'static str, &World) + Send,
    ) -> TickReport {
        let threads = self.threads.clone();
        threads.enter(self.entities.units.len(), || run(self, orders, watch))
    }
}

/// The phases.
fn run(world: &mut World, orders: &[StampedOrder], mut watch: impl FnMut(&'static str, &World)) -> TickReport {
    world.begin_tick();
    crate::schedule::run(world.schedule_context());
    world.note_births();
    watch("schedules", world);
    crate::validator::apply(world.validator_context(), orders);
    watch("orders", world);
    crate::squad::run(world.squad_context());
    watch("squads", world);
    crate::group_places::settle(world.group_context());
    watch("groups", world);
    crate::scene::gather_frame(world.frame_context());
    watch("frame", world);
    crate::job::run(world.job_context());
    watch("jobs", world);
    crate::attack_slots::run(world.slot_context());
    watch("slots", world);
    crate::agent::run(world.agent_context());
    watch("agents", world);
    crate::steer::run(world.steer_context());
    watch("steering", world);
    crate::combat::run(world.combat_context());
    watch("combat", world);
    crate::economy::run(world.economy_context());
    watch("economy", world);
    world.note_births();
    crate::group_places::settle(world.group_context());
    watch("births", world);
    crate::senses::run(world.senses_context());
    watch("senses", world);
    world.bury_the_dead();
    watch("deaths", world);
    crate::sight::run(world.sight_context());
    watch("sight", world);
    crate::flow::run(world.flow_context());
    watch("flow", world);
    crate::route::run(world.route_context());
    watch("routes", world);
    crate::victory::run(world.victory_context());
    watch("victory", world);
    let report = world.end_tick();
    watch("end", world);
    report
}
