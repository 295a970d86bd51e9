//! Selection among scored options.

use std::cmp::Reverse;

use crate::math::Fx;

/// What the running option gains over its rivals, against dithering (Game AI Pro ch. 10: "inertia").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inertia {
    /// Percent added to the score of an option that is already running, 0 … 1,000.
    pub percent: u16,
}

impl Inertia {
    /// The score with inertia counted; an option that scores nothing gets nothing.
    pub fn apply(self, score: Fx, running: bool) -> Fx {
        if running { score.percent_floor(100 + i32::from(self.percent)) } else { score }
    }
}

/// Puts the rows that score above zero into `order`, best first; equal scores keep the order of their rows.
pub fn by_score(scores: &[Fx], order: &mut Vec<u8>) {
    order.clear();
    order.extend((0..scores.len().min(256)).filter(|row| scores[*row] > Fx::ZERO).map(|row| row as u8));
    order.sort_unstable_by_key(|row| (Reverse(scores[*row as usize]), *row));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_what_scores_nothing_is_left_out() {
        let scores = [3, 0, 9, 3, -2].map(Fx::from_int);
        let mut order = Vec::new();
        by_score(&scores, &mut order);
        assert_eq!(order, [2, 0, 3]);
        assert_eq!(Inertia { percent: 50 }.apply(Fx::from_int(4), true), Fx::from_int(6));
    }
}
