//! What a tournament's games say about its strategies and its maps.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_expect::ExpectResult;
use sandtable_match::Failure;
use sandtable_match::score::WinDrawLoss;
use sandtable_math::mix;
use sandtable_stats::{
    AlphaRank, Anchor, Band, Bout, BradleyTerry, Cycles, Finish, Glicko, Payoff, Pentanomial, Pool, Rating, SprtState,
    WengLin, cycles, glicko2, weng_lin,
};
use serde::Serialize;

use super::file::TournamentFile;
use super::judge::judge;
use super::observations::{distinct_games, distinct_series};
use super::pairs::{Meeting, meetings, pairs, pairs_of, sprt_of};
use super::placing::{Bracket, Placing};
use super::record::GameRecord;
use super::standings::{MapScore, SideScore, cross, map_scores, side_scores};
use super::swiss::SwissScore;

/// The stream of the mixer from which pairs are drawn again.
const BOOTSTRAP: u64 = 0x424F_4F54;

/// A strategy's place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The strategy.
    pub strategy: String,
    /// What it got in a Swiss tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swiss: Option<SwissScore>,
    /// Its games, without those of pairs that repeat another to the last bit.
    pub tally: WinDrawLoss,
    /// Share of the points won.
    pub score: f64,
    /// Its 95 % interval: by pairs, or, where games do not come in pairs, by games.
    pub interval: [f64; 2],
    /// Bradley-Terry Elo over all games.
    pub elo: Rating,
    /// Glicko-2, a round being a rating period.
    pub glicko: Glicko,
    /// Weng-Lin, game by game.
    pub weng_lin: WengLin,
    /// Weight in Nash averaging; none unless every two met in pairs.
    pub nash: Option<Band>,
    /// Weight by α-rank; none unless every two met in pairs.
    pub alpha_rank: Option<Band>,
}

/// A tournament's summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The tournament.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// The tournament seed.
    pub base_seed: u64,
    /// Games played.
    pub games: u32,
    /// Games that count: played to an end that is not our fault.
    pub counted: u32,
    /// Games that count and repeat no other to the last bit: tables and intervals by games go by these.
    pub distinct_games: u32,
    /// Whole pairs that count.
    pub pairs: u32,
    /// Of them, those that repeat no other: tables, intervals and tests by pairs go by these.
    pub distinct_pairs: u32,
    /// Games decided before the time limit.
    pub decided: u32,
    /// Games in which a commander failed.
    pub forfeits: u32,
    /// Games that the engine failed.
    pub engine_errors: u32,
    /// Different final states.
    pub distinct_hashes: u32,
    /// The median of the games' lengths, in ticks.
    pub median_ticks: u32,
    /// Games by why they stopped.
    pub terminations: BTreeMap<String, u32>,
    /// The bracket of a knockout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bracket: Option<Bracket>,
    /// The strategies, best first: by how far they came in a knockout, by points and Buchholz in Swiss rounds, else by score.
    pub standings: Vec<Standing>,
    /// By row and column of `standings`: the row's games against the column.
    pub cross: Vec<Vec<WinDrawLoss>>,
    /// What every two got against each other in pairs: overall, then by map.
    pub meetings: Vec<Meeting>,
    /// Who surely beats whom in a circle, by row of `standings`.
    pub cycles: Cycles,
    /// The test, when there is one.
    pub sprt: Option<SprtState>,
    /// Player 1's score by map.
    pub sides: Vec<SideScore>,
    /// Scores by map, strategy and side.
    pub maps: Vec<MapScore>,
    /// What was expected, and whether it came.
    pub expectations: Vec<ExpectResult>,
}

/// Sums up some games, in order.
pub fn summarize(file: &TournamentFile, strategies: &[String], records: &[GameRecord]) -> Summary {
    let (series, alone) = (distinct_series(records), distinct_games(records));
    let tallies = cross(strategies, &series);
    let placing = Placing::new(file, strategies, records);
    let standings = standings(file, strategies, &tallies, &series, &placing);
    let order: Vec<String> = standings.iter().map(|standing| standing.strategy.clone()).collect();
    let payoff = payoff(&order, &series);
    let mut terminations = BTreeMap::new();
    for record in records {
        *terminations.entry(record.termination.name().to_owned()).or_default() += 1;
    }
    Summary {
        name: file.name.clone(),
        about: file.about.clone(),
        base_seed: file.base_seed,
        games: records.len() as u32,
        counted: count(records, GameRecord::counts),
        distinct_games: alone.iter().filter(|record| record.counts()).count() as u32,
        pairs: pairs(records).len() as u32,
        distinct_pairs: pairs_of(&series).len() as u32,
        decided: count(records, GameRecord::is_decided),
        forfeits: count(records, |record| record.sides.iter().any(|side| side.forfeited.is_some())),
        engine_errors: count(records, |record| !record.counts()),
        distinct_hashes: records.iter().map(|record| &record.hash).collect::<BTreeSet<_>>().len() as u32,
        median_ticks: median(records.iter().map(|record| record.ticks).collect()),
        terminations,
        cross: reordered(&tallies, strategies, &order),
        meetings: meetings(strategies, records),
        cycles: cycles(order.len(), |row, column| payoff.beats(row, column)),
        sprt: sprt_of(file, records),
        sides: side_scores(&alone),
        maps: map_scores(&order, &alone),
        expectations: file.expectations.iter().map(|one| judge(one, strategies, records)).collect(),
        bracket: placing.bracket,
        standings,
    }
}

impl Summary {
    /// Why the tournament does not count: that the engine failed in a game, or that something did not come as its file expects; none when it
    /// does. Of some pairs alone nothing is expected.
    pub fn failure(&self, of_some_pairs: bool) -> Option<Failure> {
        if self.engine_errors > 0 {
            let text = format!("in {} games; games.jsonl names them", self.engine_errors);
            return Some(Failure::Engine(text));
        }
        let came = of_some_pairs || self.expectations.iter().all(|judged| judged.holds);
        (!came).then_some(Failure::Checked)
    }
}

/// What every two got against each other in pairs, by row of `names`.
fn payoff(names: &[String], records: &[&GameRecord]) -> Payoff {
    let mut counted: BTreeMap<[usize; 2], Pentanomial> = BTreeMap::new();
    for pair in pairs_of(records) {
        let row = |name: &str| names.iter().position(|other| other == name);
        if let [Some(first), Some(second)] = pair.strategies.map(row) {
            let ahead = first < second;
            let (rows, points) =
                if ahead { ([first, second], pair.half_points) } else { ([second, first], 4 - pair.half_points) };
            counted.entry(rows).or_default().add(points);
        }
    }
    Payoff::new(names.len(), |row, column| counted.get(&[row, column]).copied().unwrap_or_default())
}

/// The table of `from`, whose rows and columns are in one order, in another.
fn reordered(table: &[Vec<WinDrawLoss>], from: &[String], to: &[String]) -> Vec<Vec<WinDrawLoss>> {
    let rows: Vec<usize> = to.iter().filter_map(|name| from.iter().position(|other| other == name)).collect();
    rows.iter().map(|row| rows.iter().map(|column| table[*row][*column]).collect()).collect()
}

fn standings(
    file: &TournamentFile,
    strategies: &[String],
    tallies: &[Vec<WinDrawLoss>],
    records: &[&GameRecord],
    placing: &Placing,
) -> Vec<Standing> {
    let matrix = payoff(strategies, records);
    let weights = (matrix.is_complete() && strategies.len() > 1)
        .then(|| matrix.weights(AlphaRank::default(), mix(file.base_seed, BOOTSTRAP)));
    let elo = bradley_terry(file, strategies, records);
    let glicko = glicko2(strategies.len(), &periods(strategies, records));
    let weng_lin = weng_lin(strategies.len(), &finishes(strategies, records));
    let standing = |(row, strategy): (usize, &String)| {
        let tally = tallies[row].iter().fold(WinDrawLoss::default(), |sum, one| sum.and(one));
        let mut own = Pentanomial::default();
        matrix.cells()[row].iter().flatten().for_each(|cell| own.merge(&cell.pairs));
        let by_pairs = own.pairs() > 0 && own.pairs() * 2 == tally.games();
        let estimate = own.score_estimate();
        Standing {
            strategy: strategy.clone(),
            swiss: placing.swiss.as_ref().map(|scores| scores[row]),
            tally,
            score: tally.score(),
            interval: if by_pairs { [estimate.low, estimate.high] } else { tally.interval() },
            elo: elo[row],
            glicko: glicko[row],
            weng_lin: weng_lin[row],
            nash: weights.as_ref().map(|(nash, _)| nash[row]),
            alpha_rank: weights.as_ref().map(|(_, alpha)| alpha[row]),
        }
    };
    let mut standings: Vec<(u32, Standing)> =
        placing.places.iter().copied().zip(strategies.iter().enumerate().map(standing)).collect();
    standings.sort_by(|(place, a), (other, b)| {
        place.cmp(other).then_with(|| b.score.total_cmp(&a.score)).then_with(|| a.strategy.cmp(&b.strategy))
    });
    standings.into_iter().map(|(_, standing)| standing).collect()
}

/// A game as comparisons of two strategies each; mirror matches compare nobody.
fn bouts(strategies: &[String], record: &GameRecord) -> Vec<Bout> {
    let row = |side: usize| strategies.iter().position(|name| *name == record.strategies[side]);
    let comparisons = record.comparisons().into_iter().filter_map(|comparison| {
        let [first, second] = comparison.sides;
        Some(Bout { first: row(first)?, second: row(second)?, score: f64::from(comparison.half_points) / 2.0 })
    });
    comparisons.filter(|bout| bout.first != bout.second).collect()
}

fn bradley_terry(file: &TournamentFile, strategies: &[String], records: &[&GameRecord]) -> Vec<Rating> {
    let of_pair = |games: &[&GameRecord]| games.iter().flat_map(|record| bouts(strategies, record)).collect();
    let clusters: Vec<Vec<Bout>> = records.chunk_by(|a, b| a.pair == b.pair).map(of_pair).collect();
    let anchors: Vec<Anchor> =
        file.ratings.anchors.iter().map(|(player, elo)| Anchor { player: *player, elo: *elo }).collect();
    let prior_games = file.ratings.prior_games;
    let pool = Pool { players: strategies.len(), clusters: &clusters, anchors: &anchors, prior_games };
    BradleyTerry::fit(&pool).ratings
}

fn periods(strategies: &[String], records: &[&GameRecord]) -> Vec<Vec<Bout>> {
    let rounds = records.chunk_by(|a, b| a.round == b.round);
    rounds.map(|games| games.iter().flat_map(|record| bouts(strategies, record)).collect()).collect()
}

fn finishes(strategies: &[String], records: &[&GameRecord]) -> Vec<Vec<Finish>> {
    let game = |record: &GameRecord| {
        let teams: BTreeSet<u8> = record.teams.iter().copied().collect();
        let of = |team: u8| {
            let members: Vec<usize> = (0..record.teams.len()).filter(|side| record.teams[*side] == team).collect();
            let row = |side: &usize| strategies.iter().position(|name| *name == record.strategies[*side]);
            // A team is of one strategy, which plays it once.
            let players = members.first().and_then(row).into_iter().collect();
            Finish { players, place: members.first().map_or(1, |side| usize::from(record.places[*side])) }
        };
        teams.into_iter().map(of).collect()
    };
    records.iter().copied().filter(|record| record.counts()).map(game).collect()
}

fn count(records: &[GameRecord], wanted: impl Fn(&GameRecord) -> bool) -> u32 {
    records.iter().filter(|record| wanted(record)).count() as u32
}

fn median(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}
