//! Races: candidates play the same pairs, and who is surely behind the leader stops.
//!
//! After each block of pairs the leader's values are compared with every other's, pair by pair (so what a map, a seed or an opponent does to
//! all of them cancels out); a mean difference beyond the one-sided 95 % point ends a candidate's race (Maron and Moore 1997;
//! Birattari et al. 2002).

use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_stats::{Estimate, Z95};

use super::entrant::{Entrant, Job};
use super::games::{Course, Games, Outcome};
use super::repeats::distinct_rows;
use super::settings::Objective;

/// The one-sided 95 % point of the normal law.
const Z_RACE: f64 = 1.645;
/// About how much wider Student's law is: this, divided by the degrees of freedom.
const STUDENT: f64 = 1.2;

/// How a race is run.
pub(super) struct Terms<'t> {
    /// What its games are counted under.
    pub phase: &'t str,
    /// The number of its first pair on the course.
    pub first: usize,
    /// Pairs between two looks.
    pub block: usize,
    /// Pairs before anybody stops.
    pub least: usize,
    /// Pairs of a candidate, at most.
    pub most: usize,
    /// Pairs of all of them together, at most.
    pub budget: usize,
    /// What makes a game good.
    pub objective: Objective,
}

/// How a candidate came out.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// What its pairs brought, in the order of the course.
    pub outcomes: Vec<Outcome>,
    /// Whether it ran to the end.
    pub finished: bool,
    /// What it is worth: against the leader on the pairs both played, so that hard and easy pairs do not matter.
    pub value: f64,
}

impl Run {
    /// What each of its pairs brought that repeats no other.
    pub fn worths(&self, objective: Objective) -> Vec<f64> {
        distinct_rows(&[&self.outcomes]).iter().map(|row| self.outcomes[*row].worth(objective)).collect()
    }
}

/// Runs a race; candidates by row.
pub(super) fn race(
    games: &mut Games<'_>,
    course: &mut Course,
    candidates: &[Arc<Entrant>],
    terms: &Terms<'_>,
) -> Result<Vec<Run>, Failure> {
    let mut runs = vec![Run { outcomes: Vec::new(), finished: true, value: 0.0 }; candidates.len()];
    let (mut played, mut spent) = (0, 0);
    while played < terms.most && runs.iter().filter(|run| run.finished).count() > usize::from(played > 0) {
        let next = (played + terms.block).min(terms.most);
        let running: Vec<usize> = (0..runs.len()).filter(|row| runs[*row].finished).collect();
        spent += running.len() * (next - played);
        if spent > terms.budget {
            break;
        }
        let mut jobs: Vec<Job> = Vec::new();
        for number in played..next {
            jobs.extend(running.iter().map(|row| course.job(&candidates[*row], terms.first + number)));
        }
        let outcomes = games.play(terms.phase, &jobs)?;
        for (at, outcome) in outcomes.into_iter().enumerate() {
            runs[running[at % running.len()]].outcomes.push(outcome);
        }
        played = next;
        if played >= terms.least {
            stop_losers(&mut runs, terms.objective);
        }
    }
    let leader = leader(&runs, terms.objective);
    let whole = estimate(&runs[leader].worths(terms.objective)).value;
    let best = runs[leader].outcomes.clone();
    for run in &mut runs {
        run.value = whole + estimate(&gains(&run.outcomes, &best, terms.objective)).value;
    }
    Ok(runs)
}

/// The row of the best of those that have not stopped.
pub(super) fn leader(runs: &[Run], objective: Objective) -> usize {
    let mean = |row: &usize| estimate(&runs[*row].worths(objective)).value;
    let running = (0..runs.len()).filter(|row| runs[*row].finished);
    // Of equals the first.
    running.rev().max_by(|a, b| mean(a).total_cmp(&mean(b))).unwrap_or(0)
}

fn stop_losers(runs: &mut [Run], objective: Objective) {
    let leader = leader(runs, objective);
    let best = runs[leader].outcomes.clone();
    for (row, run) in runs.iter_mut().enumerate() {
        run.finished &= row == leader || !is_surely_more(&gains(&best, &run.outcomes, objective));
    }
}

/// What one got more than the other, pair by pair as far as both go; pairs that repeat others are none.
pub(super) fn gains(one: &[Outcome], other: &[Outcome], objective: Objective) -> Vec<f64> {
    let worth = |row: usize| one[row].worth(objective) - other[row].worth(objective);
    distinct_rows(&[one, other]).into_iter().map(worth).collect()
}

fn is_surely_more(differences: &[f64]) -> bool {
    let count = differences.len() as f64;
    if count < 2.0 {
        return false;
    }
    let (mean, error) = mean_and_error(differences);
    mean > Z_RACE * (1.0 + STUDENT / (count - 1.0)) * error
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = (values.len() as f64).max(1.0);
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}

/// A mean with its 95 % interval.
pub(super) fn estimate(values: &[f64]) -> Estimate {
    let (value, error) = mean_and_error(values);
    Estimate { value, low: value - Z95 * error, high: value + Z95 * error }
}
