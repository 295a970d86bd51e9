//! Games looked at as a page looks at them, every two seconds.

use std::path::{Path, PathBuf};

use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_match::runner::guarded;
use sandtable_match::store::read_replay;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Playback, Replay};
use sandtable_viewer::chance::{ChanceWatch, FEATURES, LOOK_TICKS};

use crate::conduct::replay_files;

/// A game of two that came to an end.
#[derive(Clone, Debug)]
pub(super) struct WatchedPair {
    pub rules: String,
    pub map: String,
    pub strategies: Vec<String>,
    /// What the first player got, 0 … 1.
    pub outcome: f64,
    /// How the two compared at each look.
    pub looks: Vec<[i32; FEATURES.len()]>,
}

/// The games of these files and folders, in order, and how many more were cut off.
pub(super) fn watched(
    paths: &[PathBuf],
    threads: usize,
    progress: &dyn ProgressSink,
) -> Result<(Vec<WatchedPair>, u32), Failure> {
    let files = replay_files(paths)?;
    progress.expect(files.len() as u64);
    let (mut games, mut undecided) = (Vec::new(), 0);
    in_order(
        files.len() as u32,
        threads,
        |row| watch_file(&files[row as usize]),
        |game| {
            progress.advance(1);
            match game? {
                Some(game) => games.push(game),
                None => undecided += 1,
            }
            Ok(())
        },
    )?;
    progress.finish();
    Ok((games, undecided))
}

fn watch_file(path: &Path) -> Result<Option<WatchedPair>, Failure> {
    let named = |text: String| Failure::Usage(format!("{}: {text}", path.display()));
    let replay = read_replay(path)?.map_err(|error| named(error.explained()))?;
    let watched = guarded(|| watch(&replay)).map_err(|fault| Failure::Engine(fault.message))?;
    watched.map_err(named)
}

/// None of a game without an outcome.
fn watch(replay: &Replay) -> Result<Option<WatchedPair>, String> {
    let mut playback = Playback::new(replay).map_err(|error| error.to_string())?;
    let Some(outcome) = outcome(replay, playback.world().scenario())? else { return Ok(None) };
    let mut watch = ChanceWatch::default();
    let mut looks = vec![watch.look(playback.world())];
    while let Some(chunk) = playback.chunk() {
        for tick in chunk.first_tick..=chunk.last_tick() {
            playback.advance();
            if tick.is_multiple_of(LOOK_TICKS) {
                looks.push(watch.look(playback.world()));
            }
        }
        if playback.world().state_hash() != chunk.total {
            return Err(format!("plays differently from its record at or before tick {}", chunk.last_tick()));
        }
    }
    let titles = &replay.header.titles;
    let strategy = |one: &sandtable_replay::Contestant| one.name.clone();
    Ok(Some(WatchedPair {
        rules: titles.rules.clone(),
        map: titles.map.clone(),
        strategies: replay.header.contestants.iter().map(strategy).collect(),
        outcome,
        looks,
    }))
}

/// What the first of two players got.
fn outcome(replay: &Replay, scenario: &Scenario) -> Result<Option<f64>, String> {
    let [first, second] = scenario.players.as_slice() else {
        return Err(format!("a match of {} players; expected one of two", scenario.players.len()));
    };
    if first.team == second.team {
        return Err("found both players in one team; expected two teams".to_owned());
    }
    let outcome = replay.outcome();
    Ok(outcome.map(|outcome| match outcome.winner {
        Some(team) => f64::from(u8::from(team == first.team)),
        None => 0.5,
    }))
}
