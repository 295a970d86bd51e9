//! A workload being played: commanders, world and hash, as a match has them, in the hands of a timer.

use std::sync::Arc;

use sandtable_ai::{Commander, Orders};
use sandtable_diagnostics::Issues;
use sandtable_match::runner::commander_seed;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::view::View;
use sandtable_sim::{Threads, World};
use sandtable_state::id::PlayerId;

use crate::workload::Loaded;

/// A match that is stepped from outside, and started again with the next seed when it ends.
pub struct Stage {
    loaded: Loaded,
    seed: u64,
    /// The world.
    pub world: World,
    commanders: Vec<Box<dyn Commander>>,
    orders: Orders,
    threads: Threads,
    stamped: Vec<StampedOrder>,
    /// The exclusive or of all hashes, so that no hash can be optimised away.
    pub digest: u64,
    /// Matches that came to an end.
    pub ended: u32,
}

impl Stage {
    /// Sets the stage for a workload.
    ///
    /// # Errors
    /// Everything wrong with its strategies.
    pub fn new(loaded: Loaded, seed: u64) -> Result<Stage, Issues> {
        let (world, commanders) = set(&loaded, seed)?;
        let (orders, stamped, threads) = (Orders::new(), Vec::new(), Threads::default());
        Ok(Stage { loaded, seed, world, commanders, orders, threads, stamped, digest: 0, ended: 0 })
    }

    /// Lends threads to this match and those after it.
    pub fn use_threads(&mut self, threads: Threads) {
        self.world.use_threads(threads.clone());
        self.threads = threads;
    }

    /// One tick as a match has it: commanders that are due decide, the world steps, the state is hashed.
    ///
    /// # Errors
    /// As [`Stage::new`], when the match ended and the next one cannot be set up.
    pub fn tick(&mut self) -> Result<(), Issues> {
        if self.world.outcome().is_some() {
            self.seed += 1;
            self.ended += 1;
            (self.world, self.commanders) = set(&self.loaded, self.seed)?;
            self.world.use_threads(self.threads.clone());
        }
        self.stamped.clear();
        let now = self.world.tick();
        for (row, commander) in self.commanders.iter_mut().enumerate() {
            if !now.is_multiple_of(commander.interval_ticks()) {
                continue;
            }
            let player = PlayerId(row as u8);
            commander.decide(&View::new(&self.world, player), &mut self.orders);
            let stamp = |(seq, order)| StampedOrder { tick: now + 1, player, seq: seq as u16, order };
            self.stamped.extend(self.orders.drain().enumerate().map(stamp));
        }
        self.world.step(&self.stamped);
        self.digest ^= self.world.state_hash();
        Ok(())
    }

    /// Units alive.
    pub fn units(&self) -> usize {
        self.world.population()[0]
    }

    /// Units whose weapon has a target.
    pub fn in_contact(&self) -> usize {
        self.world.observe_units().filter(|unit| unit.target.is_some()).count()
    }
}

fn set(loaded: &Loaded, seed: u64) -> Result<(World, Vec<Box<dyn Commander>>), Issues> {
    let registry = crate::registry();
    let commanders = loaded.strategies.iter().enumerate().map(|(row, strategy)| {
        let player = PlayerId(row as u8);
        strategy.build(&registry, &loaded.scenario.rules, player, commander_seed(seed, player))
    });
    Ok((World::new(Arc::clone(&loaded.scenario), seed), commanders.collect::<Result<_, _>>()?))
}
