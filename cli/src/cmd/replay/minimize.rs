//! `sandtable replay minimize`: a failing match made small.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sandtable_match::Failure;
use sandtable_match::replays::{
    Fails, MAX_TRIES, Reduced, ReductionLimits, ReductionPace, Reproducer, reduce_by_program,
};
use sandtable_match::runner::threads_of_a_match;
use sandtable_match::store::{Product, write_replay};

use super::{failed, open, say};
use crate::args::MinimizeArgs;
use crate::cmd::interrupt::interrupt;

/// Threads of the second run of [`Fails::Repeat`].
const THREADS: u16 = 3;

pub fn run(args: &MinimizeArgs) -> Result<(), Failure> {
    Product::Replay.may_replace(&args.output)?;
    let replay = open(&args.file)?;
    let reproducer = match Reproducer::from_replay(&replay) {
        Ok(reproducer) => reproducer,
        Err(error) => return Err(failed(&args.file, &error.to_string())?),
    };
    let threads = threads_of_a_match(THREADS)?;
    let time = (args.seconds > 0).then(|| Duration::from_secs(u64::from(args.seconds)));
    let mut pace = ReductionPace::new(time);
    let mut told = |best: &Reproducer, tries| pace.line(best, tries).iter().for_each(|line| eprintln!("{line}"));
    let interrupt = interrupt();
    let limits = ReductionLimits { tries: MAX_TRIES, time, told: &mut told, interrupt: &interrupt };
    let (what, found) = match &args.run {
        Some(program) => {
            let found = reduce_by_program(program, &reproducer, &args.output.with_extension("candidate"), limits)?;
            (format!("{program:?} exits with 0"), found)
        }
        None => Fails::reduce_named(args.fails.as_deref(), &reproducer, &threads, limits),
    };
    if found.is_none() && interrupt.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    let Some(reduced) = found else {
        return Err(failed(&args.file, &format!("it does not fail to begin with; looked for: {what}"))?);
    };
    let note = format!("minimized: {what}");
    write_replay(&args.output, &reduced.reproducer.record(&note))?;
    let Reduced { tries, finished, .. } = reduced;
    let rest = if finished { "" } else { "; there was no time for more, give it some with --seconds" };
    let text = format!("{what}, after {tries} tries{rest}\n{}", reduced.tell(&reproducer));
    say(&format!("{text}{}\n", args.output.display()))?;
    if !interrupt.load(Ordering::Relaxed) {
        return Ok(());
    }
    let file = args.output.display();
    eprintln!("the smallest so far is kept in {file}; to go on: sandtable replay minimize {file} -o smaller.replay");
    Err(Failure::Interrupted)
}
