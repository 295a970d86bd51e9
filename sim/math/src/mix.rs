//! Documented integer mixers: tie breaks, derived seeds, hashes of grid cells.

/// SplitMix64's finalizer (Steele, Lea and Flood 2014): a bijection of 64 bits without visible structure.
#[inline]
pub const fn splitmix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Mixes two words; the order of the arguments matters.
#[inline]
pub const fn mix(a: u64, b: u64) -> u64 {
    splitmix(splitmix(a) ^ b)
}

/// Mixes three words, as (match seed, tick, id) for contests.
#[inline]
pub const fn mix3(a: u64, b: u64, c: u64) -> u64 {
    mix(mix(a, b), c)
}
