//! `sandtable match`: one match, told.

use std::path::Path;
use std::sync::Arc;

use sandtable_ai::{Registry, TwinFindings};
use sandtable_match::Failure;
use sandtable_match::assemble::{self, StrategyFile};
use sandtable_match::library::{ContentKind, Library};
use sandtable_match::lockstep::InputDelay;
use sandtable_match::replays::{ResumeError, SyncTest, resume, twin_factory, twinned};
use sandtable_match::runner::{MatchResult, Observer, Recording, Silent, run_match_on, tell, threads_of_a_match};
use sandtable_match::setup::MatchSetup;
use sandtable_match::store::{Product, StreamedReplay, SystemDisk, read_replay};
use sandtable_model::scenario::Scenario;
use sandtable_replay::RecordStatus;
use sandtable_sim::Threads;
use sandtable_state::id::PlayerId;

use super::{peers, processes, say, say_json};
use crate::args::MatchArgs;

/// Who commands a player that neither the command line nor the scenario gives a strategy.
const IDLE: &str = "idle";

/// Threads that the second shadow of the sync test is stepped on.
const SHADOW_THREADS: u16 = 3;

pub fn run(args: &MatchArgs, registry: &Registry) -> Result<(), Failure> {
    if let Some(role) = args.lockstep.role() {
        return peers::run_one(args, registry, role);
    }
    if let Some(count) = args.lockstep.peers {
        return processes::run_all(args, count);
    }
    if args.lockstep.input_delay.is_some_and(|it| it.delay != InputDelay::Fixed) {
        let text = "--input-delay: only between processes it adapts; expected one number of ticks";
        return Err(Failure::Usage(text.to_owned()));
    }
    if let Some(path) = &args.replay {
        Product::Replay.may_replace(path)?;
    }
    let result = match &args.resume {
        Some(file) => resumed(args, registry, file)?,
        None => from_start(args, registry)?,
    };
    if args.json {
        say_json(&result)?;
    } else {
        say(&tell(&result))?;
        if let Some(path) = &args.replay {
            say(&format!("\nreplay: {}\n", path.display()))?;
        }
    }
    match result.engine_error() {
        Some(message) => Err(Failure::Engine(message.to_owned())),
        None if result.sides.iter().any(|side| side.forfeited.is_some()) => Err(Failure::Checked),
        None => Ok(()),
    }
}

fn from_start(args: &MatchArgs, registry: &Registry) -> Result<MatchResult, Failure> {
    let MatchSetup { scenario, commanders, contestants, sources } = setup(args, registry)?;
    let twins = TwinFindings::default();
    let commanders = match args.sync_test {
        Some(every) => {
            let factory = |player: PlayerId| twin_factory(registry, &scenario, &contestants[player.index()], player);
            twinned(commanders, factory, every, &twins)
        }
        None => commanders,
    };
    let begin = |file| Recording::signed(&scenario, args.seed, contestants, sources, true, file);
    let play = |observer: &mut dyn Observer, threads| run_match_on(&scenario, commanders, args.seed, observer, threads);
    recorded(args, &twins, begin, play)
}

/// Everything that the arguments name.
pub(super) fn setup(args: &MatchArgs, registry: &Registry) -> Result<MatchSetup, Failure> {
    let mut library = Library::here();
    let mut scenario = scenario(args, &mut library)?;
    if let Some(delay) = args.lockstep.input_delay {
        scenario.order_delay_ticks = delay.least;
    }
    let sources = assemble::sources(&library);
    let strategies = strategies(args, &scenario, &mut library, registry)?;
    MatchSetup::seated(scenario, sources, strategies, args.seed, registry)
}

/// Goes on with the match of a replay that ends before its match does.
fn resumed(args: &MatchArgs, registry: &Registry, file: &Path) -> Result<MatchResult, Failure> {
    let refuse = |why: String| Failure::Usage(format!("--continue: {}: {why}", file.display()));
    let replay = read_replay(file)?.map_err(|error| refuse(error.explained()))?;
    if replay.status() != RecordStatus::Incomplete {
        return Err(refuse("its match is over; expected a replay that ends before its match does".to_owned()));
    }
    let last = replay.last_tick();
    if args.save_at.is_some_and(|tick| tick <= last) {
        return Err(Failure::Usage(format!(
            "--save-at: expected a tick after {last}, the last one of {}",
            file.display()
        )));
    }
    let table = resume(&replay, registry, last, &[]).map_err(|error| match error {
        ResumeError::Engine(message) => Failure::Engine(message),
        error => refuse(error.to_string()),
    })?;
    let twins = TwinFindings::default();
    let table = match args.sync_test {
        Some(every) => {
            let scenario = Arc::clone(table.world().scenario());
            let contestant = |player: PlayerId| replay.header.contestants.get(player.index());
            let factory = |player| twin_factory(registry, &scenario, contestant(player)?, player);
            table.twinned(factory, every, &twins)
        }
        None => table,
    };
    let begin = |sink| Recording::resume(&replay, args.keyframes, sink);
    recorded(args, &twins, begin, |observer, threads| table.on(threads).play(observer))
}

/// Plays a match, recorded and held to the sync test as the arguments want it.
fn recorded<'d>(
    args: &MatchArgs,
    twins: &TwinFindings,
    begin: impl FnOnce(StreamedReplay<'d>) -> Recording<StreamedReplay<'d>>,
    play: impl FnOnce(&mut dyn Observer, Threads) -> MatchResult,
) -> Result<MatchResult, Failure> {
    let threads = threads_of_a_match(args.threads)?;
    let Some(path) = &args.replay else {
        return tested(args, twins, Silent, |observer| play(observer, threads)).map(|it| it.0);
    };
    let file = StreamedReplay::create(&SystemDisk, path)?;
    let recording = begin(file).keyframes(args.keyframes).stop_at(args.save_at.unwrap_or(0));
    let (result, recording) = tested(args, twins, recording, |observer| play(observer, threads))?;
    recording.into_sink().finish()?;
    Ok(result)
}

/// Plays a match beside the sync test, if that is asked for, and tells what it found.
fn tested<O: Observer>(
    args: &MatchArgs,
    twins: &TwinFindings,
    mut observer: O,
    play: impl FnOnce(&mut dyn Observer) -> MatchResult,
) -> Result<(MatchResult, O), Failure> {
    let Some(every) = args.sync_test else {
        let result = play(&mut observer);
        return Ok((result, observer));
    };
    let mut test = SyncTest::new(every, observer).threaded(threads_of_a_match(SHADOW_THREADS)?).twinned(twins);
    let result = play(&mut test);
    if let Some(desync) = &test.found {
        return Err(Failure::Engine(format!("sync test: {desync}")));
    }
    if !args.json {
        let (worlds, memories) = (test.restores, twins.restores());
        say(&format!(
            "sync test: restored {worlds} times, memories of commanders {memories} times, no difference\n\n"
        ))?;
    }
    Ok((result, test.into_inner()))
}

fn scenario(args: &MatchArgs, library: &mut Library) -> Result<Scenario, Failure> {
    let Some(name) = &args.map else {
        return assemble::load_match(library, args.scenario.as_deref().unwrap_or_default());
    };
    let rules = args.rules.as_deref().unwrap_or("classic");
    assemble::load_open_match(library, rules, name, args.time_limit)
}

fn strategies(
    args: &MatchArgs,
    scenario: &Scenario,
    library: &mut Library,
    registry: &Registry,
) -> Result<Vec<StrategyFile>, Failure> {
    let given = args.commanders.all();
    let players = scenario.players.len();
    if let Some(row) = given.iter().skip(players).position(Option::is_some) {
        let text = format!("--p{}: {} has {players} players", players + row + 1, scenario.name);
        return Err(Failure::Usage(text));
    }
    if args.map.is_some() && given.iter().all(Option::is_none) {
        let known = library.names(ContentKind::Strategies).join(", ");
        return Err(Failure::Usage(format!(
            "--map: nobody plays; expected a strategy with --p1 or others (known: {known})"
        )));
    }
    let names_from = args.scenario.as_deref().map(|name| library.find(ContentKind::Matches, name)).transpose()?;
    let load = |row: usize| match (given[row], scenario.players[row].strategy.as_str()) {
        (Some(name), _) => assemble::load_strategy(library, registry, name),
        (None, "") => assemble::load_strategy(library, registry, IDLE),
        (None, own) => {
            let names_from = names_from.as_deref().unwrap_or_default();
            library.named_by(names_from, |library| assemble::load_strategy(library, registry, own))
        }
    };
    (0..players).map(load).collect()
}
