//! Nash averaging (Balduzzi, Tuyls, Perolat and Graepel, "Re-evaluating Evaluation", 2018): how often an unbeatable mixture of
//! players would play each. Copies of a player share its weight, so adding them changes nobody else's.

use super::linear::{solve, zeros};

/// Temperatures go from the first to the last by halves; the mixture is beaten by no more than the last one times the logarithm of the
/// number of players, in score.
const HOTTEST: f64 = 1.0;
const COLDEST: f64 = 1.0 / 2048.0;
/// Newton steps at one temperature; it takes about five.
const STEPS: u32 = 200;
/// A step in which no log-weight moves by more is the last.
const SETTLED: f64 = 1e-9;
/// The longest step of a log-weight that counts.
const LONGEST_STEP: f64 = 2.0;
/// A weight below this counts for nothing while it falls: it may fall as fast as it likes.
const NEGLIGIBLE: f64 = 1e-9;

/// The mixture of largest entropy among the unbeatable ones, of a game in which row gets `advantage[row][column]` from column and
/// column as much less (so the matrix is its own negative transpose).
///
/// It is where the logit equilibria `p ∝ exp(A p / temperature)` lead as the temperature falls: at each there is exactly one, the
/// saddle of the payoff with both entropies added, and Newton's method finds it from that before, since the Jacobian
/// `diag(1/p) − A / temperature` is never singular.
///
/// ```
/// // Rock, paper, scissors: nothing but an even mixture is unbeatable.
/// let mixture = sandtable_stats::nash(&[vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]]);
/// assert!(mixture.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-6));
/// ```
pub fn nash(advantage: &[Vec<f64>]) -> Vec<f64> {
    let players = advantage.len();
    let mut logs = vec![-libm::log(players.max(1) as f64); players];
    let mut temperature = HOTTEST;
    while temperature > COLDEST && players > 0 {
        temperature /= 2.0;
        settle(advantage, temperature, &mut logs);
    }
    let weights: Vec<f64> = logs.iter().map(|log| libm::exp(*log)).collect();
    let all: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / all).collect()
}

/// Newton on the log-weights `x` and the common constant `c`: `x − A exp(x) / temperature + c = 0`, `Σ exp(x) = 1`.
fn settle(advantage: &[Vec<f64>], temperature: f64, logs: &mut [f64]) {
    let players = logs.len();
    let mut constant = -logs.iter().sum::<f64>() / players as f64;
    for _ in 0..STEPS {
        let weights: Vec<f64> = logs.iter().map(|log| libm::exp(*log)).collect();
        let (mut jacobian, mut residual) = (zeros(players + 1), vec![0.0; players + 1]);
        for row in 0..players {
            let gain: f64 = advantage[row].iter().zip(&weights).map(|(gain, weight)| gain * weight).sum();
            residual[row] = -(logs[row] - gain / temperature + constant);
            for column in 0..players {
                jacobian[row][column] = -advantage[row][column] * weights[column] / temperature;
            }
            jacobian[row][row] += 1.0;
            jacobian[row][players] = 1.0;
            jacobian[players][row] = weights[row];
        }
        residual[players] = 1.0 - weights.iter().sum::<f64>();
        let Some(step) = solve(jacobian, residual) else { return };
        let counts = |(part, weight): &(&f64, &f64)| **part > 0.0 || **weight > NEGLIGIBLE;
        let steps = step.iter().zip(&weights).filter(counts).map(|(part, _)| part.abs());
        let longest = steps.fold(0.0, f64::max);
        let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        logs.iter_mut().zip(&step).for_each(|(log, part)| *log = (*log + scale * part).min(0.0));
        constant += scale * step[players];
        if longest < SETTLED {
            return;
        }
    }
}
