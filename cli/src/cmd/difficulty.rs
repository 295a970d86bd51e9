//! `sandtable difficulty`.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::store::SystemDisk;
use sandtable_tune::{GameBudget, RunFolder, Settings, WinRates, run_difficulty};

use super::interrupt::tell_of_resumption;
use super::runner::options;
use super::{say, say_json};
use crate::args::DifficultyArgs;

/// Games of the search and of each proof when nothing is said.
const GAMES: u32 = 4_000;
const PROOF_GAMES: u32 = 6_000;

pub fn run(args: &DifficultyArgs, registry: &Registry) -> Result<(), Failure> {
    let folder = match &args.resume {
        Some(folder) => RunFolder::resume(&SystemDisk, "difficulty", folder, args.games, args.proof_games)?,
        None => RunFolder::begin(&SystemDisk, settings(args)?, args.out.as_deref(), registry)?,
    };
    let bench = folder.bench(registry)?;
    let RunFolder { path, manifest, journal } = folder;
    let options = options(&args.threads, &args.runners, &manifest)?;
    let ran = run_difficulty(&manifest.settings, bench, registry, &options, journal, Some((&SystemDisk, &path)));
    let summary = ran.inspect_err(|failure| tell_of_resumption("difficulty", &path, failure))?;
    if args.json {
        say_json(&summary)?;
    } else {
        say(&format!("{}results: {}\n", summary.tell(), path.display()))?;
    }
    if summary.is_good() { Ok(()) } else { Err(Failure::Checked) }
}

/// What the arguments ask for.
fn settings(args: &DifficultyArgs) -> Result<Settings, Failure> {
    let (Some(file), Some(win)) = (args.file.clone(), args.win) else {
        return Err(Failure::Usage("no MATCH or no --win".to_owned()));
    };
    let win = WinRates::new(win, args.step, args.within)?;
    let games = GameBudget::at_begin("--games", args.games, GAMES, 16..)?;
    let proof_games = GameBudget::at_begin("--proof-games", args.proof_games, PROOF_GAMES, 4..)?;
    let settings = Settings { games, proof_games, ..Settings::of_win_rates(file, win, args.optimizer, args.seed) };
    settings.check_win_rates(&mut Library::here())?;
    Ok(settings)
}
