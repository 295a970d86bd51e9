//! The four-lane multiply-fold: the hash of a run of bytes.
//!
//! Each lane takes every fourth 64-bit little-endian word, xors it in and folds the 128-bit product with
//! an odd constant. It is a checksum against divergence, not against forgery.

const LANES: [u64; 4] = [0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3];

#[inline]
const fn multiply_fold(a: u64, b: u64) -> u64 {
    let product = (a as u128) * (b as u128);
    (product as u64) ^ ((product >> 64) as u64)
}

#[inline]
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// The hash of `bytes`.
pub fn fold(bytes: &[u8]) -> u64 {
    fold_keyed(0, bytes)
}

/// The hash of `bytes` under `key`; the length is part of it.
#[inline]
pub fn fold_keyed(key: u64, bytes: &[u8]) -> u64 {
    let mut lanes = LANES;
    lanes[0] ^= key;
    let mut blocks = bytes.chunks_exact(32);
    for block in &mut blocks {
        for (lane, chunk) in lanes.iter_mut().zip(block.chunks_exact(8)) {
            *lane = multiply_fold(*lane ^ word(chunk), LANES[1]);
        }
    }
    for (lane, chunk) in lanes.iter_mut().zip(blocks.remainder().chunks(8)) {
        *lane = multiply_fold(*lane ^ word(chunk), LANES[2]);
    }
    let pair = multiply_fold(lanes[0] ^ LANES[3], lanes[1] ^ LANES[2]);
    let other = multiply_fold(lanes[2] ^ LANES[1], lanes[3] ^ bytes.len() as u64);
    multiply_fold(pair ^ LANES[0], other ^ key ^ LANES[3])
}
