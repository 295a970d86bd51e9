//! Random streams: one named stream per use, all derived from a seed, so that a draw more in one moves no other.
//!
//! ChaCha with 8 rounds gives the words; ranges, choices and bells are ours, because those of `rand` may change
//! value in a minor release.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};
use sandtable_math::{Fx, mix};
use serde::{Deserialize, Serialize};

use crate::{ByteReader, Field, Malformed, Sink, fingerprint};

/// A stream of random words. Its state is its key and its position, both saved.
///
/// ```
/// use sandtable_state::rng::Rng;
///
/// let (mut sites, mut fortune) = (Rng::stream(7, "sites"), Rng::stream(7, "fortune"));
/// let first = sites.below(6);
/// assert!(first < 6 && (-3..=3).contains(&sites.between(-3, 3)));
/// // Streams of one seed do not move each other; a stream of that name and seed draws the same again.
/// fortune.next_u64();
/// assert_eq!(Rng::stream(7, "sites").below(6), first);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u64, u64)", into = "(u64, u64)")]
pub struct Rng {
    key: u64,
    chacha: ChaCha8Rng,
}

impl Rng {
    /// The stream called `name` of a match or a commander with this seed.
    pub fn stream(seed: u64, name: &str) -> Rng {
        Rng::from_key(mix(seed, fingerprint(name.as_bytes())))
    }

    fn from_key(key: u64) -> Rng {
        let mut wide = [0; 32];
        for (lane, bytes) in wide.chunks_exact_mut(8).enumerate() {
            bytes.copy_from_slice(&mix(key, lane as u64).to_le_bytes());
        }
        Rng { key, chacha: ChaCha8Rng::from_seed(wide) }
    }

    /// The next 32 bits.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[cfg_attr(target_family = "wasm", inline(never))] // a page holds the cipher once
    pub fn next_u32(&mut self) -> u32 {
        self.chacha.next_u32()
    }

    /// The next 64 bits.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub fn next_u64(&mut self) -> u64 {
        self.chacha.next_u64()
    }

    /// A number below `bound`, each as likely to within 2⁻³²; 0 when `bound` is 0. One word is drawn, always.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// A number from `low` to `high`, both included; `low` when the range is empty.
    #[inline]
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = (i64::from(high) - i64::from(low)).max(0) as u64 + 1;
        let step = (u64::from(self.next_u32()) * span) >> 32;
        (i64::from(low) + step as i64) as i32
    }

    /// A bell-shaped number around 0 within ±1, the mean of four uniform draws
    /// (Game AI Pro ch. 3, Rabin: "Gaussian randomness" as a sum of uniforms); its deviation is about 0.29.
    #[inline]
    pub fn bell(&mut self) -> Fx {
        let sum: i64 = (0..4).map(|_| i64::from(self.next_u32() >> 15) - (1 << 16)).sum();
        Fx::from_bits((sum / 4) as i32)
    }
}

/// Key and position. A stream of a commander never gets near 2⁶⁴ words.
impl From<Rng> for (u64, u64) {
    #[inline]
    fn from(rng: Rng) -> (u64, u64) {
        (rng.key, rng.chacha.get_word_pos() as u64)
    }
}

impl From<(u64, u64)> for Rng {
    #[inline]
    fn from((key, position): (u64, u64)) -> Rng {
        let mut rng = Rng::from_key(key);
        rng.chacha.set_word_pos(u128::from(position));
        rng
    }
}

impl Field for Rng {
    #[inline]
    fn put<S: Sink>(&self, sink: &mut S) {
        self.key.put(sink);
        self.chacha.get_word_pos().put(sink);
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        let mut rng = Rng::from_key(u64::take(reader)?);
        let position = u128::take(reader)?;
        if position >> 68 != 0 {
            return Err(reader.malformed("a position beyond the end of the stream"));
        }
        rng.chacha.set_word_pos(position);
        Ok(rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_apart_and_resume_in_the_middle_of_a_block() {
        let mut first = Rng::stream(7, "placement");
        assert_ne!(first.clone().next_u64(), Rng::stream(7, "squads").next_u64());
        assert_ne!(first.clone().next_u64(), Rng::stream(8, "placement").next_u64());
        for _ in 0..5 {
            first.next_u32();
        }
        let mut bytes = Vec::new();
        first.put(&mut bytes);
        let mut again = Rng::take(&mut ByteReader::new(&bytes)).expect("its own bytes");
        assert_eq!(again, first);
        assert_eq!(again.next_u64(), first.next_u64());
        let pair: (u64, u64) = again.clone().into();
        assert_eq!(Rng::from(pair).next_u64(), again.next_u64());
    }

    #[test]
    fn draws_stay_in_range_at_the_ends() {
        let mut rng = Rng::stream(1, "test");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.between(5, 5), 5);
        for _ in 0..1_000 {
            assert!((-3..=4).contains(&rng.between(-3, 4)));
            rng.between(i32::MIN, i32::MAX);
            assert!(rng.bell().abs() <= Fx::ONE);
        }
    }
}
