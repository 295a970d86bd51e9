//! `sandtable conduct`.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::work_bar::WorkBar;
use sandtable_tournament::watch_files;

use super::interrupt::ending_at_once;
use super::{say, say_json};
use crate::args::ConductArgs;

pub fn run(args: &ConductArgs, registry: &Registry) -> Result<(), Failure> {
    let bar = WorkBar::counting("games");
    let _ending = ending_at_once(&bar, "conduct with the same arguments");
    let report = watch_files(&args.paths, args.threads.count(), registry, &bar)?;
    if args.json { say_json(&report.json()) } else { say(&report.tell(args.worst.into())) }
}
