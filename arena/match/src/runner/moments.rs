//! The moments of a timeline that a summary tells: they lie over the whole match, and are those around its largest losses.

use super::{MatchResult, Sample, Side};

/// What a change of the lead in score weighs, in cost of units lost.
const LEAD_CHANGE: u32 = 300;

/// The rows of a side's timeline that are told, at most this many: the first and the last, the heaviest of each part of the match, then the
/// heaviest of the others.
pub(super) fn told(result: &MatchResult, side: &Side, most: usize) -> Vec<usize> {
    let count = side.goals.len();
    if count <= most {
        return (0..count).collect();
    }
    let parts = (most as u32).saturating_sub(2).max(1);
    let part_of = |row: usize| side.goals[row].tick.saturating_mul(parts) / result.ticks.saturating_add(1);
    let mut by_weight: Vec<usize> = (1..count - 1).collect();
    by_weight.sort_by_cached_key(|row| (std::cmp::Reverse(weight(result, side.goals[*row].tick)), *row));
    let heaviest = (0..parts).filter_map(|part| by_weight.iter().copied().find(|row| part_of(*row) == part));
    let mut rows: Vec<usize> = [0, count - 1].into_iter().chain(heaviest).collect();
    let others: Vec<usize> = by_weight.into_iter().filter(|row| !rows.contains(row)).collect();
    rows.extend(others);
    rows.truncate(most);
    rows.sort_unstable();
    rows
}

/// What was lost around a tick, by all sides, as cost of units that fight; a change of the lead weighs as well.
fn weight(result: &MatchResult, tick: u32) -> u32 {
    let around = |side: &Side| -> Option<[Sample; 2]> {
        let after = side.samples.iter().position(|sample| sample.tick >= tick)?;
        Some([side.samples[after.checked_sub(1)?].clone(), side.samples[after].clone()])
    };
    let around: Vec<[Sample; 2]> = result.sides.iter().filter_map(around).collect();
    let losses = around.iter().map(|[before, after]| before.army_value.saturating_sub(after.army_value)).sum::<u32>();
    let leader = |at: usize| (0..around.len()).max_by_key(|row| (around[*row][at].score, std::cmp::Reverse(*row)));
    if leader(0) == leader(1) { losses } else { losses + LEAD_CHANGE }
}
