//! Figures for people and for programs.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use sandtable_expect::{Ends, Metric};
use sandtable_state::words::counted;

use super::metric::METRICS;
use super::run::FamilyResult;

/// A figure that passed its budget.
#[derive(Clone, Debug, PartialEq)]
pub struct Exceeded {
    /// The family.
    pub family: String,
    /// The metric.
    pub metric: &'static str,
    /// What was found; none when nothing could be measured.
    pub found: Option<f64>,
    /// What the budget allows.
    pub allowed: f64,
    /// Whether that is the least.
    pub at_least: bool,
}

impl std::fmt::Display for Exceeded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let found = self.found.map_or_else(|| "no measurement".to_owned(), figure);
        let bound = if self.at_least { "at least" } else { "at most" };
        let allowed = figure(self.allowed);
        write!(f, "{}: {}: found {found}; allowed {bound} {allowed}", self.family, self.metric)
    }
}

/// Every figure that passed its budget.
pub fn exceeded(result: &FamilyResult<'_>) -> Vec<Exceeded> {
    let budget = &result.family.limits.budget;
    let over = |row: &usize| !budget.holds(*row, result.figures[*row]);
    let tell = |row: usize| Exceeded {
        family: result.family.name.clone(),
        metric: METRICS[row].name,
        found: result.figures[row],
        allowed: budget.get(row).unwrap_or_default(),
        at_least: is_least(&METRICS[row]),
    };
    (0..METRICS.len()).filter(over).map(tell).collect()
}

/// Whether the limits of a metric are the least it may be.
fn is_least(metric: &Metric) -> bool {
    metric.ends == Ends::Least
}

/// The figures of a family as a table: found, budget, bar.
pub fn family_table(result: &FamilyResult<'_>) -> String {
    let family = result.family;
    let mut text = format!("{}: {} ({} arrangements)\n", family.name, family.about, family.arrangements);
    let _ = writeln!(text, "  {:<16} {:>10} {:>11} {:>11}  unit", "metric", "found", "budget", "bar");
    for (row, metric) in METRICS.iter().enumerate() {
        let (budget, bar) = (family.limits.budget.get(row), family.limits.bar.get(row));
        if result.figures[row].is_none() && budget.is_none() && bar.is_none() {
            continue;
        }
        let found = result.figures[row].map_or_else(|| "-".to_owned(), figure);
        let sign = if is_least(metric) { ">=" } else { "<=" };
        let limit = |limit: Option<f64>| limit.map_or_else(String::new, |limit| format!("{sign} {}", figure(limit)));
        let verdict = match () {
            () if !family.limits.budget.holds(row, result.figures[row]) => "  OVER BUDGET",
            () if !family.limits.bar.holds(row, result.figures[row]) => "  short of the bar",
            () => "",
        };
        let (budget, bar) = (limit(budget), limit(bar));
        let _ = writeln!(text, "  {:<16} {found:>10} {budget:>11} {bar:>11}  {}{verdict}", metric.name, metric.unit);
    }
    text
}

/// The figures, budget and bar of a family as one JSON object.
pub fn family_json(result: &FamilyResult<'_>, seed: u64) -> Value {
    let table = |value: &dyn Fn(usize) -> Option<f64>| {
        let rows = METRICS.iter().enumerate();
        let pairs = rows.filter_map(|(row, metric)| Some((metric.name.to_owned(), json!(rounded(value(row)?)))));
        Value::Object(pairs.collect::<Map<String, Value>>())
    };
    let family = result.family;
    let over: Vec<&str> = exceeded(result).iter().map(|exceeded| exceeded.metric).collect();
    json!({
        "family": family.name,
        "about": family.about,
        "seed": seed,
        "arrangements": family.arrangements,
        "figures": table(&|row| result.figures[row]),
        "budget": table(&|row| family.limits.budget.get(row)),
        "bar": table(&|row| family.limits.bar.get(row)),
        "over_budget": over,
        "short_of_bar": short_of_bar(result),
    })
}

/// The metrics that do not reach their bar.
fn short_of_bar(result: &FamilyResult<'_>) -> Vec<&'static str> {
    let short = |row: &usize| !result.family.limits.bar.holds(*row, result.figures[*row]);
    (0..METRICS.len()).filter(short).map(|row| METRICS[row].name).collect()
}

/// Expectations at these figures with a margin: a tenth, and as much as a small figure may wobble. Aims stay as they are.
pub fn suggested_budget(result: &FamilyResult<'_>) -> String {
    let mut text = String::from("expect = [\n");
    for (row, (metric, found)) in METRICS.iter().zip(result.figures).enumerate() {
        let limit = found.filter(|_| !UNBOUND.contains(&metric.name)).map(|found| with_margin(metric, found));
        let aim = result.family.limits.bar.get(row);
        if limit.is_none() && aim.is_none() {
            continue;
        }
        let key = if is_least(metric) { "min" } else { "max" };
        let end = |key: &str, value: Option<f64>| {
            value.map_or_else(String::new, |it| format!(", {key} = {}", hundredths(it)))
        };
        let _ = writeln!(text, "  {{ metric = \"{}\"{}{} }},", metric.name, end(key, limit), end("aim", aim));
    }
    text + "]\n"
}

/// A figure made worse by the margin that its metric is given.
fn with_margin(metric: &Metric, found: f64) -> f64 {
    match (is_least(metric), metric.unit) {
        (_, "ticks" | "orders" | "pairs") => found.ceil(),
        (true, "%") => (found - 2.0).max(0.0).floor(),
        (true, _) => found * 0.9,
        (false, "%") if found < 0.5 => (found + 0.1) * 1.1,
        (false, "%") => (found + 0.5) * 1.1,
        (false, _) => (found + 0.05) * 1.1,
    }
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Figures that say what a situation is like rather than how well it went, or that others say already.
const UNBOUND: [&str; 7] =
    ["arrived_by_2", "arrived_by_3", "time_median", "path_p95", "stuck_mean", "wall_touch", "throughput"];

/// What all families come to, in a line.
pub fn summary_line(families: usize, over_figures: usize, bars: [usize; 2]) -> String {
    let families = counted(families as u64, "family", "families");
    let over = counted(over_figures as u64, "figure", "figures");
    format!("{families}; {over} over budget; {} of {} met", bars[0], counted(bars[1] as u64, "bar", "bars"))
}

/// Bars met, and bars there are.
pub fn bars(result: &FamilyResult<'_>) -> [usize; 2] {
    let there = (0..METRICS.len()).filter(|row| result.family.limits.bar.get(*row).is_some()).count();
    [there - short_of_bar(result).len(), there]
}

/// Four decimals say more than anybody can compare.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

fn figure(value: f64) -> String {
    let decimals = if value.abs() >= 100.0 { 1 } else { 2 };
    format!("{value:.decimals$}")
}
