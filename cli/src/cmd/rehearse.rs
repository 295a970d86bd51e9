//! `sandtable rehearse`.

use sandtable_lab::rehearsal::fights;
use sandtable_match::Failure;

use super::{say, say_json};
use crate::args::RehearseArgs;

pub fn run(args: &RehearseArgs) -> Result<(), Failure> {
    let report = fights(&args.rules, args.series.seed, args.fights, args.series.threads.count())?;
    if args.series.json { say_json(&report.json(args.series.seed)) } else { say(&report.tell()) }
}
