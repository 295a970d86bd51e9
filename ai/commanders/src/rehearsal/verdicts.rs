//! Verdicts over time: what was said at the last looks, so that one look does not turn an army round.

use serde::{Deserialize, Serialize};

/// The answers of the last eight looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VerdictHistory {
    /// A bit a look, the latest lowest.
    answers: u8,
}

impl VerdictHistory {
    /// All of them were yes.
    pub const AGREED: VerdictHistory = VerdictHistory { answers: u8::MAX };

    /// Notes what was said now.
    pub fn note(&mut self, answer: bool) {
        self.answers = self.answers << 1 | u8::from(answer);
    }

    /// Whether it was said at `least_answers` of the last `looks`.
    pub fn holds(self, least_answers: u32, looks: u32) -> bool {
        (self.answers & ((1u16 << looks) - 1) as u8).count_ones() >= least_answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_look_does_not_change_what_two_of_three_say() {
        let mut history = VerdictHistory::default();
        let mut said = |answer| {
            history.note(answer);
            history.holds(2, 3)
        };
        assert_eq!([true, true, false, true, false, false].map(&mut said), [false, true, true, true, false, false]);
    }
}
