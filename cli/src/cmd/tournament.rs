//! `sandtable tournament`.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::store::SystemDisk;
use sandtable_match::work_bar::WorkBar;
use sandtable_tournament::{GamesAsked, Manifest, Options, Outline, Prepared, TournamentFolder, games_before, tables};

use super::interrupt::{interrupt, tell_of_resumption};
use super::{PAGE_EVERY, say, say_json};
use crate::args::TournamentArgs;

pub fn run(args: &TournamentArgs, registry: &Registry) -> Result<(), Failure> {
    if args.outline {
        let (manifest, prepared) = load(args, registry)?;
        return say_json(&Outline::new(&manifest, &prepared, registry));
    }
    let folder = match &args.resume {
        Some(folder) => TournamentFolder::resume(&SystemDisk, folder, registry)?,
        None => {
            let (manifest, prepared) = load(args, registry)?;
            TournamentFolder::begin(&SystemDisk, args.out.as_deref(), manifest, prepared)?
        }
    };
    let TournamentFolder { path, manifest, prepared, results } = folder;
    let given = args.after.as_deref().map(|folder| games_before(&manifest, folder)).transpose()?;
    let options = Options {
        threads: args.threads.count(),
        progress: Arc::new(WorkBar::new()),
        page_every: Some(PAGE_EVERY),
        shard: manifest.shard,
        pairs: manifest.pairs,
        given: given.unwrap_or_default(),
        interrupt: interrupt(),
        diverge_at: args.diverge_at,
    };
    let played = sandtable_tournament::run(&prepared, registry, &options, &SystemDisk, results);
    let summary = played.inspect_err(|failure| tell_of_resumption("tournament", &path, failure))?;
    if args.json {
        say_json(&summary)?;
    } else {
        say(&format!("{}\nresults: {}\n", tables(&summary), path.display()))?;
    }
    summary.failure(manifest.pairs.is_some()).map_or(Ok(()), Err)
}

/// The tournament that is asked for, made ready, and what it is made of.
fn load(args: &TournamentArgs, registry: &Registry) -> Result<(Manifest, Prepared), Failure> {
    Manifest::load(&args.file, GamesAsked { seed: args.seed, shard: args.shard, pairs: args.pairs }, registry)
}
