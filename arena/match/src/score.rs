//! Wins, draws and losses, and the share of the points they bring.

use sandtable_stats::{Confidence, wilson_at};
use serde::Serialize;

/// Wins, draws and losses.
///
/// ```
/// use sandtable_match::score::WinDrawLoss;
///
/// let results = WinDrawLoss { wins: 6, draws: 2, losses: 2 };
/// assert_eq!((results.games(), results.score()), (10, 0.7));
/// let [low, high] = results.interval();
/// assert!(low < 0.5 && high > 0.85, "ten games say little");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WinDrawLoss {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl WinDrawLoss {
    /// Counts a game in by twice the points it brought.
    pub fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Both together.
    pub const fn and(self, other: &WinDrawLoss) -> WinDrawLoss {
        WinDrawLoss {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// Games counted.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points won, 0 … 1; a half when nothing was played.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / f64::from(self.games()) }
    }

    /// Points: 1 for a win, ½ for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// The 95 % interval of the score (Wilson 1927, a draw counted as half a win), games taken for independent.
    pub fn interval(&self) -> [f64; 2] {
        self.interval_at(Confidence::NINETY_FIVE)
    }

    /// The interval of the score with a confidence, as [`interval`](WinDrawLoss::interval) has it for 95 %.
    pub fn interval_at(&self, confidence: Confidence) -> [f64; 2] {
        wilson_at(self.score(), f64::from(self.games()), confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_match_known_values() {
        let cases = [((5, 0, 5), [0.2366, 0.7634]), ((0, 0, 10), [0.0, 0.2775]), ((200, 0, 200), [0.4512, 0.5488])];
        for ((wins, draws, losses), expected) in cases {
            let interval = WinDrawLoss { wins, draws, losses }.interval();
            for (found, expected) in interval.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-4, "{interval:?} is not {expected:?}");
            }
        }
    }
}
