//! The swarm: whole matches drawn from numbers, played while everything that must hold is held to.
//!
//! From one seed come rules, map, players, armies and orders: legal ones, absurd ones and hostile ones. Each match is recorded as
//! it is played, so that one in which something does not hold is made small at once and left as a replay.

mod check;
mod draw;
mod orders;

use std::sync::Arc;

use sandtable_sim::World;
use sandtable_sim::math::mix;
use sandtable_sim::rng::Rng;
use serde::Serialize;

pub use check::{Broken, Checks};

use sandtable_match::library::Library;
use sandtable_match::replays::{Minimized, Specimen, minimize};
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
pub struct Tally {
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

impl Tally {
    /// Counts another in.
    pub fn add(&mut self, other: &Tally) {
        self.matches += other.matches;
        self.ticks += other.ticks;
        self.orders += other.orders;
        self.refused += other.refused;
        self.restores += other.restores;
    }
}

/// A match in which something did not hold.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The number of the match.
    pub number: u64,
    /// What did not hold.
    pub broken: Broken,
    /// The match up to there.
    pub specimen: Specimen,
}

/// The seed of a match of a swarm.
fn match_seed(terms: &SwarmTerms, number: u64) -> u64 {
    mix(terms.seed, number)
}

/// Plays match `number` of a swarm: a pure function of its arguments, but for the content that rules are drawn from.
///
/// # Errors
/// What did not hold.
pub fn play(terms: &SwarmTerms, number: u64, library: &mut Library) -> Result<Tally, Box<Finding>> {
    let seed = match_seed(terms, number);
    let Some(scenario) = draw::scenario(seed, terms.ticks, library) else { return Ok(Tally::default()) };
    let mut specimen = Specimen { scenario, seed, orders: Vec::new(), ticks: 0 };
    let mut tally = Tally { matches: 1, ..Tally::default() };
    match guarded(|| run(terms, &mut specimen, &mut tally)) {
        Ok(Ok(())) => Ok(tally),
        Ok(Err(broken)) => Err(Box::new(Finding { number, broken, specimen })),
        Err(fault) => {
            let broken = Broken { tick: specimen.ticks, what: format!("the engine panics: {}", fault.message) };
            Err(Box::new(Finding { number, broken, specimen }))
        }
    }
}

fn run(terms: &SwarmTerms, specimen: &mut Specimen, tally: &mut Tally) -> Result<(), Broken> {
    let mut world = World::new(Arc::new(specimen.scenario.clone()), specimen.seed);
    let mut rng = Rng::stream(specimen.seed, "swarm orders");
    let mut checks = Checks::new(specimen.seed, terms.restore_every);
    while specimen.ticks < terms.ticks && world.outcome().is_none() {
        let orders = orders::draw(&world, &mut rng);
        specimen.ticks += 1;
        specimen.orders.extend(orders.iter().cloned());
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
pub fn shrink(terms: &SwarmTerms, finding: &Finding) -> Option<Minimized> {
    // Restoring worlds is most of the work, and most findings need none.
    let needs_restores = !is_broken(&finding.specimen, u32::MAX);
    let restore_every = if needs_restores { terms.restore_every.min(4) } else { u32::MAX };
    minimize(&finding.specimen, MAX_TRIES, |specimen| is_broken(specimen, restore_every))
}

fn is_broken(specimen: &Specimen, restore_every: u32) -> bool {
    let played = guarded(|| {
        let mut checks = Checks::new(specimen.seed, restore_every);
        let mut world = specimen.start();
        (1..=specimen.ticks).any(|tick| {
            let orders = specimen.orders_of(tick);
            let report = world.step(orders);
            checks.hold(&world, orders, &report).is_err()
        })
    });
    played.unwrap_or(true)
}
