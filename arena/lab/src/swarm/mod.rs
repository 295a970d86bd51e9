//! The swarm: whole matches drawn from numbers, played while the invariants of `check` are asserted.
//!
//! From one seed come rules, map, players, armies and orders: legal ones, absurd ones and hostile ones. Each match is recorded as
//! it is played, so that one in which something does not hold is made small at once and left as a replay.

mod check;
mod draw;
mod orders;
mod run;

use std::sync::Arc;

use sandtable_math::mix;
use sandtable_sim::World;
use sandtable_state::rng::Rng;
use serde::Serialize;

pub use check::{Broken, Checks};
pub use run::{SwarmRun, SwarmSum};

use sandtable_match::library::Library;
use sandtable_match::replays::{Reduced, Reproducer, reduce};
use sandtable_match::runner::guarded;

/// How a swarm is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwarmTerms {
    /// Where everything comes from.
    pub seed: u64,
    /// Ticks of one match.
    pub ticks: u32,
    /// Ticks between two restores on average.
    pub restore_every: u32,
}

/// What one match of a swarm came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SwarmTotals {
    /// Matches played.
    pub matches: u64,
    /// Ticks stepped.
    pub ticks: u64,
    /// Orders given.
    pub orders: u64,
    /// Of these refused.
    pub refused: u64,
    /// Worlds saved, loaded and held to what they were and how they went on.
    pub restores: u64,
}

impl SwarmTotals {
    /// Counts another in.
    pub fn add(&mut self, other: &SwarmTotals) {
        self.matches += other.matches;
        self.ticks += other.ticks;
        self.orders += other.orders;
        self.refused += other.refused;
        self.restores += other.restores;
    }
}

/// A match in which something did not hold.
#[derive(Clone, Debug)]
pub struct SwarmFinding {
    /// The number of the match.
    pub number: u64,
    /// What did not hold.
    pub broken: Broken,
    /// The match up to there.
    pub reproducer: Reproducer,
}

/// The seed of a match of a swarm.
fn match_seed(terms: &SwarmTerms, number: u64) -> u64 {
    mix(terms.seed, number)
}

/// Plays match `number` of a swarm: a pure function of its arguments, but for the content that rules are drawn from.
///
/// # Errors
/// What did not hold.
pub fn play(terms: &SwarmTerms, number: u64, library: &mut Library) -> Result<SwarmTotals, Box<SwarmFinding>> {
    let seed = match_seed(terms, number);
    let Some(scenario) = draw::scenario(seed, terms.ticks, library) else { return Ok(SwarmTotals::default()) };
    let mut reproducer = Reproducer { scenario, seed, orders: Vec::new(), ticks: 0 };
    let mut tally = SwarmTotals { matches: 1, ..SwarmTotals::default() };
    match guarded(|| run(terms, &mut reproducer, &mut tally)) {
        Ok(Ok(())) => Ok(tally),
        Ok(Err(broken)) => Err(Box::new(SwarmFinding { number, broken, reproducer })),
        Err(fault) => {
            let broken = Broken { tick: reproducer.ticks, what: format!("the engine panics: {}", fault.message) };
            Err(Box::new(SwarmFinding { number, broken, reproducer }))
        }
    }
}

fn run(terms: &SwarmTerms, reproducer: &mut Reproducer, tally: &mut SwarmTotals) -> Result<(), Broken> {
    let mut world = World::new(Arc::new(reproducer.scenario.clone()), reproducer.seed);
    let mut rng = Rng::stream(reproducer.seed, "swarm orders");
    let mut checks = Checks::new(reproducer.seed, terms.restore_every);
    while reproducer.ticks < terms.ticks && world.outcome().is_none() {
        let orders = orders::draw(&world, &mut rng);
        reproducer.ticks += 1;
        reproducer.orders.extend(orders.iter().cloned());
        let report = world.step(&orders);
        tally.ticks += 1;
        tally.orders += orders.len() as u64;
        tally.refused += checks.hold(&world, &orders, &report)?;
        tally.restores = checks.restores;
    }
    Ok(())
}

/// How often a smaller match is tried.
const MAX_TRIES: u32 = 3_000;

/// Makes a finding small: what still does not hold counts as the same, whatever it is.
pub fn shrink(terms: &SwarmTerms, finding: &SwarmFinding) -> Option<Reduced> {
    // Restoring worlds is most of the work, and most findings need none.
    let needs_restores = !is_broken(&finding.reproducer, u32::MAX);
    let restore_every = if needs_restores { terms.restore_every.min(4) } else { u32::MAX };
    reduce(&finding.reproducer, MAX_TRIES, |reproducer| is_broken(reproducer, restore_every))
}

fn is_broken(reproducer: &Reproducer, restore_every: u32) -> bool {
    let played = guarded(|| {
        let mut checks = Checks::new(reproducer.seed, restore_every);
        let mut world = reproducer.start();
        (1..=reproducer.ticks).any(|tick| {
            let orders = reproducer.orders_of(tick);
            let report = world.step(orders);
            checks.hold(&world, orders, &report).is_err()
        })
    });
    played.unwrap_or(true)
}
