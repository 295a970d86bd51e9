//! What is said of drawn fights: of each layout, and of all of a family the worst and the mean.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::watch::FightSeen;
use crate::drawn_family::DrawnFamily;

/// One layout, played both ways.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotCase {
    /// Its number.
    pub number: u32,
    /// What it is.
    pub about: String,
    /// How many attack.
    pub attackers: usize,
    /// What was seen with slots.
    pub with: FightSeen,
    /// What was seen without.
    pub without: FightSeen,
}

impl SlotCase {
    /// Damage with slots over damage without; one when nobody did any.
    pub fn gain(&self) -> f64 {
        if self.without.damage > 0.0 { self.with.damage / self.without.damage } else { 1.0 }
    }

    /// Its figures, in the order of [`FIGURES`].
    fn figures(&self) -> [f64; 8] {
        let FightSeen { dead, fill, changes, overlap, strikers, .. } = self.with;
        let fill = fill.unwrap_or(f64::INFINITY);
        let others = [strikers, self.without.strikers, 100.0 * self.without.overlap];
        [dead as f64, fill, changes, 100.0 * overlap, self.gain(), others[0], others[1], others[2]]
    }
}

/// A figure: its key, its heading, and whether more of it is worse.
const FIGURES: [(&str, &str, bool); 8] = [
    ("dead", "dead", true),
    ("fill_s", "fill s", true),
    ("changes", "changes", true),
    ("overlap", "overlap%", true),
    ("damage", "damage x", false),
    ("in_reach", "reach", false),
    ("in_reach_without", "without", false),
    ("overlap_without", "over.w/o", true),
];

impl DrawnFamily<SlotCase> {
    /// Of each figure the worst and the mean.
    fn summary(&self) -> [[f64; 2]; 8] {
        let of = |row: usize| {
            let values: Vec<f64> = self.cases.iter().map(|case| case.figures()[row]).collect();
            let worse = if FIGURES[row].2 { f64::max } else { f64::min };
            let worst = values.iter().copied().reduce(worse).unwrap_or(0.0);
            [worst, values.iter().sum::<f64>() / values.len().max(1) as f64]
        };
        std::array::from_fn(of)
    }
}

fn hundredths(value: f64) -> Value {
    if value.is_finite() { json!((value * 100.0).round() / 100.0) } else { Value::Null }
}

/// A family as one JSON object, with all of its layouts; what never came about is null.
pub fn slot_json(family: &DrawnFamily<SlotCase>) -> Value {
    let figures = |values: [f64; 8]| {
        let pairs = FIGURES.iter().zip(values).map(|((key, ..), value)| ((*key).to_owned(), hundredths(value)));
        Value::Object(pairs.collect())
    };
    let case = |case: &SlotCase| json!({ "number": case.number, "about": case.about, "attackers": case.attackers, "figures": figures(case.figures()) });
    let summary = family.summary();
    json!({
        "family": family.name,
        "seed": family.seed,
        "worst": figures(summary.map(|[worst, _]| worst)),
        "mean": figures(summary.map(|[_, mean]| mean)),
        "layouts": family.cases.iter().map(case).collect::<Vec<Value>>(),
    })
}

/// A family as a table: a line for each layout, then the worst and the mean.
pub fn slot_table(family: &DrawnFamily<SlotCase>) -> String {
    let mut text =
        format!("{}: {} (seed {}, {} layouts)\n ", family.name, family.about, family.seed, family.cases.len());
    FIGURES.iter().for_each(|(_, heading, _)| {
        let _ = write!(text, " {heading:>8}");
    });
    let mut line = |values: [f64; 8], about: &str| {
        text += "\n ";
        values.iter().for_each(|value| {
            let _ = if value.is_finite() { write!(text, " {value:>8.2}") } else { write!(text, " {:>8}", "never") };
        });
        let _ = write!(text, "  {about}");
    };
    family.cases.iter().for_each(|case| line(case.figures(), &case.about));
    let summary = family.summary();
    line(summary.map(|[worst, _]| worst), "worst");
    line(summary.map(|[_, mean]| mean), "mean");
    text + "\n"
}
