//! `sandtable balance`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sandtable_ai::Registry;
use sandtable_balance::{BalanceReport, Contest, Effort, MatchReport, PatchNote, Ruleset, page};
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink;
use sandtable_match::store::{Product, SystemDisk, write_whole};
use sandtable_match::work_bar::WorkBar;
use serde_json::json;

use super::interrupt::{interrupt, tell_of_the_rest};
use super::{say, say_json};
use crate::args::BalanceArgs;

/// The flag that Ctrl-C sets.
type Stop = Arc<AtomicBool>;

pub fn run(args: &BalanceArgs, registry: &Registry) -> Result<(), Failure> {
    let kept = "nothing is kept: each figure needs all its fights";
    measure(args, registry).map_err(|failure| tell_of_the_rest(kept, "balance with the same arguments", failure))
}

fn measure(args: &BalanceArgs, registry: &Registry) -> Result<(), Failure> {
    let stop = interrupt();
    if let Some(path) = &args.page {
        Product::Balance.may_replace(path)?;
    }
    let (mut library, effort) = (Library::here(), effort(args, args.pairs()));
    let old = Ruleset::load(&mut library, &args.rules)?;
    let Some(against) = &args.against else {
        let contest = (args.matches() > 0)
            .then(|| Contest::load(&mut library, registry, &old.rules, &args.strategies, &args.maps))
            .transpose()?;
        let mut report = measured(&old, &effort, &stop)?;
        report.matches = contest.map(|contest| played(args, &contest, registry, &stop)).transpose()?;
        return tell(args, &report, None);
    };
    // Both are read before either is measured.
    let new = Ruleset::load(&mut Library::here(), against)?;
    let (before, now) = (measured(&old, &effort, &stop)?, measured(&new, &effort, &stop)?);
    let note = PatchNote::between(&before, &now, old.changes_to(&new), &effort)?;
    tell(args, &now, Some(&note))
}

fn effort(args: &BalanceArgs, pairs: u32) -> Effort {
    Effort { pairs, seed: args.series.seed, threads: args.series.threads.count() }
}

fn measured(ruleset: &Ruleset, effort: &Effort, stop: &Stop) -> Result<BalanceReport, Failure> {
    let bar = WorkBar::new().stopped_by(Arc::clone(stop));
    let report = BalanceReport::measure(&ruleset.rules, effort, &bar)?;
    bar.finish();
    Ok(report)
}

fn played(args: &BalanceArgs, contest: &Contest, registry: &Registry, stop: &Stop) -> Result<MatchReport, Failure> {
    let (effort, bar) = (effort(args, args.matches()), WorkBar::new().stopped_by(Arc::clone(stop)));
    bar.expect(contest.games(&effort));
    let report = contest.measure(registry, &effort, &mut |games| bar.counted(games))?;
    bar.finish();
    Ok(report)
}

fn tell(args: &BalanceArgs, report: &BalanceReport, note: Option<&PatchNote>) -> Result<(), Failure> {
    if let Some(path) = &args.page {
        let text = page(report, note);
        write_whole(&SystemDisk, path, text.as_bytes()).map_err(|error| Failure::writing(path, error))?;
    }
    if args.series.json {
        return say_json(&json!({ "balance": report, "patch": note }));
    }
    let note = note.map_or_else(String::new, |note| format!("\n{}", note.tell()));
    say(&format!("{}{note}", report.tell()))
}
