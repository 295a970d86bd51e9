//! Which cells of a map are plain ground, in rows of bits: what lines of sight are drawn over.

pub use super::layout::PLAIN;
use super::layout::WORD_CELLS;
use sandtable_model::map::Cell;

/// The cells of a map that are no dearer than plain ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainCells {
    width: u16,
    height: u16,
    /// Row by row, each in whole words, its westernmost cell lowest.
    words: Vec<u64>,
}

impl PlainCells {
    /// A map of `width` × `height` cells, none of them plain.
    pub fn new(width: u16, height: u16) -> PlainCells {
        let words = usize::from(width.div_ceil(WORD_CELLS as u16)) * usize::from(height);
        PlainCells { width, height, words: vec![0; words] }
    }

    fn stride(&self) -> usize {
        self.width.div_ceil(WORD_CELLS as u16).into()
    }

    #[inline]
    fn holds(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width && (cell.y as u16) < self.height
    }

    /// Notes what a cell costs; nothing off the map.
    pub fn note(&mut self, cell: Cell, cost: u8) {
        if self.holds(cell) {
            let word = cell.y as usize * self.stride() + (cell.x / WORD_CELLS) as usize;
            let bit = 1 << (cell.x % WORD_CELLS);
            self.words[word] = if cost <= PLAIN { self.words[word] | bit } else { self.words[word] & !bit };
        }
    }

    /// Whether a cell is plain ground; none off the map is.
    #[inline]
    pub fn at(&self, cell: Cell) -> bool {
        let word = || self.words[cell.y as usize * self.stride() + (cell.x as u16 / WORD_CELLS as u16) as usize];
        self.holds(cell) && word() >> (cell.x & (WORD_CELLS - 1)) & 1 != 0
    }

    /// The 64 cells from one on, west to east, lowest first; 0 for those off the map.
    #[inline]
    pub fn row_from(&self, first: Cell) -> u64 {
        if first.y < 0 || first.y as u16 >= self.height {
            return 0;
        }
        let row = &self.words[first.y as usize * self.stride()..][..self.stride()];
        let word = |at: i16| usize::try_from(at).ok().and_then(|at| row.get(at)).copied().unwrap_or(0);
        let (at, shift) = (first.x.div_euclid(WORD_CELLS), first.x.rem_euclid(WORD_CELLS));
        let beyond = word(at + 1).checked_shl((WORD_CELLS - shift) as u32).unwrap_or(0);
        word(at) >> shift | beyond
    }

    /// Whether all cells from a north-western to a south-eastern one are plain ground, at most 64 to a row.
    #[inline]
    pub fn fills(&self, first: Cell, last: Cell) -> bool {
        let row = u64::MAX >> (WORD_CELLS - 1 - (last.x - first.x).clamp(0, WORD_CELLS - 1));
        last.x - first.x < WORD_CELLS && (first.y..last.y + 1).all(|y| row & !self.row_from(Cell::new(first.x, y)) == 0)
    }
}
