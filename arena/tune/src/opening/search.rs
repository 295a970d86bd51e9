//! A search over the order of the steps: neighbours of the best so far, several at a time, and the best of them where it is better.

use std::collections::BTreeMap;

use sandtable_ai::BuildOrderText;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_state::rng::Rng;

use super::order_file::OrderStep;
use super::report::OpeningReport;
use super::solo::{SoloGround, cost};

/// Neighbours that are played beside each other.
const NEIGHBOURS: u32 = 8;
/// The most changes of a neighbour.
const MOST_CHANGES: u32 = 3;

/// Searches orders that end with as much of everything, sooner.
pub(super) struct OrderSearch<'a> {
    ground: &'a SoloGround<'a>,
    rng: Rng,
}

impl<'a> OrderSearch<'a> {
    /// A search that draws from this seed.
    pub fn new(ground: &'a SoloGround<'a>, seed: u64) -> OrderSearch<'a> {
        OrderSearch { ground, rng: Rng::stream(seed, "build orders") }
    }

    /// Tries `tries` orders, and keeps the best in the report.
    ///
    /// # Errors
    /// Everything wrong with a text.
    pub fn improve(
        &mut self,
        report: &mut OpeningReport,
        tries: u32,
        progress: &dyn ProgressSink,
    ) -> Result<(), Failure> {
        let own = report.file.steps.clone();
        let aims = report.file.aims();
        let last = last_steps(&own, &aims);
        let mut best = (own, report.own_cost());
        let mut left = tries;
        while left > 0 {
            let batch = left.min(NEIGHBOURS);
            left -= batch;
            let orders: Vec<Vec<OrderStep>> = (0..batch).map(|_| self.neighbour(&best.0, &aims)).collect();
            let texts: Vec<String> = orders.iter().map(|order| report.file.with_steps(order)).collect();
            let played = self.ground.play(&texts, &last, progress)?;
            for (order, games) in orders.into_iter().zip(&played) {
                let cost = cost(games, report.file.until_seconds);
                if cost < best.1 {
                    best = (order, cost);
                }
            }
        }
        if best.1 < report.own_cost() {
            let text = report.file.with_steps(&best.0);
            let games = self.ground.play(std::slice::from_ref(&text), &best.0, progress)?.remove(0);
            report.take_better(best.0, text, &games);
        }
        Ok(())
    }

    /// An order with a few things changed that ends with as much of everything.
    fn neighbour(&mut self, from: &[OrderStep], aims: &BTreeMap<String, u16>) -> Vec<OrderStep> {
        let mut order = from.to_vec();
        for _ in 0..1 + self.rng.below(MOST_CHANGES) {
            self.change(&mut order);
        }
        settle(order, aims)
    }

    fn change(&mut self, order: &mut Vec<OrderStep>) {
        let row = |rng: &mut Rng, order: &[OrderStep]| rng.below(order.len() as u32) as usize;
        let at = row(&mut self.rng, order);
        match self.rng.below(4) {
            0 => {
                let step = order.remove(at);
                let to = self.rng.below(order.len() as u32 + 1) as usize;
                order.insert(to, step);
            }
            1 => {
                let next = (at + 1).min(order.len() - 1);
                order.swap(at, next);
            }
            // A part of it comes earlier.
            2 if order[at].count > 1 && order.len() < BuildOrderText::MAX_STEPS => {
                let part = 1 + self.rng.below(u32::from(order[at].count) - 1) as u16;
                let to = self.rng.below(at as u32 + 1) as usize;
                let step = order[at].counting(part);
                order.insert(to, step);
            }
            _ => {
                let by = self.rng.between(-2, 2);
                let count = (i32::from(order[at].count) + by).clamp(1, 500) as u16;
                order[at] = order[at].counting(count);
            }
        }
    }
}

/// Drops steps that ask for no more than one before them, and has the last of each ask for what it is to end with.
fn settle(order: Vec<OrderStep>, aims: &BTreeMap<String, u16>) -> Vec<OrderStep> {
    let mut most: BTreeMap<String, u16> = BTreeMap::new();
    let mut settled: Vec<OrderStep> = Vec::new();
    for step in order {
        let aim = aims.get(&step.name).copied().unwrap_or(0);
        let step = if step.count > aim { step.counting(aim) } else { step };
        let seen = most.entry(step.name.clone()).or_insert(0);
        if step.count > *seen {
            *seen = step.count;
            settled.push(step);
        }
    }
    for (name, aim) in aims {
        if most.get(name).is_some_and(|seen| seen < aim)
            && let Some(last) = settled.iter_mut().rev().find(|step| step.name == *name)
        {
            *last = last.counting(*aim);
        }
    }
    settled
}

/// The steps that ask for what the order is to end with.
fn last_steps(steps: &[OrderStep], aims: &BTreeMap<String, u16>) -> Vec<OrderStep> {
    let mut last: Vec<OrderStep> = steps.iter().filter(|step| aims[&step.name] == step.count).cloned().collect();
    last.sort_by(|a, b| a.name.cmp(&b.name));
    last.dedup_by(|a, b| a.name == b.name);
    last
}
