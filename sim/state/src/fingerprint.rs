//! The four-lane multiply-fold: the hash of a run of bytes, by which streams, content and the records of files are known.
//!
//! Each lane takes every fourth 64-bit little-endian word (the last one filled up with zeros), xors it in and folds the 128-bit product with
//! an odd constant; lanes and length are folded together at the end. It is a checksum against mistakes, not against forgery. Files of
//! all times are checked by it, and the streams of a match are named by it, so that it never changes; the state's own digest may.

const LANES: [u64; 4] = [0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3];

/// The two halves of a product, xored.
#[inline]
pub(super) const fn multiply_fold(a: u64, b: u64) -> u64 {
    let product = (a as u128) * (b as u128);
    (product as u64) ^ ((product >> 64) as u64)
}

/// The hash of `bytes`.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    fold_keyed(0, bytes)
}

/// The hash of `bytes` under `key`; the length is part of it.
pub fn fold_keyed(key: u64, bytes: &[u8]) -> u64 {
    let mut fold = Fingerprint::new(key);
    fold.take(bytes);
    fold.finish()
}

/// The [`fingerprint`] of bytes that come in pieces, however they are cut.
pub struct Fingerprint {
    key: u64,
    lanes: [u64; 4],
    length: u64,
}

impl Fingerprint {
    /// Bytes of which the length of each piece but the last must be a multiple.
    pub const STEP: usize = 8 * LANES.len();

    /// One under `key` that has seen nothing.
    pub fn new(key: u64) -> Fingerprint {
        let [first, second, third, fourth] = LANES;
        Fingerprint { key, lanes: [first ^ key, second, third, fourth], length: 0 }
    }

    /// Takes the next piece.
    pub fn take(&mut self, bytes: &[u8]) {
        debug_assert!(self.length.is_multiple_of(Fingerprint::STEP as u64), "only the last piece may end anywhere");
        for (number, chunk) in bytes.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let lane = &mut self.lanes[number % LANES.len()];
            *lane = multiply_fold(*lane ^ u64::from_le_bytes(word), LANES[1]);
        }
        self.length += bytes.len() as u64;
    }

    /// The hash of all it was given.
    pub fn finish(self) -> u64 {
        let lanes = self.lanes;
        let pair = multiply_fold(lanes[0] ^ LANES[3], lanes[1] ^ LANES[2]);
        let other = multiply_fold(lanes[2] ^ LANES[1], lanes[3] ^ self.length);
        multiply_fold(pair ^ LANES[0], other ^ self.key ^ LANES[3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_gives_never_changes() {
        let bytes: Vec<u8> = (0..=255).collect();
        let given = [0, 1, 7, 8, 31, 32, 33, 256].map(|length| fold_keyed(7, &bytes[..length]));
        let known = [
            0xe8c7b515b6aff8fd,
            0x9ebac807a7976e5a,
            0x08d613255eed5fdd,
            0x6e6d755b503edbec,
            0x16ae2c619b2a60da,
            0x1ee2c19a15c7abb1,
            0x631c76adfb7799e5,
            0xfacda40f4b49be1a,
        ];
        assert_eq!(given, known);
    }

    #[test]
    fn pieces_are_folded_as_the_whole() {
        let bytes: Vec<u8> = (0..=255).collect();
        for (length, step) in [(0, 32), (31, 32), (32, 32), (100, 32), (256, 64), (250, 96)] {
            let mut fold = Fingerprint::new(9);
            bytes[..length].chunks(step).for_each(|piece| fold.take(piece));
            assert_eq!(fold.finish(), fold_keyed(9, &bytes[..length]), "{length} bytes by {step}");
        }
    }

    #[test]
    fn every_bit_and_every_length_counts() {
        let plain = [0u8; 40];
        let mut seen = vec![fingerprint(&plain)];
        for length in 0..40 {
            seen.push(fingerprint(&plain[..length]));
        }
        for bit in 0..320 {
            let mut bytes = plain;
            bytes[bit / 8] ^= 1 << (bit % 8);
            seen.push(fingerprint(&bytes));
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
