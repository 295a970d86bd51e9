//! Bytes as text for a script element, seven bits a character: an eighth longer than the bytes where base64 is a third longer.
//!
//! A page is UTF-8, and a browser keeps every character of a script element's text but NUL and CR; `<` could end the element. A character
//! is the next seven bits, first bits first, and these three are each written as one of `STAND_INS` instead.

/// What a browser would not keep, or would take for the end of the element.
const UNFIT: [u8; 3] = [0, b'\r', b'<'];
/// What is written for them: nothing that a browser or an editor treats specially.
const STAND_INS: [char; 3] = ['À', 'Á', 'Â'];

/// The bytes as text; the last character's spare bits are zeros.
pub(super) fn sevens(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 6 + 2);
    let (mut held, mut count) = (0u32, 0);
    for byte in bytes {
        held = held << 8 | u32::from(*byte);
        count += 8;
        while count >= 7 {
            count -= 7;
            text.push(letter((held >> count & 127) as u8));
        }
    }
    if count > 0 {
        text.push(letter((held << (7 - count) & 127) as u8));
    }
    text
}

fn letter(seven: u8) -> char {
    UNFIT.iter().position(|unfit| *unfit == seven).map_or(char::from(seven), |place| STAND_INS[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads it back, as the page's `fromSevens` does.
    fn back(text: &str) -> Vec<u8> {
        let (mut held, mut count, mut bytes) = (0u32, 0, Vec::new());
        for letter in text.chars() {
            let stand_in = STAND_INS.iter().position(|other| *other == letter);
            held = held << 7 | stand_in.map_or(letter as u32, |place| u32::from(UNFIT[place]));
            count += 7;
            if count >= 8 {
                count -= 8;
                bytes.push((held >> count) as u8);
            }
        }
        bytes
    }

    #[test]
    fn all_bytes_come_back() {
        let all: Vec<u8> = (0..=255).chain((0..=255).rev()).chain([0; 9]).collect();
        for length in 0..all.len() {
            assert_eq!(back(&sevens(&all[..length])), all[..length], "{length} bytes");
        }
    }

    #[test]
    fn nothing_unfit_is_written() {
        let text = sevens(&[0, 13, 60, 0x1a, 0xd0, 0x79, 0x60, 0, 1, 2, 3, 255]);
        assert!(!text.contains(['\0', '\r', '<']));
        assert_eq!(sevens(&[0; 7]), "ÀÀÀÀÀÀÀÀ");
        assert_eq!(sevens(b"ab"), "0X@");
    }
}
