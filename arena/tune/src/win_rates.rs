//! Win rates that values are wanted for, as they are asked for and checked.

use std::str::FromStr;

use sandtable_match::Failure;
use serde::{Deserialize, Serialize};

/// The percentages that a rate may have: at 0 and 100 there is nothing to be found, since more of the same is as good.
const RATES: [u32; 2] = [1, 99];
/// What stands between two rates.
const BETWEEN: &str = "..";
/// What is written between two numbers elsewhere, the longest first.
const OTHERS: [&str; 7] = ["..=", "...", "–", "-", ":", ",", " to "];

/// The lowest and the highest of several win rates, in percent: `30..70`, both included, or one rate alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinRange {
    low: u32,
    high: u32,
}

impl FromStr for WinRange {
    type Err = String;

    fn from_str(text: &str) -> Result<WinRange, String> {
        let between = |with: &str| {
            let (low, high) = text.split_once(with)?;
            Some([low, high].map(|number| number.trim().trim_end_matches('%').trim().parse::<u32>().ok()))
        };
        let ends = match between(BETWEEN) {
            Some([Some(low), Some(high)]) => Some([low, high]),
            Some(_) => None,
            None => text.parse::<u32>().ok().map(|rate| [rate; 2]),
        };
        let Some([low, high]) = ends else {
            let meant = OTHERS.iter().find_map(|with| match between(with)? {
                [Some(low), Some(high)] => Some(format!("; did you mean {}..{}?", low.min(high), low.max(high))),
                _ => None,
            });
            let meant = meant.unwrap_or_default();
            return Err(format!("expected two whole percentages with `..` between them, as 30..70{meant}"));
        };
        if low > high {
            return Err(format!("expected the lower rate first; did you mean {high}..{low}?"));
        }
        if low < RATES[0] || high > RATES[1] {
            return Err(format!("expected rates from {} to {} percent", RATES[0], RATES[1]));
        }
        Ok(WinRange { low, high })
    }
}

/// A ladder of win rates, and how near to each the share of games is to be proved to lie. All in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinRates {
    low: u32,
    high: u32,
    step: u32,
    within: u32,
}

impl WinRates {
    /// The rates of a range, a step from one to the next, each to be proved within the points of `within_points`.
    ///
    /// # Errors
    /// That the step does not lead from the lowest rate to the highest, or that the points lead below 0 or above 100 %.
    pub fn new(range: WinRange, step_percent: u32, within_points: u32) -> Result<WinRates, Failure> {
        let (step, within) = (step_percent, within_points);
        let WinRange { low, high } = range;
        let wide = high - low;
        if step == 0 || !wide.is_multiple_of(step) {
            let steps: Vec<String> =
                (1..=wide).rev().filter(|step| wide.is_multiple_of(*step)).map(|step| step.to_string()).collect();
            let text = format!(
                "--step: found {step}, which does not lead from {low} to {high}; expected one of {}, or another --win",
                steps.join(", ")
            );
            return Err(Failure::Usage(text));
        }
        if low < within || high + within > 100 {
            let rate = if low < within { low } else { high };
            let (least, most) = (within.max(RATES[0]), (100 - within).min(RATES[1]));
            let text = format!(
                "--win: found {rate}, which is less than --within {within} from 0 or 100 %; expected rates from {least} to {most}, \
                 or fewer points"
            );
            return Err(Failure::Usage(text));
        }
        Ok(WinRates { low, high, step, within })
    }

    /// The rates, in percent, the lowest first.
    pub fn rates(&self) -> Vec<u32> {
        (self.low..=self.high).step_by(self.step as usize).collect()
    }

    /// How far from a rate the share of games may be, in points.
    pub fn within(&self) -> u32 {
        self.within
    }
}
