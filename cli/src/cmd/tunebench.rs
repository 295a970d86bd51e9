//! `sandtable tunebench`: how well tuning searches, in figures.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser as _;
use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::progress::{ProgressSink, Unseen};
use sandtable_tune::{
    BUDGETS, Bench, Entry, FRONT_BUDGETS, Journal, Method, Options, REPAIRS, Summary, front_objectives, front_table,
    measure, measure_fronts, objectives_named, repair_row, short_name,
};

use super::interrupt::interrupt;
use super::tune::settings;
use super::{say, say_json};
use crate::args::{Cli, Command, TunebenchArgs};
use crate::progress::WorkBar;

pub fn run(args: &TunebenchArgs, registry: &Registry) -> Result<(), Failure> {
    if args.fronts {
        return fronts_of(args);
    }
    let entries = Entry::all_named(&args.methods).map_err(|why| Failure::Usage(format!("--methods: {why}")))?;
    if args.files.is_empty() { objectives_of(args, &entries) } else { files_of(args, &entries, registry) }
}

/// The benchmark on objectives whose best compromises are known.
fn fronts_of(args: &TunebenchArgs) -> Result<(), Failure> {
    let bar = WorkBar::new();
    bar.expect((front_objectives().len() * FRONT_BUDGETS.len()) as u64 * u64::from(args.seeds));
    let found = measure_fronts(args.seeds, args.threads.count(), || bar.advance(1))?;
    bar.finish();
    if args.json {
        say_json(&found)?
    } else {
        say(&front_table(&found))?
    }
    if found.iter().all(|cell| cell.gain.value > 0.0) { Ok(()) } else { Err(Failure::Checked) }
}

/// The benchmark on objectives whose best is known.
fn objectives_of(args: &TunebenchArgs, entries: &[Entry]) -> Result<(), Failure> {
    let objectives = objectives_named(&args.objectives);
    let objectives = objectives.map_err(|why| Failure::Usage(format!("--objectives: {why}")))?;
    let bar = WorkBar::new();
    let methods = entries.iter().filter(|entry| **entry != Entry::Named(Method::Random)).count() + 1;
    bar.expect((methods * objectives.len() * BUDGETS.len()) as u64 * u64::from(args.seeds));
    let found = measure(entries, &objectives, args.seeds, args.threads.count(), || bar.advance(1))?;
    bar.finish();
    if args.json {
        say_json(&found)?;
    } else {
        say(&found.table())?;
    }
    let default = Entry::Default.name();
    let measured = found.methods().contains(&default);
    let beats = BUDGETS.iter().all(|games| found.gain(default, *games).value > 0.0);
    if measured && !(beats && found.worse(default).is_empty()) { Err(Failure::Checked) } else { Ok(()) }
}

/// The benchmark on strategies that somebody spoiled: how often tuning proves that it made them better.
fn files_of(args: &TunebenchArgs, entries: &[Entry], registry: &Registry) -> Result<(), Failure> {
    let interrupt = interrupt();
    say(REPAIRS)?;
    for file in &args.files {
        for entry in entries {
            let mut runs = Vec::new();
            for seed in 1..=args.seeds {
                runs.push(tuned(args, file, *entry, seed, registry, &interrupt)?);
            }
            say(&repair_row(&short_name(file), entry.name(), &runs))?;
        }
    }
    Ok(())
}

/// What `tune` makes of a file with one seed, kept nowhere.
fn tuned(
    args: &TunebenchArgs,
    file: &str,
    entry: Entry,
    seed: u32,
    registry: &Registry,
    interrupt: &Arc<AtomicBool>,
) -> Result<Summary, Failure> {
    let (games, seed) = (args.games.to_string(), seed.to_string());
    let time_limit = args.time_limit.to_string();
    let mut words = vec!["sandtable", "tune", file, "--games", &games, "--seed", &seed, "--time-limit", &time_limit];
    words.extend(["--deviation-games", "0"]);
    if let Some(opponent) = &args.against {
        words.extend(["--against", opponent]);
    }
    if let Entry::Named(method) = entry {
        words.extend(["--optimizer", method.name()]);
    }
    let cli = Cli::try_parse_from(words).map_err(|error| Failure::Usage(error.to_string()))?;
    let Command::Tune(tune) = cli.command else { return Err(Failure::Engine("tune is no command".to_owned())) };
    let settings = settings(&tune, registry)?;
    let bench = Bench::load(&settings, &mut Library::here(), registry)?;
    let options =
        Options { threads: args.threads.count(), progress: Arc::new(Unseen), interrupt: Arc::clone(interrupt) };
    sandtable_tune::run(&settings, bench, registry, &options, Journal::in_memory(), None)
}
