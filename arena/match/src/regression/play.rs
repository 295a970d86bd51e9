//! Recorded matches played again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_replay::{MatchEnd, RecordStatus, Recorder, Replay, ReplayHeader};
use sandtable_sim::World;

use super::comparison::{GameComparison, PlayedBefore};
use super::content::{ChangedMatch, ContentChanges};
use super::report::{GameReport, RegressionReport};
use crate::Failure;
use crate::parallel::in_order;
use crate::replays::{OtherProgram, ResumeError, commanders};
use crate::runner::{Recording, Referee, guarded, run_match_judged};
use crate::store::read_replay;

/// What matches are compared with.
#[derive(Debug)]
pub enum Before {
    /// What was recorded.
    Record,
    /// What another program makes of it.
    Program(OtherProgram),
}

/// Finds who judges the match of a file.
pub type FindReferee = dyn Fn(&Path) -> Result<Option<Box<dyn Referee>>, Failure> + Sync;

/// How recorded matches are played again.
pub struct RegressionTerms<'t> {
    /// What is to be another.
    pub changes: ContentChanges,
    /// Whether the recorded orders are played, instead of the strategies anew.
    pub orders_only: bool,
    /// What they are compared with.
    pub before: Before,
    /// Threads that play.
    pub threads: usize,
    /// Who may end the match of a file before its outcome.
    pub referee: &'t FindReferee,
    /// Told of each match that is done.
    pub done: &'t (dyn Fn() + Sync),
}

/// Plays the matches of these files again and compares them.
///
/// # Errors
/// That no match can be played so at all: what fails of one match is told of that.
pub fn regress(
    files: &[PathBuf],
    registry: &Registry,
    terms: &RegressionTerms<'_>,
) -> Result<RegressionReport, Failure> {
    terms.changes.check_strategies(files, terms.orders_only)?;
    let mut games = Vec::new();
    let job = |number: u32| {
        let file = &files[number as usize];
        let played = guarded(|| game(file, registry, terms));
        (terms.done)();
        (file, played.unwrap_or_else(|fault| Err(Failure::Engine(fault.message))))
    };
    in_order(files.len() as u32, terms.threads, job, |(file, played)| {
        let (keys, comparison) = match played {
            // A wrong key or program is wrong for all.
            Err(error @ (Failure::Usage(_) | Failure::Unknown(_) | Failure::Content(_) | Failure::Interrupted)) => {
                return Err(error);
            }
            Err(error) => (Vec::new(), Err(error.to_string())),
            Ok((changed, comparison)) => (changed.keys, Ok(comparison)),
        };
        games.push(GameReport { file: file.clone(), keys, comparison });
        Ok(())
    })?;
    Ok(RegressionReport::new(games))
}

fn game(
    file: &Path,
    registry: &Registry,
    terms: &RegressionTerms<'_>,
) -> Result<(ChangedMatch, GameComparison), Failure> {
    let replay = read_replay(file)?.map_err(|error| Failure::Mismatch(error.explained()))?;
    let changed = terms.changes.apply(&replay)?;
    let now = record_again(&replay, &changed, registry, terms.orders_only, (terms.referee)(file)?)?;
    let now = Replay::decode(&now).map_err(|error| Failure::Engine(error.to_string()))?;
    let comparison = match &terms.before {
        Before::Record => GameComparison::between(&replay, &now, &PlayedBefore::Recorded)?,
        Before::Program(program) => {
            let (before, output) = program.record(file, terms.orders_only)?;
            GameComparison::between(&before, &now, &PlayedBefore::Program(program, &output))?
        }
    };
    Ok((changed, comparison))
}

/// The bytes of a record of a match played again by this program: the recorded orders, or the strategies anew.
///
/// # Errors
/// Why it cannot be played.
pub fn record_again(
    replay: &Replay,
    changed: &ChangedMatch,
    registry: &Registry,
    orders_only: bool,
    referee: Option<Box<dyn Referee>>,
) -> Result<Vec<u8>, Failure> {
    let ChangedMatch { scenario, contestants, sources, .. } = changed;
    let seed = replay.header.seed;
    if orders_only {
        return Ok(orders_again(replay, changed));
    }
    let header = ReplayHeader::new(scenario, seed, contestants.clone(), sources.clone());
    let named = Replay { header, chunks: Vec::new(), keyframes: Vec::new(), end: None };
    let built = commanders(&named, registry, &scenario.rules).map_err(|error| match error {
        // A changed strategy that cannot be built is the change's fault.
        ResumeError::Unbuilt { .. } => Failure::Mismatch(error.to_string()),
        error => Failure::Engine(error.to_string()),
    })?;
    let mut recording = Recording::new(scenario, seed, contestants.clone(), sources.clone(), Vec::new());
    let result = run_match_judged(scenario, built, seed, &mut recording, referee);
    match result.engine_error() {
        Some(message) => Err(Failure::Engine(message.to_owned())),
        None => Ok(recording.into_sink()),
    }
}

/// The recorded orders, to the end of the record or of the match.
fn orders_again(replay: &Replay, changed: &ChangedMatch) -> Vec<u8> {
    let ChangedMatch { scenario, contestants, sources, .. } = changed;
    let header = ReplayHeader::new(scenario, replay.header.seed, contestants.clone(), sources.clone());
    let header = ReplayHeader { provenance: replay.header.provenance.clone(), ..header };
    let mut recorder = Recorder::new(&header);
    let mut world = World::new(Arc::clone(scenario), replay.header.seed);
    while world.tick() < replay.last_tick() && world.outcome().is_none() {
        let tick = world.tick() + 1;
        let orders = replay.chunk_of(tick).map_or(&[][..], |chunk| chunk.orders_of(tick));
        world.step(orders);
        recorder.tick(&world, orders);
    }
    let outcome = world.outcome().copied();
    let status = if outcome.is_some() { RecordStatus::Complete } else { RecordStatus::Incomplete };
    let end = MatchEnd { status, last_tick: world.tick(), outcome, forfeits: Vec::new(), note: String::new() };
    recorder.finish(Some(&world), &end);
    recorder.take_bytes()
}
