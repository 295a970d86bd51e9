//! `Fx`, the one fixed-point scalar of the state: 16 integer and 16 fraction bits.
//!
//! `fixed` wraps silently in release builds, so its operators stay behind this newtype: `+` and `-`
//! here are integer additions under the workspace's overflow checks, and every other operation says in
//! its name how it rounds and what it does at the ends of the range.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use fixed::types::I16F16;
use serde::{Deserialize, Serialize};

/// A fixed-point number in −32768 … 32767.99998, in steps of 1/65536.
///
/// `+` and `-` are exact and panic beyond the range; every other operation says in its name how it rounds.
///
/// ```
/// use sandtable_math::Fx;
///
/// let speed = Fx::from_ratio(3, 8);
/// assert_eq!((speed + Fx::HALF).to_string(), "0.875");
/// assert_eq!([format!("{:.2}", speed), format!("{:.0}", speed - Fx::ONE)], ["0.38", "-1"]);
/// assert_eq!(speed.mul_floor(Fx::from_int(-3)).floor_int(), -2);
/// assert_eq!(Fx::ONE.div_trunc(Fx::ZERO), Fx::ZERO);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Fx(I16F16);

impl Fx {
    /// Number of fraction bits.
    pub const FRACTION_BITS: u32 = 16;
    /// 0.
    pub const ZERO: Fx = Fx::from_bits(0);
    /// 1/65536, the least positive value.
    pub const EPSILON: Fx = Fx::from_bits(1);
    /// 1/2.
    pub const HALF: Fx = Fx::from_bits(1 << 15);
    /// 1.
    pub const ONE: Fx = Fx::from_bits(1 << 16);
    /// The greatest value.
    pub const MAX: Fx = Fx::from_bits(i32::MAX);

    /// The number whose two's-complement representation is `bits`, in 1/65536.
    #[inline]
    pub const fn from_bits(bits: i32) -> Fx {
        Fx(I16F16::from_bits(bits))
    }

    /// The representation, in 1/65536.
    #[inline]
    pub const fn bits(self) -> i32 {
        self.0.to_bits()
    }

    /// A whole number; every `i16` fits.
    #[inline]
    pub const fn from_int(value: i16) -> Fx {
        Fx::from_bits((value as i32) << 16)
    }

    /// A number of halves, −65,536 … 65,535: the middle of cells from `a` to `b` is at `from_halves(a + b)`.
    #[inline]
    pub const fn from_halves(halves: i32) -> Fx {
        Fx::from_bits(halves << (Fx::FRACTION_BITS - 1))
    }

    /// A whole number, held to the range of `Fx`.
    pub const fn from_int_saturating(value: i32) -> Fx {
        if value > i16::MAX as i32 {
            Fx::MAX
        } else if value < i16::MIN as i32 {
            Fx::from_bits(i32::MIN)
        } else {
            Fx::from_bits(value << 16)
        }
    }

    /// The fraction `numerator / denominator`, which must be one of the numbers of `Fx`: for constants.
    ///
    /// ```
    /// use sandtable_math::Fx;
    ///
    /// const QUARTER_CELL: Fx = Fx::from_ratio(1, 4);
    /// assert_eq!(QUARTER_CELL.to_string(), "0.25");
    /// ```
    ///
    /// # Panics
    /// When the fraction is no multiple of 1/65536, lies outside the range, or has no denominator; a constant does not compile
    /// then. [`Fx::ratio_floor`] rounds instead.
    #[inline]
    pub const fn from_ratio(numerator: i32, denominator: i32) -> Fx {
        let bits = (numerator as i64) << Fx::FRACTION_BITS;
        assert!(bits % denominator as i64 == 0, "the fraction is no multiple of 1/65536");
        let bits = bits / denominator as i64;
        assert!(bits >= i32::MIN as i64 && bits <= i32::MAX as i64, "the fraction lies outside the range");
        Fx::from_bits(bits as i32)
    }

    /// The number nearest to a count of thousandths, halves away from zero, held to the range.
    ///
    /// ```
    /// use sandtable_math::Fx;
    ///
    /// assert_eq!(Ok(Fx::from_thousandths(-100)), Fx::parse_decimal("-0.1"));
    /// ```
    pub const fn from_thousandths(thousandths: i32) -> Fx {
        nearest_part(thousandths, 1_000)
    }

    /// The number nearest to a count of millionths, halves away from zero.
    ///
    /// ```
    /// use sandtable_math::Fx;
    ///
    /// assert_eq!(Ok(Fx::from_millionths(866_025)), Fx::parse_decimal("0.866025"));
    /// ```
    pub const fn from_millionths(millionths: i32) -> Fx {
        nearest_part(millionths, 1_000_000)
    }

    /// The mean of `count` numbers of which the representations ([`Fx::bits`]) add up to `bits`, rounded towards zero and held to
    /// the range; 0 for none.
    #[inline]
    pub const fn mean_of_bits_trunc(bits: i64, count: i64) -> Fx {
        if count == 0 { Fx::ZERO } else { saturate_i64(bits / count) }
    }

    /// The number in the middle between this and `other`, rounded towards zero.
    ///
    /// ```
    /// use sandtable_math::Fx;
    ///
    /// assert_eq!(Fx::ONE.midpoint_trunc(Fx::from_int(4)), Fx::from_ratio(5, 2));
    /// ```
    #[inline]
    pub const fn midpoint_trunc(self, other: Fx) -> Fx {
        saturate_i64((self.bits() as i64 + other.bits() as i64) / 2)
    }

    /// `numerator / denominator` rounded down and held to the range; 0 when the denominator is 0.
    pub const fn ratio_floor(numerator: i64, denominator: i64) -> Fx {
        if denominator == 0 {
            return Fx::ZERO;
        }
        // Nearly every ratio fits in 64 bits, and those divide in a tenth of the time.
        if numerator.unsigned_abs() >> 46 == 0 {
            return saturate_i64((numerator << 16).div_euclid(denominator));
        }
        let wide = (numerator as i128) << 16;
        saturate(wide.div_euclid(denominator as i128))
    }

    /// The whole number at or below.
    #[inline]
    pub const fn floor_int(self) -> i32 {
        self.bits() >> 16
    }

    /// The nearest whole number, halves upwards.
    #[inline]
    pub const fn round_int(self) -> i32 {
        ((self.bits() as i64 + (1 << 15)) >> 16) as i32
    }

    /// The whole number at or above.
    #[inline]
    pub const fn ceil_int(self) -> i32 {
        ((self.bits() as i64 + 0xFFFF) >> 16) as i32
    }

    /// The product rounded down, held to the range.
    #[inline]
    pub const fn mul_floor(self, other: Fx) -> Fx {
        saturate_i64((self.bits() as i64 * other.bits() as i64) >> 16)
    }

    /// The product with a whole number, held to the range.
    #[inline]
    pub const fn mul_int(self, other: i32) -> Fx {
        saturate_i64(self.bits() as i64 * other as i64)
    }

    /// The quotient rounded towards zero, held to the range; 0 when dividing by 0.
    #[inline]
    pub const fn div_trunc(self, other: Fx) -> Fx {
        if other.bits() == 0 {
            return Fx::ZERO;
        }
        saturate_i64(((self.bits() as i64) << 16) / other.bits() as i64)
    }

    /// `self × percent / 100` rounded down, held to the range.
    #[inline]
    pub const fn percent_floor(self, percent: i32) -> Fx {
        saturate_i64((self.bits() as i64 * percent as i64).div_euclid(100))
    }

    /// The sum, held to the range.
    #[inline]
    pub const fn add_saturating(self, other: Fx) -> Fx {
        Fx::from_bits(self.bits().saturating_add(other.bits()))
    }

    /// The magnitude, held to the range.
    #[inline]
    pub const fn abs(self) -> Fx {
        Fx::from_bits(self.bits().saturating_abs())
    }

    /// The square in 1/2³², exact: squares are compared wide, never narrowed.
    #[inline]
    pub const fn squared_wide(self) -> i64 {
        self.bits() as i64 * self.bits() as i64
    }

    /// The square root rounded down; 0 for negative numbers.
    #[inline]
    pub const fn sqrt_floor(self) -> Fx {
        if self.bits() <= 0 {
            return Fx::ZERO;
        }
        Fx::from_bits((((self.bits() as u64) << 16).isqrt()) as i32)
    }

    /// The square root of a wide square (1/2³²), rounded down and held to the range.
    #[inline]
    pub const fn root_of_wide(square: i64) -> Fx {
        if square <= 0 {
            return Fx::ZERO;
        }
        saturate_i64((square as u64).isqrt() as i64)
    }

    /// Parses decimal text exactly, rounding half away from zero to the nearest 1/65536.
    /// Accepts an optional sign, digits, and a fraction; no exponent, no underscore.
    ///
    /// # Errors
    /// [`ParseFxError`] when the text is no decimal number or lies outside the range.
    pub fn parse_decimal(text: &str) -> Result<Fx, ParseFxError> {
        let (negative, digits) = match text.as_bytes() {
            [b'-', ..] => (true, &text[1..]),
            [b'+', ..] => (false, &text[1..]),
            _ => (false, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let numeric = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !numeric(whole) || !numeric(fraction) {
            return Err(ParseFxError::NotDecimal);
        }
        let whole = whole.trim_start_matches('0');
        if whole.len() > 5 {
            return Err(ParseFxError::OutOfRange);
        }
        let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| ParseFxError::OutOfRange)? };
        // Twelve digits hold 1/65536 to well below half a step; later ones cannot change the rounding
        // of any number people write.
        let shown = &fraction[..fraction.len().min(12)];
        let scale = 10i64.pow(shown.len() as u32);
        let part: i64 = shown.parse().map_err(|_| ParseFxError::NotDecimal)?;
        let fraction_bits = ((part as i128 * 131_072 / scale as i128) + 1) >> 1;
        let magnitude = (whole << 16) + fraction_bits as i64;
        let bits = if negative { -magnitude } else { magnitude };
        i32::try_from(bits).map(Fx::from_bits).map_err(|_| ParseFxError::OutOfRange)
    }
}

/// `count / parts`, rounded to the nearest number, halves away from zero, and held to the range.
const fn nearest_part(count: i32, parts: i64) -> Fx {
    let doubled = (count as i64) << (Fx::FRACTION_BITS + 1);
    let half = if count < 0 { -parts } else { parts };
    saturate_i64((doubled + half) / (2 * parts))
}

const fn saturate_i64(bits: i64) -> Fx {
    if bits > i32::MAX as i64 {
        Fx::MAX
    } else if bits < i32::MIN as i64 {
        Fx::from_bits(i32::MIN)
    } else {
        Fx::from_bits(bits as i32)
    }
}

const fn saturate(bits: i128) -> Fx {
    if bits > i32::MAX as i128 {
        Fx::MAX
    } else if bits < i32::MIN as i128 {
        Fx::from_bits(i32::MIN)
    } else {
        Fx::from_bits(bits as i32)
    }
}

/// Why a text is no [`Fx`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseFxError {
    /// Not an optional sign, digits and an optional fraction.
    #[error("not a decimal number")]
    NotDecimal,
    /// Outside −32768 … 32767.99998.
    #[error("outside -32768 to 32767.99998")]
    OutOfRange,
}

impl Add for Fx {
    type Output = Fx;
    #[inline]
    fn add(self, other: Fx) -> Fx {
        Fx::from_bits(self.bits() + other.bits())
    }
}

impl Sub for Fx {
    type Output = Fx;
    #[inline]
    fn sub(self, other: Fx) -> Fx {
        Fx::from_bits(self.bits() - other.bits())
    }
}

impl Neg for Fx {
    type Output = Fx;
    #[inline]
    fn neg(self) -> Fx {
        Fx::from_bits(-self.bits())
    }
}

impl AddAssign for Fx {
    #[inline]
    fn add_assign(&mut self, other: Fx) {
        *self = *self + other;
    }
}

impl SubAssign for Fx {
    #[inline]
    fn sub_assign(&mut self, other: Fx) {
        *self = *self - other;
    }
}

/// Decimal text: with a precision, as many fraction digits, at most five; without, five less their trailing zeros. Half rounds to even,
/// as floats do.
impl fmt::Display for Fx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = f.precision().map_or(5, |places| places.min(5));
        let unit = 10_u64.pow(places as u32);
        let scaled = u64::from(self.bits().unsigned_abs()) * unit;
        let (down, rest) = (scaled >> 16, scaled & 0xFFFF);
        let rounded = down + u64::from(rest + (down & 1) > 1 << 15);
        let sign = if self.bits() < 0 && rounded > 0 { "-" } else { "" };
        let (whole, fraction) = (rounded / unit, rounded % unit);
        if places == 0 || (fraction == 0 && f.precision().is_none()) {
            return write!(f, "{sign}{whole}");
        }
        let digits = format!("{fraction:0places$}");
        let digits = if f.precision().is_some() { &digits } else { digits.trim_end_matches('0') };
        write!(f, "{sign}{whole}.{digits}")
    }
}

impl fmt::Debug for Fx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

// Serialised by representation, so that no text or float stands between a value and its bytes.
impl Serialize for Fx {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.bits().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Fx {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Fx, D::Error> {
        i32::deserialize(deserializer).map(Fx::from_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_text_is_read_exactly_and_back() {
        for (text, bits) in [
            ("0", 0),
            ("1", 65_536),
            ("-1", -65_536),
            ("0.5", 32_768),
            ("-0.25", -16_384),
            ("32767.99998", i32::MAX),
            ("0.00001", 1),
            ("0.000007", 0),
            ("+3.75", 245_760),
        ] {
            assert_eq!(Fx::parse_decimal(text).map(Fx::bits), Ok(bits), "{text}");
        }
        for bits in (-200_000..200_000).step_by(37) {
            let value = Fx::from_bits(bits);
            assert_eq!(Fx::parse_decimal(&value.to_string()), Ok(value), "{value}");
        }
    }

    #[test]
    fn what_is_no_decimal_number_is_refused() {
        for text in ["", ".", "1.", ".5", "1e3", "1_000", "0x10", "--1", "1.2.3", "nan", "inf", " 1", "1 "] {
            assert_eq!(Fx::parse_decimal(text), Err(ParseFxError::NotDecimal), "{text:?}");
        }
        for text in ["32768", "-32769", "99999", "123456789012345678901234567890"] {
            assert_eq!(Fx::parse_decimal(text), Err(ParseFxError::OutOfRange), "{text}");
        }
    }

    #[test]
    fn fractions_and_decimal_parts_are_the_nearest_numbers() {
        assert_eq!(Fx::from_ratio(-31, 64).bits(), (1 << 10) - (1 << 15));
        assert_eq!(Fx::from_ratio(i32::MAX, 1 << 16), Fx::MAX);
        for thousandths in -2_000i32..2_000 {
            let text = format!(
                "{}{}.{:03}",
                if thousandths < 0 { "-" } else { "" },
                thousandths.abs() / 1_000,
                thousandths.abs() % 1_000
            );
            assert_eq!(Fx::parse_decimal(&text), Ok(Fx::from_thousandths(thousandths)), "{text}");
            assert_eq!(Fx::from_millionths(thousandths * 1_000), Fx::from_thousandths(thousandths), "{text}");
        }
        assert_eq!(Fx::from_thousandths(i32::MAX), Fx::MAX);
        assert_eq!((Fx::mean_of_bits_trunc(-7, 2), Fx::mean_of_bits_trunc(7, 0)), (Fx::from_bits(-3), Fx::ZERO));
    }

    #[test]
    fn products_and_quotients_round_as_their_names_say_and_hold_at_the_ends() {
        let fx = Fx::from_bits;
        assert_eq!(fx(1).mul_floor(fx(1)), Fx::ZERO);
        assert_eq!(fx(-1).mul_floor(fx(1)), fx(-1));
        assert_eq!(Fx::MAX.mul_floor(Fx::MAX), Fx::MAX);
        assert_eq!(fx(i32::MIN).mul_floor(Fx::MAX), fx(i32::MIN));
        assert_eq!(fx(-7).div_trunc(Fx::from_int(2)), fx(-3));
        assert_eq!(Fx::ONE.div_trunc(Fx::ZERO), Fx::ZERO);
        assert_eq!(Fx::MAX.div_trunc(fx(1)), Fx::MAX);
        assert_eq!(fx(i32::MIN).abs(), Fx::MAX);
        assert_eq!(fx(-1).round_int(), 0);
        assert_eq!(Fx::HALF.round_int(), 1);
        assert_eq!((fx(-1).floor_int(), fx(1).ceil_int()), (-1, 1));
    }

    #[test]
    fn roots_are_exact_floors() {
        for bits in [1i64, 2, 3, 4, 65_536, 1 << 40, (1 << 62) - 1] {
            let root = i64::from(Fx::root_of_wide(bits).bits());
            assert!(root * root <= bits && (root + 1) * (root + 1) > bits || root == i64::from(i32::MAX), "{bits}");
        }
        assert_eq!(Fx::from_int(9).sqrt_floor(), Fx::from_int(3));
        assert_eq!(Fx::from_int(-9).sqrt_floor(), Fx::ZERO);
    }
}
