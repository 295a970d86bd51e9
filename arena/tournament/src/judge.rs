//! What a tournament's games come to, held to what its file expects.

use sandtable_expect::{ExpectResult, Expectation, Finding};
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_stats::{Confidence, wilson_at};

use super::expect::{Figure, TournamentMeasure};
use super::observations::distinct_games;
use super::record::GameRecord;
use super::standings::tally_of;

/// Holds the games to an expectation of their file.
pub(super) fn judge(
    expectation: &Expectation<TournamentMeasure>,
    strategies: &[String],
    records: &[GameRecord],
) -> ExpectResult {
    let confidence = expectation.confidence.unwrap_or(Confidence::NINETY_FIVE);
    let (value, interval) = expectation.measure.figure.value(strategies, records, confidence);
    expectation.judge(&expectation.measure.words, Finding { value, interval, tick: None })
}

impl Figure {
    /// The value of the games, with its interval where it is a share.
    fn value(&self, strategies: &[String], records: &[GameRecord], confidence: Confidence) -> (f64, Option<[f64; 2]>) {
        let share = |part: f64, whole: f64| share(part, whole, confidence);
        // What is no count of what happened goes by games that repeat no other.
        let distinct = distinct_games(records);
        let counted = || distinct.iter().copied().filter(|record| record.counts());
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
                let tally = tally_of(&distinct, &strategies[*of], other);
                (100.0 * tally.score(), Some(tally.interval_at(confidence).map(|end| 100.0 * end)))
            }
            Figure::Length { permille } => {
                let mut lengths: Vec<u32> = counted().map(|record| record.ticks).collect();
                lengths.sort_unstable();
                let at = (lengths.len().saturating_sub(1) as u64 * u64::from(*permille)).div_ceil(1_000) as usize;
                (f64::from(lengths.get(at).copied().unwrap_or(0)) / f64::from(TICKS_PER_SECOND), None)
            }
            Figure::Decided => share(counted().filter(|record| record.is_decided()).count() as f64, games),
            Figure::Forfeits => {
                let failed = |record: &&GameRecord| record.sides.iter().any(|side| side.forfeited.is_some());
                (records.iter().filter(failed).count() as f64, None)
            }
            Figure::Stuck => (f64::from(records.iter().map(|record| record.stuck_seconds).max().unwrap_or(0)), None),
            Figure::Repeated => (records.iter().filter(|record| record.counts()).count() as f64 - games, None),
            Figure::Thrifty { seconds, .. } => {
                let thrifty = |record: &&GameRecord| record.sides.iter().all(|side| side.hoarded_seconds <= *seconds);
                share(counted().filter(thrifty).count() as f64, games)
            }
            Figure::Lapses { kind } => {
                let lapses = counted().map(|record| f64::from(record.lapses.get(kind.name()).copied().unwrap_or(0)));
                (lapses.sum::<f64>() / games.max(1.0), None)
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

/// A share in percent with its interval; all of nothing is a hundred.
fn share(part: f64, whole: f64, confidence: Confidence) -> (f64, Option<[f64; 2]>) {
    let value = if whole > 0.0 { part / whole } else { 1.0 };
    (100.0 * value, Some(wilson_at(value, whole, confidence).map(|end| 100.0 * end)))
}
