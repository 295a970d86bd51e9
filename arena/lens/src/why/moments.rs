//! The latest worlds of a match, as one unit was in them.

use std::collections::VecDeque;

use sandtable_sim::order::StampedOrder;
use sandtable_sim::{Explanation, World};
use sandtable_state::id::UnitId;

/// Ticks that can be looked back on: a unit thinks again within them, but where too many are due.
pub(crate) const KEPT_TICKS: u32 = 16;

/// The latest worlds, each with the orders of its next tick, and whom they are asked about.
pub(crate) struct Moments {
    /// Who is asked about.
    pub unit: UnitId,
    frames: VecDeque<(World, Vec<StampedOrder>)>,
}

impl Moments {
    /// No worlds yet.
    pub fn new(unit: UnitId) -> Moments {
        Moments { unit, frames: VecDeque::new() }
    }

    /// Adds a later world, with the orders of its next tick.
    pub fn push(&mut self, world: World, orders: &[StampedOrder]) {
        self.frames.push_back((world, orders.to_vec()));
    }

    /// The latest world, of which there must be one.
    pub fn world(&self) -> &World {
        &self.frames.back().expect("a world was added").0
    }

    /// A copy of the latest world after its next tick, and what that brought.
    pub fn rehearsed(&self) -> Option<(World, sandtable_sim::event::TickReport)> {
        let (world, orders) = self.frames.back()?;
        let mut world = world.fork();
        let report = world.step(orders);
        Some((world, report))
    }

    /// What the tick after one of them makes of the unit.
    pub fn explain(&self, tick: u32) -> Option<Explanation> {
        let (world, orders) = self.frames.iter().find(|(world, _)| world.tick() == tick)?;
        world.explain(self.unit, orders)
    }

    /// The latest before the last for which something holds.
    pub fn latest(&self, holds: impl Fn(&Explanation) -> bool) -> Option<Explanation> {
        let earlier = self.frames.iter().rev().skip(1);
        earlier.filter_map(|(world, orders)| world.explain(self.unit, orders)).find(|told| holds(told))
    }
}
