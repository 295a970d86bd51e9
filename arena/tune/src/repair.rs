//! The benchmark on strategies that somebody spoiled: how often tuning proves that it made them better.

use sandtable_stats::wilson;

use super::summary::Summary;
use super::verdict::Verdict;

/// The head of the table.
pub const REPAIRS: &str = "| file | method | better | 95 % | worse | mean gain |\n|---|---|--:|--:|--:|--:|\n";

/// The row of a method on a file, from a run of each seed.
pub fn repair_row(file: &str, method: &str, runs: &[Summary]) -> String {
    let count = |verdict: Verdict| runs.iter().filter(|run| run.verdict == verdict).count();
    let (better, worse, seeds) = (count(Verdict::Better), count(Verdict::Worse), runs.len() as f64);
    let [low, high] = wilson(better as f64 / seeds.max(1.0), seeds).map(|end| 100.0 * end);
    let gain = |run: &Summary| run.proof.as_ref().map_or(0.0, |proof| proof.gain.value);
    let gain = 100.0 * runs.iter().map(gain).sum::<f64>() / seeds.max(1.0);
    format!("| {file} | {method} | {better} of {} | {low:.0} … {high:.0} | {worse} | {gain:+.1} |\n", runs.len())
}
