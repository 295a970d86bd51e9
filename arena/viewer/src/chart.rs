//! Charts as SVG: colours are the page's, so that they read in light, in dark and on paper.

use std::fmt::Write as _;

use crate::html::escaped;
use crate::svg;

/// Width of a chart in its own units; the page scales it.
const WIDTH: f64 = 560.0;
/// Space for the labels of the vertical axis.
const LEFT: f64 = 52.0;
/// Space for labels at the ends of lines.
const RIGHT: f64 = 16.0;
/// Space above, for the name of the vertical axis.
const TOP: f64 = 24.0;
/// Space for the labels of the horizontal axis.
const BOTTOM: f64 = 34.0;
/// Labels of an axis, about.
const LABELS: f64 = 5.0;

/// The colour of a series.
pub fn colour(row: usize) -> String {
    format!("var(--c{})", row % 8)
}

/// A distance between labels that people count in: 1, 2 or 5 times a power of ten, or for minutes what divides the hour.
fn step(span: f64) -> f64 {
    let rough = (span / LABELS).max(f64::MIN_POSITIVE);
    let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= rough).unwrap_or(rough)
}

/// A label's value: what sums of steps leave beside 0 is 0.
fn settled(value: f64, step: f64) -> f64 {
    if value.abs() < step * 1e-6 { 0.0 } else { value }
}

/// A number in few characters.
pub fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 10_000.0 => format!("{:.0}k", value / 1000.0),
        size if size >= 10.0 || value == value.round() => format!("{value:.0}"),
        _ => format!("{value:.1}"),
    }
}

/// What an axis spans, and what it is of.
#[derive(Clone, Copy)]
pub struct Axis<'a> {
    /// The value at its beginning.
    pub low: f64,
    /// The value at its end.
    pub high: f64,
    /// What it is of, as the reader sees it.
    pub name: &'a str,
}

/// A picture with two axes.
///
/// ```
/// use sandtable_viewer::chart::{Axis, Plot, colour};
///
/// let axis = |high, name| Axis { low: 0.0, high, name };
/// let mut plot = Plot::new(axis(60.0, "seconds"), axis(200.0, "gold"), 240.0);
/// plot.line(&[(0.0, 50.0), (30.0, 120.0), (60.0, 180.0)], &colour(0), "player 1");
/// let picture = plot.finish("gold over time");
/// assert!(picture.starts_with("<svg") && picture.contains("player 1"));
/// ```
pub struct Plot<'a> {
    x: Axis<'a>,
    y: Axis<'a>,
    left: f64,
    height: f64,
    body: String,
}

impl<'a> Plot<'a> {
    /// A plot of this height with a grid of both axes.
    pub fn new(x: Axis<'a>, y: Axis<'a>, height: f64) -> Plot<'a> {
        let mut plot = Plot { x, y, left: LEFT, height, body: String::new() };
        plot.rule_x();
        plot.rule_y();
        plot
    }

    /// A plot of rows that are named at the left instead of a vertical axis.
    pub fn rows(x: Axis<'a>, names: &[String], row_height: f64) -> Plot<'a> {
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let y = Axis { low: names.len() as f64, high: 0.0, name: "" };
        let left = (longest as f64 * 9.0 + 14.0).clamp(60.0, 240.0);
        let height = row_height * names.len() as f64 + TOP + BOTTOM;
        let mut plot = Plot { x, y, left, height, body: String::new() };
        plot.rule_x();
        for (row, name) in names.iter().enumerate() {
            let y = plot.at_y(row as f64 + 0.5) + 4.0;
            let _ = write!(
                plot.body,
                "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>",
                left - 8.0,
                escaped(name)
            );
        }
        plot
    }

    fn at_x(&self, value: f64) -> f64 {
        let span = (self.x.high - self.x.low).max(f64::MIN_POSITIVE);
        self.left + (value - self.x.low) / span * (WIDTH - self.left - RIGHT)
    }

    fn at_y(&self, value: f64) -> f64 {
        let span = self.y.high - self.y.low;
        let share = if span == 0.0 { 0.0 } else { (value - self.y.low) / span };
        self.height - BOTTOM - share * (self.height - TOP - BOTTOM)
    }

    fn rule_x(&mut self) {
        let (step, bottom) = (step(self.x.high - self.x.low), self.height - BOTTOM);
        let mut value = libm::ceil(self.x.low / step) * step;
        while value <= self.x.high + step * 1e-9 {
            let x = self.at_x(value);
            let _ = write!(
                self.body,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom:.1}\"/>\
                 <text class=\"soft\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 15.0,
                short(settled(value, step))
            );
            value += step;
        }
        let _ = write!(
            self.body,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            self.height - 4.0,
            escaped(self.x.name)
        );
    }

    fn rule_y(&mut self) {
        let step = step(self.y.high - self.y.low);
        let mut value = libm::ceil(self.y.low / step) * step;
        while value <= self.y.high + step * 1e-9 {
            let y = self.at_y(value);
            let _ = write!(
                self.body,
                "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"soft\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                self.left,
                WIDTH - RIGHT,
                self.left - 6.0,
                y + 4.0,
                short(settled(value, step))
            );
            value += step;
        }
        let _ = write!(self.body, "<text x=\"0\" y=\"13\">{}</text>", escaped(self.y.name));
    }

    /// A line through points.
    pub fn line(&mut self, points: &[(f64, f64)], colour: &str, title: &str) {
        let path = svg::points(points.iter().map(|(x, y)| [self.at_x(*x), self.at_y(*y)]));
        let _ = write!(
            self.body,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-linejoin=\"round\"><title>{}</title></polyline>",
            path,
            escaped(title)
        );
    }

    /// The area between two lines over the same places.
    pub fn band(&mut self, points: &[(f64, f64, f64)], colour: &str) {
        let low = points.iter().map(|(x, low, _)| [self.at_x(*x), self.at_y(*low)]);
        let high = points.iter().rev().map(|(x, _, high)| [self.at_x(*x), self.at_y(*high)]);
        let path = svg::points(low.chain(high));
        let _ = write!(self.body, "<polygon points=\"{}\" fill=\"{colour}\" opacity=\"0.14\"/>", path);
    }

    /// A box.
    pub fn rect(&mut self, [x0, x1]: [f64; 2], [y0, y1]: [f64; 2], colour: &str, title: &str) {
        let (left, right) = (self.at_x(x0), self.at_x(x1));
        let (low, high) = (self.at_y(y0), self.at_y(y1));
        let _ = write!(
            self.body,
            "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"><title>{}</title></rect>",
            low.min(high),
            (right - left).max(0.5),
            (low - high).abs(),
            escaped(title)
        );
    }

    /// A dot with a bar through it: a figure and its interval in a row.
    pub fn interval(&mut self, row: usize, [low, value, high]: [f64; 3], colour: &str, title: &str) {
        let (y, x) = (self.at_y(row as f64 + 0.5), self.at_x(value));
        let _ = write!(
            self.body,
            "<g><title>{}</title><line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\" stroke-width=\"3\" \
             opacity=\"0.5\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"/></g>",
            escaped(title),
            self.at_x(low.max(self.x.low)),
            self.at_x(high.min(self.x.high))
        );
    }

    /// A short upright stroke in a row.
    pub fn tick(&mut self, row: usize, x: f64, colour: &str) {
        let (x, y) = (self.at_x(x), self.at_y(row as f64 + 0.5));
        let _ = write!(
            self.body,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" stroke-width=\"1.6\" opacity=\"0.45\"/>",
            y - 6.0,
            y + 6.0
        );
    }

    /// A dashed line across at a height.
    pub fn mark_y(&mut self, value: f64) {
        let y = self.at_y(value);
        let _ = write!(
            self.body,
            "<line class=\"mark\" x1=\"{}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>",
            self.left,
            WIDTH - RIGHT
        );
    }

    /// A dashed line down at a place.
    pub fn mark_x(&mut self, value: f64) {
        let (x, bottom) = (self.at_x(value), self.height - BOTTOM);
        let _ = write!(self.body, "<line class=\"mark\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom:.1}\"/>");
    }

    /// The picture, described for those who cannot see it.
    pub fn finish(self, label: &str) -> String {
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {:.0}\" role=\"img\" aria-label=\"{}\">{}</svg>",
            self.height,
            escaped(label),
            self.body
        )
    }
}
