//! Wins, draws and losses: of strategies, of sides, of maps.

use std::collections::BTreeSet;

use sandtable_match::score::WinDrawLoss;
use serde::Serialize;

use super::record::GameRecord;

/// A strategy's games against `other`, or against all, among these.
pub fn tally_of(records: &[&GameRecord], strategy: &str, other: Option<&str>) -> WinDrawLoss {
    let mut tally = WinDrawLoss::default();
    for record in records {
        for comparison in record.comparisons() {
            let [first, second] = comparison.sides.map(|side| record.strategies[side].as_str());
            let fits = |name: &str| other.is_none_or(|other| other == name);
            if first == strategy && fits(second) {
                tally.add(comparison.half_points);
            } else if second == strategy && fits(first) {
                tally.add(2 - comparison.half_points);
            }
        }
    }
    tally
}

/// The games of each strategy against each, by row and column. A mirror match counts once, from its first side; a free-for-all is a
/// game against each other player.
pub(super) fn cross(strategies: &[String], records: &[&GameRecord]) -> Vec<Vec<WinDrawLoss>> {
    let mut tallies = vec![vec![WinDrawLoss::default(); strategies.len()]; strategies.len()];
    for record in records {
        let row = |side: usize| strategies.iter().position(|name| *name == record.strategies[side]);
        for comparison in record.comparisons() {
            if let [Some(first), Some(second)] = comparison.sides.map(row) {
                tallies[first][second].add(comparison.half_points);
                if first != second {
                    tallies[second][first].add(2 - comparison.half_points);
                }
            }
        }
    }
    tallies
}

/// What player 1 scored on a map with one strategy (or, in `strategy` none, with all together).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideScore {
    /// The map.
    pub map: String,
    /// The strategy that played both sides; none for all games of the map.
    pub strategy: Option<String>,
    /// Player 1's games.
    pub tally: WinDrawLoss,
    /// Share of the points that player 1 won.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
}

/// A strategy's score on a map from one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapScore {
    /// The map.
    pub map: String,
    /// The strategy.
    pub strategy: String,
    /// The player it was, from 1.
    pub player: u8,
    /// Its games.
    pub tally: WinDrawLoss,
    /// Share of the points won.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
}

/// Player 1's score by map: of all games, and of mirror matches by strategy.
pub(super) fn side_scores(records: &[&GameRecord]) -> Vec<SideScore> {
    let mut keys: BTreeSet<(&str, Option<&str>)> = BTreeSet::new();
    for record in records.iter().filter(|record| record.sides.len() == 2) {
        let own = is_mirror(record).then(|| record.strategies[0].as_str());
        keys.extend([(record.map.as_str(), own), (record.map.as_str(), None)]);
    }
    keys.into_iter().map(|(map, strategy)| side_score(records, map, strategy)).collect()
}

fn is_mirror(record: &GameRecord) -> bool {
    record.strategies.windows(2).all(|pair| pair[0] == pair[1])
}

fn side_score(records: &[&GameRecord], map: &str, strategy: Option<&str>) -> SideScore {
    let mut tally = WinDrawLoss::default();
    let same = |record: &&&GameRecord| strategy.is_none_or(|own| record.strategies.iter().all(|name| name == own));
    let games = records.iter().filter(|record| record.map == map && record.sides.len() == 2).filter(same);
    games.filter_map(|record| record.half_points(1)).for_each(|points| tally.add(points));
    let strategy = strategy.map(str::to_owned);
    SideScore { map: map.to_owned(), strategy, tally, score: tally.score(), interval: tally.interval() }
}

/// Every strategy's score on every map from every side.
pub(super) fn map_scores(strategies: &[String], records: &[&GameRecord]) -> Vec<MapScore> {
    let mut maps: Vec<&str> = records.iter().map(|record| record.map.as_str()).collect();
    maps.sort_unstable();
    maps.dedup();
    let seats = records.iter().map(|record| record.sides.len()).max().unwrap_or(0);
    let mut scores = Vec::new();
    for (map, strategy) in maps.iter().flat_map(|map| strategies.iter().map(move |strategy| (*map, strategy))) {
        for seat in 0..seats {
            let mut tally = WinDrawLoss::default();
            let sits = |record: &&&GameRecord| record.map == map && record.strategies.get(seat) == Some(strategy);
            for record in records.iter().filter(sits) {
                for comparison in record.comparisons() {
                    match comparison.sides {
                        [own, _] if own == seat => tally.add(comparison.half_points),
                        [_, own] if own == seat => tally.add(2 - comparison.half_points),
                        _ => {}
                    }
                }
            }
            if tally.games() > 0 {
                let (map, strategy, player) = (map.to_owned(), strategy.clone(), seat as u8 + 1);
                scores.push(MapScore {
                    map,
                    strategy,
                    player,
                    tally,
                    score: tally.score(),
                    interval: tally.interval(),
                });
            }
        }
    }
    scores
}
