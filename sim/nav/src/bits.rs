//! A bit for each cell of a map, in words, so that whole maps are cheap to hash, compare and save.

use sandtable_state::{ByteReader, Field, Malformed, Sink};

/// One bit a cell, by cell index.
///
/// ```
/// use sandtable_nav::bits::BitGrid;
///
/// let mut seen = BitGrid::new(100);
/// seen.set(64);
/// seen.set(3);
/// assert!(seen.get(3) && !seen.get(4));
/// assert_eq!(seen.ones().collect::<Vec<_>>(), [3, 64]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitGrid {
    words: Vec<u64>,
}

impl BitGrid {
    /// A grid of `cells` bits, all 0.
    pub fn new(cells: usize) -> BitGrid {
        BitGrid { words: vec![0; cells.div_ceil(64)] }
    }

    /// A grid of `cells` bits, all 1.
    pub fn full(cells: usize) -> BitGrid {
        let mut grid = BitGrid::new(cells);
        for index in 0..cells {
            grid.set(index);
        }
        grid
    }

    /// The bit of a cell; 0 beyond the grid.
    #[inline]
    pub fn get(&self, index: usize) -> bool {
        self.words.get(index >> 6).is_some_and(|word| word >> (index & 63) & 1 != 0)
    }

    /// Sets the bit of a cell of the grid; returns whether it was 0.
    #[inline]
    pub fn set(&mut self, index: usize) -> bool {
        let (word, bit) = (&mut self.words[index >> 6], 1 << (index & 63));
        let changed = *word & bit == 0;
        *word |= bit;
        changed
    }

    /// Makes the bit of a cell of the grid what is said; returns whether it was not.
    #[inline]
    pub fn put_bit(&mut self, index: usize, is_set: bool) -> bool {
        let changes = self.get(index) != is_set;
        self.words[index >> 6] ^= u64::from(changes) << (index & 63);
        changes
    }

    /// The indices of the bits that are not as in another grid of as many cells, ascending.
    pub fn differences<'g>(&'g self, other: &'g BitGrid) -> impl Iterator<Item = usize> + 'g {
        let words = self.words.iter().zip(&other.words).enumerate();
        words.flat_map(|(at, (one, other))| Bits(one ^ other).map(move |bit| at * 64 + bit))
    }

    /// The bits in words of 64, the first cell's lowest.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Makes it a grid of `cells` bits, all 0, in the room it has.
    pub fn reset(&mut self, cells: usize) {
        self.words.clear();
        self.words.resize(cells.div_ceil(64), 0);
    }

    /// The number of bits set.
    #[inline]
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The indices of the bits set, ascending.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(at, word)| Bits(*word).map(move |bit| at * 64 + bit))
    }

    /// Whether this is a grid of just `cells` bits.
    #[inline]
    pub fn fits(&self, cells: usize) -> bool {
        let beyond = cells % 64;
        let tail_is_clear = beyond == 0 || self.words.last().is_some_and(|word| word >> beyond == 0);
        self.words.len() == cells.div_ceil(64) && tail_is_clear
    }
}

impl Field for BitGrid {
    fn put<S: Sink>(&self, sink: &mut S) {
        self.words.put(sink);
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        Ok(BitGrid { words: Field::take(reader)? })
    }
}

/// The places of the bits set in a word, ascending.
#[derive(Clone, Copy)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_are_the_bits_set() {
        let mut grid = BitGrid::new(130);
        for index in [0, 63, 64, 129] {
            assert!(grid.set(index));
            assert!(!grid.set(index));
        }
        assert_eq!(grid.ones().collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert_eq!(grid.count(), 4);
        assert!(!grid.get(1) && !grid.get(1_000));
    }

    #[test]
    fn only_a_grid_of_the_right_size_fits() {
        assert!(BitGrid::full(130).fits(130));
        assert!(!BitGrid::full(130).fits(129));
        assert!(!BitGrid::full(64).fits(65));
        assert!(BitGrid::full(128).fits(128));
    }
}
