//! One match played as it is asked for: from its start or on from a replay, recorded, and beside the sync test.

mod peer;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use sandtable_ai::{Registry, TwinFindings};
use sandtable_replay::RecordStatus;
use sandtable_sim::Threads;
use sandtable_state::id::PlayerId;

pub use peer::{PeerTerms, PlayedPeer, play_peer};

use crate::Failure;
use crate::lockstep::desync_of;
use crate::progress::ProgressSink;
use crate::replays::{AuditError, ContinueError, ResumeError, SyncTest, take_up, twin_factory, twinned};
use crate::runner::{MatchResult, Observer, Recording, Silent, Stoppable, run_match_on, threads_of_a_match};
use crate::setup::MatchSetup;
use crate::store::{StreamedReplay, SystemDisk, partial, read_replay};

/// Threads that the second shadow of the sync test is stepped on.
const SHADOW_THREADS: u16 = 3;

/// How a match is played.
#[derive(Clone, Copy, Debug)]
pub struct PlayTerms<'a> {
    /// The file that it is recorded to; none for no record.
    pub replay: Option<&'a Path>,
    /// Ticks between two keyframes of the record; 0 for none.
    pub keyframes: u32,
    /// The tick after which it is stopped, to be gone on with; none to play it to its end. Only a recorded match is stopped.
    pub save_at: Option<u32>,
    /// Ticks between two restores of the sync test; none for no test.
    pub sync_test: Option<u32>,
    /// Threads that step the world.
    pub threads: u16,
    /// Counts the ticks, and stops the match when it is to stop; its record can be gone on with then.
    pub progress: &'a dyn ProgressSink,
}

/// What the sync test restored without finding a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyncRestores {
    /// Worlds.
    pub worlds: u32,
    /// Memories of commanders.
    pub memories: u32,
}

impl fmt::Display for SyncRestores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SyncRestores { worlds, memories } = self;
        write!(f, "sync test: restored {worlds} times, memories of commanders {memories} times, no difference")
    }
}

/// A match that was played.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// How it ended.
    pub result: MatchResult,
    /// What the sync test did; none without the test.
    pub restores: Option<SyncRestores>,
}

/// Plays a match from its start.
///
/// # Errors
/// What the sync test found, that threads cannot be started, or that the record cannot be written.
pub fn play_match(
    setup: MatchSetup,
    seed: u64,
    registry: &Registry,
    terms: &PlayTerms<'_>,
) -> Result<PlayedMatch, Failure> {
    withhold_records(registry, terms.replay);
    let MatchSetup { scenario, commanders, contestants, sources } = setup;
    let twins = TwinFindings::default();
    let commanders = match terms.sync_test {
        Some(every) => {
            let factory = |player: PlayerId| twin_factory(registry, &scenario, &contestants[player.index()], player);
            twinned(commanders, factory, every, &twins)
        }
        None => commanders,
    };
    let note = isolation_note(registry);
    let begin = |file| Recording::signed(&scenario, seed, contestants, sources, true, file).noting(note);
    let play = |observer: &mut dyn Observer, threads| run_match_on(&scenario, commanders, seed, observer, threads);
    recorded(terms, &twins, begin, play)
}

/// Goes on with the match of a replay that ends before its match does. It is played again up to there first, for the match gone on with is
/// the recorded one only if everything that the record holds comes out again.
///
/// # Errors
/// That the replay cannot be read or gone on with, that it ends after the tick to stop at, or what [`play_match`] can fail of.
pub fn play_on(file: &Path, registry: &Registry, terms: &PlayTerms<'_>) -> Result<PlayedMatch, Failure> {
    withhold_records(registry, terms.replay.into_iter().chain([file]));
    let refuse = |why: String| Failure::Usage(format!("--continue: {}: {why}", file.display()));
    let replay = read_replay(file)?.map_err(|error| refuse(error.explained()))?;
    if replay.status() != RecordStatus::Incomplete {
        return Err(refuse(
            "found a replay of a finished match; expected one that ends before its match does".to_owned(),
        ));
    }
    let last = replay.last_tick();
    if terms.save_at.is_some_and(|tick| tick <= last) {
        let text = format!("--save-at: expected a tick after {last}, the last one of {}", file.display());
        return Err(Failure::Usage(text));
    }
    let table = take_up(&replay, registry).map_err(|error| match error {
        ContinueError::Untrue(AuditError::Rerun(ResumeError::Engine(message))) => Failure::Engine(message),
        error => refuse(error.to_string()),
    })?;
    let twins = TwinFindings::default();
    let table = match terms.sync_test {
        Some(every) => {
            let scenario = Arc::clone(table.world().scenario());
            let contestant = |player: PlayerId| replay.header.contestants.get(player.index());
            let factory = |player| twin_factory(registry, &scenario, contestant(player)?, player);
            table.twinned(factory, every, &twins)
        }
        None => table,
    };
    let note = isolation_note(registry);
    let begin = |sink| Recording::resume(&replay, terms.keyframes, sink).noting(note);
    recorded(terms, &twins, begin, |observer, threads| table.on(threads).play(observer))
}

/// Keeps records out of the sight of bots, before any is written and before any of these starts: with the orders of others in them, and
/// under the names that they have while they are written and where worlds go apart.
fn withhold_records<'p>(registry: &Registry, records: impl IntoIterator<Item = &'p Path>) {
    for record in records {
        for path in [record, &desync_of(record)] {
            registry.terms().withhold(path);
            registry.terms().withhold(&partial(path));
        }
    }
}

/// What a record notes of the isolation that bots had which are processes; none when there were none.
fn isolation_note(registry: &Registry) -> Option<String> {
    registry.terms().isolation().map(|how| format!("isolation of bots: {how}"))
}

/// Plays a match, recorded and held to the sync test as the terms want it.
fn recorded<'d>(
    terms: &PlayTerms<'_>,
    twins: &TwinFindings,
    begin: impl FnOnce(StreamedReplay<'d>) -> Recording<StreamedReplay<'d>>,
    play: impl FnOnce(&mut dyn Observer, Threads) -> MatchResult,
) -> Result<PlayedMatch, Failure> {
    let threads = threads_of_a_match(terms.threads)?;
    let stop = || terms.progress.counted(1).is_err();
    let play = |observer: &mut dyn Observer| play(&mut Stoppable { observer, stop: &stop }, threads);
    let Some(path) = terms.replay else {
        return tested(terms, twins, Silent, play).map(|it| it.0);
    };
    let file = StreamedReplay::create(&SystemDisk, path)?;
    let recording = begin(file).keyframes(terms.keyframes).stop_at(terms.save_at.unwrap_or(0));
    let (played, recording) = tested(terms, twins, recording, play)?;
    recording.into_sink().finish()?;
    Ok(played)
}

/// Plays a match beside the sync test, if that is asked for.
fn tested<O: Observer>(
    terms: &PlayTerms<'_>,
    twins: &TwinFindings,
    mut observer: O,
    play: impl FnOnce(&mut dyn Observer) -> MatchResult,
) -> Result<(PlayedMatch, O), Failure> {
    let Some(every) = terms.sync_test else {
        let result = play(&mut observer);
        return Ok((PlayedMatch { result, restores: None }, observer));
    };
    let mut test = SyncTest::new(every, observer).threaded(threads_of_a_match(SHADOW_THREADS)?).twinned(twins);
    let result = play(&mut test);
    if let Some(desync) = &test.found {
        return Err(Failure::Engine(format!("sync test: {desync}")));
    }
    let restores = SyncRestores { worlds: test.restores, memories: twins.restores() };
    Ok((PlayedMatch { result, restores: Some(restores) }, test.into_inner()))
}
