//! Why a game is worth a look: somebody failed, the weaker won, a lead was lost, it took long, much was refused.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use sandtable_match::runner::clock;

use super::record::{Comparison, GameRecord};

/// Games that are pointed out for each reason; failures are, all of them.
const MOST: usize = 5;
/// By how much of a score, in percent, the loser of an upset has to be the better one in these results.
const UPSET: u64 = 10;
/// The share of the other's army, in percent, with which the winner of a comeback made do at some minute.
const BEHIND: u32 = 50;
/// The other army must have been at least the game's largest army divided by this.
const LARGE: u64 = 4;

/// What is to be said of one game, weightiest first.
pub type Reasons = Vec<String>;

/// Half points and comparisons of each strategy over all games.
pub(super) fn scores(records: &[GameRecord]) -> BTreeMap<&str, (u64, u64)> {
    let mut scores: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for record in records {
        for Comparison { sides: [first, second], half_points } in record.comparisons() {
            for (side, points) in [(first, half_points), (second, 2 - half_points)] {
                let (sum, games) = scores.entry(record.strategies[side].as_str()).or_default();
                *sum += u64::from(points);
                *games += 1;
            }
        }
    }
    scores
}

/// A score in percent.
pub(super) fn percent((half_points, games): (u64, u64)) -> u64 {
    (half_points * 50).checked_div(games).unwrap_or(0)
}

/// The reasons to look at each game.
pub fn reasons(records: &[GameRecord]) -> Vec<Reasons> {
    let scores = scores(records);
    let share =
        |record: &GameRecord, side: usize| scores.get(record.strategies[side].as_str()).copied().map_or(0, percent);
    let mut all: Vec<Reasons> = records.iter().map(failures).collect();
    let mut point_out = |found: Vec<(u64, usize, String)>| {
        let mut found = found;
        found.sort_by_key(|(weight, row, _)| (Reverse(*weight), *row));
        found.into_iter().take(MOST).for_each(|(_, row, text)| all[row].push(text));
    };
    point_out(each(records, |record| upset(record, |side| share(record, side))));
    point_out(each(records, comeback));
    point_out(each(records, |record| {
        let refused: u64 = record.sides.iter().map(|side| u64::from(side.sums.rejected)).sum();
        (refused > 0).then(|| (refused, format!("{refused} orders refused")))
    }));
    if records.len() > MOST {
        point_out(each(records, |record| Some((u64::from(record.ticks), format!("long: {}", clock(record.ticks))))));
    }
    all
}

fn each(records: &[GameRecord], told: impl Fn(&GameRecord) -> Option<(u64, String)>) -> Vec<(u64, usize, String)> {
    let rows = records.iter().enumerate();
    rows.filter_map(|(row, record)| told(record).map(|(weight, text)| (weight, row, text))).collect()
}

fn failures(record: &GameRecord) -> Reasons {
    let failed = !record.counts() || record.sides.iter().any(|side| side.forfeited.is_some());
    if failed { vec![record.termination.name().to_owned()] } else { Vec::new() }
}

/// Of two sides, who came out before the other, and who after.
fn decided(record: &GameRecord) -> impl Iterator<Item = [usize; 2]> {
    record.comparisons().into_iter().filter_map(
        |Comparison { sides: [first, second], half_points }| match half_points {
            2 => Some([first, second]),
            0 => Some([second, first]),
            _ => None,
        },
    )
}

/// The one that scores less over these results won.
fn upset(record: &GameRecord, share: impl Fn(usize) -> u64) -> Option<(u64, String)> {
    let told = |[winner, loser]: [usize; 2]| {
        let (low, high) = (share(winner), share(loser));
        let name = |side: usize| record.strategies[side].as_str();
        let text = || format!("upset: {} with a score of {low} % beat {} with {high} %", name(winner), name(loser));
        (low + UPSET <= high).then(|| (high - low, text()))
    };
    decided(record).filter_map(told).max()
}

/// The winner had far the smaller army once; the greatest difference counts.
fn comeback(record: &GameRecord) -> Option<(u64, String)> {
    let behind = |[winner, loser]: [usize; 2]| {
        let armies = record.sides[winner].curve.army.iter().zip(&record.sides[loser].curve.army).enumerate();
        let lost = armies.filter(|(_, (own, foe))| u64::from(**own) * 100 <= u64::from(**foe) * u64::from(BEHIND));
        let peak = record.sides.iter().flat_map(|side| &side.curve.army).max()?;
        let lost = lost.filter(|(_, (_, foe))| u64::from(**foe) * LARGE >= u64::from(*peak));
        let worst = lost.max_by_key(|(minute, (own, foe))| (*foe - *own, Reverse(*minute)))?;
        let (minute, (own, foe)) = worst;
        let text =
            || format!("comeback: {} had an army of {own} against {foe} at {minute}:00", record.strategies[winner]);
        (foe > own).then(|| (u64::from(foe - own), text()))
    };
    decided(record).filter_map(behind).max()
}
