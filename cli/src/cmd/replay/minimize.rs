//! `sandtable replay minimize`: a failing match made small.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::replays::{
    Fails, MAX_TRIES, Reduced, ReductionLimits, ReductionPace, Reproducer, reduce_by_program,
};
use sandtable_match::runner::threads_of_a_match;
use sandtable_match::stopping::NOTHING_KEPT;
use sandtable_match::store::{Product, write_replay};
use sandtable_match::work_bar::WorkBar;

use super::{failed, open, say};
use crate::args::MinimizeArgs;
use crate::cmd::interrupt::{interrupt, tell_of_the_rest};

/// Threads of the second run of [`Fails::Repeat`].
const THREADS: u16 = 3;

pub fn run(args: &MinimizeArgs) -> Result<(), Failure> {
    Product::Replay.may_replace_apart_from(&args.output, &args.file)?;
    let replay = open(&args.file)?;
    let reproducer = match Reproducer::from_replay(&replay) {
        Ok(reproducer) => reproducer,
        Err(error) => return Err(failed(&args.file, &error.to_string())?),
    };
    let threads = threads_of_a_match(THREADS)?;
    let time = (args.seconds > 0).then(|| Duration::from_secs(u64::from(args.seconds)));
    let mut pace = ReductionPace::new(time);
    let bar = WorkBar::endless();
    bar.describe("looking for the failure".to_owned());
    let mut told = |best: &Reproducer, tries| {
        let Some(line) = pace.line(best, tries) else { return };
        match bar.is_shown() {
            true => bar.describe(line),
            false => eprintln!("{line}"),
        }
    };
    let interrupt = interrupt();
    let limits = ReductionLimits { tries: MAX_TRIES, time, told: &mut told, interrupt: &interrupt };
    let (what, found) = match &args.run {
        Some(program) => {
            let found = reduce_by_program(program, &reproducer, &args.output.with_extension("candidate"), limits)?;
            (format!("{program:?} exits with 0"), found)
        }
        None => Fails::reduce_named(args.fails.as_deref(), &reproducer, &threads, limits),
    };
    bar.finish();
    if found.is_none() && interrupt.load(Ordering::Relaxed) {
        return Err(tell_of_the_rest(NOTHING_KEPT, "replay minimize with the same arguments", Failure::Interrupted));
    }
    let Some(reduced) = found else {
        return Err(failed(&args.file, &format!("no failure to minimize; checked for: {what}"))?);
    };
    let note = format!("minimized: {what}");
    write_replay(&args.output, &reduced.reproducer.record(&note))?;
    let Reduced { tries, finished, .. } = reduced;
    let rest = if finished { "" } else { "; the time limit was reached, raise it with --seconds" };
    let text = format!("{what}, after {tries} tries{rest}\n{}", reduced.tell(&reproducer));
    say(&format!("{text}{}\n", args.output.display()))?;
    if !interrupt.load(Ordering::Relaxed) {
        return Ok(());
    }
    let file = args.output.display();
    eprintln!(
        "the smallest so far is saved in {file}; to continue: sandtable replay minimize {file} -o smaller.replay"
    );
    Err(Failure::Interrupted)
}
