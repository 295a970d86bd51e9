//! Statistics of games: Elo, tests, ratings, equilibria. Floats, but the same on every machine: logarithms and similar functions come from
//! `libm` and not from the system, and every random number comes from a seed.
//!
//! # Example
//!
//! ```
//! use sandtable_stats::{Pentanomial, Sprt, SprtModel, SprtVerdict};
//!
//! // Pairs of games by what the first side got of their two points: 0, ½, 1, 1½, 2.
//! let pairs = Pentanomial([2, 4, 20, 14, 10]);
//! let elo = pairs.elo();
//! assert!(elo.low > 0.0 && elo.value < elo.high);
//!
//! // Is it better by 50 Elo, or not at all?
//! let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: SprtModel::Logistic };
//! assert_eq!(test.judge(&Pentanomial::default()).verdict, SprtVerdict::Undecided);
//! assert!(test.judge(&pairs).llr > 0.0);
//! ```

#![deny(missing_docs)]

mod alpha_rank;
mod asymptotic_sequence;
mod bootstrap;
mod bradley_terry;
mod calibration;
mod cholesky;
mod confidence_sequence;
mod cycles;
mod gaussian_process;
mod hypervolume;
mod interval;
mod linear;
mod logistic;
mod multiple;
mod nash;
mod online;
mod paired;
mod payoff;
mod pentanomial;
mod recovery;
mod share_sequence;
mod sprt;

pub use alpha_rank::{AlphaRank, alpha_rank};
pub use asymptotic_sequence::{asymptotic_half_width, asymptotic_sequence};
pub use bootstrap::{Band, Draws, bands, resampled};
pub use bradley_terry::{Anchor, Bout, BradleyTerry, Pool, Rating};
pub use calibration::{CalibrationRow, Prediction, brier, calibration};
pub use confidence_sequence::{confidence_sequence, results_needed};
pub use cycles::{Cycles, cycles};
pub use gaussian_process::{Belief, Dimension, GaussianProcess, GpSample, Hyperparameters, View};
pub use hypervolume::hypervolume;
pub use interval::{Confidence, Z95, normal_cdf, wilson, wilson_at};
pub use logistic::{Trial, fit_logistic, logistic};
pub use multiple::{holm, sign_flip};
pub use nash::nash;
pub use online::{Finish, Glicko, Period, WengLin, glicko2, weng_lin};
pub use paired::paired_change;
pub use payoff::{Payoff, PayoffCell};
pub use pentanomial::{Estimate, Pentanomial, elo_of_score, score_of_elo};
pub use recovery::recovered;
pub use share_sequence::share_sequence;
pub use sprt::{Counts, Sprt, SprtModel, SprtState, SprtVerdict};
