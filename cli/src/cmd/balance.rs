//! `sandtable balance`.

use sandtable_ai::Registry;
use sandtable_balance::{BalanceReport, Contest, Effort, MatchReport, PatchNote, Ruleset, page};
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink;
use sandtable_match::store::{Product, SystemDisk, write_whole};
use sandtable_match::work_bar::WorkBar;
use serde_json::json;

use super::interrupt::ending_at_once;
use super::{say, say_json};
use crate::args::BalanceArgs;

/// What a run that Ctrl-C ended is called in.
const AGAIN: &str = "balance with the same arguments";

pub fn run(args: &BalanceArgs, registry: &Registry) -> Result<(), Failure> {
    let bar = WorkBar::new();
    let ending = ending_at_once(&bar, AGAIN);
    ending.keeps("nothing is kept: each figure needs all its fights", AGAIN);
    let (report, note) = measured(args, registry, &bar)?;
    bar.finish();
    drop(ending);
    tell(args, &report, note.as_ref())
}

/// What is measured of the rules, and what a change of them changes.
fn measured(
    args: &BalanceArgs,
    registry: &Registry,
    bar: &WorkBar,
) -> Result<(BalanceReport, Option<PatchNote>), Failure> {
    if let Some(path) = &args.page {
        Product::Balance.may_replace(path)?;
    }
    let (mut library, effort) = (Library::here(), effort(args, args.pairs()));
    let old = Ruleset::load(&mut library, &args.rules)?;
    let fought = |ruleset: &Ruleset| {
        bar.restart();
        BalanceReport::measure(&ruleset.rules, &effort, bar)
    };
    let Some(against) = &args.against else {
        let contest = (args.matches() > 0)
            .then(|| Contest::load(&mut library, registry, &old.rules, &args.strategies, &args.maps))
            .transpose()?;
        let mut report = fought(&old)?;
        report.matches = contest.map(|contest| played(args, &contest, registry, bar)).transpose()?;
        return Ok((report, None));
    };
    // Both are read before either is measured.
    let new = Ruleset::load(&mut Library::here(), against)?;
    let (before, now) = (fought(&old)?, fought(&new)?);
    let note = PatchNote::between(&before, &now, old.changes_to(&new), &effort)?;
    Ok((now, Some(note)))
}

fn effort(args: &BalanceArgs, pairs: u32) -> Effort {
    Effort { pairs, seed: args.series.seed, threads: args.series.threads.count() }
}

fn played(args: &BalanceArgs, contest: &Contest, registry: &Registry, bar: &WorkBar) -> Result<MatchReport, Failure> {
    let effort = effort(args, args.matches());
    bar.restart();
    bar.expect(contest.games(&effort));
    contest.measure(registry, &effort, &mut |games| bar.counted(games))
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
