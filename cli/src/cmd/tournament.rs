//! `sandtable tournament`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::store::SystemDisk;
use sandtable_tournament::{
    GameRecord, Manifest, Options, Outline, Prepared, Results, Summary, fresh_folder, games_before, tables,
};

use super::interrupt::{interrupt, tell_of_resumption};
use super::{say, say_json};
use crate::args::TournamentArgs;
use crate::progress::WorkBar;

/// The folder that results go to when none is named.
const OUT: &str = "sandtable-out";

pub fn run(args: &TournamentArgs, registry: &Registry) -> Result<(), Failure> {
    if args.outline {
        let (manifest, prepared) = load(args, registry)?;
        return say_json(&Outline::new(&manifest, &prepared, registry));
    }
    let (folder, manifest, prepared) = match &args.resume {
        Some(folder) => {
            let manifest = Manifest::read(folder)?;
            let prepared = manifest.prepare(registry)?;
            (folder.clone(), manifest, prepared)
        }
        None => begin(args, registry)?,
    };
    let results = match &args.resume {
        Some(folder) => Results::resume(&SystemDisk, folder)?,
        None => Results::create(&SystemDisk, &folder, &manifest)?,
    };
    let options = Options {
        threads: args.threads.count(),
        progress: Arc::new(WorkBar::new()),
        shard: manifest.shard,
        pairs: manifest.pairs,
        given: given(args, &manifest)?,
        interrupt: interrupt(),
        diverge_at: args.diverge_at,
    };
    let played = sandtable_tournament::run(&prepared, registry, &options, &SystemDisk, results);
    let summary = played.inspect_err(|failure| tell_of_resumption("tournament", &folder, failure))?;
    if args.json {
        say_json(&summary)?;
    } else {
        say(&format!("{}\nresults: {}\n", tables(&summary), folder.display()))?;
    }
    judge(&summary, manifest.pairs.is_some())
}

/// The games that the rounds of a part follow from.
fn given(args: &TournamentArgs, manifest: &Manifest) -> Result<Vec<GameRecord>, Failure> {
    match &args.after {
        None => Ok(Vec::new()),
        Some(_) if manifest.pairs.is_none() => {
            let text = "--after: found no --pairs; expected the pairs whose rounds follow from it";
            Err(Failure::Usage(text.to_owned()))
        }
        Some(folder) => games_before(manifest, folder),
    }
}

/// A tournament that begins: where its results go, what they are results of, and itself made ready.
fn begin(args: &TournamentArgs, registry: &Registry) -> Result<(PathBuf, Manifest, Prepared), Failure> {
    let (manifest, prepared) = load(args, registry)?;
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => fresh_folder(&Path::new(OUT).join(&prepared.file.name))?,
    };
    Ok((folder, manifest, prepared))
}

/// A tournament, made ready, and what it is made of.
fn load(args: &TournamentArgs, registry: &Registry) -> Result<(Manifest, Prepared), Failure> {
    let mut library = Library::here();
    // Loaded once to read all that it names, once more from that alone: what a resumption will do.
    Prepared::load(&args.file, &mut library, registry)?;
    let manifest = Manifest::new(&args.file, args.seed, args.shard, &library).of_pairs(args.pairs);
    let prepared = manifest.prepare(registry)?;
    Ok((manifest, prepared))
}

/// What a file expects is expected of the whole tournament, not of some pairs of it.
fn judge(summary: &Summary, of_some_pairs: bool) -> Result<(), Failure> {
    match summary.engine_errors {
        0 if of_some_pairs => Ok(()),
        0 if summary.expectations.iter().all(|judged| judged.holds) => Ok(()),
        0 => Err(Failure::Checked),
        count => Err(Failure::Engine(format!("in {count} games; games.jsonl says which"))),
    }
}
