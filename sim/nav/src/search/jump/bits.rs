//! Lines of bits, searched a word at a time.

/// Bits in lines of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BitLines {
    /// Words of a line; one more than its bits need, so that shifts across words have somewhere to go.
    words: usize,
    bits: Vec<u64>,
}

impl BitLines {
    /// Lines of bits, all clear.
    pub fn new(lines: u32, columns: u32) -> BitLines {
        let words = columns as usize / 64 + 1;
        BitLines { words, bits: vec![0; words * lines as usize] }
    }

    pub fn set(&mut self, line: u32, column: u32) {
        self.bits[line as usize * self.words + column as usize / 64] |= 1 << (column % 64);
    }

    fn line(&self, line: u32) -> &[u64] {
        &self.bits[line as usize * self.words..][..self.words]
    }

    /// The first set bit after `column`; the line's end when there is none.
    #[inline]
    pub fn first_after(&self, line: u32, column: u32) -> u32 {
        let bits = self.line(line);
        let from = column as usize + 1;
        let mut word = from / 64;
        let mut ahead = bits.get(word).map_or(0, |bits| bits & (!0 << (from % 64)));
        while ahead == 0 && word + 1 < bits.len() {
            word += 1;
            ahead = bits[word];
        }
        (word * 64) as u32 + ahead.trailing_zeros()
    }

    /// The last set bit before `column`; 0 when there is none.
    #[inline]
    pub fn last_before(&self, line: u32, column: u32) -> u32 {
        let bits = self.line(line);
        let mut word = column as usize / 64;
        let mut behind = bits[word] & !(!0 << (column % 64));
        while behind == 0 && word > 0 {
            word -= 1;
            behind = bits[word];
        }
        (word * 64) as u32 + behind.checked_ilog2().unwrap_or(0)
    }

    /// Where a run along each line has to stop: at a wall, which is a bit of `self`, and where beside the line a wall has just
    /// ended, seen along the line upwards (`up`) or downwards.
    pub fn stops(&self, up: bool) -> BitLines {
        let mut stops = self.clone();
        let lines = self.bits.len() / self.words;
        for line in 1..lines.saturating_sub(1) {
            for beside in [line - 1, line + 1] {
                let walls = &self.bits[beside * self.words..][..self.words];
                let out = &mut stops.bits[line * self.words..][..self.words];
                for (word, out) in out.iter_mut().enumerate() {
                    let before = if up {
                        walls[word] << 1 | word.checked_sub(1).map_or(0, |low| walls[low] >> 63)
                    } else {
                        walls[word] >> 1 | walls.get(word + 1).map_or(0, |high| high << 63)
                    };
                    *out |= before & !walls[word];
                }
            }
        }
        stops
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(bits: &[u32]) -> BitLines {
        let mut lines = BitLines::new(3, 200);
        bits.iter().for_each(|bit| lines.set(1, *bit));
        lines
    }

    #[test]
    fn set_bits_are_found_across_words() {
        let lines = line(&[0, 63, 64, 199]);
        assert_eq!([0, 62, 63, 64, 198].map(|at| lines.first_after(1, at)), [63, 63, 64, 199, 199]);
        assert_eq!([199, 65, 64, 63, 1].map(|at| lines.last_before(1, at)), [64, 64, 63, 0, 0]);
    }

    #[test]
    fn a_run_stops_where_a_wall_beside_it_has_ended() {
        let mut lines = BitLines::new(3, 200);
        [62, 63, 100].into_iter().for_each(|at| lines.set(0, at));
        lines.set(1, 150);
        let (up, down) = (lines.stops(true), lines.stops(false));
        assert_eq!([0, 64, 101].map(|at| up.first_after(1, at)), [64, 101, 150]);
        assert_eq!([199, 150, 99].map(|at| down.last_before(1, at)), [150, 99, 61]);
    }
}
