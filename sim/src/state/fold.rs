//! The four-lane multiply-fold: the hash of a run of bytes.
//!
//! Each lane takes every fourth 64-bit little-endian word (the last one filled up with zeros), xors it in and
//! folds the 128-bit product with an odd constant; lanes and length are folded together at the end. It is a checksum against divergence, not against forgery.

use super::Sink;

const LANES: [u64; 4] = [0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3];

#[inline]
const fn multiply_fold(a: u64, b: u64) -> u64 {
    let product = (a as u128) * (b as u128);
    (product as u64) ^ ((product >> 64) as u64)
}

/// The hash of `bytes`.
pub fn fold(bytes: &[u8]) -> u64 {
    fold_keyed(0, bytes)
}

/// The hash of `bytes` under `key`; the length is part of it.
pub fn fold_keyed(key: u64, bytes: &[u8]) -> u64 {
    let mut folder = Folder::new(key);
    for chunk in bytes.chunks(8) {
        folder.bytes(chunk);
    }
    folder.finish()
}

/// Folds bytes as they come: fields go into a word, full words into the lanes, and nothing is stored.
pub struct Folder {
    key: u64,
    /// The next one to take a word first: they move up by one with each word, so that no lane is looked up by number.
    lanes: [u64; 4],
    /// Bytes that do not fill a word yet, the first lowest.
    word: u64,
    /// How many bits of `word` are filled, 0 … 56.
    filled: u32,
    words: u32,
}

impl Folder {
    /// A folder under `key` that has seen nothing.
    #[inline]
    pub fn new(key: u64) -> Folder {
        let [first, second, third, fourth] = LANES;
        Folder { key, lanes: [first ^ key, second, third, fourth], word: 0, filled: 0, words: 0 }
    }

    /// Takes the `bits` low bits of `value` (8 … 64, whole bytes); the others must be 0.
    #[inline(always)]
    fn take(&mut self, value: u64, bits: u32) {
        self.word |= value << self.filled;
        let total = self.filled + bits;
        if total < 64 {
            self.filled = total;
            return;
        }
        self.flush();
        // A shift by 64 would be no shift at all.
        let used = 64 - self.filled;
        self.word = if used == 64 { 0 } else { value >> used };
        self.filled = total - 64;
    }

    #[inline(always)]
    fn flush(&mut self) {
        let [lane, second, third, fourth] = self.lanes;
        self.lanes = [second, third, fourth, multiply_fold(lane ^ self.word, LANES[1])];
        self.words = self.words.wrapping_add(1);
    }

    /// The hash of all it was given.
    #[inline]
    pub fn finish(mut self) -> u64 {
        let length = u64::from(self.words) * 8 + u64::from(self.filled / 8);
        if self.filled > 0 {
            self.flush();
        }
        let lane = |number: u32| self.lanes[(number.wrapping_sub(self.words) & 3) as usize];
        let pair = multiply_fold(lane(0) ^ LANES[3], lane(1) ^ LANES[2]);
        let other = multiply_fold(lane(2) ^ LANES[1], lane(3) ^ length);
        multiply_fold(pair ^ LANES[0], other ^ self.key ^ LANES[3])
    }
}

impl Sink for Folder {
    const DIGEST: bool = true;

    #[inline(always)]
    fn bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.take(u64::from_le_bytes(word), 8 * chunk.len() as u32);
        }
    }

    #[inline(always)]
    fn boundary(&mut self) {
        if self.filled > 0 {
            self.flush();
        }
        self.word = 0;
        self.filled = 0;
    }

    #[inline(always)]
    fn word(&mut self, value: u64, bytes: u32) {
        self.take(value, 8 * bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_does_not_depend_on_how_bytes_come_in() {
        let bytes: Vec<u8> = (0..=255).collect();
        for length in 0..=bytes.len() {
            let whole = fold_keyed(7, &bytes[..length]);
            for step in [1, 2, 3, 5, 8, 16, 31] {
                let mut folder = Folder::new(7);
                bytes[..length].chunks(step).for_each(|chunk| folder.bytes(chunk));
                assert_eq!(folder.finish(), whole, "{length} bytes in steps of {step}");
            }
        }
    }

    #[test]
    fn every_bit_and_every_length_counts() {
        let plain = [0u8; 40];
        let mut seen = vec![fold(&plain)];
        for length in 0..40 {
            seen.push(fold(&plain[..length]));
        }
        for bit in 0..320 {
            let mut bytes = plain;
            bytes[bit / 8] ^= 1 << (bit % 8);
            seen.push(fold(&bytes));
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
