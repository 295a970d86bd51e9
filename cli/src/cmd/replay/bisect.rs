//! `sandtable replay bisect`: where two records of one match go apart.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_match::replays::{
    Bisection, MemoryBisection, OtherProgram, OtherRun, bisect, bisect_here, bisect_memories, bisect_memories_here,
    bisect_programs, bisect_threads, check_keyframes,
};
use sandtable_match::runner::guarded;
use sandtable_match::work_bar::WorkBar;
use sandtable_replay::{Replay, ReplayError};

use super::{failed, fine_threads, open, say};
use crate::args::BisectArgs;
use crate::cmd::interrupt::ending_at_once;

pub fn run(args: &BisectArgs, registry: &Registry) -> Result<(), Failure> {
    let first = open(&args.first)?;
    let bar = WorkBar::counting("ticks");
    let _ending = ending_at_once(&bar, "replay bisect with the same arguments");
    if let Some(program) = &args.program {
        let program = OtherProgram::new(program)?;
        let found = guarded(|| bisect_programs((&first, &args.first), &program, &bar));
        bar.finish();
        let found = found.map_err(|fault| Failure::Engine(fault.message))??;
        return tell(found.as_ref(), None, &[(&args.first, &first)]);
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
        None => bisect_memories_here(&first, registry),
    };
    let second = args.second.as_deref().zip(second.as_ref());
    let records: Vec<_> = std::iter::once((args.first.as_path(), &first)).chain(second).collect();
    tell(state.as_ref(), remembered.as_ref(), &records)
}

/// Tells what differs, whichever differs first; of records that do not differ, keyframes that are not what was recorded.
fn tell(
    state: Option<&Bisection>,
    remembered: Option<&MemoryBisection>,
    records: &[(&Path, &Replay)],
) -> Result<(), Failure> {
    let mut told: Vec<(u32, String)> = remembered.map(|found| (found.tick, format!("{found}\n"))).into_iter().collect();
    told.extend(state.map(|found| (found.tick, found.to_string())));
    told.sort_by_key(|(tick, _)| *tick);
    if told.is_empty() {
        if let Some((file, bad)) =
            records.iter().find_map(|(file, replay)| Some((file, check_keyframes(replay).err()?)))
        {
            return Err(failed(file, &bad.to_string())?);
        }
        return say("no difference up to the end of the shorter record\n");
    }
    told.iter().try_for_each(|(_, text)| say(text))?;
    Err(Failure::Checked)
}

/// A record held to what this engine makes of its orders.
fn played_here(first: &Replay, bar: &WorkBar) -> Result<Result<Option<Bisection>, ReplayError>, Failure> {
    Ok(match bisect_here(first, bar) {
        Ok(Some((found, OtherRun::Repeat))) => {
            say("note: two runs of these orders with this engine differ; the output below compares these two runs\n")?;
            Ok(Some(found))
        }
        Ok(found) => Ok(found.map(|(found, _)| found)),
        Err(error) => Err(error),
    })
}

/// A record held to that in a file.
fn compared(first: &Replay, second: &Replay) -> Result<Result<Option<Bisection>, ReplayError>, Failure> {
    if let Some(what) = first.header.other_match(&second.header) {
        say(&format!("note: these records are of two matches, with {what}\n"))?;
    }
    Ok(bisect(first, second))
}
