//! `sandtable tune`.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::store::SystemDisk;
use sandtable_tune::{Mixture, Objective, Options, RunFolder, TuneRequest};

use super::interrupt::tell_of_resumption;
use super::runner::options;
use super::{PAGE_EVERY, say, say_json};
use crate::args::TuneArgs;

pub fn run(args: &TuneArgs, registry: &Registry) -> Result<(), Failure> {
    let folder = match &args.resume {
        Some(folder) => RunFolder::resume(&SystemDisk, "tune", folder, args.games, args.proof_games)?,
        None => RunFolder::begin(&SystemDisk, request(args).settings(registry)?, args.out.as_deref(), registry)?,
    };
    let bench = folder.bench(registry)?;
    let RunFolder { path, manifest, journal } = folder;
    let options = Options { page_every: Some(PAGE_EVERY), ..options(&args.threads, &args.runners, &manifest)? };
    let ran = sandtable_tune::run(&manifest.settings, bench, registry, &options, journal, Some((&SystemDisk, &path)));
    let summary = ran.inspect_err(|failure| tell_of_resumption("tune", &path, failure))?;
    if args.json {
        say_json(&summary)?;
    } else {
        say(&format!("{}results: {}\n", summary.tell(), path.display()))?;
    }
    if summary.is_good() { Ok(()) } else { Err(Failure::Checked) }
}

/// What the arguments ask for.
fn request(args: &TuneArgs) -> TuneRequest {
    TuneRequest {
        file: args.file.clone().unwrap_or_default(),
        against: args.against.clone(),
        pool: args.pool.clone(),
        mixture: if args.nash { Mixture::Nash } else { Mixture::Even },
        league: args.league,
        front: args.front,
        games: args.games,
        proof_games: args.proof_games,
        deviation_games: args.deviation_games,
        pairs: args.search.pairs,
        method: args.search.optimizer,
        objective: if args.search.points { Objective::Points } else { Objective::Blend },
        maps: args.maps.clone(),
        held_out: args.held_out.clone(),
        time_limit_seconds: args.time_limit,
        reference: args.reference.clone(),
        elo: args.elo,
        equal_points: args.equal,
        seed: args.seed,
    }
}
