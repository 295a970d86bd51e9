//! Decimal text read exactly: no number of a content file ever passes through a float.

use super::limits::MAX_DIGITS;
use std::cmp::Ordering;

use sandtable_math::Fx;

/// A decimal number as written: `mantissa` / 10^`places`.
#[derive(Clone, Copy, Debug)]
pub struct Decimal {
    mantissa: i128,
    places: u32,
}

impl Decimal {
    /// Reads an optional sign, digits with an optional fraction and an optional exponent; none when the text is
    /// anything else or has more than 24 digits.
    pub fn parse(text: &str) -> Option<Decimal> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (negative, digits) = match number.as_bytes().first()? {
            b'-' => (true, &number[1..]),
            b'+' => (false, &number[1..]),
            _ => (false, number),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all: String = [whole, fraction].concat();
        if whole.is_empty() || all.len() > MAX_DIGITS || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let magnitude: i128 = all.parse().ok()?;
        let mantissa = if negative { -magnitude } else { magnitude };
        Decimal { mantissa, places: 0 }.shifted(fraction.len() as i32, exponent)
    }

    /// This number, whose last `fraction_digits` digits stand behind the point, times 10^`exponent`.
    fn shifted(self, fraction_digits: i32, exponent: i32) -> Option<Decimal> {
        let places = fraction_digits.checked_sub(exponent)?;
        if places.unsigned_abs() > MAX_DIGITS as u32 {
            return None;
        }
        if places >= 0 {
            return Some(Decimal { mantissa: self.mantissa, places: places as u32 });
        }
        let mantissa = self.mantissa.checked_mul(10i128.pow(places.unsigned_abs()))?;
        (mantissa.unsigned_abs() < 10u128.pow(MAX_DIGITS as u32)).then_some(Decimal { mantissa, places: 0 })
    }

    /// The number times `factor`, rounded half away from zero to a whole one; `factor` lies within ± 2³¹.
    pub fn scaled(self, factor: i64) -> i128 {
        let unit = 10i128.pow(self.places);
        let product = self.mantissa * i128::from(factor);
        let half = if product < 0 { -(unit / 2) } else { unit / 2 };
        (product + half) / unit
    }

    /// The nearest fixed-point number to this one divided by `divisor`, halves away from zero; none outside the range.
    pub fn to_fx(self, divisor: u32) -> Option<Fx> {
        if divisor == 0 {
            return None;
        }
        let unit = 10i128.pow(self.places) * i128::from(divisor);
        let product = self.mantissa << Fx::FRACTION_BITS;
        let half = if product < 0 { -(unit / 2) } else { unit / 2 };
        i32::try_from((product + half) / unit).ok().map(Fx::from_bits)
    }

    /// Whether it is above, below or equal to zero.
    pub fn sign(self) -> Ordering {
        self.mantissa.cmp(&0)
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Decimal {
        Decimal { mantissa: i128::from(value), places: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write_exactly() {
        let cases: &[(&str, Option<i32>)] = &[
            ("0", Some(0)),
            ("1.5", Some(98_304)),
            ("-0.25", Some(-16_384)),
            ("1e2", Some(6_553_600)),
            ("25e-1", Some(163_840)),
            ("0.00000762939453125", Some(1)),
            ("32767.99999", Some(i32::MAX)),
            ("32768", None),
            ("1e400", None),
            ("1e2147483648", None),
            ("inf", None),
            ("nan", None),
            ("", None),
            ("-", None),
            ("1.2.3", None),
            ("1234567890123456789012345", None),
        ];
        for (text, bits) in cases {
            assert_eq!(Decimal::parse(text).and_then(|number| number.to_fx(1)).map(Fx::bits), *bits, "{text}");
        }
    }

    #[test]
    fn scales_to_whole_ticks_rounding_half_away_from_zero() {
        for (text, ticks) in
            [("1", 16), ("0.5", 8), ("0.03125", 1), ("0.03", 0), ("-0.03125", -1), ("100000", 1_600_000)]
        {
            assert_eq!(Decimal::parse(text).map(|number| number.scaled(16)), Some(ticks), "{text}");
        }
    }
}
