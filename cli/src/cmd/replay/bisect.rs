//! `sandtable replay bisect`: where two records of one match go apart.

use std::path::Path;

use sandtable_match::Failure;
use sandtable_match::replays::{Bisection, bisect, bisect_threads, recorded_here};
use sandtable_match::runner::guarded;
use sandtable_replay::{Replay, ReplayError};
use sandtable_sim::Threads;

use super::{failed, fine_threads, open, say};
use crate::args::BisectArgs;

pub fn run(args: &BisectArgs) -> Result<(), Failure> {
    let first = open(&args.first)?;
    let threads = fine_threads(args.threads)?;
    let found = guarded(|| match &args.second {
        Some(second) => compared(&first, second),
        None if args.threads.is_some() => Ok(bisect_threads(&first, &threads)),
        None => played_here(&first),
    });
    match found.map_err(|fault| Failure::Engine(fault.message))?? {
        Err(error) => Err(failed(&args.first, &error.to_string())?),
        Ok(None) => say("no difference as far as both go\n"),
        Ok(Some(bisection)) => {
            say(&bisection.to_string())?;
            Err(Failure::Checked)
        }
    }
}

/// A record held to what this engine makes of its orders, or, where the states of the record cannot be had, two runs of this engine
/// to each other: one that does not do the same twice never gets back to the record.
fn played_here(first: &Replay) -> Result<Result<Option<Bisection>, ReplayError>, Failure> {
    let found = match recorded_here(first).and_then(|second| bisect(first, &second)) {
        Ok(Some(found)) if found.fields.is_empty() => found,
        told => return Ok(told),
    };
    match bisect_threads(first, &Threads::default()) {
        Ok(Some(between)) => {
            say("note: this engine does not play these orders the same way twice; what follows is of two runs here\n")?;
            Ok(Ok(Some(between)))
        }
        _ => Ok(Ok(Some(found))),
    }
}

/// A record held to that in a file.
fn compared(first: &Replay, second: &Path) -> Result<Result<Option<Bisection>, ReplayError>, Failure> {
    let second = open(second)?;
    if let Some(what) = other_match(first, &second) {
        say(&format!("note: these are records of two matches, with {what}\n"))?;
    }
    Ok(bisect(first, &second))
}

/// What shows that two records are not of one match, if anything does.
fn other_match(first: &Replay, second: &Replay) -> Option<&'static str> {
    let (first, second) = (&first.header, &second.header);
    match first.scenario == second.scenario {
        false => Some("other scenarios"),
        true => (first.seed != second.seed).then_some("other seeds"),
    }
}
