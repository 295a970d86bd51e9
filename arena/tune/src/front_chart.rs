//! A front as charts of two aims each, and as a table.

use sandtable_stats::Estimate;
use sandtable_viewer::chart::{Axis, Plot, colour};
use sandtable_viewer::html::{escaped, table};

use super::aim::{AimReport, FrontOutcome, FrontPoint, Standing};

/// Points that were tried and are drawn: at most this number of the last.
const MAX_DRAWN: usize = 400;
/// The height of a chart.
const HEIGHT: f64 = 340.0;
/// A dot's sides, as parts of the axes.
const DOT: [f64; 2] = [0.004, 0.007];
/// Space round all points, as a part of what they span.
const MARGIN: f64 = 0.06;

/// The charts of every two of the aims without a range.
pub(super) fn charts(front: &FrontOutcome) -> String {
    let Some(first) = front.points.first() else { return String::new() };
    let endless: Vec<usize> = (0..first.aims.len()).filter(|row| first.aims[*row].aim.is_endless()).collect();
    let mut text = String::new();
    for (at, x) in endless.iter().enumerate() {
        endless[at + 1..].iter().for_each(|y| text += &chart(front, [*x, *y]));
    }
    text + "<p class=\"soft\">Crosses: means on held-out seeds with simultaneous confidence intervals, valid at every look; blue: on the front, orange: the unchanged file, grey: open, dominated or out of range. Dots: points that the search tried, as estimated by its model.</p>\n"
}

fn chart(front: &FrontOutcome, rows: [usize; 2]) -> String {
    let names = rows.map(|row| name(&front.points[0].aims[row]));
    let axis = |side: usize| {
        let [low, high] = span(front, rows[side]);
        Axis { low, high, name: &names[side] }
    };
    let [x, y] = [axis(0), axis(1)];
    let mut plot = Plot::new(x, y, HEIGHT);
    let halves = [DOT[0] * (x.high - x.low), DOT[1] * (y.high - y.low)];
    let from = front.tried.len().saturating_sub(MAX_DRAWN);
    for point in &front.tried[from..] {
        let [across, up] = [0, 1].map(|side| {
            let value = point.means[rows[side]];
            [value - halves[side], value + halves[side]]
        });
        plot.rect(across, up, "color-mix(in srgb, var(--c7) 45%, transparent)", &point.values.join(", "));
    }
    for point in &front.points {
        let [across, up] = rows.map(|row| shown(&point.aims[row].found));
        let (shade, title) = (shade(point), format!("{}: {}", point.title(), point.values.join(", ")));
        plot.line(&[(across.low.max(x.low), up.value), (across.high.min(x.high), up.value)], &shade, &title);
        plot.line(&[(across.value, up.low.max(y.low)), (across.value, up.high.min(y.high))], &shade, &title);
    }
    format!("<figure>{}</figure>\n", plot.finish(&format!("{} against {}", names[0], names[1])))
}

/// The points, a line each.
pub(super) fn points(front: &FrontOutcome, paths: &[&str]) -> String {
    let Some(first) = front.points.first() else { return String::new() };
    let aims: Vec<String> = first.aims.iter().map(name).collect();
    let head: Vec<&str> = [""]
        .into_iter()
        .chain(paths.iter().copied())
        .chain(aims.iter().map(String::as_str))
        .chain(["games", ""])
        .collect();
    let mean = |aim: &AimReport| {
        let Estimate { value, low, high } = aim.found;
        escaped(&format!("{value:.1} ({low:.1} … {high:.1})"))
    };
    let row = |point: &FrontPoint| {
        let title = escaped(&point.title());
        let values = point.values.iter().map(|value| escaped(value));
        let counts = [point.games.to_string(), point.standing.name().to_owned()];
        [title].into_iter().chain(values).chain(point.aims.iter().map(mean)).chain(counts).collect()
    };
    table(&head, front.points.iter().map(row))
}

fn name(aim: &AimReport) -> String {
    format!("{}: {}", aim.aim.name(), aim.what)
}

fn shade(point: &FrontPoint) -> String {
    match point.standing {
        _ if point.is_start => colour(1),
        Standing::OnFront => colour(0),
        _ => colour(7),
    }
}

/// An interval that can be drawn: of too few games its mean alone.
fn shown(found: &Estimate) -> Estimate {
    let end = |end: f64| if end.is_finite() { end } else { found.value };
    Estimate { value: found.value, low: end(found.low), high: end(found.high) }
}

/// What the points and their intervals span, and all that was tried.
fn span(front: &FrontOutcome, row: usize) -> [f64; 2] {
    let found = front.points.iter().map(|point| shown(&point.aims[row].found));
    let found = found.flat_map(|found| [found.low, found.high]);
    let all = found.chain(front.tried.iter().map(|point| point.means[row]));
    let [low, high] =
        all.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
    let room = MARGIN * (high - low).max(1e-6);
    [low - room, high + room]
}
