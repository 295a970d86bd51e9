//! The digest of state: fields folded as they come, by a two-lane multiply-fold.
//!
//! Bytes are taken as 64-bit little-endian words, the last one filled up with zeros, two at a time. Each pair folds the 128-bit product of
//! its words, one xored with the lane and one with an odd constant, into the lane whose turn it is (the step of wyhash: Wang Yi, 2019); lanes and
//! length are folded together at the end. It is a checksum against divergence, not against forgery.

use super::Sink;
use super::fingerprint::multiply_fold;

const SECRETS: [u64; 4] = [0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3];

/// Folds bytes as they come: fields go into a word, full words by twos into the lanes, and nothing is stored.
pub struct StateHasher {
    key: u64,
    /// The next one to take a pair first.
    lanes: [u64; 2],
    /// The first word of a pair whose second is still to come.
    held: Option<u64>,
    /// Bytes that do not fill a word yet, the first lowest.
    word: u64,
    /// How many bits of `word` are filled, 0 … 56.
    filled: u32,
    words: u32,
}

impl StateHasher {
    /// A folder under `key` that has seen nothing.
    #[inline]
    pub fn new(key: u64) -> StateHasher {
        StateHasher { key, lanes: [SECRETS[0] ^ key, SECRETS[1]], held: None, word: 0, filled: 0, words: 0 }
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
        self.words = self.words.wrapping_add(1);
        match self.held.take() {
            None => self.held = Some(self.word),
            Some(first) => self.fold_pair(first, self.word),
        }
    }

    #[inline(always)]
    fn fold_pair(&mut self, first: u64, second: u64) {
        let [lane, other] = self.lanes;
        self.lanes = [other, multiply_fold(lane ^ first, SECRETS[2] ^ second)];
    }

    /// Folds what waits for a whole word and for a second one.
    #[inline(always)]
    fn settle(&mut self) {
        if self.filled > 0 {
            self.flush();
            (self.word, self.filled) = (0, 0);
        }
        if let Some(first) = self.held.take() {
            self.fold_pair(first, 0);
        }
    }

    /// The hash of all it was given.
    #[inline]
    pub fn finish(mut self) -> u64 {
        let length = u64::from(self.words) * 8 + u64::from(self.filled / 8);
        self.settle();
        let [first, second] = self.lanes;
        let both = multiply_fold(first ^ SECRETS[3], second ^ length);
        multiply_fold(both ^ SECRETS[0], self.key ^ SECRETS[1])
    }
}

impl Sink for StateHasher {
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
        self.settle();
    }

    #[inline(always)]
    fn word(&mut self, value: u64, bytes: u32) {
        self.take(value, 8 * bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded<'a>(key: u64, chunks: impl IntoIterator<Item = &'a [u8]>) -> u64 {
        let mut folder = StateHasher::new(key);
        chunks.into_iter().for_each(|chunk| folder.bytes(chunk));
        folder.finish()
    }

    #[test]
    fn folding_does_not_depend_on_how_bytes_come_in() {
        let bytes: Vec<u8> = (0..=255).collect();
        for length in 0..=bytes.len() {
            let whole = folded(7, [&bytes[..length]]);
            for step in [1, 2, 3, 5, 8, 16, 31] {
                assert_eq!(folded(7, bytes[..length].chunks(step)), whole, "{length} bytes in steps of {step}");
            }
        }
    }

    #[test]
    fn every_bit_every_length_every_key_and_every_boundary_counts() {
        let plain = [0u8; 40];
        let mut seen: Vec<u64> = (0..=40).map(|length| folded(0, [&plain[..length]])).collect();
        for bit in 0..320 {
            let mut bytes = plain;
            bytes[bit / 8] ^= 1 << (bit % 8);
            seen.push(folded(0, [&bytes[..]]));
        }
        seen.extend((1..64).map(|key| folded(key, [&plain[..]])));
        // Where a pair of words is full a boundary changes nothing.
        for at in (1..40).filter(|at| at % 16 != 0) {
            let mut folder = StateHasher::new(0);
            folder.bytes(&[1; 40][..at]);
            folder.boundary();
            folder.bytes(&[1; 40][at..]);
            seen.push(folder.finish());
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
