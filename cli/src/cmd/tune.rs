//! `sandtable tune`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_content::ContentSource;
use sandtable_match::library::{ContentKind, Library};
use sandtable_match::store::SystemDisk;
use sandtable_match::{Failure, assemble, tunable};
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_tournament::{fresh_folder, is_free};
use sandtable_tune::{
    Axis, Bench, Journal, Manifest, Method, Mixture, Objective, Options, Settings, all_opponents, is_match, short_name,
    split_maps,
};

use super::tournament::interrupt;
use super::{say, say_json};
use crate::args::{GameBudget, TuneArgs};
use crate::progress::WorkBar;

/// The folder that results go to when none is named.
const OUT: &str = "sandtable-out";
/// Games of the search and of the proof when nothing is said.
const GAMES: u32 = 2_000;
const PROOF_GAMES: u32 = 400;
/// The word for all opponents there are.
const ALL: &str = "all";
/// The ruleset of strategies that name none.
const PLAIN_RULES: &str = "classic";

pub fn run(args: &TuneArgs, registry: &Registry) -> Result<(), Failure> {
    let (folder, manifest, journal) = match &args.resume {
        Some(folder) => resume(args, folder)?,
        None => begin(args, registry)?,
    };
    let settings = &manifest.settings;
    // From its own texts alone: what a resumption will do.
    let bench = Bench::load(settings, &mut Library::from_kept(manifest.content.clone()), registry)?;
    let options = Options { threads: args.threads.count(), progress: Arc::new(WorkBar::new()), interrupt: interrupt() };
    let ran = sandtable_tune::run(settings, bench, registry, &options, journal, Some((&SystemDisk, &folder)));
    let summary = ran.inspect_err(|failure| {
        if matches!(failure, Failure::Interrupted | Failure::Io { .. }) {
            anstream::eprintln!("what was played is kept; to go on: sandtable tune --resume {}", folder.display());
        }
    })?;
    if args.json {
        say_json(&summary)?;
    } else {
        say(&format!("{}results: {}\n", summary.tell(), folder.display()))?;
    }
    if summary.is_good() { Ok(()) } else { Err(Failure::Checked) }
}

/// A run that goes on, with further games when some are given.
fn resume<'d>(args: &TuneArgs, folder: &Path) -> Result<(PathBuf, Manifest, Journal<'d>), Failure> {
    let mut manifest = Manifest::read(folder)?;
    let more = |flag: &str, budget: Option<GameBudget>| match budget {
        None => Ok(0),
        Some(GameBudget::More(games)) => Ok(games),
        Some(GameBudget::All(games)) => {
            Err(Failure::Usage(format!("{flag}: found {games}; expected +N further games with --resume")))
        }
    };
    let (games, proof) = (more("--games", args.games)?, more("--proof-games", args.proof_games)?);
    if games + proof == 0 {
        return Ok((folder.to_owned(), manifest, Journal::resume(&SystemDisk, folder)?));
    }
    if games > 0 && manifest.settings.league.is_some() {
        return Err(Failure::Usage("--games: a league cannot be extended; its proof can".to_owned()));
    }
    let journal = Journal::reopen(&SystemDisk, folder)?;
    manifest.settings.extensions.extend(Some(games).filter(|games| *games > 0));
    manifest.settings.proof_games += proof;
    manifest.write(&SystemDisk, folder)?;
    Ok((folder.to_owned(), manifest, journal))
}

/// A budget of a run that begins.
fn budget(flag: &str, given: Option<GameBudget>, default: u32, least: u32) -> Result<u32, Failure> {
    match given {
        None => Ok(default),
        Some(GameBudget::All(games)) if games >= least => Ok(games),
        Some(GameBudget::All(games)) => {
            Err(Failure::Usage(format!("{flag}: found {games}; expected at least {least}")))
        }
        Some(GameBudget::More(games)) => {
            Err(Failure::Usage(format!("{flag}: found +{games}; expected a number, or --resume DIR with it")))
        }
    }
}

/// A run that begins: where its results go, and what it is a function of.
fn begin<'d>(args: &TuneArgs, registry: &Registry) -> Result<(PathBuf, Manifest, Journal<'d>), Failure> {
    if let Some(folder) = args.out.as_ref().filter(|folder| !is_free(folder)) {
        let text = format!("{} holds something already; name another folder, or remove it", folder.display());
        return Err(Failure::Usage(text));
    }
    let settings = settings(args, registry)?;
    let (mut library, name) = (Library::here(), short_name(&settings.file));
    Bench::load(&settings, &mut library, registry)?;
    let manifest = Manifest::new(settings, library.keep());
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => fresh_folder(&Path::new(OUT).join(format!("tune-{name}")))?,
    };
    std::fs::create_dir_all(&folder).map_err(|error| Failure::writing(&folder, error))?;
    manifest.write(&SystemDisk, &folder)?;
    let journal = Journal::create(&SystemDisk, &folder)?;
    Ok((folder, manifest, journal))
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
    let games = budget("--games", args.games, GAMES, 16)?;
    let (method, method_reason) = match args.search.optimizer {
        Some(method) => (method, "as asked".to_owned()),
        None => Method::suited(axes, games),
    };
    Ok(Settings {
        file,
        is_match: false,
        opponents: Vec::new(),
        mixture: if args.nash { Mixture::Nash } else { Mixture::Even },
        reference: args.reference.clone(),
        rules: String::new(),
        maps: Vec::new(),
        held_out: Vec::new(),
        held_out_seeds: false,
        time_limit_ticks: args.time_limit * TICKS_PER_SECOND,
        games,
        extensions: Vec::new(),
        proof_games: budget("--proof-games", args.proof_games, PROOF_GAMES, 4)?,
        deviation_games: args.deviation_games,
        pairs: args.search.pairs,
        method,
        method_reason,
        objective: if args.search.points { Objective::Points } else { Objective::Blend },
        seed: args.seed,
        elo: [0.0, f64::from(args.elo)],
        margin: f64::from(args.equal) / 100.0,
        league: args.league,
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
    let text = assemble::read(library, &path)?;
    let axes: Vec<_> = tunable::parameters(&library.label(&path), &text)?.iter().map(Axis::from).collect();
    Ok(Settings { is_match: true, ..plain(args, name, &axes)? })
}
