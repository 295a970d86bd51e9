//! `sandtable replay minimize`: a failing match made small.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use sandtable_match::Failure;
use sandtable_match::replays::{Fails, MAX_TRIES, Reduced, ReductionLimits, Reproducer, reduce_by_program};
use sandtable_match::runner::threads_of_a_match;
use sandtable_match::store::{Product, write_replay};
use sandtable_sim::Threads;

use super::{failed, open, say};
use crate::args::MinimizeArgs;
use crate::cmd::interrupt::interrupt;

/// Threads of the second run of [`Fails::Repeat`].
const THREADS: u16 = 3;

/// Between two lines that tell how far it has come.
const TELLING: Duration = Duration::from_secs(2);

/// Tells on standard error how small it is by now.
struct Teller {
    began: Instant,
    told: Instant,
    time: Option<Duration>,
}

impl Teller {
    fn tell(&mut self, best: &Reproducer, tries: u32) {
        if self.told.elapsed() >= TELLING {
            self.told = Instant::now();
            let rest = self.time.map(|time| time.saturating_sub(self.began.elapsed()).as_secs());
            let rest = rest.map_or_else(String::new, |seconds| format!("; at most {seconds} s more"));
            eprintln!("{tries} tries: {} ticks, {} orders left{rest}", best.ticks, best.orders.len());
        }
    }
}

pub fn run(args: &MinimizeArgs) -> Result<(), Failure> {
    Product::Replay.may_replace(&args.output)?;
    let replay = open(&args.file)?;
    let reproducer = match Reproducer::from_replay(&replay) {
        Ok(reproducer) => reproducer,
        Err(error) => return Err(failed(&args.file, &error.to_string())?),
    };
    let threads = threads_of_a_match(THREADS)?;
    let time = (args.seconds > 0).then(|| Duration::from_secs(u64::from(args.seconds)));
    let mut teller = Teller { began: Instant::now(), told: Instant::now(), time };
    let mut told = |best: &Reproducer, tries: u32| teller.tell(best, tries);
    let interrupt = interrupt();
    let limits = ReductionLimits { tries: MAX_TRIES, time, told: &mut told, interrupt: &interrupt };
    let (what, found) = match &args.run {
        Some(program) => {
            let found = reduce_by_program(program, &reproducer, &args.output.with_extension("candidate"), limits)?;
            (format!("{program:?} exits with 0"), found)
        }
        None => built_in(args, &reproducer, &threads, limits),
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

/// The failure asked for, or the first that there is.
fn built_in(
    args: &MinimizeArgs,
    reproducer: &Reproducer,
    threads: &Threads,
    limits: ReductionLimits<'_>,
) -> (String, Option<Reduced>) {
    let asked = args.fails.as_deref().and_then(Fails::named);
    match asked.or_else(|| Fails::find(reproducer, threads)) {
        Some(fails) => (fails.name().to_owned(), fails.reduce(reproducer, threads, limits)),
        None => ("panic, restore or repeat".to_owned(), None),
    }
}
