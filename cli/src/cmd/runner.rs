//! `sandtable runner`, and the runners of `tune` and `difficulty`.

use std::sync::Arc;
use std::time::Duration;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::work_bar::WorkBar;
use sandtable_tune::{Manifest, Options, RunnerTerms, Runners, serve_games};

use super::interrupt::interrupt;
use crate::args::{RunnersArgs, ThreadArgs};

pub fn run(registry: &Registry) -> Result<(), Failure> {
    serve_games(registry, &mut std::io::stdin().lock(), &mut std::io::stdout().lock(), &interrupt())
}

/// How the games of a tuning are played: by threads of this process, or by runners.
pub(super) fn options(threads: &ThreadArgs, runners: &RunnersArgs, manifest: &Manifest) -> Result<Options, Failure> {
    let (bar, threads) = (Arc::new(WorkBar::new()), threads.count());
    let shown = Arc::clone(&bar);
    let tell = move |text: &str| shown.suspended(|| anstream::eprintln!("{text}"));
    let terms = RunnerTerms {
        commands: runners.commands.clone(),
        processes: threads,
        patience: Duration::from_secs(u64::from(runners.runner_time)),
        tell: Box::new(tell),
    };
    let runners = if terms.commands.is_empty() { None } else { Some(Arc::new(Runners::new(terms, manifest)?)) };
    Ok(Options { threads, progress: bar, page_every: None, interrupt: interrupt(), runners })
}
