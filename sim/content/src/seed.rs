//! Seeds as text, on command lines and in files: in decimal, or in hexadecimal as `games.jsonl` prints them.

/// Hexadecimal digits of a seed where files print it.
const DIGITS: usize = 16;

/// Reads a seed: a decimal number, `0x` and hexadecimal digits, or 16 hexadecimal digits, as files of results have them. A decimal number of
/// 16 digits needs a leading 0, since without it the digits are read as hexadecimal.
///
/// # Errors
/// What would do.
pub fn read_seed(text: &str) -> Result<u64, String> {
    let hex = |digits: &str| {
        let sound = (1..=DIGITS).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        sound.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
    };
    let printed = || hex(text).filter(|_| text.len() == DIGITS);
    let decimal = || text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    let read = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => hex(digits),
        None => printed().or_else(decimal),
    };
    read.ok_or_else(|| {
        "expected a decimal number, 0x and 1 to 16 hexadecimal digits, or 16 hexadecimal digits".to_owned()
    })
}

/// A seed in decimal as [`read_seed`] takes it: with a 0 before 16 digits, which would be hexadecimal ones without.
#[must_use]
pub fn seed_told(seed: u64) -> String {
    let digits = seed.to_string();
    if digits.len() == DIGITS { format!("0{digits}") } else { digits }
}
