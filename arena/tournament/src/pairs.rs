//! Pairs of games, and the test that goes by them.

use std::collections::BTreeMap;

use sandtable_stats::{Estimate, Pentanomial, Sprt, SprtState, SprtVerdict};
use serde::Serialize;

use super::file::TournamentFile;
use super::observations::{SeriesSeen, distinct_series};
use super::record::GameRecord;

/// A pair both games of which count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair<'r> {
    /// The map.
    pub map: &'r str,
    /// The strategies, as the first game seats them.
    pub strategies: [&'r str; 2],
    /// Half points of the first strategy, 0 … 4.
    pub half_points: u32,
}

/// The pairs among games that are in order; those with a game that does not count are left out.
pub fn pairs(records: &[GameRecord]) -> Vec<Pair<'_>> {
    pairs_of(&records.iter().collect::<Vec<_>>())
}

/// The pairs that repeat no earlier one to the last bit: what is to be reckoned with.
pub fn distinct_pairs(records: &[GameRecord]) -> Vec<Pair<'_>> {
    pairs_of(&distinct_series(records))
}

pub(super) fn pairs_of<'r>(records: &[&'r GameRecord]) -> Vec<Pair<'r>> {
    records.chunk_by(|a, b| a.pair == b.pair).filter_map(pair).collect()
}

fn pair<'r>(games: &[&'r GameRecord]) -> Option<Pair<'r>> {
    let [first, second] = games else { return None };
    let ([forth], [back]) = (&first.comparisons()[..], &second.comparisons()[..]) else { return None };
    let strategies = forth.sides.map(|side| first.strategies[side].as_str());
    let swapped = back.sides.map(|side| second.strategies[side].as_str());
    (strategies[0] == swapped[1] && strategies[1] == swapped[0] && strategies[0] != strategies[1]).then(|| Pair {
        map: &first.map,
        strategies,
        half_points: forth.half_points + 2 - back.half_points,
    })
}

/// Two strategies' pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// The strategies.
    pub strategies: [String; 2],
    /// The map; none for all.
    pub map: Option<String>,
    /// Pairs by what the first got: 0, ½, 1, 1½, 2 points. One that repeats another to the last bit is none.
    pub pairs: Pentanomial,
    /// Pairs that were played, those that repeat another among them.
    pub played_pairs: u32,
    /// Score of the first, 0 … 1.
    pub score: Estimate,
    /// Elo of the first over the second.
    pub elo: Estimate,
    /// Normalized Elo; none when all pairs are alike.
    pub nelo: Option<Estimate>,
    /// Likelihood that the first is the stronger.
    pub los: f64,
}

/// Pairs under one heading.
#[derive(Default)]
struct Counted {
    pairs: Pentanomial,
    played: u32,
}

/// Rows of two strategies, and the map, or none for all.
type Heading<'r> = ([usize; 2], Option<&'r str>);

/// The meetings of all strategies, by row of `strategies`; overall, then by map.
pub fn meetings(strategies: &[String], records: &[GameRecord]) -> Vec<Meeting> {
    let row = |name: &str| strategies.iter().position(|other| other == name).unwrap_or(strategies.len());
    let mut counted: BTreeMap<Heading<'_>, Counted> = BTreeMap::new();
    let headings = |pair: &Pair<'_>| {
        let [first, second] = pair.strategies.map(row);
        [first.min(second), first.max(second)]
    };
    for pair in pairs(records) {
        for map in [None, Some(pair.map)] {
            counted.entry((headings(&pair), map)).or_default().played += 1;
        }
    }
    for pair in distinct_pairs(records) {
        let rows = headings(&pair);
        let points = if row(pair.strategies[0]) == rows[0] { pair.half_points } else { 4 - pair.half_points };
        for map in [None, Some(pair.map)] {
            counted.entry((rows, map)).or_default().pairs.add(points);
        }
    }
    counted.iter().map(|(heading, counted)| meeting(strategies, heading, counted)).collect()
}

fn meeting(strategies: &[String], (rows, map): &Heading<'_>, counted: &Counted) -> Meeting {
    let pairs = counted.pairs;
    Meeting {
        strategies: rows.map(|row| strategies.get(row).cloned().unwrap_or_default()),
        map: map.map(str::to_owned),
        pairs,
        played_pairs: counted.played,
        score: pairs.score_estimate(),
        elo: pairs.elo(),
        nelo: pairs.nelo(),
        los: pairs.los(),
    }
}

/// The test of a tournament, by the pairs that repeat none, in order and so by their contiguous beginning: where it stops depends neither on threads nor
/// on how often it was taken up again.
pub(super) struct Contest {
    test: Option<Sprt>,
    pairs: Pentanomial,
    seen: SeriesSeen,
    waiting: Option<GameRecord>,
    state: Option<SprtState>,
}

impl Contest {
    pub fn new(file: &TournamentFile) -> Contest {
        let (pairs, seen) = (Pentanomial::default(), SeriesSeen::default());
        Contest { test: file.sprt, pairs, seen, waiting: None, state: None }
    }

    /// Counts the next game in.
    pub fn add(&mut self, record: &GameRecord) {
        let Some(test) = self.test else { return };
        match self.waiting.take() {
            Some(first) if first.pair == record.pair => {
                let games = [&first, record];
                if let Some(pair) = pair(&games).filter(|_| self.seen.is_new(&games)) {
                    // A pair's first game seats the strategy of the first row first.
                    self.pairs.add(pair.half_points);
                }
                self.state = Some(test.judge(&self.pairs));
            }
            _ => self.waiting = Some(record.clone()),
        }
    }

    pub fn state(&self) -> Option<&SprtState> {
        self.state.as_ref()
    }

    pub fn is_decided(&self) -> bool {
        self.state.is_some_and(|state| state.verdict != SprtVerdict::Undecided)
    }
}

/// How the test of a tournament stands after these games.
pub(super) fn sprt_of(file: &TournamentFile, records: &[GameRecord]) -> Option<SprtState> {
    let mut contest = Contest::new(file);
    records.iter().for_each(|record| contest.add(record));
    contest.state.or_else(|| file.sprt.map(|test| test.judge(&Pentanomial::default())))
}
