//! `sandtable tournament`.

use std::path::Path;

use sandtable_ai::Registry;

use super::{say, say_json};
use crate::args::TournamentArgs;
use crate::exit::Failure;
use crate::library::Library;
use crate::store::SystemDisk;
use crate::tournament::{self, Options, Prepared, Results, fresh_folder, tables};

/// The folder that results go to when none is named.
const OUT: &str = "sandtable-out";

pub fn run(args: &TournamentArgs, registry: &Registry) -> Result<(), Failure> {
    let mut prepared = Prepared::load(&args.file, &mut Library::here(), registry)?;
    if let Some(seed) = args.seed {
        prepared.file.base_seed = seed;
    }
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => fresh_folder(&Path::new(OUT).join(&prepared.file.name))?,
    };
    let options = Options { threads: args.threads.count(), progress: true };
    let results = Results::create(&SystemDisk, &folder)?;
    let summary = tournament::run(&prepared, registry, &options, &SystemDisk, results)?;
    if args.json {
        say_json(&summary)?;
    } else {
        say(&format!("{}\nresults: {}\n", tables(&summary), folder.display()))?;
    }
    match summary.engine_errors {
        0 => Ok(()),
        count => Err(Failure::Engine(format!("in {count} games; games.jsonl says which"))),
    }
}
