//! `sandtable tunebench`: how well tuning searches, in figures.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_match::work_bar::WorkBar;
use sandtable_tune::{
    BUDGETS, Entry, FRONT_BUDGETS, Method, REPAIRS, RepairTerms, front_objectives, front_table, measure,
    measure_fronts, objectives_named, repair_row, repaired, short_name,
};

use super::interrupt::{ending_at_once, interrupt, tell_of_the_rest};
use super::{say, say_json};
use crate::args::TunebenchArgs;

/// How to go on after Ctrl-C.
const AGAIN: &str = "tunebench with the same arguments";

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
    let _ending = ending_at_once(&bar, AGAIN);
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
    let _ending = ending_at_once(&bar, AGAIN);
    let methods = entries.iter().filter(|entry| **entry != Entry::Named(Method::Random)).count() + 1;
    bar.expect((methods * objectives.len() * BUDGETS.len()) as u64 * u64::from(args.seeds));
    let found = measure(entries, &objectives, args.seeds, args.threads.count(), || bar.advance(1))?;
    bar.finish();
    if args.json {
        say_json(&found)?;
    } else {
        say(&found.table())?;
    }
    if found.default_fails() { Err(Failure::Checked) } else { Ok(()) }
}

/// The benchmark on strategies that somebody spoiled: how often tuning proves that it made them better.
fn files_of(args: &TunebenchArgs, entries: &[Entry], registry: &Registry) -> Result<(), Failure> {
    let terms = RepairTerms {
        against: args.against.clone(),
        games: args.games,
        time_limit_seconds: args.time_limit,
        threads: args.threads.count(),
        interrupt: interrupt(),
    };
    say(REPAIRS)?;
    let bar = WorkBar::counting("tunings");
    bar.expect((args.files.len() * entries.len()) as u64 * u64::from(args.seeds));
    let stopped = |failure| tell_of_the_rest("the rows above are complete", AGAIN, failure);
    for file in &args.files {
        for entry in entries {
            let tuned = |seed: u32| {
                repaired(file, *entry, seed.into(), registry, &terms).inspect(|_| bar.advance(1)).map_err(stopped)
            };
            let runs = (1..=args.seeds).map(tuned).collect::<Result<Vec<_>, _>>()?;
            bar.suspended(|| say(&repair_row(&short_name(file), entry.name(), &runs)))?;
        }
    }
    bar.finish();
    Ok(())
}
