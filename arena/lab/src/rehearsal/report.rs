//! How well rehearsals agree with what was played.

use serde::Serialize;
use serde_json::{Value, json};

use super::comparison::FightComparison;

/// A margin below which a fight has no winner, in thousandths.
const CLEAR_MARGIN: i32 = 200;

/// Sums over compared fights.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RehearsalReport {
    /// Fights compared.
    pub fights: u32,
    /// Of them, those that one side won by more than 20 % of its worth when they were played.
    pub clear: u32,
    /// Of these, those whose winner was rehearsed right.
    pub right: u32,
    /// By fight: how far off the own side's share left was, in thousandths.
    pub errors: Vec<u16>,
    /// Fights that came out otherwise with the sides exchanged.
    pub unequal: u32,
    /// Unit-steps of all rehearsals.
    pub unit_steps: u64,
}

impl RehearsalReport {
    /// Adds a fight, when there was one.
    pub fn add(&mut self, fight: Option<FightComparison>) {
        let Some(fight) = fight else { return };
        let margin = |left: [u16; 2]| i32::from(left[0]) - i32::from(left[1]);
        let (played, rehearsed) = (margin(fight.played), margin(fight.rehearsed));
        self.fights += 1;
        if played.abs() > CLEAR_MARGIN {
            self.clear += 1;
            self.right += u32::from(played.signum() == rehearsed.signum());
        }
        self.errors.push(fight.played[0].abs_diff(fight.rehearsed[0]));
        self.unequal += u32::from(fight.rehearsed != fight.exchanged);
        self.unit_steps += u64::from(fight.unit_steps);
    }

    /// The figures as JSON, with the seed that drew the fights.
    pub fn json(&self, seed: u64) -> Value {
        json!({ "seed": seed, "fights": self.fights, "clear": self.clear, "right_percent": self.right_percent(),
            "mean_error_points": self.mean_error(), "within_12_points_percent": self.within_percent(12),
            "unequal": self.unequal, "unit_steps_a_fight": self.steps_a_fight() })
    }

    /// The figures in words, a line each.
    pub fn tell(&self) -> String {
        let (right, error, within) = (self.right_percent(), self.mean_error(), self.within_percent(12));
        format!(
            "{} fights, {} won by more than 20 % of the value: winner predicted in {right:.1} %\n\
             share left of the first side: mean error {error:.1} points, at most 12 in {within:.1} %\n\
             {} predicted differently with sides swapped; {} unit-steps per fight\n",
            self.fights,
            self.clear,
            self.unequal,
            self.steps_a_fight(),
        )
    }

    fn steps_a_fight(&self) -> u64 {
        self.unit_steps / u64::from(self.fights.max(1))
    }

    /// Percent of the clear fights whose winner was rehearsed right.
    pub fn right_percent(&self) -> f64 {
        100.0 * f64::from(self.right) / f64::from(self.clear.max(1))
    }

    /// How far off the own share left was, in points: on average.
    pub fn mean_error(&self) -> f64 {
        let sum: u64 = self.errors.iter().map(|error| u64::from(*error)).sum();
        sum as f64 / 10.0 / self.errors.len().max(1) as f64
    }

    /// Percent of fights whose own share left was off by at most `points`.
    pub fn within_percent(&self, points: u16) -> f64 {
        let within = self.errors.iter().filter(|error| **error <= points * 10).count();
        100.0 * within as f64 / self.errors.len().max(1) as f64
    }
}
