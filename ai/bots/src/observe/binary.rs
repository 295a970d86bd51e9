//! Observations as bytes, for bots that are modules: the same walk, every number in four bytes, little-endian.

use sandtable_ai::RefusedOrder;

use super::sink::ObservationSink;
use crate::order::OrderWord;

/// Writes bytes.
#[derive(Debug, Default)]
pub struct BinarySink {
    /// As much as was ever written, and more.
    room: Vec<u8>,
    /// Bytes of it that are written.
    length: usize,
}

/// Room for the first observation of a small match.
const FIRST_ROOM: usize = 4_096;

impl BinarySink {
    /// What was written.
    pub fn bytes(&self) -> &[u8] {
        &self.room[..self.length]
    }

    /// Forgets what was written; the room is kept.
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Bytes in room that is there, next to always: thousands of numbers are written every time.
    #[inline]
    fn write<const N: usize>(&mut self, bytes: [u8; N]) {
        match self.room.get_mut(self.length..).and_then(|rest| rest.first_chunk_mut()) {
            Some(place) => *place = bytes,
            None => self.write_in_new_room(&bytes),
        }
        self.length += N;
    }

    #[inline]
    fn word(&mut self, word: u32) {
        self.write(word.to_le_bytes());
    }

    /// Two numbers, the first one first.
    #[inline]
    fn two_words(&mut self, first: u32, second: u32) {
        self.write((u64::from(second) << 32 | u64::from(first)).to_le_bytes());
    }

    #[cold]
    fn write_in_new_room(&mut self, bytes: &[u8]) {
        self.make_room(bytes.len());
        self.room[self.length..][..bytes.len()].copy_from_slice(bytes);
    }

    fn make_room(&mut self, bytes: usize) {
        self.room.resize((self.length + bytes).max(2 * self.room.len()).max(FIRST_ROOM), 0);
    }

    fn bytes_of_cells(&mut self, cells: &[u8]) {
        // The next number lies at a multiple of four again.
        let padded = cells.len().next_multiple_of(4);
        if self.room.len() < self.length + padded {
            self.make_room(padded);
        }
        let (place, padding) = self.room[self.length..][..padded].split_at_mut(cells.len());
        place.copy_from_slice(cells);
        padding.fill(0);
        self.length += padded;
    }
}

impl ObservationSink for BinarySink {
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
        self.two_words(id, mask);
    }

    fn single(&mut self, _name: &'static str, mask: u32) {
        self.word(mask);
    }

    #[inline]
    fn int(&mut self, value: i64) {
        // Signed and unsigned numbers of 32 bits alike keep their lower half.
        self.word(value as u32);
    }

    #[inline]
    fn option(&mut self, there: bool) {
        self.word(u32::from(there));
    }

    #[inline]
    fn pair(&mut self, first: i64, second: i64) {
        self.two_words(first as u32, second as u32);
    }

    #[inline]
    fn list(&mut self, count: u32) {
        self.word(count);
    }

    fn cells(&mut self, cells: &[u8], runs: &[(u32, u32)]) {
        self.word(runs.len() as u32);
        for (start, length) in runs {
            self.word(*start);
            self.word(*length);
            self.bytes_of_cells(&cells[*start as usize..][..*length as usize]);
        }
    }

    fn refused(&mut self, orders: &[RefusedOrder]) {
        self.word(orders.len() as u32);
        for order in orders {
            self.two_words(order.tick, u32::from(order.seq));
            self.two_words(OrderWord::from_verb(&order.verb) as u32, order.why as u32);
        }
    }
}
