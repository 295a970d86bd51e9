//! `sandtable replay verify`: plays recorded matches again and compares every state, every decision, and what a record says of itself.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::replays::{Depth, ReplayVerdict, worse};

use super::{fine_threads, say, say_json, threads};
use crate::args::VerifyArgs;
use sandtable_match::work_bar::replay_bar;

/// Verifies the files in parallel and reports in the order they were given.
pub fn run(args: &VerifyArgs, registry: &Registry) -> Result<(), Failure> {
    let files = &args.of.files;
    let depth = match (args.orders_only, args.commanders) {
        (true, _) => Depth::Orders,
        (false, true) => Depth::AllStrategies,
        (false, false) => Depth::Strategies,
    };
    let progress = replay_bar(files.len() as u64);
    let mut worst = None;
    let job = |number: u32| {
        let file = &files[number as usize];
        // A thread that steps worlds belongs to one pool only: each job has its own.
        let threads = fine_threads(args.threads);
        let verdict = threads.map(|threads| ReplayVerdict::of_file(file, depth, registry, &threads));
        progress.set_message(file.display().to_string());
        progress.inc(1);
        (file, verdict)
    };
    in_order(files.len() as u32, threads(None, files.len()), job, |(file, verdict)| {
        let verdict = verdict?;
        if args.of.json {
            progress.suspend(|| say_json(&verdict.json(file)))?;
        } else {
            progress.suspend(|| say(&format!("{}: {}\n", file.display(), verdict.text())))?;
        }
        worst = worse(worst.take(), verdict.into_failure());
        Ok(())
    })?;
    progress.finish_and_clear();
    worst.map_or(Ok(()), Err)
}
