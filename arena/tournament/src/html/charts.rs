//! The charts of the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use sandtable_match::runner::ending_name;
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_stats::{Pentanomial, SprtState};
use sandtable_viewer::chart::{Axis, Plot, colour, short};
use sandtable_viewer::html::escaped;

use crate::pairs::distinct_pairs;
use crate::record::{Curve, GameRecord, SideRecord};
use crate::summary::Summary;

/// Strategies that get lines and timelines of their own: as many as there are colours.
const MAX_SERIES: usize = 8;
/// Bars of a histogram.
const BINS: usize = 12;
/// Kinds of a build order that are shown.
const MAX_KINDS: usize = 16;
/// Goals that are shown.
const MAX_GOALS: usize = 12;
/// Games whose goals are drawn.
const MAX_GAMES: usize = 60;

fn minutes(tick: u32) -> f64 {
    f64::from(tick) / f64::from(60 * TICKS_PER_SECOND)
}

fn legend<'a>(names: impl Iterator<Item = (&'a str, String)>) -> String {
    let entry =
        |(name, colour): (&str, String)| format!("<li><i style=\"background:{colour}\"></i>{}</li>", escaped(name));
    format!("<ul class=\"legend\">{}</ul>\n", names.map(entry).collect::<String>())
}

/// The strategies that are drawn, best first, each in the colour of its place.
fn series(summary: &Summary) -> Vec<&str> {
    summary.standings.iter().take(MAX_SERIES).map(|standing| standing.strategy.as_str()).collect()
}

fn sides_of<'r>(records: &'r [GameRecord], strategy: &'r str) -> impl Iterator<Item = &'r SideRecord> {
    let of = move |record: &'r GameRecord| {
        record.strategies.iter().zip(&record.sides).filter(move |(name, _)| *name == strategy).map(|(_, side)| side)
    };
    records.iter().flat_map(of)
}

/// The value a share of the way up a sorted list.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = (share * sorted.len().saturating_sub(1) as f64).round() as usize;
    sorted.get(at).copied().unwrap_or(0.0)
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

/// Elo with intervals.
pub(super) fn ratings(summary: &Summary) -> String {
    let names: Vec<String> = summary.standings.iter().map(|standing| standing.strategy.clone()).collect();
    let ends = || summary.standings.iter().map(|standing| standing.elo.elo);
    let low = ends().map(|elo| elo.low).fold(f64::INFINITY, f64::min);
    let high = ends().map(|elo| elo.high).fold(f64::NEG_INFINITY, f64::max);
    let room = (high - low).max(1.0) * 0.04;
    let mut plot =
        Plot::rows(Axis { low: low - room, high: high + room, name: "Elo (Bradley-Terry), 95 %" }, &names, 30.0);
    for (row, standing) in summary.standings.iter().enumerate() {
        let elo = standing.elo.elo;
        let title = format!("{}: {:.0} ({:.0} … {:.0})", standing.strategy, elo.value, elo.low, elo.high);
        plot.interval(row, [elo.low, elo.value, elo.high], &colour(row), &title);
    }
    if low < 0.0 && high > 0.0 {
        plot.mark_x(0.0);
    }
    format!("<figure>{}</figure>\n", plot.finish("Ratings with their intervals"))
}

/// How the log-likelihood ratio went, pair by pair.
pub(super) fn sprt(summary: &Summary, records: &[GameRecord]) -> String {
    let Some(SprtState { test, lower, upper, .. }) = &summary.sprt else { return String::new() };
    let mut counted = Pentanomial::default();
    let mut points = vec![(0.0, 0.0)];
    for pair in distinct_pairs(records) {
        counted.add(pair.half_points);
        points.push((f64::from(counted.pairs()), test.judge(&counted).llr));
    }
    let ends = |pick: fn(f64, f64) -> f64, start: f64| points.iter().map(|(_, llr)| *llr).fold(start, pick);
    let (low, high) = (ends(f64::min, lower * 1.15), ends(f64::max, upper * 1.15));
    let x = Axis { low: 0.0, high: points.len().saturating_sub(1).max(1) as f64, name: "pairs" };
    let mut plot = Plot::new(x, Axis { low, high, name: "LLR" }, 260.0);
    plot.mark_y(*lower);
    plot.mark_y(*upper);
    plot.line(&points, "var(--c0)", "log-likelihood ratio");
    format!("<figure>{}</figure>\n", plot.finish("The log-likelihood ratio by pairs, and its bounds"))
}

fn reason(record: &GameRecord) -> String {
    match (record.termination.name(), record.ending) {
        ("normal" | "limit" | "mutual-destruction", Some(ending)) => ending_name(ending).to_owned(),
        (name, _) => name.replace('-', " "),
    }
}

/// Games by length, stacked by why they ended.
pub(super) fn endings(records: &[GameRecord]) -> String {
    let longest = records.iter().map(|record| minutes(record.ticks)).fold(0.0, f64::max);
    let reasons: BTreeSet<String> = records.iter().map(reason).collect();
    let width = (longest / BINS as f64).max(1e-6);
    let bin = |record: &GameRecord| ((minutes(record.ticks) / width) as usize).min(BINS - 1);
    let mut counts: BTreeMap<(usize, &str), u32> = BTreeMap::new();
    let named: Vec<(usize, String)> = records.iter().map(|record| (bin(record), reason(record))).collect();
    named.iter().for_each(|(bin, reason)| *counts.entry((*bin, reason)).or_default() += 1);
    let most =
        (0..BINS).map(|at| counts.iter().filter(|((bin, _), _)| *bin == at).map(|(_, count)| count).sum::<u32>()).max();
    let x = Axis { low: 0.0, high: longest.max(1e-6), name: "length in minutes" };
    let mut plot = Plot::new(x, Axis { low: 0.0, high: f64::from(most.unwrap_or(1).max(1)), name: "games" }, 240.0);
    for at in 0..BINS {
        let mut below = 0;
        for (row, reason) in reasons.iter().enumerate() {
            let count = counts.get(&(at, reason.as_str())).copied().unwrap_or(0);
            if count > 0 {
                let (from, to) = (at as f64 * width, (at + 1) as f64 * width);
                let title = format!("{count} by {reason}, {from:.1} to {to:.1} minutes");
                let gap = width * 0.06;
                plot.rect([from + gap, to - gap], [f64::from(below), f64::from(below + count)], &colour(row), &title);
                below += count;
            }
        }
    }
    let names = legend(reasons.iter().enumerate().map(|(row, reason)| (reason.as_str(), colour(row))));
    format!("{names}<figure>{}</figure>\n", plot.finish("Games by length and reason of their end"))
}

/// A figure of a curve, by minute.
type Pick = fn(&Curve) -> &Vec<u32>;

/// Medians by minute, and where the middle eight tenths lie.
pub(super) fn curves(summary: &Summary, records: &[GameRecord]) -> String {
    let figures: [(&str, Pick); 3] = [
        ("gathered, all resources", |curve| &curve.gathered),
        ("army, by its cost", |curve| &curve.army),
        ("workers", |curve| &curve.workers),
    ];
    let names = series(summary);
    let mut text = legend(names.iter().enumerate().map(|(row, name)| (*name, colour(row))));
    text.push_str("<div class=\"figures\">\n");
    for (title, pick) in figures {
        let _ = writeln!(text, "<figure>{}</figure>", curve(&names, records, title, pick));
    }
    text + "</div>\n<p class=\"soft\">Median of the games still running, with the 10th to 90th percentile shaded. Minutes that less than a fifth of the games reach are left out.</p>\n"
}

fn curve(names: &[&str], records: &[GameRecord], title: &str, pick: Pick) -> String {
    let mut lines = Vec::new();
    for name in names {
        let all: Vec<&Vec<u32>> = sides_of(records, name).map(|side| pick(&side.curve)).collect();
        let longest = all.iter().map(|values| values.len()).max().unwrap_or(0);
        let mut points = Vec::new();
        for minute in 0..longest {
            let values =
                sorted(all.iter().filter_map(|values| values.get(minute)).map(|value| f64::from(*value)).collect());
            if values.len() * 5 >= all.len() {
                points.push((minute as f64, [0.1, 0.5, 0.9].map(|share| quantile(&values, share))));
            }
        }
        lines.push(points);
    }
    let last = lines.iter().flatten().map(|(minute, _)| *minute).fold(1.0, f64::max);
    let most = lines.iter().flatten().map(|(_, [_, _, high])| *high).fold(1.0, f64::max);
    let x = Axis { low: 0.0, high: last, name: "minutes" };
    let mut plot = Plot::new(x, Axis { low: 0.0, high: most, name: title }, 240.0);
    for (row, points) in lines.iter().enumerate() {
        let band: Vec<_> = points.iter().map(|(minute, [low, _, high])| (*minute, *low, *high)).collect();
        plot.band(&band, &colour(row));
    }
    for (row, points) in lines.iter().enumerate() {
        let line: Vec<_> = points.iter().map(|(minute, [_, middle, _])| (*minute, *middle)).collect();
        plot.line(&line, &colour(row), names[row]);
    }
    plot.finish(&format!("{title} by minute"))
}

/// When each strategy first has a kind or technology.
pub(super) fn build_orders(summary: &Summary, records: &[GameRecord]) -> String {
    let mut text = String::from("<div class=\"figures\">\n");
    let mut any = false;
    for (row, name) in series(summary).into_iter().enumerate() {
        let mut firsts: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        let mut games = 0;
        for side in sides_of(records, name) {
            games += 1;
            side.build_order.iter().for_each(|(tick, kind)| firsts.entry(kind).or_default().push(minutes(*tick)));
        }
        let mut kinds: Vec<(&str, Vec<f64>)> = firsts.into_iter().map(|(kind, times)| (kind, sorted(times))).collect();
        // What hardly any game has says little of the strategy.
        kinds.retain(|(_, times)| times.len() * 5 >= games);
        kinds.sort_by(|a, b| quantile(&a.1, 0.5).total_cmp(&quantile(&b.1, 0.5)).then_with(|| a.0.cmp(b.0)));
        kinds.truncate(MAX_KINDS);
        if kinds.is_empty() {
            continue;
        }
        any = true;
        let labels: Vec<String> = kinds.iter().map(|(kind, _)| kind.replace('_', " ")).collect();
        let last = kinds.iter().map(|(_, times)| quantile(times, 0.9)).fold(1.0, f64::max);
        let mut plot = Plot::rows(Axis { low: 0.0, high: last, name: "minutes" }, &labels, 22.0);
        for (at, (kind, times)) in kinds.iter().enumerate() {
            let ends = [0.1, 0.5, 0.9].map(|share| quantile(times, share));
            let title = format!(
                "{kind}: {:.1} min ({:.1} … {:.1}), in {} of {games} games",
                ends[1],
                ends[0],
                ends[2],
                times.len()
            );
            plot.interval(at, ends, &colour(row), &title);
        }
        let _ = writeln!(
            text,
            "<figure><figcaption>{}</figcaption>{}</figure>",
            escaped(name),
            plot.finish("First of each kind")
        );
    }
    text += "</div>\n<p class=\"soft\">Median time of the first of each kind, with the 10th to 90th percentile. Kinds in less than a fifth of the games are left out.</p>\n";
    if any { text } else { String::new() }
}

/// Kinds of moments of a goal, with their colours.
const MOMENTS: [(&str, &str); 4] = [
    ("chosen", "var(--c0)"),
    ("step of its plan", "var(--c7)"),
    ("achieved", "var(--c2)"),
    ("dropped or failed", "var(--c6)"),
];

/// The kind of a moment, by what the commander's timeline says.
fn moment(progress: &str) -> usize {
    match progress {
        "chosen" => 0,
        "achieved" => 2,
        _ if progress.starts_with("dropped") || progress.starts_with("failed") => 3,
        _ => 1,
    }
}

/// What commanders went for, and when.
pub(super) fn goals(summary: &Summary, records: &[GameRecord]) -> String {
    let mut parts = String::new();
    let shown = |name| sides_of(records, name).take(MAX_GAMES).flat_map(|side| &side.goals);
    let names = series(summary);
    for name in &names {
        let mut first: BTreeMap<&str, u32> = BTreeMap::new();
        for goal in shown(name) {
            let tick = first.entry(&goal.goal).or_insert(goal.tick);
            *tick = (*tick).min(goal.tick);
        }
        let mut goals: Vec<(&str, u32)> = first.into_iter().collect();
        goals.sort_by_key(|(goal, tick)| (*tick, *goal));
        goals.truncate(MAX_GOALS);
        if goals.is_empty() {
            continue;
        }
        let labels: Vec<String> = goals.iter().map(|(goal, _)| (*goal).to_owned()).collect();
        let last = shown(name).map(|goal| minutes(goal.tick)).fold(1.0, f64::max);
        let mut plot = Plot::rows(Axis { low: 0.0, high: last, name: "minutes" }, &labels, 22.0);
        for goal in shown(name) {
            if let Some(row) = goals.iter().position(|(other, _)| *other == goal.goal) {
                plot.tick(row, minutes(goal.tick), MOMENTS[moment(&goal.progress)].1);
            }
        }
        let _ = writeln!(
            parts,
            "<figure><figcaption>{}</figcaption>{}</figure>",
            escaped(name),
            plot.finish("Goals over time")
        );
    }
    if parts.is_empty() {
        return parts;
    }
    let legend = legend(MOMENTS.iter().map(|(name, colour)| (*name, (*colour).to_owned())));
    let games = short(MAX_GAMES as f64);
    format!(
        "{legend}<div class=\"figures\">\n{parts}</div>\n<p class=\"soft\">One stroke per event, of up to {games} games.</p>\n"
    )
}
