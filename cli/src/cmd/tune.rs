//! `sandtable tune`.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_match::library::{ContentKind, Library};
use sandtable_match::store::SystemDisk;
use sandtable_match::{Failure, assemble, tunable};
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_tune::{
    Axis, GameBudget, Method, Mixture, Objective, Options, RunFolder, Settings, all_opponents, is_match, split_maps,
};

use super::interrupt::{interrupt, tell_of_resumption};
use super::{say, say_json};
use crate::args::TuneArgs;
use crate::progress::WorkBar;

/// Games of the search and of the proof when nothing is said.
const GAMES: u32 = 2_000;
const PROOF_GAMES: u32 = 400;
/// The word for all opponents there are.
const ALL: &str = "all";
/// The ruleset of strategies that name none.
const PLAIN_RULES: &str = "classic";

pub fn run(args: &TuneArgs, registry: &Registry) -> Result<(), Failure> {
    let folder = match &args.resume {
        Some(folder) => RunFolder::resume(&SystemDisk, "tune", folder, args.games, args.proof_games)?,
        None => RunFolder::begin(&SystemDisk, settings(args, registry)?, args.out.as_deref(), registry)?,
    };
    let bench = folder.bench(registry)?;
    let RunFolder { path, manifest, journal } = folder;
    let options = Options { threads: args.threads.count(), progress: Arc::new(WorkBar::new()), interrupt: interrupt() };
    let ran = sandtable_tune::run(&manifest.settings, bench, registry, &options, journal, Some((&SystemDisk, &path)));
    let summary = ran.inspect_err(|failure| tell_of_resumption("tune", &path, failure))?;
    if args.json {
        say_json(&summary)?;
    } else {
        say(&format!("{}results: {}\n", summary.tell(), path.display()))?;
    }
    if summary.is_good() { Ok(()) } else { Err(Failure::Checked) }
}

/// What the arguments ask for, with everything named that they leave open.
pub(super) fn settings(args: &TuneArgs, registry: &Registry) -> Result<Settings, Failure> {
    let mut library = Library::here();
    let name = args.file.clone().unwrap_or_default();
    if is_match(&mut library, &name)? {
        return match_settings(args, &mut library, name);
    }
    let file = assemble::load_strategy(&mut library, registry, &name)?;
    let rules_name = registry.header(&file.label, &file.text)?.rules.unwrap_or_else(|| PLAIN_RULES.to_owned());
    let rules = assemble::load_rules(&mut library, &rules_name)?;
    let axes: Vec<_> = tunable::parameters(&file.label, &file.text)?.iter().map(Axis::from).collect();
    let opponents = match &args.against {
        Some(one) => vec![one.clone()],
        None if args.pool.is_empty() || args.pool == [ALL] => all_opponents(&mut library, registry, &rules, &file.name),
        None => args.pool.clone(),
    };
    let (maps, held_out, held_out_seeds) = split_maps(&args.maps, &args.held_out, &mut library, &rules);
    Ok(Settings { opponents, maps, held_out, held_out_seeds, rules: rules_name, ..plain(args, name, &axes)? })
}

/// What the arguments say by themselves.
fn plain(args: &TuneArgs, file: String, axes: &[Axis]) -> Result<Settings, Failure> {
    let games = GameBudget::at_begin("--games", args.games, GAMES, 16)?;
    let (method, method_reason) = match args.search.optimizer {
        Some(method) => (method, "as asked".to_owned()),
        None => Method::suited(axes, games),
    };
    Ok(Settings {
        mixture: if args.nash { Mixture::Nash } else { Mixture::Even },
        reference: args.reference.clone(),
        time_limit_ticks: args.time_limit * TICKS_PER_SECOND,
        games,
        proof_games: GameBudget::at_begin("--proof-games", args.proof_games, PROOF_GAMES, 4)?,
        deviation_games: args.deviation_games,
        pairs: args.search.pairs,
        method_reason,
        objective: if args.search.points { Objective::Points } else { Objective::Blend },
        elo: [0.0, f64::from(args.elo)],
        margin: f64::from(args.equal) / 100.0,
        league: args.league,
        front: args.front,
        ..Settings::plain(file, method, args.seed)
    })
}

/// A match says itself who plays, where and for how long.
fn match_settings(args: &TuneArgs, library: &mut Library, name: String) -> Result<Settings, Failure> {
    let other = [
        ("--against", args.against.is_some()),
        ("--pool", !args.pool.is_empty()),
        ("--maps", !args.maps.is_empty()),
        ("--held-out", !args.held_out.is_empty()),
        ("--reference", args.reference.is_some()),
        ("--league", args.league.is_some()),
    ];
    if let Some((flag, _)) = other.iter().find(|(_, given)| *given) {
        return Err(Failure::Usage(format!(
            "{flag}: goes with a strategy; {name} is a match, which says who plays where"
        )));
    }
    let path = library.find(ContentKind::Matches, &name)?;
    let axes: Vec<_> = tunable::load_marked(library, &path)?.parameters.iter().map(Axis::from).collect();
    Ok(Settings { is_match: true, ..plain(args, name, &axes)? })
}
