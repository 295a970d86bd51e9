//! What a tournament's games say about its strategies and its maps.

use std::collections::BTreeSet;

use serde::Serialize;

use super::record::GameRecord;

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Counts a game in by twice the points it brought.
    pub fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Games counted.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points won, 0 … 1; a half when nothing was played.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / f64::from(self.games()) }
    }

    /// Points: 1 for a win, ½ for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// The 95 % interval of the score (Wilson 1927, a draw counted as half a win).
    pub fn interval(&self) -> [f64; 2] {
        const Z: f64 = 1.959_963_984_540_054;
        let n = f64::from(self.games());
        if n == 0.0 {
            return [0.0, 1.0];
        }
        let (p, z2) = (self.score(), Z * Z);
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        [(middle - half).max(0.0), (middle + half).min(1.0)]
    }
}

/// A strategy's place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The strategy.
    pub strategy: String,
    /// Its games.
    pub tally: Tally,
    /// Share of the points won.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
}

/// What player 1 scored on a map with one strategy (or, in `strategy` none, with all together).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideScore {
    /// The map.
    pub map: String,
    /// The strategy that played both sides; none for all games of the map.
    pub strategy: Option<String>,
    /// Player 1's games.
    pub tally: Tally,
    /// Share of the points that player 1 won.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
}

/// A tournament's summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The tournament.
    pub name: String,
    /// Games played.
    pub games: u32,
    /// Games that count: played to an outcome.
    pub counted: u32,
    /// Games decided before the time limit.
    pub decided: u32,
    /// Commanders that failed.
    pub forfeits: u32,
    /// Games that the engine failed.
    pub engine_errors: u32,
    /// Different final states.
    pub distinct_hashes: u32,
    /// The median of the games' lengths, in ticks.
    pub median_ticks: u32,
    /// The strategies, best first.
    pub standings: Vec<Standing>,
    /// By row and column of `standings`: the row's games against the column.
    pub cross: Vec<Vec<Tally>>,
    /// Player 1's score by map.
    pub sides: Vec<SideScore>,
}

/// Sums up some games.
pub fn summarize(name: &str, strategies: &[String], records: &[GameRecord]) -> Summary {
    let mut standings: Vec<Standing> =
        strategies.iter().map(|strategy| standing(strategy, tally_of(records, strategy, None))).collect();
    standings.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.strategy.cmp(&b.strategy)));
    let order: Vec<&str> = standings.iter().map(|standing| standing.strategy.as_str()).collect();
    let against = |row: &str| order.iter().map(|column| tally_of(records, row, Some(column))).collect();
    let cross = order.iter().map(|row| against(row)).collect();
    Summary {
        name: name.to_owned(),
        games: records.len() as u32,
        counted: count(records, |record| record.half_points(1).is_some()),
        decided: count(records, GameRecord::is_decided),
        forfeits: count(records, |record| record.sides.iter().any(|side| side.forfeited.is_some())),
        engine_errors: count(records, |record| record.half_points(1).is_none()),
        distinct_hashes: records.iter().map(|record| &record.hash).collect::<BTreeSet<_>>().len() as u32,
        median_ticks: median(records.iter().map(|record| record.ticks).collect()),
        cross,
        sides: side_scores(records),
        standings,
    }
}

fn standing(strategy: &str, tally: Tally) -> Standing {
    Standing { strategy: strategy.to_owned(), tally, score: tally.score(), interval: tally.interval() }
}

/// A strategy's games against `other`, or against all. A mirror match counts once, from its first side.
fn tally_of(records: &[GameRecord], strategy: &str, other: Option<&str>) -> Tally {
    let mut tally = Tally::default();
    for record in records {
        let Some(row) = record.strategies.iter().position(|name| name == strategy) else { continue };
        let opponent = record.strategies.get(1 - row.min(1));
        if other.is_none_or(|other| opponent.is_some_and(|name| name == other)) {
            record.half_points(row as u8 + 1).into_iter().for_each(|points| tally.add(points));
        }
    }
    tally
}

fn side_scores(records: &[GameRecord]) -> Vec<SideScore> {
    let mirrored = |record: &GameRecord| record.strategies.windows(2).all(|pair| pair[0] == pair[1]);
    let mut keys: Vec<(&str, Option<&str>)> = Vec::new();
    for record in records {
        let own = mirrored(record).then(|| record.strategies.first().map(String::as_str)).flatten();
        for key in [(record.map.as_str(), own), (record.map.as_str(), None)] {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    keys.sort();
    keys.into_iter().map(|(map, strategy)| side_score(records, map, strategy)).collect()
}

fn side_score(records: &[GameRecord], map: &str, strategy: Option<&str>) -> SideScore {
    let mut tally = Tally::default();
    let same = |record: &&GameRecord| strategy.is_none_or(|own| record.strategies.iter().all(|name| name == own));
    let games = records.iter().filter(|record| record.map == map).filter(same);
    games.filter_map(|record| record.half_points(1)).for_each(|points| tally.add(points));
    let strategy = strategy.map(str::to_owned);
    SideScore { map: map.to_owned(), strategy, tally, score: tally.score(), interval: tally.interval() }
}

fn count(records: &[GameRecord], wanted: impl Fn(&GameRecord) -> bool) -> u32 {
    records.iter().filter(|record| wanted(record)).count() as u32
}

fn median(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_match_known_values() {
        let cases = [((5, 0, 5), [0.2366, 0.7634]), ((0, 0, 10), [0.0, 0.2775]), ((200, 0, 200), [0.4512, 0.5488])];
        for ((wins, draws, losses), expected) in cases {
            let interval = Tally { wins, draws, losses }.interval();
            for (found, expected) in interval.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-4, "{interval:?} is not {expected:?}");
            }
        }
    }
}
