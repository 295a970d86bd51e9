//! The checksum, step by step as the page says it, with the page's constants.

use super::page::Page;

/// The page's constants.
pub struct Checksum {
    lanes: [u64; 4],
    split: [u64; 3],
}

impl Checksum {
    pub fn of(page: &Page) -> Result<Checksum, String> {
        let constant =
            |name: &str| page.constants.get(name).copied().ok_or_else(|| format!("the page has no constant {name}"));
        let lanes = [constant("C0")?, constant("C1")?, constant("C2")?, constant("C3")?];
        Ok(Checksum { lanes, split: [constant("G")?, constant("M")?, constant("N")?] })
    }

    /// The checksum of some bytes under a key.
    pub fn sum(&self, key: u64, bytes: &[u8]) -> u64 {
        let [c0, c1, c2, c3] = self.lanes;
        let mut lanes = [c0 ^ key, c1, c2, c3];
        for (number, chunk) in bytes.chunks(8).enumerate() {
            let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            let word = lanes[number % 4] ^ word;
            lanes[number % 4] = fold(word, c1);
        }
        let first = fold(lanes[0] ^ c3, lanes[1] ^ c2);
        let second = fold(lanes[2] ^ c1, lanes[3] ^ bytes.len() as u64);
        fold(first ^ c0, second ^ key ^ c3)
    }

    /// A key of three numbers.
    pub fn mix(&self, a: u64, b: u64, c: u64) -> u64 {
        let two = |a, b| self.split(self.split(a) ^ b);
        two(two(a, b), c)
    }

    fn split(&self, v: u64) -> u64 {
        let [g, m, n] = self.split;
        let z = v.wrapping_add(g);
        let z = (z ^ (z >> 30)).wrapping_mul(m);
        let z = (z ^ (z >> 27)).wrapping_mul(n);
        z ^ (z >> 31)
    }
}

/// The lower half of the product, exclusive-ored with the upper.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}
