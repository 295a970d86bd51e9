//! Playing all games of a tournament.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::pace::Pace;
use sandtable_match::parallel::in_order_until;
use sandtable_match::progress::{ProgressSink, Unseen};
use sandtable_match::runner::{MatchResult, Recording, Termination, built, commander_seed, run_match_judged};
use sandtable_match::store::{Disk, pack_replay};
use sandtable_replay::Contestant;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::TICKS_PER_SECOND;

use super::expect::Figure;
use super::game::Game;
use super::game_observer::{GameObserver, Together};
use super::manifest::{PairRange, Shard};
use super::pairs::Contest;
use super::prepare::Prepared;
use super::progress::Progress;
use super::recheck;
use super::record::{GameRecord, Names};
use super::results::{Played, Results, Timing};
use super::schedule::{games_after, schedule};
use super::summary::{Summary, summarize};

/// Ticks from one check of the state in a replay to the next, a game second: a hash of every state would take a fifth of the time of a
/// small match.
pub(super) const CHECK_TICKS: u16 = TICKS_PER_SECOND as u16;

/// How to play, as opposed to what.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that play.
    pub threads: usize,
    /// Who is told how far it has come.
    pub progress: Arc<dyn ProgressSink>,
    /// How often the report is written while games are played; none: when the tournament is finished alone.
    pub page_every: Option<Duration>,
    /// The part to play; none for all.
    pub shard: Option<Shard>,
    /// The pairs to play; none for all.
    pub pairs: Option<PairRange>,
    /// Games that were played elsewhere and come before those pairs, from the first one on: rounds follow from them.
    pub given: Vec<GameRecord>,
    /// Set from outside to stop: games under way are dropped, those written stay.
    pub interrupt: Arc<AtomicBool>,
    /// The tick from which on a game stepped a second time lacks an order, to test that the desync is detected.
    pub diverge_at: Option<u32>,
}

impl Options {
    /// Options that play everything on `threads` threads, show nothing and never stop.
    pub fn quiet(threads: usize) -> Options {
        Options {
            threads,
            progress: Arc::new(Unseen),
            page_every: None,
            shard: None,
            pairs: None,
            given: Vec::new(),
            interrupt: Arc::default(),
            diverge_at: None,
        }
    }
}

/// Plays one game: a pure function of the tournament and the game's row, but for the time it took.
pub fn play_game(prepared: &Prepared, registry: &Registry, game: &Game) -> Played {
    play_until(prepared, registry, game, &Options::quiet(1))
}

/// Plays one game, or what there was of it when the interrupt was set.
fn play_until(prepared: &Prepared, registry: &Registry, game: &Game, options: &Options) -> Played {
    let began = Instant::now();
    let mut attempt = Attempt::play(prepared, registry, game, options, CHECK_TICKS);
    if attempt.result.engine_error().is_some() {
        // Our fault: once more, and if it fails again it is told and not scored. Then every tick is worth a check.
        attempt = Attempt::play(prepared, registry, game, options, 1);
    }
    let Attempt { result, observer, bytes } = attempt;
    let names = names_of(prepared, game);
    let replay = bytes.filter(|_| prepared.file.replays).and_then(|bytes| pack_replay(&bytes).ok());
    let path = replay.is_some().then(|| replay_path(game, &names.map));
    let record = GameRecord::new(game, names, &result, observer, path);
    Played { record, replay, took: began.elapsed() }
}

/// One attempt at a game.
struct Attempt {
    result: MatchResult,
    observer: GameObserver,
    /// The replay, unpacked; none when nobody needs it.
    bytes: Option<Vec<u8>>,
}

impl Attempt {
    fn play(prepared: &Prepared, registry: &Registry, game: &Game, options: &Options, check_ticks: u16) -> Attempt {
        let arena = &prepared.arenas[game.map];
        let pure = Cell::new(0);
        let commanders = game.sides.iter().enumerate().map(|(row, strategy)| {
            let (player, strategy) = (PlayerId(row as u8), &prepared.strategies[*strategy]);
            let seed = commander_seed(game.seed, player);
            built(|| {
                let commander = strategy.build(registry, &arena.scenario.rules, player, seed);
                commander.inspect(|commander| pure.set(pure.get() + usize::from(commander.is_pure())))
            })
        });
        let commanders = commanders.collect();
        // Of a game that can be played again from its strategies, what they remember can be held to that.
        let again = pure.get() == game.sides.len();
        let mut observer = observer_of(prepared, game);
        let rechecked = recheck::is_due(&prepared.file, game);
        let mut recording = (prepared.file.replays || rechecked)
            .then(|| recording_of(prepared, game, again).checking_every(check_ticks));
        let mut together = Together { observers: vec![&mut observer], stop: &options.interrupt };
        if let Some(recording) = &mut recording {
            together.observers.push(recording);
        }
        let referee = prepared.file.adjudication.referee();
        let mut result = run_match_judged(&arena.scenario, commanders, game.seed, &mut together, referee);
        let bytes = recording.map(Recording::into_sink);
        if rechecked && result.termination.counts() {
            let found = bytes.as_deref().and_then(|bytes| recheck::desync(bytes, options.diverge_at));
            if let Some(message) = found {
                result = result.desynced(message);
            }
        }
        Attempt { result, observer, bytes }
    }
}

/// What a tournament calls a game's map and strategies.
pub(super) fn names_of(prepared: &Prepared, game: &Game) -> Names {
    let strategies = game.sides.iter().map(|row| prepared.strategies[*row].name.clone()).collect();
    Names { map: prepared.arenas[game.map].name.clone(), strategies }
}

/// Who notes of a game what its record wants to know.
pub(super) fn observer_of(prepared: &Prepared, game: &Game) -> GameObserver {
    let figures = || prepared.file.expectations.iter().map(|one| &one.measure.figure);
    let limit = figures().find_map(Figure::unspent_limit);
    let observer = GameObserver::new(&prepared.arenas[game.map].scenario, figures().any(Figure::follows_walks), limit);
    if figures().any(Figure::follows_conduct) { observer.watching_conduct() } else { observer }
}

/// A game's replay, about to be recorded, with hashes of what commanders remember or without.
pub(super) fn recording_of(prepared: &Prepared, game: &Game, memories: bool) -> Recording<Vec<u8>> {
    let arena = &prepared.arenas[game.map];
    let contestants = game.sides.iter().enumerate().map(|(row, strategy)| {
        let (strategy, seed) = (&prepared.strategies[*strategy], commander_seed(game.seed, PlayerId(row as u8)));
        let (name, source) = (strategy.name.clone(), strategy.text.clone());
        Contestant { name, strategy: strategy.path.clone(), source, seed }
    });
    let begin = if memories { Recording::with_memories } else { Recording::new };
    begin(&arena.scenario, game.seed, contestants.collect(), arena.sources.clone(), Vec::new())
}

/// Where a game's replay lies below the results folder: `replays/00012-meadow.replay`.
pub(super) fn replay_path(game: &Game, map: &str) -> String {
    let map: String = map.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
    format!("replays/{:05}-{map}.replay", game.number)
}

/// The games still to be played after these.
pub(super) fn remaining(prepared: &Prepared, shard: Option<Shard>, records: &[GameRecord]) -> Vec<Game> {
    match shard {
        None => games_after(&prepared.file, records),
        Some(shard) => {
            let own = schedule(&prepared.file).into_iter().filter(|game| shard.has(game.pair));
            own.skip(records.len()).collect()
        }
    }
}

/// The games of these pairs that are still to be played after the first of them; an error when not all of them are known yet.
pub(super) fn remaining_of_pairs(
    prepared: &Prepared,
    range: PairRange,
    given: &[GameRecord],
    records: &[GameRecord],
) -> Result<Vec<Game>, Failure> {
    let file = &prepared.file;
    let given = if file.format.is_fixed() { &[] } else { given };
    let known = games_after(file, given);
    let first = known.first().map_or(0, |game| game.pair);
    let last = known.last().map_or(0, |game| game.pair + 1);
    if range.from < first || range.to > last {
        let why = match (file.format.is_fixed(), given.is_empty()) {
            (true, _) => "the tournament has no other pairs",
            (false, true) => "later rounds depend on results: name the folder that has them with --after",
            (false, false) => "earlier pairs are in the folder of --after, later pairs depend on results that it lacks",
        };
        return Err(Failure::Usage(format!("--pairs: found {range}; expected pairs of {first}..{last}: {why}")));
    }
    let own = known.into_iter().filter(|game| range.has(game.pair));
    Ok(own.skip(records.len()).collect())
}

/// Plays a whole tournament, or the rest of it, into `results`.
///
/// # Errors
/// That something cannot be written, or that it was interrupted; whatever was written before is whole.
pub fn run(
    prepared: &Prepared,
    registry: &Registry,
    options: &Options,
    disk: &dyn Disk,
    mut results: Results<'_>,
) -> Result<Summary, Failure> {
    registry.terms().withhold(results.folder());
    let began = Instant::now();
    let (mut records, mut pace) = (results.take_played(), Pace::new(options.page_every));
    let played = play_all(prepared, registry, options, disk, &mut results, (&mut records, &mut pace));
    if matches!(played, Err(Failure::Interrupted)) && options.page_every.is_some() {
        results.show_stopped(disk, prepared, &records, &pace);
    }
    let times = played?;
    let summary = summarize(&prepared.file, &prepared.names(), &records);
    let isolation = registry.terms().isolation().map(str::to_owned);
    let timing = Timing { games: times, wall: began.elapsed(), threads: options.threads, isolation };
    results.finish(disk, prepared, &summary, &records, Some(&timing))?;
    Ok(summary)
}

/// Plays what is left after `records` and adds it to them, keeping the report up to date; how long each game took.
fn play_all(
    prepared: &Prepared,
    registry: &Registry,
    options: &Options,
    disk: &dyn Disk,
    results: &mut Results<'_>,
    (records, pace): (&mut Vec<GameRecord>, &mut Pace),
) -> Result<Vec<Duration>, Failure> {
    let mut times = Vec::new();
    let mut contest = Contest::new(&prepared.file);
    records.iter().for_each(|record| contest.add(record));
    let progress = Progress::new(prepared.names(), Arc::clone(&options.progress));
    records.iter().for_each(|record| progress.before(record));
    pace.skip(records.len() as u64);
    while !contest.is_decided() {
        let games = match options.pairs {
            Some(range) => remaining_of_pairs(prepared, range, &options.given, records)?,
            None => remaining(prepared, options.shard, records),
        };
        if games.is_empty() {
            break;
        }
        progress.expect(records.len() + games.len());
        pace.expect((records.len() + games.len()) as u64);
        let counter = progress.counter();
        let play = |number: u32| {
            let played = play_until(prepared, registry, &games[number as usize], options);
            counter.advance(1);
            played
        };
        in_order_until(games.len() as u32, options.threads, play, |played: Played| {
            if played.record.termination == Termination::Interrupted {
                return Err(Failure::Interrupted);
            }
            results.add(disk, &played)?;
            contest.add(&played.record);
            progress.received(&played.record, contest.state());
            times.push(played.took);
            records.push(played.record);
            pace.advance(1);
            if pace.is_due() {
                results.show(disk, prepared, records, pace);
            }
            Ok(if contest.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        if options.interrupt.load(Ordering::Relaxed) && !contest.is_decided() {
            return Err(Failure::Interrupted);
        }
    }
    progress.finish();
    Ok(times)
}
