//! `sandtable opening`.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::store::{SystemDisk, write_whole};
use sandtable_match::work_bar::WorkBar;
use sandtable_tune::{OpeningRequest, run_opening};

use super::interrupt::ending_at_once;
use super::{say, say_json};
use crate::args::OpeningArgs;

pub fn run(args: &OpeningArgs, registry: &Registry) -> Result<(), Failure> {
    let request = OpeningRequest {
        strategy: &args.strategy,
        rules: &args.rules,
        maps: &args.maps,
        seed: args.series.seed,
        search: args.search,
        threads: args.series.threads.count(),
    };
    let bar = WorkBar::counting("games");
    let ending = ending_at_once(&bar, "opening with the same arguments");
    let report = run_opening(&request, registry, &bar)?;
    drop(ending);
    if let (Some(path), Some(text)) = (&args.output, report.better_text()) {
        write_whole(&SystemDisk, path, text.as_bytes()).map_err(|error| Failure::writing(path, error))?;
    }
    if args.series.json { say_json(&report.json()) } else { say(&report.tell()) }
}
