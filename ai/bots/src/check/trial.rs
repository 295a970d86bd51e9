//! One short match of a bot against nobody.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sandtable_ai::{Commander, CommanderFailure, Orders, RefusedOrder};
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;

use super::plan::CheckPlan;

/// What a bot did.
#[derive(Debug)]
pub(super) struct CheckTrial {
    /// Until it was ready.
    pub ready: Duration,
    /// Ticks between its decisions.
    pub interval: u32,
    /// Decisions it made.
    pub decisions: u32,
    /// How long the first took.
    pub first: Duration,
    /// How long the slowest of the others took.
    pub slowest: Duration,
    /// Its orders, each with the tick it decided after.
    pub orders: Vec<(u32, Order)>,
    /// Orders that were refused.
    pub refused: u32,
    /// How it failed, and in which decision, from 1; 0 for before any.
    pub failure: Option<(u32, CommanderFailure)>,
    /// How long it took to be gone.
    pub end: Result<Duration, CommanderFailure>,
}

/// Plays a bot in a match.
pub(super) fn trial(plan: &CheckPlan, bot: &mut dyn Commander, player: PlayerId, seed: u64) -> CheckTrial {
    let mut trial = CheckTrial {
        ready: Duration::ZERO,
        interval: 1,
        decisions: 0,
        first: Duration::ZERO,
        slowest: Duration::ZERO,
        orders: Vec::new(),
        refused: 0,
        failure: None,
        end: Ok(Duration::ZERO),
    };
    let began = Instant::now();
    if let Err(failure) = bot.ready() {
        return CheckTrial { failure: Some((0, failure)), ..trial };
    }
    trial.ready = began.elapsed();
    trial.interval = bot.interval_ticks().max(1);
    let mut world = World::new(Arc::clone(&plan.scenario), seed);
    trial.play(plan, bot, &mut world, player);
    trial.refused = world.players()[player.index()].totals.rejected;
    let began = Instant::now();
    trial.end = bot.end(world.outcome()).map(|()| began.elapsed());
    trial
}

impl CheckTrial {
    fn play(&mut self, plan: &CheckPlan, bot: &mut dyn Commander, world: &mut World, player: PlayerId) {
        let mut given = Orders::new();
        while self.decisions < plan.decisions && world.outcome().is_none() {
            let tick = world.tick();
            let mut stamped = Vec::new();
            if tick.is_multiple_of(self.interval) && !world.players()[player.index()].out {
                let began = Instant::now();
                given.clear();
                bot.decide(&View::new(world, player), &mut given);
                self.time(began.elapsed());
                if let Some(failure) = bot.failure() {
                    self.failure = Some((self.decisions, failure));
                    return;
                }
                for (seq, order) in given.drain().enumerate() {
                    self.orders.push((tick, order.clone()));
                    stamped.push(StampedOrder { tick: tick + 1, player, seq: seq as u16, order });
                }
            }
            let report = world.step(&stamped);
            RefusedOrder::of_tick(&stamped, &report).for_each(|refused| bot.refused(&refused));
        }
    }

    fn time(&mut self, took: Duration) {
        self.decisions += 1;
        if self.decisions == 1 {
            self.first = took;
        } else {
            self.slowest = self.slowest.max(took);
        }
    }
}
