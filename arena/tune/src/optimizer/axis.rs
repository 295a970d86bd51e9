//! One dimension of what is searched: levels, and where they lie between 0 and 1.

use sandtable_match::tunable::{Parameter, Values};
use serde::{Deserialize, Serialize};

/// A dimension.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// How many levels, at least 2.
    pub levels: u32,
    /// Whether neighbours are alike; the values of a choice are not.
    pub ordered: bool,
    /// Lowest and highest value of a logarithmic axis.
    log: Option<[f64; 2]>,
}

impl Axis {
    /// Levels at equal distances.
    pub const fn linear(levels: u32) -> Axis {
        Axis { levels, ordered: true, log: None }
    }

    /// Levels without order.
    pub const fn choice(levels: u32) -> Axis {
        Axis { levels, ordered: false, log: None }
    }

    /// Levels whose values, at equal distances from `low` to `high`, are seen by their logarithms; both are more than 0.
    pub const fn logarithmic(levels: u32, low: f64, high: f64) -> Axis {
        Axis { levels, ordered: true, log: Some([low, high]) }
    }

    fn last(&self) -> f64 {
        f64::from(self.levels.max(2) - 1)
    }

    /// Where a level lies, 0 … 1.
    pub fn place(&self, level: u32) -> f64 {
        let share = f64::from(level.min(self.levels - 1)) / self.last();
        match self.log {
            None => share,
            Some([low, high]) => libm::log((low + share * (high - low)) / low) / libm::log(high / low),
        }
    }

    /// The level a place would have if there were levels everywhere.
    fn between(&self, place: f64) -> f64 {
        let place = place.clamp(0.0, 1.0);
        let share = match self.log {
            None => place,
            Some([low, high]) => (low * libm::exp(place * libm::log(high / low)) - low) / (high - low),
        };
        share.clamp(0.0, 1.0) * self.last()
    }

    /// The level nearest to a place.
    pub fn level(&self, place: f64) -> u32 {
        (self.between(place).round() as u32).min(self.levels - 1)
    }

    /// The two levels around a place.
    pub fn around(&self, place: f64) -> LevelsAround {
        let between = self.between(place);
        let lower = libm::floor(between);
        LevelsAround { lower: lower as u32, upper_share: between - lower, last: self.levels - 1 }
    }

    /// The width of a level.
    pub fn width(&self) -> f64 {
        1.0 / self.last()
    }
}

/// Two neighbouring levels with a place between them.
#[derive(Clone, Copy, Debug)]
pub struct LevelsAround {
    lower: u32,
    /// How near the place lies to the upper one, 0 … 1.
    upper_share: f64,
    last: u32,
}

impl LevelsAround {
    /// One of the two, by a draw from 0 … 1: on average it lies at the place.
    pub fn drawn(self, draw: f64) -> u32 {
        (self.lower + u32::from(draw < self.upper_share)).min(self.last)
    }
}

impl From<&Parameter> for Axis {
    fn from(parameter: &Parameter) -> Axis {
        match &parameter.values {
            Values::Choice(choices) => Axis::choice(choices.len() as u32),
            Values::Steps { low, count, log: true, .. } => {
                let high = parameter.values.high().unwrap_or(*low);
                Axis::logarithmic(*count, low.to_f64(), high.to_f64())
            }
            Values::Steps { count, .. } => Axis::linear(*count),
        }
    }
}
