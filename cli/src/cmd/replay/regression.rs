//! `sandtable replay rerun` of folders, under changed content, or against another build: which games change, where, and with which result.

use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::regression::{
    Before, ContentChanges, RegressionReport, RegressionTerms, record_again, records_of, regress,
};
use sandtable_match::replays::OtherProgram;
use sandtable_match::store::{Product, SystemDisk, write_replay, write_whole};
use sandtable_match::work_bar::WorkBar;
use sandtable_tournament::referee_of;

use super::{open, say, threads};
use crate::args::RerunArgs;
use crate::cmd::interrupt::ending_at_once;

/// Whether more is asked for than whether strategies decide as recorded.
pub fn is_asked(args: &RerunArgs) -> bool {
    !changes_of(args).is_empty()
        || args.orders
        || args.program.is_some()
        || args.record.is_some()
        || args.junit.is_some()
        || args.paths.iter().any(|path| path.is_dir())
}

pub fn run(args: &RerunArgs, registry: &Registry) -> Result<(), Failure> {
    let files = records_of(&args.paths)?;
    let own = registry.clone();
    let referee = move |file: &Path| referee_of(file, &own);
    if let Some(output) = &args.record {
        return record(args, &files, output, registry);
    }
    let before = match &args.program {
        None => Before::Record,
        Some(program) => Before::Program(OtherProgram::new(program)?),
    };
    let bar = WorkBar::of_replays();
    bar.expect(files.len() as u64);
    let _ending = ending_at_once(&bar, "replay rerun with the same arguments");
    let terms = RegressionTerms {
        changes: changes_of(args),
        orders_only: args.orders,
        before,
        threads: threads(args.threads, files.len()),
        referee: &referee,
        done: &|| bar.advance(1),
    };
    let report = regress(&files, registry, &terms)?;
    bar.finish();
    tell(args, &report)
}

fn tell(args: &RerunArgs, report: &RegressionReport) -> Result<(), Failure> {
    if let Some(path) = &args.junit {
        let written = write_whole(&SystemDisk, path, report.junit().as_bytes());
        written.map_err(|error| Failure::writing(path, error))?;
    }
    if args.json {
        say(&(report.json().map_err(|error| Failure::Engine(error.to_string()))? + "\n"))?;
    } else {
        say(&report.text())?;
    }
    if report.counts() == (0, 0) { Ok(()) } else { Err(Failure::Checked) }
}

fn changes_of(args: &RerunArgs) -> ContentChanges {
    ContentChanges { rules: args.rules.clone(), strategies: args.strategies.clone(), settings: args.set.clone() }
}

/// Writes what this program makes of one record.
fn record(args: &RerunArgs, files: &[PathBuf], output: &Path, registry: &Registry) -> Result<(), Failure> {
    let [file] = files else {
        return Err(Failure::Usage("--record: expected one replay file".to_owned()));
    };
    Product::Replay.may_replace_apart_from(output, file)?;
    let replay = open(file)?;
    changes_of(args).check_strategies(files, args.orders)?;
    let changed = changes_of(args).apply(&replay)?;
    let bytes = record_again(&replay, &changed, registry, args.orders, referee_of(file, registry)?)?;
    write_replay(output, &bytes)?;
    say(&format!("{}\n", output.display()))
}
