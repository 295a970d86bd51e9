//! Selection among scored options.

use std::cmp::Reverse;

use sandtable_math::Fx;
use sandtable_state::Arrange;
use sandtable_state::rng::Rng;
use serde::{Deserialize, Serialize};

/// Which of several scored options is taken (Game AI Pro ch. 9, Graham).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SelectionPolicy {
    /// The highest.
    #[default]
    Highest,
    /// One of that many highest, at random by their scores.
    Top(u8),
    /// One of those within that many percent of the highest, at random by their scores; 0 … 100.
    Within(u8),
}

/// An option: only those of the highest bucket that has a score above zero are considered (dual utility).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// Its bucket.
    pub bucket: u8,
    /// Its score; at or below zero it is never taken.
    pub score: Fx,
}

impl SelectionPolicy {
    /// The row of the option taken; none when none scores above zero. Equal scores go by `lots`, then by row. Draws one word
    /// unless the highest is to be taken.
    pub fn pick(self, options: &[Scored], lots: impl Fn(usize) -> u64, rng: &mut Rng) -> Option<usize> {
        let open = || (0..options.len()).filter(|row| options[*row].score > Fx::ZERO);
        let bucket = open().map(|row| options[row].bucket).max()?;
        let mut rows: Vec<usize> = open().filter(|row| options[*row].bucket == bucket).collect();
        rows.arrange_by_key(|row| (Reverse(options[*row].score), lots(*row), *row));
        let best = i64::from(options[*rows.first()?].score.bits());
        match self {
            SelectionPolicy::Highest => rows.truncate(1),
            SelectionPolicy::Top(count) => rows.truncate(usize::from(count.max(1))),
            SelectionPolicy::Within(percent) => {
                let least = best * (100 - i64::from(percent.min(100))) / 100;
                rows.retain(|row| i64::from(options[*row].score.bits()) >= least);
            }
        }
        if self == SelectionPolicy::Highest { rows.first().copied() } else { weighted(&rows, options, rng) }
    }
}

/// One of the rows, each as likely as its score is great.
fn weighted(rows: &[usize], options: &[Scored], rng: &mut Rng) -> Option<usize> {
    let weight = |row: &usize| options[*row].score.bits().max(0) as u64;
    let sum: u64 = rows.iter().map(weight).sum();
    let mut mark = ((u128::from(rng.next_u32()) * u128::from(sum)) >> 32) as u64;
    for row in rows {
        if mark < weight(row) {
            return Some(*row);
        }
        mark -= weight(row);
    }
    rows.last().copied()
}

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
    order.arrange_by_unique_key(|row| (Reverse(scores[*row as usize]), *row));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(policy: SelectionPolicy, options: [(u8, i16); 4]) -> [u32; 4] {
        let options = options.map(|(bucket, score)| Scored { bucket, score: Fx::from_int(score) });
        let (mut rng, mut counts) = (Rng::stream(1, "test"), [0; 4]);
        (0..1_000).filter_map(|_| policy.pick(&options, |_| 0, &mut rng)).for_each(|row| counts[row] += 1);
        counts
    }

    #[test]
    fn policies_take_what_they_say() {
        assert_eq!(taken(SelectionPolicy::Highest, [(0, 3), (0, 9), (0, 9), (0, 0)]), [0, 1000, 0, 0]);
        assert_eq!(taken(SelectionPolicy::Highest, [(1, 3), (0, 9), (2, 0), (0, 1)]), [1000, 0, 0, 0]);
        assert_eq!(taken(SelectionPolicy::Top(3), [(0, 0), (0, -4), (0, 0), (0, 0)]), [0; 4]);
        let [first, second, third, fourth] = taken(SelectionPolicy::Top(2), [(0, 30), (0, 10), (0, 9), (0, 0)]);
        assert!((700..800).contains(&first) && first + second == 1000 && third + fourth == 0);
        let [first, second, third, _] = taken(SelectionPolicy::Within(10), [(0, 100), (0, 95), (0, 80), (0, 10)]);
        assert!(first > 0 && second > 0 && first + second == 1000 && third == 0);
    }

    #[test]
    fn the_best_come_first_and_what_scores_nothing_is_left_out() {
        let scores = [3, 0, 9, 3, -2].map(Fx::from_int);
        let mut order = Vec::new();
        by_score(&scores, &mut order);
        assert_eq!(order, [2, 0, 3]);
        assert_eq!(Inertia { percent: 50 }.apply(Fx::from_int(4), true), Fx::from_int(6));
    }
}
