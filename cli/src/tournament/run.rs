//! Playing all games of a tournament.

use std::time::{Duration, Instant};

use sandtable_ai::Registry;
use sandtable_sim::id::PlayerId;
use sandtable_sim::replay::Contestant;

use super::pool::in_order;
use super::prepare::Prepared;
use super::progress::Progress;
use super::record::{GameRecord, Names};
use super::results::Results;
use super::schedule::{Game, schedule};
use super::standings::{Summary, summarize};
use crate::exit::Failure;
use crate::runner::{Recording, built, commander_seed, run_match_with};
use crate::store::{Disk, pack_replay};

/// How to play, as opposed to what.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Threads that play.
    pub threads: usize,
    /// Whether progress may be shown on the terminal.
    pub progress: bool,
}

/// A game that was played.
pub struct Played {
    /// What is kept of it.
    pub record: GameRecord,
    /// The bytes of its replay file; none when none is kept.
    pub replay: Option<Vec<u8>>,
    /// How long it took.
    pub took: Duration,
}

/// Plays one game: a pure function of the tournament and the game's row, but for the time it took.
pub fn play_game(prepared: &Prepared, registry: &Registry, game: &Game) -> Played {
    let began = Instant::now();
    let arena = &prepared.arenas[game.map];
    let strategies: Vec<_> = game.sides.iter().map(|row| &prepared.strategies[*row]).collect();
    let (mut commanders, mut contestants) = (Vec::new(), Vec::new());
    for (row, strategy) in strategies.iter().enumerate() {
        let player = PlayerId(row as u8);
        let seed = commander_seed(game.seed, player);
        commanders.push(built(|| strategy.build(registry, &arena.scenario.rules, player, seed)));
        contestants.push(Contestant {
            name: strategy.name.clone(),
            strategy: strategy.path.clone(),
            source: strategy.text.clone(),
            seed,
        });
    }
    let mut recording = Recording::new(&arena.scenario, game.seed, contestants, arena.sources.clone(), Vec::new());
    let result = run_match_with(&arena.scenario, commanders, game.seed, &mut recording);
    let replay = prepared.file.replays.then(|| pack_replay(&recording.into_sink()).ok()).flatten();
    let strategies = strategies.iter().map(|strategy| strategy.name.clone()).collect();
    let names = Names { map: arena.name.clone(), strategies };
    let path = replay.is_some().then(|| replay_path(game, &names.map));
    let record = GameRecord::new(game, names, &result, path);
    Played { record, replay, took: began.elapsed() }
}

/// Where a game's replay lies below the results folder: `replays/00012-meadow.replay`.
fn replay_path(game: &Game, map: &str) -> String {
    let map: String = map.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
    format!("replays/{:05}-{map}.replay", game.number)
}

/// Plays a whole tournament into `results`.
///
/// # Errors
/// That something cannot be written; whatever was written before is whole.
pub fn run(
    prepared: &Prepared,
    registry: &Registry,
    options: &Options,
    disk: &dyn Disk,
    mut results: Results<'_>,
) -> Result<Summary, Failure> {
    let games = schedule(&prepared.file);
    let progress = Progress::new(games.len() as u64, options.progress);
    let began = Instant::now();
    let (mut records, mut times) = (Vec::new(), Vec::new());
    let play = |number: u32| {
        let played = play_game(prepared, registry, &games[number as usize]);
        progress.played();
        played
    };
    in_order(games.len() as u32, options.threads, play, |played: Played| {
        results.add(disk, &played)?;
        progress.received(&played.record);
        times.push(played.took);
        records.push(played.record);
        Ok(())
    })?;
    progress.finish();
    let names: Vec<String> = prepared.strategies.iter().map(|strategy| strategy.name.clone()).collect();
    let summary = summarize(&prepared.file.name, &names, &records);
    results.finish(disk, &summary, &times, began.elapsed(), options.threads)?;
    Ok(summary)
}
