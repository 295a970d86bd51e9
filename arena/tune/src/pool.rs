//! The pool: who of it beats whom, the mixture that nobody beats, and how hard each is for somebody.

use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_stats::{Estimate, Payoff, Pentanomial, nash};

use super::entrant::Entrant;
use super::games::{Course, Games, pentanomial};

/// Pairs of every two on each map.
const PAIRS_A_MAP: usize = 2;

/// The weights of the Nash mixture of a pool, from games of all against all.
pub(super) fn weights(
    games: &mut Games<'_>,
    pool: &[Arc<Entrant>],
    maps: &[usize],
    seed: u64,
) -> Result<Vec<f64>, Failure> {
    let payoff = payoff(games, pool, maps, seed)?;
    let advantage: Vec<Vec<f64>> =
        payoff.scores().iter().map(|row| row.iter().map(|score| score - 0.5).collect()).collect();
    Ok(nash(&advantage))
}

/// The scores of somebody against each of a pool, 0 … 1, with their 95 %.
pub(super) fn scores(
    games: &mut Games<'_>,
    entrant: &Arc<Entrant>,
    pool: &[Arc<Entrant>],
    maps: &[usize],
    seed: u64,
) -> Result<Vec<Estimate>, Failure> {
    let score = |opponent: &Arc<Entrant>| {
        let mut course = Course::new(std::slice::from_ref(opponent), &[1.0], maps.to_vec(), seed);
        let jobs: Vec<_> = (0..PAIRS_A_MAP * maps.len()).map(|number| course.job(entrant, number)).collect();
        Ok(pentanomial(games.play("pool", &jobs)?.iter()).score_estimate())
    };
    pool.iter().map(score).collect()
}

/// What all got against all.
pub(super) fn payoff(
    games: &mut Games<'_>,
    pool: &[Arc<Entrant>],
    maps: &[usize],
    seed: u64,
) -> Result<Payoff, Failure> {
    let mut cells = vec![vec![Pentanomial::default(); pool.len()]; pool.len()];
    for row in 0..pool.len() {
        for column in row + 1..pool.len() {
            let mut course = Course::new(&pool[column..=column], &[1.0], maps.to_vec(), seed);
            let jobs: Vec<_> = (0..PAIRS_A_MAP * maps.len()).map(|number| course.job(&pool[row], number)).collect();
            cells[row][column] = pentanomial(games.play("pool", &jobs)?.iter());
        }
    }
    Ok(Payoff::new(pool.len(), |row, column| cells[row][column]))
}
