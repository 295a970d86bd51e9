//! What a tournament's games come to, held to what its file expects.

use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_stats::wilson;
use serde::Serialize;

use super::expect::{Expectation, Figure};
use super::record::GameRecord;
use super::standings::{distinct_games, tally_of};

/// What came of an expectation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExpectResult {
    /// The line of the tournament file.
    pub line: u32,
    /// What was expected, in words.
    pub expected: String,
    /// What was found.
    pub found: f64,
    /// Its 95 % interval, where it is a share.
    pub interval: Option<[f64; 2]>,
    /// Whether that is as expected.
    pub holds: bool,
}

impl ExpectResult {
    /// What was found, with its interval where it has one.
    pub fn told(&self) -> String {
        match self.interval {
            Some([low, high]) => format!("{:.2} ({low:.2} to {high:.2})", self.found),
            None => format!("{:.2}", self.found),
        }
    }
}

impl Expectation {
    /// Holds the games to it.
    pub fn judge(&self, strategies: &[String], records: &[GameRecord]) -> ExpectResult {
        let (found, interval) = self.figure.value(strategies, records);
        let [low, high] = interval.filter(|_| self.interval).unwrap_or([found; 2]);
        let holds = self.min.is_none_or(|min| low >= min) && self.max.is_none_or(|max| high <= max);
        let ends = if self.interval { ", by the worse end of its 95 % interval" } else { "" };
        let expected = format!("{}: {}{ends}", self.words, self.range());
        ExpectResult { line: self.line, expected, found, interval, holds }
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
    /// What the games come to; with the 95 % interval where it is a share.
    fn value(&self, strategies: &[String], records: &[GameRecord]) -> (f64, Option<[f64; 2]>) {
        let counted = || records.iter().filter(|record| record.counts());
        let games = counted().count() as f64;
        let sides = |of: &Option<usize>| {
            let name = of.map(|row| strategies[row].as_str());
            let own = move |record: &GameRecord, row: usize| name.is_none_or(|name| record.strategies[row] == name);
            counted().flat_map(move |record| {
                record.sides.iter().enumerate().filter(move |(row, _)| own(record, *row)).map(|(_, side)| side)
            })
        };
        match self {
            Figure::Score { of, against } => {
                let other = against.map(|row| strategies[row].as_str());
                let tally = tally_of(records, &strategies[*of], other);
                (100.0 * tally.score(), Some(tally.interval().map(|end| 100.0 * end)))
            }
            Figure::Length { percentile } => {
                let mut lengths: Vec<u32> = counted().map(|record| record.ticks).collect();
                lengths.sort_unstable();
                let at = (lengths.len().saturating_sub(1) as u64 * u64::from(*percentile)).div_ceil(100) as usize;
                (f64::from(lengths.get(at).copied().unwrap_or(0)) / f64::from(TICKS_PER_SECOND), None)
            }
            Figure::Decided => share(counted().filter(|record| record.is_decided()).count() as f64, games),
            Figure::Forfeits => {
                let failed = |record: &&GameRecord| record.sides.iter().any(|side| side.forfeited.is_some());
                (records.iter().filter(failed).count() as f64, None)
            }
            Figure::Stuck => (f64::from(records.iter().map(|record| record.stuck_seconds).max().unwrap_or(0)), None),
            Figure::Repeated => (f64::from(counted().count() as u32 - distinct_games(records)), None),
            Figure::Thrifty { seconds, .. } => {
                let thrifty = |record: &&GameRecord| record.sides.iter().all(|side| side.hoarded_seconds <= *seconds);
                share(counted().filter(thrifty).count() as f64, games)
            }
            Figure::Expansions => {
                let (told, all) = sides(&None).fold((0, 0), |(told, all), side| {
                    (told + side.plans.walked + side.plans.reported, all + side.plans.expansions)
                });
                share(told.into(), all.into())
            }
            Figure::PlanSteps { of } => {
                let mut lengths: Vec<u8> = sides(of).flat_map(|side| side.plans.lengths.iter().copied()).collect();
                lengths.sort_unstable();
                (f64::from(lengths.get(lengths.len() / 2).copied().unwrap_or(0)), None)
            }
            Figure::Replanned { of } => {
                let (again, all) = sides(of).fold((0, 0), |(again, all), side| {
                    (again + side.plans.replanned, all + side.plans.lengths.len() as u32)
                });
                share(again.into(), all.into())
            }
        }
    }
}

/// A share in percent with its 95 % interval; all of nothing is a hundred.
fn share(part: f64, whole: f64) -> (f64, Option<[f64; 2]>) {
    let value = if whole > 0.0 { part / whole } else { 1.0 };
    (100.0 * value, Some(wilson(value, whole).map(|end| 100.0 * end)))
}
