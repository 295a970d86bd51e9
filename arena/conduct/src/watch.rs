//! The eye on a match: it looks at every tick as it is played.

use sandtable_sim::World;
use sandtable_sim::event::Event;
use sandtable_sim::order::StampedOrder;

use super::engagement::{Chases, note_idle, note_out_of_reach};
use super::look::Look;
use super::movement::{Anchors, note_transports};
use super::orders::RepeatedOrders;
use super::spells::Spells;
use super::towers::FedToTowers;
use super::tuning::LOOK_TICKS;
use super::{Lapse, economy, workers};

/// What has been seen of a match so far. It changes nothing in the world.
#[derive(Default)]
pub struct ConductWatch {
    spells: Spells,
    anchors: Anchors,
    chases: Chases,
    orders: RepeatedOrders,
    towers: FedToTowers,
}

impl ConductWatch {
    /// Takes note of a tick: the world after it, its orders and its events.
    pub fn note(&mut self, world: &World, orders: &[StampedOrder], events: &[Event]) {
        self.orders.note(world, orders, &mut self.spells);
        self.towers.note(world, events, &mut self.spells);
        if world.tick().is_multiple_of(LOOK_TICKS) {
            self.look(&Look::new(world));
        }
    }

    fn look(&mut self, look: &Look<'_>) {
        let spells = &mut self.spells;
        self.anchors.note(look, spells);
        note_transports(look, spells);
        note_idle(look, spells);
        note_out_of_reach(look, &self.anchors, spells);
        self.chases.note(look, spells);
        workers::note_endangered(look, &self.anchors, spells);
        workers::note_waiting(look, &self.anchors, spells);
        // Households are looked into every other time; what was seen there goes on in between.
        let is_due = economy::is_due(look.tick);
        if is_due {
            economy::note(look, spells);
        }
        spells.end_look(|kind, _| is_due || !economy::is_of_household(kind));
    }

    /// All lapses, by kind, the longest first.
    pub fn into_lapses(self) -> Vec<Lapse> {
        let mut spells = self.spells;
        self.towers.finish(&mut spells);
        spells.into_lapses()
    }
}
