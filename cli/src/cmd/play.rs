//! `sandtable match`: one match, told.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_sim::content::{Terms, build_scenario};
use sandtable_sim::id::PlayerId;
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::replay::{Contestant, Source};
use sandtable_sim::scenario::Scenario;

use super::{say, say_json};
use crate::args::MatchArgs;
use crate::assemble::{self, StrategyFile};
use crate::exit::Failure;
use crate::library::{Library, Shelf};
use crate::runner::{MatchResult, Recording, Silent, commander_seed, run_match_on, tell, threads_of_a_match};
use crate::store::{Product, StreamedReplay, SystemDisk};

/// Who commands a player that neither the command line nor the scenario gives a strategy.
const IDLE: &str = "idle";

pub fn run(args: &MatchArgs, registry: &Registry) -> Result<(), Failure> {
    let mut library = Library::here();
    let scenario = Arc::new(scenario(args, &mut library)?);
    if let Some(path) = &args.replay {
        Product::Replay.may_replace(path)?;
    }
    let sources = assemble::sources(&library);
    let strategies = strategies(args, &scenario, &mut library, registry)?;
    let result = play(args, registry, &scenario, &strategies, sources)?;
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

fn scenario(args: &MatchArgs, library: &mut Library) -> Result<Scenario, Failure> {
    let Some(name) = &args.map else {
        return assemble::load_match(library, args.scenario.as_deref().unwrap_or_default());
    };
    let rules = assemble::load_rules(library, args.rules.as_deref().unwrap_or("classic"))?;
    let map = assemble::load_map(library, name, &rules)?;
    let mut terms = Terms::default();
    if let Some(seconds) = args.time_limit {
        terms.time_limit_ticks = seconds * TICKS_PER_SECOND;
    }
    let players = map.starts.len() as u8;
    Ok(build_scenario(rules, map, players, terms)?)
}

fn strategies(
    args: &MatchArgs,
    scenario: &Scenario,
    library: &mut Library,
    registry: &Registry,
) -> Result<Vec<StrategyFile>, Failure> {
    let given = args.strategies();
    let players = scenario.players.len();
    if let Some(row) = given.iter().skip(players).position(Option::is_some) {
        let text = format!("--p{}: {} has {players} players", players + row + 1, scenario.name);
        return Err(Failure::Usage(text));
    }
    if args.map.is_some() && given.iter().all(Option::is_none) {
        let known = library.names(Shelf::Strategies).join(", ");
        return Err(Failure::Usage(format!(
            "--map: nobody plays; expected a strategy with --p1 or others (known: {known})"
        )));
    }
    let name = |row: usize| {
        let own = scenario.players[row].strategy.as_str();
        given[row].unwrap_or(if own.is_empty() { IDLE } else { own })
    };
    (0..players).map(|row| assemble::load_strategy(library, registry, name(row))).collect()
}

fn play(
    args: &MatchArgs,
    registry: &Registry,
    scenario: &Arc<Scenario>,
    strategies: &[StrategyFile],
    sources: Vec<Source>,
) -> Result<MatchResult, Failure> {
    let (mut commanders, mut contestants) = (Vec::new(), Vec::new());
    for (row, strategy) in strategies.iter().enumerate() {
        let player = PlayerId(row as u8);
        let seed = commander_seed(args.seed, player);
        commanders.push(strategy.build(registry, &scenario.rules, player, seed)?);
        let StrategyFile { name, path, text, .. } = strategy.clone();
        contestants.push(Contestant { name, strategy: path, source: text, seed });
    }
    let threads = threads_of_a_match(args.threads)?;
    let Some(path) = &args.replay else {
        return Ok(run_match_on(scenario, commanders, args.seed, &mut Silent, threads));
    };
    let file = StreamedReplay::create(&SystemDisk, path)?;
    let recording = Recording::new(scenario, args.seed, contestants, sources, file);
    let mut recording = recording.keyframes(args.keyframes * TICKS_PER_SECOND);
    let result = run_match_on(scenario, commanders, args.seed, &mut recording, threads);
    recording.into_sink().finish()?;
    Ok(result)
}
