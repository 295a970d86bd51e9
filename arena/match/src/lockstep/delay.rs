//! How long orders take from decision to effect: always as long, or as long as the connections need.

use std::fmt;
use std::str::FromStr;

use sandtable_state::limits::MAX_ORDER_DELAY;

/// Ticks after which the delay is looked at anew.
const WINDOW_TICKS: u32 = 16;
/// Of these, ticks that came late at which it grows by one tick.
const LATE_TICKS: u32 = 4;
/// Turns beyond the needed one that must be there all the time for it to shrink.
const SPARE_TURNS: u32 = 2;

/// The ticks from a decision to its effect beyond the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputDelay {
    /// The scenario's.
    Fixed,
    /// From the scenario's up to this, as the host sees that turns come late.
    Adaptive {
        /// At most.
        most: u8,
    },
}

/// An input delay as it is asked for: `3`, or `1..8` for one that adapts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DelayRange {
    /// Ticks at least: the scenario's from then on.
    pub least: u8,
    /// Whether it grows beyond that.
    pub delay: InputDelay,
}

impl FromStr for DelayRange {
    type Err = String;

    fn from_str(text: &str) -> Result<DelayRange, String> {
        let ticks = |text: &str| text.parse().ok().filter(|ticks| *ticks <= MAX_ORDER_DELAY);
        let read = match text.split_once("..") {
            None => ticks(text).map(|least| DelayRange { least, delay: InputDelay::Fixed }),
            Some((least, most)) => ticks(least)
                .zip(ticks(most))
                .filter(|(least, most)| least <= most)
                .map(|(least, most)| DelayRange { least, delay: InputDelay::Adaptive { most } }),
        };
        read.ok_or_else(|| format!("expected ticks from 0 to {MAX_ORDER_DELAY}, or two such numbers as in 1..8"))
    }
}

impl fmt::Display for DelayRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.delay {
            InputDelay::Fixed => write!(f, "{}", self.least),
            InputDelay::Adaptive { most } => write!(f, "{}..{most}", self.least),
        }
    }
}

/// The delay of a session as its host sets it, tick by tick.
pub(super) struct DelayControl {
    now: u8,
    least: u8,
    most: u8,
    ticks: u32,
    late: u32,
    spare: u32,
}

impl DelayControl {
    pub fn new(delay: InputDelay, least: u8) -> DelayControl {
        let most = match delay {
            InputDelay::Fixed => least,
            InputDelay::Adaptive { most } => most.clamp(least, MAX_ORDER_DELAY),
        };
        DelayControl { now: least, least, most, ticks: 0, late: 0, spare: u32::MAX }
    }

    pub const fn ticks(&self) -> u8 {
        self.now
    }

    /// Goes on from a delay that was in force.
    pub fn resume(&mut self, ticks: u8) {
        self.now = ticks.clamp(self.least, self.most);
    }

    /// Notes that the orders of a tick are complete: whether the tick had to wait for them, and how many turns beyond were there. It shrinks
    /// by at most one tick a tick, so that later decisions never take effect before earlier ones.
    pub fn note(&mut self, late: bool, spare: u32) {
        self.ticks += 1;
        self.late += u32::from(late);
        self.spare = self.spare.min(spare);
        if self.ticks < WINDOW_TICKS {
            return;
        }
        if self.late >= LATE_TICKS {
            self.now = self.now.saturating_add((self.late / LATE_TICKS) as u8).min(self.most);
        } else if self.late == 0 && self.spare >= SPARE_TURNS {
            self.now = self.now.saturating_sub(1).max(self.least);
        }
        (self.ticks, self.late, self.spare) = (0, 0, u32::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delay_grows_with_late_ticks_and_shrinks_again_within_its_bounds() {
        let mut control = DelayControl::new(InputDelay::Adaptive { most: 6 }, 1);
        let mut noted = |late: bool, spare: u32| {
            (0..WINDOW_TICKS).for_each(|_| control.note(late, spare));
            control.ticks()
        };
        assert_eq!((noted(true, 0), noted(true, 0), noted(false, 1)), (5, 6, 6));
        assert_eq!([3; 6].map(|spare| noted(false, spare)), [5, 4, 3, 2, 1, 1]);
        let mut fixed = DelayControl::new(InputDelay::Fixed, 3);
        (0..100).for_each(|_| fixed.note(true, 0));
        assert_eq!(fixed.ticks(), 3);
    }
}
