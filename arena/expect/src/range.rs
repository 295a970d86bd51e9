//! The range that a value is to lie in.

use std::fmt;

/// A range with its ends; an end that is none is open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// The least the value may be.
    pub min: Option<f64>,
    /// The most it may be.
    pub max: Option<f64>,
}

impl Range {
    /// Whether a value lies in it.
    pub fn allows(&self, value: f64) -> bool {
        self.allows_whole([value; 2])
    }

    /// Whether a value lies in it, or outside by no more than `tolerance`.
    pub fn allows_nearly(&self, value: f64, tolerance: f64) -> bool {
        self.min.is_none_or(|min| value >= min - tolerance) && self.max.is_none_or(|max| value <= max + tolerance)
    }

    /// Whether an interval, lower end first, lies in it as a whole.
    pub fn allows_whole(&self, [low, high]: [f64; 2]) -> bool {
        self.min.is_none_or(|min| low >= min) && self.max.is_none_or(|max| high <= max)
    }

    /// Whether some value of an interval, lower end first, lies in it.
    pub fn allows_some(&self, [low, high]: [f64; 2]) -> bool {
        self.min.is_none_or(|min| high >= min) && self.max.is_none_or(|max| low <= max)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (Some(min), Some(max)) if min == max => write!(f, "{min}"),
            (Some(min), Some(max)) => write!(f, "{min} to {max}"),
            (Some(min), None) => write!(f, "at least {min}"),
            (None, Some(max)) => write!(f, "at most {max}"),
            (None, None) => f.write_str("anything"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Range;

    #[test]
    fn intervals_are_held_to_their_worse_or_their_better_end() {
        let range = Range { min: Some(40.0), max: Some(60.0) };
        assert!(range.allows_whole([40.0, 60.0]) && !range.allows_whole([39.0, 50.0]));
        assert!(range.allows_some([30.0, 40.0]) && !range.allows_some([61.0, 70.0]));
        assert!(range.allows(60.0) && !range.allows(60.001) && range.allows_nearly(60.001, 0.01));
    }

    #[test]
    fn a_range_is_worded_by_its_ends() {
        let worded = |min, max| Range { min, max }.to_string();
        assert_eq!(worded(Some(2.0), Some(2.0)), "2");
        assert_eq!(worded(Some(2.0), Some(3.5)), "2 to 3.5");
        assert_eq!(worded(None, Some(3.5)), "at most 3.5");
    }
}
