//! What changed matches do to the scores of strategies.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use sandtable_stats::{Estimate, paired_change};
use serde::Serialize;

use super::comparison::GameComparison;

/// What became of a strategy's share of the points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreChange {
    /// The strategy.
    pub strategy: String,
    /// Its score before, 0 … 1.
    pub before: f64,
    /// Its score now.
    pub now: f64,
    /// The change, with its 95 % interval.
    pub change: Estimate,
    /// The groups of games that it is the mean of: those of one map and seed are no more than one, and those that went as another
    /// group did, to the last bit, are none.
    pub groups: usize,
}

impl fmt::Display for ScoreChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| share * 100.0;
        let Estimate { value, low, high } = self.change;
        let (before, now) = (percent(self.before), percent(self.now));
        let (value, low, high) = (percent(value), percent(low), percent(high));
        let groups = self.groups;
        write!(
            f,
            "{}: score {before:.1} % -> {now:.1} %, change {value:+.1} [{low:+.1}, {high:+.1}] (n = {groups})",
            self.strategy
        )
    }
}

/// The games of a strategy on each map under each seed.
type GamesByGroup<'g> = BTreeMap<(&'g str, u64), Vec<PlayedSide<'g>>>;

/// A game of a strategy.
struct PlayedSide<'g> {
    game: &'g GameComparison,
    row: usize,
    /// Its points before and now.
    points: (f64, f64),
}

/// The points of groups that repeat no earlier one.
fn distinct(groups: GamesByGroup<'_>) -> Vec<Vec<(f64, f64)>> {
    let mut seen = BTreeSet::new();
    let is_new = |((map, _), games): &((&str, u64), Vec<PlayedSide<'_>>)| {
        let went = games.iter().map(|side| (side.game.strategies.clone(), side.row, side.game.courses));
        let mut went: Vec<_> = went.collect();
        went.sort_unstable();
        seen.insert((map.to_string(), went))
    };
    let distinct = groups.into_iter().filter(is_new);
    distinct.map(|(_, games)| games.iter().map(|side| side.points).collect()).collect()
}

/// The change of every strategy over games that both sides decided.
pub(super) fn score_changes(games: &[GameComparison]) -> Vec<ScoreChange> {
    let mut played: BTreeMap<&str, GamesByGroup<'_>> = BTreeMap::new();
    for game in games {
        let sides = game.strategies.iter().zip(game.before.points.iter().zip(&game.now.points));
        for (row, (strategy, (before, now))) in sides.enumerate() {
            let group = played.entry(strategy).or_default().entry((&game.map, game.seed)).or_default();
            group.push(PlayedSide { game, row, points: (*before, *now) });
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let change = |(strategy, groups): (&str, GamesByGroup<'_>)| {
        let groups = distinct(groups);
        let of = |side: fn(&(f64, f64)) -> f64| -> Vec<f64> {
            groups.iter().map(|games| mean(&games.iter().map(side).collect::<Vec<_>>())).collect()
        };
        let differences = of(|(before, now)| now - before);
        ScoreChange {
            strategy: strategy.to_owned(),
            before: mean(&of(|(before, _)| *before)),
            now: mean(&of(|(_, now)| *now)),
            change: paired_change(&differences),
            groups: groups.len(),
        }
    };
    played.into_iter().map(change).collect()
}
