//! Which games say something new: players that always decide alike play the same game again whatever its seed, and however often they do, it
//! is one observation of who is stronger. Where it is asked how often something happens over seeds, each seed is an observation of its own, and what
//! repeats is counted and told.

use std::collections::BTreeSet;

/// Something that went one way or another.
pub(super) trait Went {
    /// How it went: alike for what went the same way, to the last bit.
    fn course(&self) -> u64;
}

/// The rows in which these players, all of them together, did not go as in an earlier row; as far as all of them go.
pub(super) fn distinct_rows<W: Went>(players: &[&[W]]) -> Vec<usize> {
    let rows = players.iter().map(|rows| rows.len()).min().unwrap_or(0);
    let mut seen: BTreeSet<Vec<u64>> = BTreeSet::new();
    (0..rows).filter(|row| seen.insert(players.iter().map(|rows| rows[*row].course()).collect())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Went for u64 {
        fn course(&self) -> u64 {
            *self
        }
    }

    #[test]
    fn a_row_is_new_if_it_is_for_anybody() {
        assert_eq!(distinct_rows(&[&[7, 7, 8, 7]]), [0, 2]);
        assert_eq!(distinct_rows(&[&[7, 7, 8, 7], &[1, 2, 1, 1]]), [0, 1, 2]);
        assert_eq!(distinct_rows(&[&[7, 8][..], &[1]]), [0]);
    }
}
