//! The recorded strategies run again: do they still decide what they decided then?

use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_replay::{Playback, Replay};
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;

use super::first_decision::FirstDecision;
use super::resume::{ResumeError, commanders};
use crate::runner::{MatchResult, Observer, run_match_with};

/// A replay whose strategies decided the same again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rerun {
    /// Ticks played.
    pub ticks: u32,
    /// Orders that were the same.
    pub orders: u64,
}

/// Why recorded strategies cannot be run again, or what they do otherwise.
pub type RerunError = ResumeError;

/// Plays a recorded match anew with its strategies and compares every order with the record.
///
/// # Errors
/// The first decision that differs, or why nothing could be compared.
pub fn rerun(replay: &Replay, registry: &Registry) -> Result<Rerun, RerunError> {
    match run_again(replay, registry, false)? {
        Rerunning { first: Some(first), .. } => Err(ResumeError::OtherDecision(first)),
        Rerunning { same, .. } => Ok(same),
    }
}

/// A recorded match played anew by its strategies, wherever that leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rerunning {
    /// As far as the decisions were the same.
    pub same: Rerun,
    /// The first that was another.
    pub first: Option<FirstDecision>,
    /// The result of the match.
    pub result: MatchResult,
}

impl Rerunning {
    /// Whether everything was decided, and the match ended, as recorded.
    pub fn is_as_recorded(&self, replay: &Replay) -> bool {
        self.first.is_none() && !ends_otherwise(replay, &self.result)
    }
}

/// Whether a record says of the end of its match, where it says something, what does not come out.
pub(super) fn ends_otherwise(replay: &Replay, result: &MatchResult) -> bool {
    replay.outcome().is_some_and(|recorded| result.outcome != Some(recorded))
}

/// Plays a recorded match anew with its strategies, to its end though they decide otherwise.
///
/// # Errors
/// Why nothing can be compared, or that the engine failed.
pub fn rerun_whole(replay: &Replay, registry: &Registry) -> Result<Rerunning, RerunError> {
    run_again(replay, registry, true)
}

fn run_again(replay: &Replay, registry: &Registry, whole: bool) -> Result<Rerunning, RerunError> {
    let scenario = Arc::new(replay.header.decode_scenario()?);
    let commanders = commanders(replay, registry, &scenario.rules)?;
    let mut decisions = Decisions { replay, whole, same: Rerun { ticks: 0, orders: 0 }, found: None };
    let result = run_match_with(&scenario, commanders, replay.header.seed, &mut decisions);
    if let Some(message) = result.engine_error() {
        return Err(ResumeError::Engine(message.to_owned()));
    }
    let Decisions { same, found, .. } = decisions;
    let told = |(tick, given): (u32, Vec<StampedOrder>)| {
        // Told by the names that things had when the orders were given.
        let world = Playback::at(replay, tick - 1)?.into_world();
        let recorded = replay.chunk_of(tick).map_or(&[][..], |chunk| chunk.orders_of(tick));
        Ok::<_, RerunError>(FirstDecision::between(replay, &world, recorded, &given, &[]))
    };
    Ok(Rerunning { same, first: found.map(told).transpose()?, result })
}

/// Compares what is ordered with what was.
struct Decisions<'r> {
    replay: &'r Replay,
    /// Whether the match is played to its end all the same.
    whole: bool,
    same: Rerun,
    /// The first tick that differs, and its orders.
    found: Option<(u32, Vec<StampedOrder>)>,
}

impl Observer for Decisions<'_> {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        let tick = world.tick();
        let on = if self.whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        match self.replay.chunk_of(tick).filter(|_| self.found.is_none()) {
            Some(chunk) if chunk.orders_of(tick) == orders => {
                self.same = Rerun { ticks: tick, orders: self.same.orders + orders.len() as u64 };
                ControlFlow::Continue(())
            }
            Some(_) => {
                self.found = Some((tick, orders.to_vec()));
                on
            }
            None => on,
        }
    }
}
