//! `sandtable replay bisect`: where two records of one match go apart.

use super::{failed, fine_threads, open, say};
use crate::args::BisectArgs;
use crate::exit::Failure;
use crate::replays::{bisect, bisect_threads, recorded_here};
use crate::runner::guarded;

pub fn run(args: &BisectArgs) -> Result<(), Failure> {
    let first = open(&args.first)?;
    let threads = fine_threads(args.threads)?;
    let found = guarded(|| match &args.second {
        Some(second) => open(second).map(|second| bisect(&first, &second)),
        None if args.threads.is_some() => Ok(bisect_threads(&first, &threads)),
        None => Ok(recorded_here(&first).and_then(|second| bisect(&first, &second))),
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
