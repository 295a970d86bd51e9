//! Which games say something new: strategies that always decide alike play the same game again, to the last bit, and however often they do,
//! it is one observation.

use std::collections::BTreeSet;

use super::record::GameRecord;

/// A game as how it went: strategies by player, last tick, its course, or the hash of the last state where that was not kept.
type Came = (Vec<String>, u32, String);

/// The series, which are the games of one pair, that were seen so far.
#[derive(Default)]
pub(super) struct SeriesSeen {
    seen: BTreeSet<(String, Vec<Came>)>,
}

impl SeriesSeen {
    /// Takes a series in; whether no other one came to the same on the same map. One with a game that does not count repeats nothing.
    pub fn is_new(&mut self, games: &[&GameRecord]) -> bool {
        let Some(first) = games.first().filter(|_| games.iter().all(|game| game.counts())) else { return true };
        let came = |game: &&GameRecord| {
            let course = if game.course.is_empty() { &game.hash } else { &game.course };
            (game.strategies.clone(), game.ticks, course.clone())
        };
        let mut series: Vec<Came> = games.iter().map(came).collect();
        // Two that meet again may be named the other way round.
        series.sort_unstable();
        self.seen.insert((first.map.clone(), series))
    }
}

/// The games of series that repeat no earlier one, of games in order.
pub(super) fn distinct_series(records: &[GameRecord]) -> Vec<&GameRecord> {
    let mut seen = SeriesSeen::default();
    let series = records.chunk_by(|a, b| a.pair == b.pair).map(|games| games.iter().collect::<Vec<_>>());
    series.filter(|games| seen.is_new(games)).flatten().collect()
}

/// The games that repeat no earlier one, each taken for itself.
pub(super) fn distinct_games(records: &[GameRecord]) -> Vec<&GameRecord> {
    let mut seen = SeriesSeen::default();
    records.iter().filter(|game| seen.is_new(&[game])).collect()
}
