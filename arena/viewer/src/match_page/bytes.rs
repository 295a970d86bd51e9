//! Small numbers in few bytes, and bytes as text: what the page's decoder reads back.

use std::io::Write as _;

/// Bytes being packed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Packer {
    bytes: Vec<u8>,
}

impl Packer {
    /// Appends a number, seven bits a byte, the low ones first; a set high bit says that more follow.
    pub fn number(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// Appends a signed number, folded so that small magnitudes stay small: 0, −1, 1, −2 become 0, 1, 2, 3.
    /// Differences wrap, and wrap back when they are added up.
    pub fn signed(&mut self, value: i32) {
        self.number(((value << 1) ^ (value >> 31)) as u32);
    }

    /// Appends the difference of two numbers; wraps.
    pub fn difference(&mut self, from: u32, to: u32) {
        self.signed(to.wrapping_sub(from) as i32);
    }

    /// Appends a place, and another as its difference from that.
    pub fn line(&mut self, from: (u32, u32), to: (u32, u32)) {
        self.number(from.0);
        self.number(from.1);
        self.difference(from.0, to.0);
        self.difference(from.1, to.1);
    }

    /// Appends bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends a grid as runs of equal values: value, length, until the grid is full.
    pub fn runs(&mut self, grid: &[u8]) {
        for run in grid.chunk_by(|a, b| a == b) {
            self.number(u32::from(run[0]));
            self.number(run.len() as u32);
        }
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }
}

/// The bytes as a gzip file (RFC 1952).
pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    // Writing to memory does not fail.
    encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap_or_default()
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes as base64 with padding (RFC 4648 §4).
pub(super) fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |place: usize| u32::from(group.get(place).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let letter = ALPHABET[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place > group.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Reads back what a [`Packer`] wrote, as the page does.
    pub struct Unpacker<'b> {
        bytes: &'b [u8],
    }

    impl<'b> Unpacker<'b> {
        pub fn new(bytes: &'b [u8]) -> Unpacker<'b> {
            Unpacker { bytes }
        }

        pub fn byte(&mut self) -> u8 {
            let (first, rest) = self.bytes.split_first().expect("the bytes go on");
            self.bytes = rest;
            *first
        }

        pub fn number(&mut self) -> u32 {
            let (mut value, mut shift) = (0, 0);
            loop {
                let byte = self.byte();
                value |= u32::from(byte & 0x7F) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    return value;
                }
            }
        }

        pub fn signed(&mut self) -> i32 {
            let value = self.number();
            (value >> 1) as i32 ^ -((value & 1) as i32)
        }

        pub fn difference(&mut self, from: u32) -> u32 {
            from.wrapping_add(self.signed() as u32)
        }

        pub fn is_empty(&self) -> bool {
            self.bytes.is_empty()
        }
    }

    #[test]
    fn numbers_come_back() {
        let mut packer = Packer::default();
        let numbers = [0, 1, 127, 128, 300, 1 << 20, u32::MAX];
        let signed = [0, -1, 1, 63, -64, 64, i32::MIN, i32::MAX];
        numbers.iter().for_each(|number| packer.number(*number));
        signed.iter().for_each(|number| packer.signed(*number));
        packer.difference(u32::MAX, 2);
        let mut unpacker = Unpacker::new(packer.as_slice());
        assert_eq!(numbers.map(|_| unpacker.number()), numbers);
        assert_eq!(signed.map(|_| unpacker.signed()), signed);
        assert_eq!(unpacker.difference(u32::MAX), 2);
        assert!(unpacker.is_empty());
    }

    #[test]
    fn base64_is_the_standard_one() {
        let known =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("\u{7ff}", "378=")];
        for (plain, text) in known {
            assert_eq!(base64(plain.as_bytes()), text);
        }
    }
}
