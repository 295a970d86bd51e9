//! What changed matches do to the scores of strategies.

use std::collections::BTreeMap;
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
    /// The groups of games that it is the mean of: those of one map and seed are no more than one.
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

/// The points of a strategy, before and now, in the games of each map and seed.
type PointsByGroup = BTreeMap<(String, u64), Vec<(f64, f64)>>;

/// The change of every strategy over games that both sides decided.
pub(super) fn score_changes(games: &[GameComparison]) -> Vec<ScoreChange> {
    let mut points: BTreeMap<&str, PointsByGroup> = BTreeMap::new();
    for game in games {
        let sides = game.strategies.iter().zip(game.before.points.iter().zip(&game.now.points));
        for (strategy, (before, now)) in sides {
            let group = points.entry(strategy).or_default().entry((game.map.clone(), game.seed)).or_default();
            group.push((*before, *now));
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let change = |(strategy, groups): (&str, PointsByGroup)| {
        let of = |side: fn(&(f64, f64)) -> f64| -> Vec<f64> {
            groups.values().map(|games| mean(&games.iter().map(side).collect::<Vec<_>>())).collect()
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
    points.into_iter().map(change).collect()
}
