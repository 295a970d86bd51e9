//! `sandtable swarm`: drawn matches, checked against every invariant.

use std::path::PathBuf;

use sandtable_lab::swarm::{SwarmFinding, SwarmTerms, SwarmTotals, play, shrink};
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::store::{Product, write_replay};

use super::{say, say_json};
use crate::args::SwarmArgs;
use crate::progress::WorkBar;

pub fn run(args: &SwarmArgs) -> Result<(), Failure> {
    let terms = SwarmTerms { seed: args.seed, ticks: args.ticks, restore_every: args.restore_every };
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(processors, usize::from);
    let (mut sum, mut findings) = (SwarmTotals::default(), 0);
    let jobs = u32::try_from(args.seeds).unwrap_or(u32::MAX);
    let job = |row: u32| play(&terms, args.first + u64::from(row), &mut Library::embedded_only());
    let bar = WorkBar::counting("matches");
    bar.expect(jobs.into());
    in_order(jobs, threads, job, |played| {
        bar.advance(1);
        match played {
            Ok(tally) => sum.add(&tally),
            Err(finding) => {
                findings += 1;
                bar.suspended(|| report(args, &terms, &finding))?;
            }
        }
        Ok(())
    })?;
    bar.finish();
    if args.json {
        say_json(&sum)?;
    } else {
        let SwarmTotals { matches, ticks, orders, refused, restores } = sum;
        let seed = args.seed;
        say(&format!(
            "seed {seed}: {matches} matches, {ticks} ticks, {orders} orders ({refused} refused), {restores} restores, {findings} findings\n"
        ))?;
    }
    if findings > 0 { Err(Failure::Checked) } else { Ok(()) }
}

/// Tells of a match in which something does not hold, and leaves it as small as it can be made.
fn report(args: &SwarmArgs, terms: &SwarmTerms, finding: &SwarmFinding) -> Result<(), Failure> {
    let SwarmFinding { number, broken, reproducer } = finding;
    say(&format!("match {number} of seed {}, tick {}: {}\n", args.seed, broken.tick, broken.what))?;
    let small = shrink(terms, finding).map(|minimized| minimized.reproducer);
    let reproducer = small.as_ref().unwrap_or(reproducer);
    let mut name = args.output.clone().into_os_string();
    name.push(format!("-{number}.replay"));
    let path = PathBuf::from(name);
    Product::Replay.may_replace(&path)?;
    write_replay(&path, &reproducer.record(&broken.what))?;
    let (ticks, orders, entities) = (reproducer.ticks, reproducer.orders.len(), reproducer.entities());
    say(&format!("  left as {}: {ticks} ticks, {orders} orders, {entities} entities\n", path.display()))
}
