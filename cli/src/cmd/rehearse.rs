//! `sandtable rehearse`.

use sandtable_lab::rehearsal::fights;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink as _;

use super::{say, say_json};
use crate::args::RehearseArgs;
use sandtable_match::work_bar::WorkBar;

pub fn run(args: &RehearseArgs) -> Result<(), Failure> {
    let bar = WorkBar::counting("fights");
    bar.expect(args.fights.into());
    let report = fights(&args.rules, args.series.seed, args.fights, args.series.threads.count(), &bar)?;
    bar.finish();
    if args.series.json { say_json(&report.json(args.series.seed)) } else { say(&report.tell()) }
}
