//! Observations as bytes, for bots that are modules: the same walk, every number in four bytes, little-endian.

use super::sink::Sink;

/// Writes bytes.
#[derive(Debug, Default)]
pub struct Binary {
    out: Vec<u8>,
}

impl Binary {
    /// What was written.
    pub fn bytes(&self) -> &[u8] {
        &self.out
    }

    /// Forgets what was written; the room is kept.
    pub fn clear(&mut self) {
        self.out.clear();
    }

    #[inline]
    fn word(&mut self, word: u32) {
        self.out.extend_from_slice(&word.to_le_bytes());
    }
}

impl Sink for Binary {
    fn begin(&mut self, tick: u32, whole: bool) {
        self.word(tick);
        self.word(u32::from(whole));
    }

    fn rows(&mut self, _name: &'static str, gone: &[u32], count: u32) {
        self.word(gone.len() as u32);
        gone.iter().for_each(|id| self.word(*id));
        self.word(count);
    }

    #[inline]
    fn row(&mut self, id: u32, mask: u32) {
        self.word(id);
        self.word(mask);
    }

    fn end_row(&mut self) {}

    fn end_rows(&mut self) {}

    fn single(&mut self, _name: &'static str, mask: u32) {
        self.word(mask);
    }

    fn end_single(&mut self) {}

    #[inline]
    fn field(&mut self, _name: &'static str) {}

    #[inline]
    fn int(&mut self, value: i64) {
        // Signed and unsigned numbers of 32 bits alike keep their lower half.
        self.word(value as u32);
    }

    #[inline]
    fn option(&mut self, there: bool) {
        self.word(u32::from(there));
    }

    fn tuple(&mut self) {}

    #[inline]
    fn list(&mut self, count: u32) {
        self.word(count);
    }

    fn close(&mut self) {}

    fn cells(&mut self, cells: &[u8], runs: &[(u32, u32)]) {
        self.word(runs.len() as u32);
        for (start, length) in runs {
            self.word(*start);
            self.word(*length);
            self.out.extend_from_slice(&cells[*start as usize..][..*length as usize]);
            // The next number lies at a multiple of four again.
            self.out.resize(self.out.len().next_multiple_of(4), 0);
        }
    }

    fn end(&mut self) {}
}
