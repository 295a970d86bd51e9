//! What a tournament file expects to come of it: the `[[expect]]` tables that make it a regression test.

use sandtable_sim::content::Reader;
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::rules::ranges::Bounds;
use serde::Serialize;

use super::file::{Named, row_of};
use super::record::GameRecord;
use super::standings::Tally;

/// Expectations of one file.
const MAX_EXPECTATIONS: usize = 64;

/// What is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A strategy's score, in percent: against another, or against all.
    Score {
        /// Row of the strategy.
        of: usize,
        /// Row of the other.
        against: Option<usize>,
    },
    /// A percentile of the games' lengths, in game seconds.
    Length {
        /// The percentile.
        percentile: u32,
    },
    /// Games decided before their limits, in percent.
    Decided,
    /// Games in which a commander failed.
    Forfeits,
    /// The longest a unit wanted to move and kept within half a cell, in seconds.
    Stuck,
    /// Games that ended as another of the same strategies on the same map did.
    Repeated,
}

/// One expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Line of its table in the file, from 1.
    pub line: u32,
    /// Why, in the author's words; may be empty.
    pub about: String,
    /// What is measured.
    pub figure: Figure,
    /// The least it may be.
    pub min: Option<f64>,
    /// The most it may be.
    pub max: Option<f64>,
    /// Its figure in words.
    pub words: String,
}

/// What came of an expectation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// The line of the tournament file.
    pub line: u32,
    /// What was expected, in words.
    pub expected: String,
    /// What was found.
    pub found: f64,
    /// Whether that is as expected.
    pub holds: bool,
}

#[derive(Clone, Copy)]
enum What {
    Score,
    Length,
    Decided,
    Forfeits,
    Stuck,
    Repeated,
}

const WHATS: [(&str, What); 6] = [
    ("score", What::Score),
    ("length", What::Length),
    ("decided", What::Decided),
    ("forfeits", What::Forfeits),
    ("stuck_seconds", What::Stuck),
    ("repeated", What::Repeated),
];

/// Reads the `[[expect]]` tables of a tournament file.
pub(super) fn read_expectations(root: &Reader<'_>, strategies: &[Named]) -> Vec<Expectation> {
    let tables = root.tables("expect");
    if tables.len() > MAX_EXPECTATIONS {
        root.error("expect", format!("{} tables", tables.len()), format!("at most {MAX_EXPECTATIONS}"));
    }
    tables.iter().take(MAX_EXPECTATIONS).map(|table| expectation(table, strategies)).collect()
}

fn expectation(table: &Reader<'_>, strategies: &[Named]) -> Expectation {
    let what = table.choice("what", &WHATS).required();
    let strategy = "a strategy of this tournament";
    let name = |row: usize| strategies.get(row).map_or("", |named| named.text.as_str());
    let (figure, words) = match what {
        What::Score => {
            let of = row_of(&table.reference("strategy", strategy).required(), strategies).unwrap_or(0);
            let against = table.reference("against", strategy).optional().and_then(|word| row_of(&word, strategies));
            let whom = against.map_or("all".to_owned(), |row| name(row).to_owned());
            (Figure::Score { of, against }, format!("score of {} against {whom}, in percent", name(of)))
        }
        What::Length => {
            let percentile = table.int("percentile", Bounds::new(0, 100)).or(50);
            (Figure::Length { percentile }, format!("length of games, percentile {percentile}, in seconds"))
        }
        What::Decided => (Figure::Decided, "games decided, in percent".to_owned()),
        What::Forfeits => (Figure::Forfeits, "forfeits".to_owned()),
        What::Stuck => (Figure::Stuck, "seconds that some unit was stuck".to_owned()),
        What::Repeated => (Figure::Repeated, "repeated games".to_owned()),
    };
    let end =
        |key: &str| table.thousandths(key, Bounds::new(0, 1_000_000_000_000)).optional().map(|it| it as f64 / 1e3);
    let (min, max) = (end("min"), end("max"));
    if min.is_none() && max.is_none() {
        table.error("", "no range", "`min`, `max` or both");
    }
    if let (Some(low), Some(high)) = (min, max)
        && low > high
    {
        table.error("min", low.to_string(), format!("at most {high}, which `max` says"));
    }
    let about = table.text("about", 200).or("").to_owned();
    Expectation { line: table.name().place().0, about, figure, min, max, words }
}

impl Expectation {
    /// Whether it takes a look at every unit in every tick.
    pub fn follows_walks(&self) -> bool {
        self.figure == Figure::Stuck
    }

    /// Holds the games to it.
    pub fn judge(&self, strategies: &[String], records: &[GameRecord]) -> Judged {
        let found = self.figure.value(strategies, records);
        let holds = self.min.is_none_or(|min| found >= min) && self.max.is_none_or(|max| found <= max);
        Judged { line: self.line, expected: format!("{}: {}", self.words, self.range()), found, holds }
    }

    fn range(&self) -> String {
        match (self.min, self.max) {
            (Some(min), Some(max)) => format!("{min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (None, Some(max)) => format!("at most {max}"),
            (None, None) => "anything".to_owned(),
        }
    }
}

impl Figure {
    fn value(&self, strategies: &[String], records: &[GameRecord]) -> f64 {
        let counted = || records.iter().filter(|record| record.counts());
        match self {
            Figure::Score { of, against } => {
                let other = against.map(|row| strategies[row].as_str());
                100.0 * Tally::of(records, &strategies[*of], other).score()
            }
            Figure::Length { percentile } => {
                let mut lengths: Vec<u32> = counted().map(|record| record.ticks).collect();
                lengths.sort_unstable();
                let at = (lengths.len().saturating_sub(1) as u64 * u64::from(*percentile)).div_ceil(100) as usize;
                f64::from(lengths.get(at).copied().unwrap_or(0)) / f64::from(TICKS_PER_SECOND)
            }
            Figure::Decided => {
                let decided = counted().filter(|record| record.is_decided()).count();
                100.0 * decided as f64 / counted().count().max(1) as f64
            }
            Figure::Forfeits => {
                let failed = |record: &&GameRecord| record.sides.iter().any(|side| side.forfeited.is_some());
                records.iter().filter(failed).count() as f64
            }
            Figure::Stuck => f64::from(records.iter().map(|record| record.stuck_seconds).max().unwrap_or(0)),
            Figure::Repeated => f64::from(counted().count() as u32 - super::standings::distinct_games(records)),
        }
    }
}
