//! When a value is to lie in its range.

use std::fmt;

use sandtable_state::limits::TICKS_PER_SECOND;

/// When a metric of a match is to lie in its range; ticks. A match that is over earlier is judged by its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// When all is over.
    End,
    /// After this tick.
    At(u32),
    /// After some tick up to this one.
    Within(u32),
    /// After each tick from the first to the second.
    During(u32, u32),
}

impl When {
    /// Whether the value after this tick may decide.
    pub fn concerns(self, tick: u32) -> bool {
        match self {
            When::End => false,
            When::At(at) => tick == at,
            When::Within(last) => tick <= last,
            When::During(from, to) => from <= tick && tick <= to,
        }
    }

    /// Whether a value after this tick, which lies in the range or not, decides: no later one says more.
    pub fn is_decided(self, holds: bool, tick: u32) -> bool {
        match self {
            When::End | When::At(_) => true,
            When::Within(last) => holds || tick >= last,
            When::During(_, to) => !holds || tick >= to,
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |tick: u32| f64::from(tick) / f64::from(TICKS_PER_SECOND);
        match *self {
            When::End => f.write_str("at the end"),
            When::At(tick) => write!(f, "at {} s", seconds(tick)),
            When::Within(tick) => write!(f, "by {} s", seconds(tick)),
            When::During(from, to) => write!(f, "from {} to {} s", seconds(from), seconds(to)),
        }
    }
}
