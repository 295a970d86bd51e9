//! The pay-off matrix: what each player got against each other.

use serde::Serialize;

use super::alpha_rank::{AlphaRank, alpha_rank};
use super::bootstrap::{Band, Draws, bands, resampled};
use super::nash::nash;
use super::pentanomial::{Estimate, Pentanomial};

/// Rounds of drawing for the bands of weights.
const ROUNDS: u32 = 200;

/// A row's record against a column.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PayoffCell {
    /// Its pairs.
    pub pairs: Pentanomial,
    /// Its score, 0 … 1, with its 95 % interval.
    pub score: Estimate,
    /// Likelihood that the row is the stronger.
    pub los: f64,
}

/// Who got what against whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Payoff {
    cells: Vec<Vec<Option<PayoffCell>>>,
}

impl Payoff {
    /// The matrix of `players` players, `pairs(row, column)` being the row's record. Asked for rows above columns only.
    pub fn new(players: usize, pairs: impl Fn(usize, usize) -> Pentanomial) -> Payoff {
        let cell = |pairs: Pentanomial| {
            (pairs.pairs() > 0).then(|| PayoffCell { pairs, score: pairs.score_estimate(), los: pairs.los() })
        };
        let at = |row: usize, column: usize| match row.cmp(&column) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => cell(pairs(row, column)),
            std::cmp::Ordering::Greater => cell(pairs(column, row).reversed()),
        };
        Payoff { cells: (0..players).map(|row| (0..players).map(|column| at(row, column)).collect()).collect() }
    }

    /// By row and column; none where nothing was played.
    pub fn cells(&self) -> &[Vec<Option<PayoffCell>>] {
        &self.cells
    }

    /// Whether every two met.
    pub fn is_complete(&self) -> bool {
        let of_row = |(row, cells): (usize, &Vec<Option<PayoffCell>>)| {
            cells.iter().enumerate().all(|(column, cell)| row == column || cell.is_some())
        };
        self.cells.iter().enumerate().all(of_row)
    }

    /// Scores by row and column; a half where nothing was played.
    pub fn scores(&self) -> Vec<Vec<f64>> {
        let score = |cell: &Option<PayoffCell>| cell.map_or(0.5, |cell| cell.score.value);
        self.cells.iter().map(|row| row.iter().map(score).collect()).collect()
    }

    /// Whether the row is surely the better: its score's interval lies above a half.
    pub fn beats(&self, row: usize, column: usize) -> bool {
        self.cells[row][column].is_some_and(|cell| cell.score.low > 0.5)
    }

    /// The weights of Nash averaging and of α-rank, each with the band it moves in when the pairs are drawn again.
    pub fn weights(&self, chain: AlphaRank, seed: u64) -> (Vec<Band>, Vec<Band>) {
        let mut draws = Draws::new(seed);
        let drawn: Vec<_> = (0..ROUNDS).map(|_| figures(&self.drawn_again(&mut draws), chain)).collect();
        let (nash, alpha): (Vec<_>, Vec<_>) = drawn.into_iter().unzip();
        let (own_nash, own_alpha) = figures(&self.scores(), chain);
        (bands(&own_nash, &nash), bands(&own_alpha, &alpha))
    }

    fn drawn_again(&self, draws: &mut Draws) -> Vec<Vec<f64>> {
        let mut scores = self.scores();
        let players = scores.len();
        let meetings = (0..players).flat_map(|row| (row + 1..players).map(move |column| (row, column)));
        for (row, column) in meetings {
            if let Some(cell) = &self.cells[row][column] {
                let score = resampled(&cell.pairs, draws).score();
                (scores[row][column], scores[column][row]) = (score, 1.0 - score);
            }
        }
        scores
    }
}

fn figures(scores: &[Vec<f64>], chain: AlphaRank) -> (Vec<f64>, Vec<f64>) {
    let advantage: Vec<Vec<f64>> = scores.iter().map(|row| row.iter().map(|score| score - 0.5).collect()).collect();
    (nash(&advantage), alpha_rank(scores, chain))
}
