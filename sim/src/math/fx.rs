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
    pub const fn from_bits(bits: i32) -> Fx {
        Fx(I16F16::from_bits(bits))
    }

    /// The representation, in 1/65536.
    pub const fn bits(self) -> i32 {
        self.0.to_bits()
    }

    /// A whole number; every `i16` fits.
    pub const fn from_int(value: i16) -> Fx {
        Fx::from_bits((value as i32) << 16)
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

    /// `numerator / denominator` rounded down and held to the range; 0 when the denominator is 0.
    pub const fn ratio_floor(numerator: i64, denominator: i64) -> Fx {
        if denominator == 0 {
            return Fx::ZERO;
        }
        let wide = (numerator as i128) << 16;
        saturate(wide.div_euclid(denominator as i128))
    }

    /// The whole number at or below.
    pub const fn floor_int(self) -> i32 {
        self.bits() >> 16
    }

    /// The nearest whole number, halves upwards.
    pub const fn round_int(self) -> i32 {
        ((self.bits() as i64 + (1 << 15)) >> 16) as i32
    }

    /// The whole number at or above.
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
    pub const fn percent_floor(self, percent: i32) -> Fx {
        saturate_i64((self.bits() as i64 * percent as i64).div_euclid(100))
    }

    /// The sum, held to the range.
    pub const fn add_saturating(self, other: Fx) -> Fx {
        Fx::from_bits(self.bits().saturating_add(other.bits()))
    }

    /// The magnitude, held to the range.
    pub const fn abs(self) -> Fx {
        Fx::from_bits(self.bits().saturating_abs())
    }

    /// The square in 1/2³², exact: squares are compared wide, never narrowed.
    #[inline]
    pub const fn squared_wide(self) -> i64 {
        self.bits() as i64 * self.bits() as i64
    }

    /// The square root rounded down; 0 for negative numbers.
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

/// Decimal text with at most five fraction digits, rounded half away from zero, without trailing zeros.
impl fmt::Display for Fx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = i64::from(self.bits());
        let hundred_thousandths = (bits.abs() * 100_000 + (1 << 15)) >> 16;
        let (whole, fraction) = (hundred_thousandths / 100_000, hundred_thousandths % 100_000);
        let sign = if bits < 0 && hundred_thousandths > 0 { "-" } else { "" };
        if fraction == 0 {
            return write!(f, "{sign}{whole}");
        }
        let digits = format!("{fraction:05}");
        write!(f, "{sign}{whole}.{}", digits.trim_end_matches('0'))
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
