//! Aims: what a match is to come to over many games, in its `[[aim]]` tables: as much as can be, or a mean in a range.

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_state::limits::MAX_TICKS;
use serde::Serialize;

use super::metric::{Metric, MetricSet, Nature};
use super::range::Range;
use super::read::ABOUT_CHARS;
use super::registry::MatchMetric;
use super::table::ExpectTable;
use super::when::When;

/// The tables' key.
const TABLE: &str = "aim";
/// Tables of one file.
const MAX_AIMS: usize = 8;
/// Those among them without a range.
const MAX_ENDLESS: usize = 4;
/// Means of what is so or not, in thousandths of a percent.
const SHARES: Bounds<i64> = Bounds::new(0, 100_000);
/// Other means, in thousandths.
const MEANS: Bounds<i64> = Bounds::new(0, 1_000_000_000_000);

/// What is wanted of a mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AimKind {
    /// As much as can be.
    Maximize,
    /// As little as can be.
    Minimize,
    /// The middle of a range, proved by the range.
    Target,
    /// Anywhere in a range.
    Constrain,
}

const KINDS: [(&str, AimKind); 4] = [
    ("maximize", AimKind::Maximize),
    ("minimize", AimKind::Minimize),
    ("target", AimKind::Target),
    ("constrain", AimKind::Constrain),
];

impl AimKind {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// Whether more, or less, is always better, so that there is no range.
    pub const fn is_endless(self) -> bool {
        matches!(self, AimKind::Maximize | AimKind::Minimize)
    }
}

/// An aim. `M` is what its reader made of the metric, with `of` and `where`.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim<M> {
    /// What is wanted.
    pub kind: AimKind,
    /// Of what.
    pub metric: &'static Metric,
    /// What is measured of each game.
    pub measure: M,
    /// When: at the end, or at a tick.
    pub when: When,
    /// What the mean may be; of what is so or not, the share of games in percent. Open where more, or less, is always better.
    pub range: Range,
    /// Why, in the author's words; may be empty.
    pub about: String,
}

impl<M> Aim<M> {
    /// Whether the mean is a share of games.
    pub fn is_share(&self) -> bool {
        self.metric.unit == Metric::TRUTH
    }
}

/// Reads the `[[aim]]` tables of a match's top table. `measure` makes of a metric and its table what is measured. Every problem is recorded
/// in the document.
pub fn read_aims<M>(root: &TableReader<'_>, measure: impl Fn(MatchMetric, &ExpectTable<'_, '_>) -> M) -> Vec<Aim<M>> {
    let tables = root.rows(TABLE);
    if tables.len() > MAX_AIMS {
        root.error(TABLE, format!("{} tables", tables.len()), format!("at most {MAX_AIMS}"));
    }
    let mut aims: Vec<Aim<M>> = Vec::new();
    for table in tables.iter().take(MAX_AIMS) {
        let Some(aim) = read(table, &measure) else { continue };
        if aim.kind.is_endless() && aims.iter().filter(|other| other.kind.is_endless()).count() == MAX_ENDLESS {
            let found = format!("{:?} after {MAX_ENDLESS} aims without a range", aim.kind.name());
            table.error("aim", found, format!("at most {MAX_ENDLESS}; others as \"target\" or \"constrain\""));
        }
        aims.push(aim);
    }
    aims
}

fn read<M>(table: &TableReader<'_>, measure: &impl Fn(MatchMetric, &ExpectTable<'_, '_>) -> M) -> Option<Aim<M>> {
    let kind = table.choice("aim", &KINDS).required_valid();
    let Some(name) = table.choice("metric", MatchMetric::CHOICES).required_valid() else {
        // What else the table may say depends on its metric.
        table.skip_others(&["aim", "metric"]);
        return None;
    };
    let metric = name.metric();
    if metric.nature != Nature::Moment {
        let found = format!("{:?}, a metric of several games", metric.name);
        table.error("metric", found, "a metric of one game, such as \"won\" for the share of games won");
    }
    let keys = ExpectTable::open(table, metric);
    let measure = measure(name, &keys);
    let at = table.seconds("at", Bounds::new(1, MAX_TICKS)).optional();
    let about = table.text("about", ABOUT_CHARS).or("").to_owned();
    let Some(kind) = kind else {
        table.skip("min");
        table.skip("max");
        return None;
    };
    let range = if kind.is_endless() { Range::default() } else { range(table, kind, metric) };
    Some(Aim { kind, metric, measure, when: at.map_or(When::End, When::At), range, about })
}

fn range(table: &TableReader<'_>, kind: AimKind, metric: &Metric) -> Range {
    let bounds = if metric.unit == Metric::TRUTH { SHARES } else { MEANS };
    let end = |key: &str| table.thousandths(key, bounds).optional().map(|number| number as f64 / 1e3);
    let (min, max) = (end("min"), end("max"));
    match (kind, min, max) {
        (_, Some(low), Some(high)) if low >= high => {
            table.error("min", low.to_string(), format!("less than `max`, {high}"))
        }
        (AimKind::Target, Some(_), Some(_)) => {}
        (AimKind::Target, ..) => table.error("", "no range with both ends", "both `min` and `max`"),
        (_, None, None) => table.error("", "no range", "`min`, `max` or both"),
        _ => {}
    }
    Range { min, max }
}
