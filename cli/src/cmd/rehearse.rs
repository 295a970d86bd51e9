//! `sandtable rehearse`.

use sandtable_lab::rehearsal::fights;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::work_bar::WorkBar;

use super::interrupt::ending_at_once;
use super::{say, say_json};
use crate::args::RehearseArgs;

pub fn run(args: &RehearseArgs) -> Result<(), Failure> {
    let bar = WorkBar::counting("fights");
    let _ending = ending_at_once(&bar, "rehearse with the same arguments");
    bar.expect(args.fights.into());
    let report = fights(&args.rules, args.series.seed, args.fights, args.series.threads.count(), &bar)?;
    bar.finish();
    if args.series.json { say_json(&report.json(args.series.seed)) } else { say(&report.tell()) }
}
