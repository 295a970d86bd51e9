//! `sandtable conduct`.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_tournament::watch_files;

use super::{say, say_json};
use crate::args::ConductArgs;
use sandtable_match::work_bar::WorkBar;

pub fn run(args: &ConductArgs, registry: &Registry) -> Result<(), Failure> {
    let bar = WorkBar::counting("games");
    let report = watch_files(&args.paths, args.threads.count(), registry, &bar)?;
    if args.json { say_json(&report.json()) } else { say(&report.tell(args.worst.into())) }
}
