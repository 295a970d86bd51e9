//! The proof: before and after play the same pairs on maps and seeds that the search never saw, until it is clear whether it got better,
//! worse, or is the same within a margin.

use std::collections::BTreeSet;
use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_stats::{
    Counts, Estimate, Pentanomial, Sprt, SprtModel, SprtState, SprtVerdict, confidence_sequence, recovered,
    results_needed,
};
use serde::Serialize;

use super::entrant::Entrant;
use super::games::{Course, Games, Outcome, pentanomial};
use super::repeats::distinct_rows;
use super::settings::Settings;
use crate::progress::ProofGames;

/// Pairs between two looks at the test.
const BLOCK: usize = 4;
/// Pairs that are played in any case: the test may be over sooner, but the tables need some.
const LEAST: usize = 24;
/// The risk that the sequential test takes a file for better, or for worse, that is not. The interval has the same on either side, so the
/// two together err at most one time in twenty to each side.
const RISK: f64 = 0.025;
/// The risk that the test misses a difference it looks for.
const MISS: f64 = 0.05;
/// The risk of the interval, of both sides.
const INTERVAL_RISK: f64 = 0.05;

/// Points against one opponent, on one map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The opponent.
    pub opponent: String,
    /// The map; none for all.
    pub map: Option<String>,
    /// Pairs before.
    pub before: Pentanomial,
    /// Pairs after.
    pub after: Pentanomial,
}

/// What a proof says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofVerdict {
    /// After is better.
    Better,
    /// After is worse.
    Worse,
    /// Both are worth the same, within the margin.
    Equal,
    /// More games are needed.
    Undecided,
}

/// What was proved.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// What it says.
    pub verdict: ProofVerdict,
    /// Games that are still needed, about, until it is decided; 0 when it is.
    pub games_needed: u32,
    /// The margin within which both count as the same, in points, 0 … 1.
    pub margin: f64,
    /// The test of the differences of pairs.
    pub test: SprtState,
    /// Pairs that each played, those that repeat another to the last bit among them.
    pub played_pairs: u32,
    /// How it went: the log-likelihood ratio by pairs that repeat no other.
    pub course: Vec<f64>,
    /// Points of the unchanged file, 0 … 1.
    pub before: Estimate,
    /// Points of the tuned one.
    pub after: Estimate,
    /// The difference, pair by pair; its interval holds at every look, all looks together (a confidence sequence).
    pub gain: Estimate,
    /// Points of what the lost score is measured by.
    pub reference: Option<Estimate>,
    /// The part of the lost score that was recovered, with the interval of a bootstrap by pairs.
    pub recovered: Option<Estimate>,
    /// By opponent, then by opponent and map.
    pub cells: Vec<Cell>,
}

impl Proof {
    /// Whether it got better.
    pub fn holds(&self) -> bool {
        self.verdict == ProofVerdict::Better
    }
}

/// Plays the proof; who is told has it as it stands after each look.
pub(super) fn prove(
    games: &mut Games<'_>,
    course: &mut Course,
    [before, after]: [&Arc<Entrant>; 2],
    reference: Option<&Arc<Entrant>>,
    settings: &Settings,
    mut told: Option<&mut dyn FnMut(Proof)>,
) -> Result<Proof, Failure> {
    let mut players = vec![before, after];
    players.extend(reference);
    let most = (settings.proof_games as usize / 2 / players.len()).max(1);
    let mut outcomes: Vec<Vec<Outcome>> = vec![Vec::new(); players.len()];
    let mut tally = Tally::new(settings);
    while outcomes[0].len() < most {
        // The share of a difference, and scores against each of a pool, need numbers, whatever the test says.
        let whole = reference.is_some() || settings.league.is_some();
        let enough = outcomes[0].len() >= LEAST.max(course.round()) && !whole;
        if tally.verdict != ProofVerdict::Undecided && enough {
            break;
        }
        let from = outcomes[0].len();
        let to = (from + BLOCK).min(most);
        let jobs: Vec<_> = (from..to).flat_map(|number| players.iter().map(move |player| (*player, number))).collect();
        let jobs: Vec<_> = jobs.into_iter().map(|(player, number)| course.job(player, number)).collect();
        games.never_searched(&jobs)?;
        for (at, outcome) in games.play("proof", &jobs)?.into_iter().enumerate() {
            outcomes[at % players.len()].push(outcome);
        }
        (from..to).for_each(|row| tally.add(&outcomes[0][row], &outcomes[1][row]));
        tally.look();
        if let Some(told) = &mut told {
            told(summary(games, course, &outcomes, &tally, settings));
        }
        games.progress.expect_of_proof(ProofGames {
            left: (most - to) * players.len() * 2,
            needed: tally.games_needed() as usize,
        });
    }
    Ok(summary(games, course, &outcomes, &tally, settings))
}

/// The differences of pairs so far, and what they say.
struct Tally {
    sprt: Sprt,
    margin: f64,
    /// How the pairs of both went so far.
    seen: BTreeSet<[u64; 2]>,
    played: u32,
    /// Differences in half points, −4 … 4, by number.
    counts: [u32; 9],
    /// Differences in points, −1 … 1, in their order.
    differences: Vec<f64>,
    llrs: Vec<f64>,
    /// The test when it was decided first.
    decided: Option<SprtState>,
    gain: Estimate,
    verdict: ProofVerdict,
}

impl Tally {
    fn new(settings: &Settings) -> Tally {
        let [elo0, elo1] = settings.elo;
        Tally {
            sprt: Sprt { elo0, elo1, alpha: RISK, beta: MISS, model: SprtModel::Normalized },
            margin: settings.margin,
            seen: BTreeSet::new(),
            played: 0,
            counts: [0; 9],
            differences: Vec::new(),
            llrs: Vec::new(),
            decided: None,
            gain: Estimate { value: 0.0, low: -1.0, high: 1.0 },
            verdict: ProofVerdict::Undecided,
        }
    }

    /// Takes a pair of both in, unless it repeats an earlier one.
    fn add(&mut self, before: &Outcome, after: &Outcome) {
        self.played += 1;
        if !self.seen.insert([before, after].map(|outcome| outcome.course)) {
            return;
        }
        self.counts[(after.half_points + 4 - before.half_points) as usize] += 1;
        self.differences.push((f64::from(after.half_points) - f64::from(before.half_points)) / 4.0);
        let state = self.test();
        self.llrs.push(state.llr);
        if self.decided.is_none() && state.verdict != SprtVerdict::Undecided {
            self.decided = Some(state);
        }
    }

    fn test(&self) -> SprtState {
        self.sprt.judge_counts(&Counts::of_differences(self.counts))
    }

    /// Decides by all so far. What was decided stays so.
    fn look(&mut self) {
        self.gain = confidence_sequence(&self.differences, INTERVAL_RISK);
        if self.verdict != ProofVerdict::Undecided {
            return;
        }
        let mut mirrored = self.counts;
        mirrored.reverse();
        let accepts = |state: &SprtState| state.verdict == SprtVerdict::AcceptH1;
        let worse = accepts(&self.sprt.judge_counts(&Counts::of_differences(mirrored)));
        let Estimate { low, high, .. } = self.gain;
        self.verdict = match () {
            () if low > 0.0 || self.decided.as_ref().is_some_and(accepts) => ProofVerdict::Better,
            () if high < 0.0 || worse => ProofVerdict::Worse,
            () if low >= -self.margin && high <= self.margin => ProofVerdict::Equal,
            () => ProofVerdict::Undecided,
        };
    }

    /// Games of both that are still needed, about: until the interval leaves no difference out, or stays within the margin.
    fn games_needed(&self) -> u32 {
        if self.verdict != ProofVerdict::Undecided {
            return 0;
        }
        let count = self.differences.len() as f64;
        let gain = self.gain.value;
        let squares: f64 = self.differences.iter().map(|one| (one - gain) * (one - gain)).sum();
        let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        let to_differ = results_needed(deviation, gain.abs());
        let inside = self.margin - gain.abs();
        let to_equal = if inside > 0.0 { results_needed(deviation, inside) } else { f64::INFINITY };
        // Of pairs to come as many will repeat others as of those so far.
        let pairs = (to_differ.min(to_equal) - count).max(1.0) * f64::from(self.played) / count.max(1.0);
        // Two players, two games a pair.
        (4.0 * libm::ceil(pairs)).min(4e9) as u32
    }
}

fn summary(
    games: &Games<'_>,
    course: &mut Course,
    outcomes: &[Vec<Outcome>],
    tally: &Tally,
    settings: &Settings,
) -> Proof {
    let rows = distinct_rows(&outcomes.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let points = |player: usize| -> Vec<f64> {
        rows.iter().map(|row| f64::from(outcomes[player][*row].half_points) / 4.0).collect()
    };
    let score = |row: usize| pentanomial(outcomes[row].iter()).score_estimate();
    let (before, after) = (score(0), score(1));
    let reference = (outcomes.len() > 2).then(|| score(2));
    let mut cells = Vec::new();
    let places: Vec<(usize, usize)> = (0..outcomes[0].len()).map(|number| course.at(number)).collect();
    for (row, opponent) in course.opponents.iter().enumerate() {
        let maps: Vec<usize> = places.iter().filter(|place| place.0 == row).map(|place| place.1).collect();
        let mut wanted: Vec<Option<usize>> = maps.into_iter().map(Some).collect();
        wanted.sort_unstable();
        wanted.dedup();
        for map in [None].into_iter().chain(wanted) {
            let here = |place: &(usize, usize)| place.0 == row && map.is_none_or(|map| map == place.1);
            let of = |player: usize| {
                pentanomial(places.iter().zip(&outcomes[player]).filter(|(place, _)| here(place)).map(|(_, one)| one))
            };
            let map = map.map(|map| games.arenas[map].name.clone());
            cells.push(Cell { opponent: opponent.name.clone(), map, before: of(0), after: of(1) });
        }
    }
    cells.retain(|cell| cell.after.pairs() > 0);
    let recovered = reference.and_then(|_| recovered(&points(0), &points(1), &points(2), settings.seed));
    Proof {
        verdict: tally.verdict,
        games_needed: tally.games_needed(),
        margin: tally.margin,
        test: tally.decided.unwrap_or_else(|| tally.test()),
        played_pairs: tally.played,
        course: tally.llrs.clone(),
        before,
        after,
        gain: tally.gain,
        reference,
        recovered,
        cells,
    }
}
