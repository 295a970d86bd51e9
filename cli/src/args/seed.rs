//! Seeds as the command line takes them: in decimal, or as `games.jsonl` prints them.

/// Hexadecimal digits of a seed where files print it.
const DIGITS: usize = 16;

/// Reads a seed: decimal digits, `0x` and hexadecimal ones, or 16 hexadecimal digits, as files of results have them.
pub fn seed(text: &str) -> Result<u64, String> {
    let expected = "expected a seed from 0 to 18446744073709551615 in decimal, or 16 hexadecimal digits as games.jsonl has them, or 0x and such digits";
    let hex = |digits: &str| {
        let sound = (1..=DIGITS).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        sound.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
    };
    if let Some(digits) = text.strip_prefix("0x") {
        return hex(digits).ok_or_else(|| expected.to_owned());
    }
    let decimal = text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    let printed = hex(text).filter(|_| text.len() == DIGITS);
    match (decimal, printed) {
        (Some(decimal), Some(printed)) if decimal != printed => Err(format!(
            "these 16 digits can be read in two ways; write 0x{text} for the hexadecimal ones of games.jsonl, or 0{text} for decimal"
        )),
        (decimal, printed) => decimal.or(printed).ok_or_else(|| expected.to_owned()),
    }
}
