//! Sorting by one algorithm that is made once for all types.
//!
//! The standard library makes each sort anew for each type and key, 5 KB of machine code a time: an eighth of what the compiler does for the
//! simulation, a sixth of what a web page plays a match with, and little of a tick. Here few rows are sorted by insertion, and more by a merge
//! sort that is told how to compare and to swap. The lists that are long in every tick are sorted by the standard library, but in
//! WebAssembly. The order is the same in each case: what is made here is stable, and where the standard library's sort is not, rows that
//! compare as equal have to be alike.

use std::cmp::Ordering;

/// The most rows that are sorted by insertion.
const FEW: usize = 16;

/// Sorts slices; see the module for which algorithm does it.
pub trait Arrange<T> {
    /// Sorts rows by their own order; rows that are equal are alike.
    fn arrange(&mut self)
    where
        T: Ord;

    /// Sorts rows by a key; rows of one key keep their order.
    fn arrange_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts rows by a key that no two rows share, unless they are alike.
    fn arrange_by_unique_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// As [`Arrange::arrange`], for hundreds of rows in every tick.
    fn arrange_many(&mut self)
    where
        T: Ord;

    /// As [`Arrange::arrange_by_unique_key`], for hundreds of rows in every tick.
    fn arrange_many_by_unique_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts rows as `compare` says, to which only rows that are alike are equal.
    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
}

impl<T> Arrange<T> for [T] {
    fn arrange(&mut self)
    where
        T: Ord,
    {
        sort(self, |a: &T, b: &T| a < b);
    }

    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        sort(self, |a: &T, b: &T| key(a) < key(b));
    }

    fn arrange_by_unique_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        sort(self, |a: &T, b: &T| key(a) < key(b));
    }

    fn arrange_many(&mut self)
    where
        T: Ord,
    {
        #[cfg(not(target_arch = "wasm32"))]
        self.sort_unstable();
        #[cfg(target_arch = "wasm32")]
        self.arrange();
    }

    fn arrange_many_by_unique_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        #[cfg(not(target_arch = "wasm32"))]
        self.sort_unstable_by_key(key);
        #[cfg(target_arch = "wasm32")]
        self.arrange_by_unique_key(key);
    }

    fn arrange_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        sort(self, |a: &T, b: &T| compare(a, b).is_lt());
    }
}

/// Sorts few rows by insertion, which is made for each type, and many by the algorithm that is made once: in WebAssembly, all.
fn sort<T>(rows: &mut [T], mut precedes: impl FnMut(&T, &T) -> bool) {
    if cfg!(target_arch = "wasm32") || rows.len() > FEW {
        return compact::sort(&mut compact::Rows { rows, precedes });
    }
    for end in 1..rows.len() {
        let mut at = end;
        while at > 0 && precedes(&rows[at], &rows[at - 1]) {
            rows.swap(at, at - 1);
            at -= 1;
        }
    }
}

mod compact {
    //! A stable merge sort of places, after which the rows are swapped to them: all but comparing and swapping is made once for all types.

    /// Rows are put in order by insertion in runs of this length, before runs are merged.
    const RUN: usize = 8;

    /// What the algorithm must know of what it sorts.
    pub trait Sortable {
        fn length(&self) -> usize;
        fn precedes(&mut self, a: usize, b: usize) -> bool;
        fn swap(&mut self, a: usize, b: usize);
    }

    /// Rows, and which of two comes first.
    pub struct Rows<'a, T, F> {
        pub rows: &'a mut [T],
        pub precedes: F,
    }

    impl<T, F: FnMut(&T, &T) -> bool> Sortable for Rows<'_, T, F> {
        fn length(&self) -> usize {
            self.rows.len()
        }

        fn precedes(&mut self, a: usize, b: usize) -> bool {
            (self.precedes)(&self.rows[a], &self.rows[b])
        }

        fn swap(&mut self, a: usize, b: usize) {
            self.rows.swap(a, b);
        }
    }

    /// Sorts, and allocates only if something is out of order.
    pub fn sort(rows: &mut dyn Sortable) {
        if (1..rows.length()).any(|at| rows.precedes(at, at - 1)) {
            let mut places = sorted(rows);
            settle(rows, &mut places);
        }
    }

    /// For each place in order, the row that belongs there.
    fn sorted(rows: &mut dyn Sortable) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rows.length()).collect();
        for run in order.chunks_mut(RUN) {
            insert(rows, run);
        }
        let mut merged = order.clone();
        let mut width = RUN;
        while width < order.len() {
            for (from, into) in order.chunks(2 * width).zip(merged.chunks_mut(2 * width)) {
                let (left, right) = from.split_at(width.min(from.len()));
                merge(rows, left, right, into);
            }
            std::mem::swap(&mut order, &mut merged);
            width *= 2;
        }
        order
    }

    fn insert(rows: &mut dyn Sortable, run: &mut [usize]) {
        for end in 1..run.len() {
            let mut at = end;
            while at > 0 && rows.precedes(run[at], run[at - 1]) {
                run.swap(at, at - 1);
                at -= 1;
            }
        }
    }

    /// Of two rows that are equal, the left one goes first.
    fn merge<'a>(rows: &mut dyn Sortable, mut left: &'a [usize], mut right: &'a [usize], into: &mut [usize]) {
        for place in into {
            let from_right = match (left.first(), right.first()) {
                (Some(a), Some(b)) => rows.precedes(*b, *a),
                (None, _) => true,
                (_, None) => false,
            };
            let from = if from_right { &mut right } else { &mut left };
            *place = from[0];
            *from = &from[1..];
        }
    }

    /// Swaps each row to its place, circle by circle.
    fn settle(rows: &mut dyn Sortable, places: &mut [usize]) {
        for start in 0..places.len() {
            let mut at = start;
            while places[at] != start {
                let from = std::mem::replace(&mut places[at], at);
                rows.swap(at, from);
                at = from;
            }
            places[at] = at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Rows of few keys, each with its number.
    fn rows(length: u32, keys: u32, seed: u64) -> Vec<(u32, u32)> {
        let mut rng = Rng::stream(seed, "rows");
        (0..length).map(|row| (rng.next_u32() % keys, row)).collect()
    }

    #[test]
    fn the_compact_algorithm_is_the_stable_sort() {
        for length in (0..70).chain([127, 128, 129, 1000]) {
            for keys in [1, 2, 5, 1 << 20] {
                let before = rows(length, keys, u64::from(length * 31 + keys));
                let (mut expected, mut found) = (before.clone(), before.clone());
                expected.sort_by_key(|row| row.0);
                compact::sort(&mut compact::Rows {
                    rows: &mut found,
                    precedes: |a: &(u32, u32), b: &(u32, u32)| a.0 < b.0,
                });
                assert_eq!(found, expected, "of {before:?}");
            }
        }
    }

    #[test]
    fn the_compact_algorithm_reverses_and_leaves_what_is_in_order() {
        let less = |a: &u32, b: &u32| a < b;
        let mut found: Vec<u32> = (0..300).rev().collect();
        compact::sort(&mut compact::Rows { rows: &mut found, precedes: less });
        assert!(found.is_sorted());
        compact::sort(&mut compact::Rows { rows: &mut found, precedes: less });
        assert_eq!(found, (0..300).collect::<Vec<u32>>());
    }

    #[test]
    fn rows_of_one_key_keep_their_order() {
        let mut found = rows(50, 3, 7);
        found.arrange_by_key(|row| row.0);
        assert!(found.is_sorted());
    }
}
