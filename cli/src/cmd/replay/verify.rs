//! `sandtable replay verify`: plays recorded matches again and compares every state, every decision, and what a record says of itself.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::{ProgressSink, Unseen};
use sandtable_match::replays::{Depth, ReplayVerdict, worse};
use sandtable_match::work_bar::WorkBar;

use super::{fine_threads, say, say_json, threads};
use crate::args::VerifyArgs;
use crate::cmd::interrupt::files_left;

/// Verifies the files in parallel and reports in the order they were given.
pub fn run(args: &VerifyArgs, registry: &Registry) -> Result<(), Failure> {
    let files = &args.of.files;
    let depth = match (args.orders_only, args.commanders) {
        (true, _) => Depth::Orders,
        (false, true) => Depth::AllStrategies,
        (false, false) => Depth::Strategies,
    };
    // Of one file the ticks are shown, of several the files.
    let is_single = files.len() == 1;
    let bar = if is_single { WorkBar::counting("ticks") } else { WorkBar::of_replays() };
    bar.expect(files.len() as u64);
    let flag = match depth {
        Depth::Orders => " --orders-only",
        Depth::Strategies => "",
        Depth::AllStrategies => " --commanders",
    };
    let command = format!("replay verify{flag}");
    let mut left = files_left(&bar, "the files above are done", &command, files);
    let mut worst = None;
    let job = |number: u32| {
        let file = &files[number as usize];
        // A thread that steps worlds belongs to one pool only: each job has its own.
        let threads = fine_threads(args.threads);
        let ticks: &dyn ProgressSink = if is_single { &bar } else { &Unseen };
        let verdict = threads.map(|threads| ReplayVerdict::of_file(file, depth, registry, &threads, ticks));
        if !is_single {
            bar.describe(file.display().to_string());
            bar.advance(1);
        }
        (file, verdict)
    };
    in_order(files.len() as u32, threads(None, files.len()), job, |(file, verdict)| {
        let verdict = verdict?;
        if args.of.json {
            bar.suspended(|| say_json(&verdict.json(file)))?;
        } else {
            bar.suspended(|| say(&format!("{}: {}\n", file.display(), verdict.text())))?;
        }
        left.one_done();
        worst = worse(worst.take(), verdict.into_failure());
        Ok(())
    })?;
    bar.finish();
    worst.map_or(Ok(()), Err)
}
