//! `sandtable replay bisect`: where two records of one match go apart.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_match::replays::{
    Bisection, MemoryBisection, OtherProgram, bisect, bisect_memories, bisect_programs, bisect_threads, recorded_anew,
    recorded_here,
};
use sandtable_match::runner::guarded;
use sandtable_replay::{Replay, ReplayError};
use sandtable_sim::Threads;

use super::{failed, fine_threads, open, say};
use crate::args::BisectArgs;
use crate::progress::WorkBar;

pub fn run(args: &BisectArgs, registry: &Registry) -> Result<(), Failure> {
    let first = open(&args.first)?;
    let bar = WorkBar::counting("ticks");
    if let Some(program) = &args.program {
        let program = OtherProgram::new(program)?;
        let found = guarded(|| bisect_programs((&first, &args.first), &program, &bar));
        bar.finish();
        return tell(found.map_err(|fault| Failure::Engine(fault.message))??.as_ref(), None);
    }
    let second = args.second.as_deref().map(open).transpose()?;
    let threads = fine_threads(args.threads)?;
    let found = guarded(|| match &second {
        Some(second) => compared(&first, second),
        None if args.threads.is_some() => Ok(bisect_threads(&first, &threads, &bar)),
        None => played_here(&first, &bar),
    });
    bar.finish();
    let state = match found.map_err(|fault| Failure::Engine(fault.message))?? {
        Err(error) => return Err(failed(&args.first, &error.to_string())?),
        Ok(state) => state,
    };
    let remembered = match &second {
        Some(second) => bisect_memories(&first, second, registry),
        None if args.threads.is_some() => None,
        None => remembered_here(&first, registry),
    };
    tell(state.as_ref(), remembered.as_ref())
}

/// Tells what differs, whichever differs first.
fn tell(state: Option<&Bisection>, remembered: Option<&MemoryBisection>) -> Result<(), Failure> {
    let mut told: Vec<(u32, String)> = remembered.map(|found| (found.tick, format!("{found}\n"))).into_iter().collect();
    told.extend(state.map(|found| (found.tick, found.to_string())));
    told.sort_by_key(|(tick, _)| *tick);
    if told.is_empty() {
        return say("no difference as far as both go\n");
    }
    told.iter().try_for_each(|(_, text)| say(text))?;
    Err(Failure::Checked)
}

/// What its strategies remember when they play the match anew, held to what the record holds of that, if anything.
fn remembered_here(first: &Replay, registry: &Registry) -> Option<MemoryBisection> {
    let tables = first.keyframes.iter().any(|keyframe| !keyframe.table.is_empty());
    if first.header.memories() == 0 && !tables {
        return None;
    }
    let anew = guarded(|| recorded_anew(first, registry)).ok()?.ok()?;
    bisect_memories(first, &anew, registry)
}

/// A record held to what this engine makes of its orders, or, where the states of the record cannot be had, two runs of this engine
/// to each other: one that does not do the same twice never gets back to the record.
fn played_here(first: &Replay, bar: &WorkBar) -> Result<Result<Option<Bisection>, ReplayError>, Failure> {
    let found = match recorded_here(first, bar).and_then(|second| bisect(first, &second)) {
        Ok(Some(found)) if found.fields.is_empty() => found,
        told => return Ok(told),
    };
    bar.restart();
    match bisect_threads(first, &Threads::default(), bar) {
        Ok(Some(between)) => {
            say("note: this engine does not play these orders the same way twice; what follows is of two runs here\n")?;
            Ok(Ok(Some(between)))
        }
        _ => Ok(Ok(Some(found))),
    }
}

/// A record held to that in a file.
fn compared(first: &Replay, second: &Replay) -> Result<Result<Option<Bisection>, ReplayError>, Failure> {
    if let Some(what) = other_match(first, second) {
        say(&format!("note: these are records of two matches, with {what}\n"))?;
    }
    Ok(bisect(first, second))
}

/// What shows that two records are not of one match, if anything does.
fn other_match(first: &Replay, second: &Replay) -> Option<&'static str> {
    let (first, second) = (&first.header, &second.header);
    match first.scenario == second.scenario {
        false => Some("other scenarios"),
        true => (first.seed != second.seed).then_some("other seeds"),
    }
}
