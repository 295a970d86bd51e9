//! `sandtable swarm`: drawn matches, checked against every invariant.

use sandtable_lab::swarm::{SwarmRun, SwarmTerms};
use sandtable_match::Failure;
use sandtable_match::work_bar::WorkBar;

use super::interrupt::{interrupt, tell_of_the_rest};
use super::{say, say_json};
use crate::args::SwarmArgs;

pub fn run(args: &SwarmArgs) -> Result<(), Failure> {
    let SwarmArgs { seed, first, ticks, restore_every, .. } = *args;
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let count = u32::try_from(args.seeds).unwrap_or(u32::MAX);
    let run = SwarmRun {
        terms: SwarmTerms { seed, ticks, restore_every },
        first,
        count,
        threads: args.threads.map_or_else(processors, usize::from),
        output: &args.output,
    };
    let bar = WorkBar::counting("matches").stopped_by(interrupt());
    let sum = run.play(&bar, &mut |text| bar.suspended(|| say(text)))?;
    if args.json { say_json(&sum.totals) } else { say(&sum.tell(seed)) }?;
    if sum.played < count {
        let rest = format!("swarm {}", run.rest(sum.played));
        return Err(tell_of_the_rest("the failures found are saved", &rest, Failure::Interrupted));
    }
    if sum.findings > 0 { Err(Failure::Checked) } else { Ok(()) }
}
