//! The benchmark on strategies that somebody spoiled: how often tuning proves that it made them better.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::progress::Unseen;
use sandtable_stats::wilson;

use super::bench::Entry;
use super::budget::GameBudget;
use super::journal::Journal;
use super::request::TuneRequest;
use super::run::{Bench, Options, run};
use super::summary::Summary;
use super::verdict::Verdict;

/// The head of the table.
pub const REPAIRS: &str = "| file | method | better | 95 % | worse | mean gain |\n|---|---|--:|--:|--:|--:|\n";

/// How spoiled strategies are tuned.
#[derive(Clone, Debug)]
pub struct RepairTerms {
    /// The one opponent; none for all of their rules.
    pub against: Option<String>,
    /// Games of each search.
    pub games: u32,
    /// The longest a game may last, in game seconds.
    pub time_limit_seconds: u32,
    /// Threads that play.
    pub threads: usize,
    /// Set to stop it.
    pub interrupt: Arc<AtomicBool>,
}

/// The result of tuning a file by a method with one seed, kept nowhere.
///
/// # Errors
/// Everything wrong with a file that is named, that threads cannot be started, or that it was stopped.
pub fn repaired(
    file: &str,
    entry: Entry,
    seed: u64,
    registry: &Registry,
    terms: &RepairTerms,
) -> Result<Summary, Failure> {
    let request = TuneRequest {
        against: terms.against.clone(),
        games: Some(GameBudget::All(terms.games)),
        time_limit_seconds: terms.time_limit_seconds,
        // What a value is worth is not told.
        deviation_games: 0,
        method: match entry {
            Entry::Default => None,
            Entry::Named(method) => Some(method),
        },
        ..TuneRequest::plain(file.to_owned(), seed)
    };
    let settings = request.settings(registry)?;
    let bench = Bench::load(&settings, &mut Library::here(), registry)?;
    let (threads, interrupt) = (terms.threads, Arc::clone(&terms.interrupt));
    let options = Options { threads, progress: Arc::new(Unseen), page_every: None, interrupt, runners: None };
    run(&settings, bench, registry, &options, Journal::in_memory(), None)
}

/// The row of a method on a file, from a run of each seed.
pub fn repair_row(file: &str, method: &str, runs: &[Summary]) -> String {
    let count = |verdict: Verdict| runs.iter().filter(|run| run.verdict == verdict).count();
    let (better, worse, seeds) = (count(Verdict::Better), count(Verdict::Worse), runs.len() as f64);
    let [low, high] = wilson(better as f64 / seeds.max(1.0), seeds).map(|end| 100.0 * end);
    let gain = |run: &Summary| run.proof.as_ref().map_or(0.0, |proof| proof.gain.value);
    let gain = 100.0 * runs.iter().map(gain).sum::<f64>() / seeds.max(1.0);
    format!("| {file} | {method} | {better} of {} | {low:.0} … {high:.0} | {worse} | {gain:+.1} |\n", runs.len())
}
