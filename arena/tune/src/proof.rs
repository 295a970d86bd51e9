//! The proof: before and after play the same pairs on maps and seeds that the search never saw, until a sequential test says whether
//! it got better.

use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_stats::{Counts, Estimate, Pentanomial, Sprt, SprtModel, SprtState, SprtVerdict};
use serde::Serialize;

use super::entrant::Entrant;
use super::games::{Course, Games, Outcome, pentanomial};
use super::race::estimate;
use super::settings::Settings;

/// Pairs between two looks at the test.
const BLOCK: usize = 4;
/// Pairs that are played in any case: the test may be over sooner, but the tables need some.
const LEAST: usize = 24;
/// The risks of the test.
const RISK: f64 = 0.05;

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

/// What was proved.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// The test of the differences of pairs.
    pub test: SprtState,
    /// How it went: the log-likelihood ratio by pairs.
    pub course: Vec<f64>,
    /// Points of the file as it was, 0 … 1.
    pub before: Estimate,
    /// Points of the tuned one.
    pub after: Estimate,
    /// The difference, pair by pair.
    pub gain: Estimate,
    /// Points of what the lost score is measured by.
    pub reference: Option<Estimate>,
    /// The part of the lost score that was recovered.
    pub recovered: Option<f64>,
    /// By opponent, then by opponent and map.
    pub cells: Vec<Cell>,
}

impl Proof {
    /// Whether it got better.
    pub fn holds(&self) -> bool {
        self.test.verdict == SprtVerdict::AcceptH1
    }
}

/// Plays the proof.
pub(super) fn prove(
    games: &mut Games<'_>,
    course: &mut Course,
    [before, after]: [&Arc<Entrant>; 2],
    reference: Option<&Arc<Entrant>>,
    settings: &Settings,
) -> Result<Proof, Failure> {
    let sprt =
        Sprt { elo0: settings.elo[0], elo1: settings.elo[1], alpha: RISK, beta: RISK, model: SprtModel::Normalized };
    let mut players = vec![before, after];
    players.extend(reference);
    let most = (settings.proof_games as usize / 2 / players.len()).max(1);
    let mut outcomes: Vec<Vec<Outcome>> = vec![Vec::new(); players.len()];
    let (mut counts, mut llrs, mut decided) = ([0_u32; 9], Vec::new(), None);
    while outcomes[0].len() < most {
        // The share of a difference, and scores against each of a pool, need numbers, whatever the test says.
        let whole = reference.is_some() || settings.league.is_some();
        let enough = outcomes[0].len() >= LEAST.max(course.round()) && !whole;
        if decided.is_some() && enough {
            break;
        }
        let from = outcomes[0].len();
        let to = (from + BLOCK).min(most);
        let jobs: Vec<_> = (from..to).flat_map(|number| players.iter().map(move |player| (*player, number))).collect();
        let jobs: Vec<_> = jobs.into_iter().map(|(player, number)| course.job(player, number)).collect();
        for (at, outcome) in games.play("proof", &jobs)?.into_iter().enumerate() {
            outcomes[at % players.len()].push(outcome);
        }
        for row in from..to {
            counts[(outcomes[1][row].half_points + 4 - outcomes[0][row].half_points) as usize] += 1;
            let state = sprt.judge_counts(&Counts::of_differences(counts));
            llrs.push(state.llr);
            if decided.is_none() && state.verdict != SprtVerdict::Undecided {
                decided = Some(state);
            }
        }
    }
    let test = decided.unwrap_or_else(|| sprt.judge_counts(&Counts::of_differences(counts)));
    Ok(summary(games, course, &outcomes, test, llrs))
}

fn summary(
    games: &Games<'_>,
    course: &mut Course,
    outcomes: &[Vec<Outcome>],
    test: SprtState,
    llrs: Vec<f64>,
) -> Proof {
    let points =
        |row: usize| outcomes[row].iter().map(|outcome| f64::from(outcome.half_points) / 4.0).collect::<Vec<f64>>();
    let score = |row: usize| pentanomial(outcomes[row].iter()).score_estimate();
    let gain = estimate(&super::race::differences(&points(1), &points(0)));
    let (before, after) = (score(0), score(1));
    let reference = (outcomes.len() > 2).then(|| score(2));
    let lost = reference.map(|reference| reference.value - before.value).filter(|lost| *lost > 0.0);
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
    let recovered = lost.map(|lost| (after.value - before.value) / lost);
    Proof { test, course: llrs, before, after, gain, reference, recovered, cells }
}
