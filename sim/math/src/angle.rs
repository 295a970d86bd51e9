//! Binary angles: a full turn is 65,536 steps, so that wrapping is the arithmetic of `u16`.

use serde::{Deserialize, Serialize};

use super::{Fx, Vec2};

/// A direction in 1/65,536 of a turn: 0 is east, 16,384 south (x east, y south), clockwise as drawn.
///
/// ```
/// use sandtable_math::{Angle, Fx, Vec2};
///
/// let south = Angle::from_vector(Vec2::new(Fx::ZERO, Fx::ONE));
/// assert_eq!(south, Angle::QUARTER);
/// assert_eq!(south.direction(), Vec2::new(Fx::ZERO, Fx::ONE));
/// assert_eq!(south.turn_to(Angle(0)), -16_384);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Angle(pub u16);

/// sin over a quarter turn in 257 samples, in 1/65536.
#[rustfmt::skip]
const QUARTER_SINE: [i32; 257] = [
    0, 402, 804, 1206, 1608, 2010, 2412, 2814, 3216, 3617, 4019, 4420,
    4821, 5222, 5623, 6023, 6424, 6824, 7224, 7623, 8022, 8421, 8820, 9218,
    9616, 10014, 10411, 10808, 11204, 11600, 11996, 12391, 12785, 13180, 13573, 13966,
    14359, 14751, 15143, 15534, 15924, 16314, 16703, 17091, 17479, 17867, 18253, 18639,
    19024, 19409, 19792, 20175, 20557, 20939, 21320, 21699, 22078, 22457, 22834, 23210,
    23586, 23961, 24335, 24708, 25080, 25451, 25821, 26190, 26558, 26925, 27291, 27656,
    28020, 28383, 28745, 29106, 29466, 29824, 30182, 30538, 30893, 31248, 31600, 31952,
    32303, 32652, 33000, 33347, 33692, 34037, 34380, 34721, 35062, 35401, 35738, 36075,
    36410, 36744, 37076, 37407, 37736, 38064, 38391, 38716, 39040, 39362, 39683, 40002,
    40320, 40636, 40951, 41264, 41576, 41886, 42194, 42501, 42806, 43110, 43412, 43713,
    44011, 44308, 44604, 44898, 45190, 45480, 45769, 46056, 46341, 46624, 46906, 47186,
    47464, 47741, 48015, 48288, 48559, 48828, 49095, 49361, 49624, 49886, 50146, 50404,
    50660, 50914, 51166, 51417, 51665, 51911, 52156, 52398, 52639, 52878, 53114, 53349,
    53581, 53812, 54040, 54267, 54491, 54714, 54934, 55152, 55368, 55582, 55794, 56004,
    56212, 56418, 56621, 56823, 57022, 57219, 57414, 57607, 57798, 57986, 58172, 58356,
    58538, 58718, 58896, 59071, 59244, 59415, 59583, 59750, 59914, 60075, 60235, 60392,
    60547, 60700, 60851, 60999, 61145, 61288, 61429, 61568, 61705, 61839, 61971, 62101,
    62228, 62353, 62476, 62596, 62714, 62830, 62943, 63054, 63162, 63268, 63372, 63473,
    63572, 63668, 63763, 63854, 63944, 64031, 64115, 64197, 64277, 64354, 64429, 64501,
    64571, 64639, 64704, 64766, 64827, 64884, 64940, 64993, 65043, 65091, 65137, 65180,
    65220, 65259, 65294, 65328, 65358, 65387, 65413, 65436, 65457, 65476, 65492, 65505,
    65516, 65525, 65531, 65535, 65536,
];

/// arctan over 0 … 1 in 257 samples, in 1/16 of a step.
#[rustfmt::skip]
const ARCTANGENT: [u32; 257] = [
    0, 652, 1304, 1956, 2607, 3259, 3911, 4562, 5213, 5865, 6516, 7166,
    7817, 8467, 9117, 9767, 10417, 11066, 11715, 12363, 13012, 13659, 14307, 14954,
    15600, 16246, 16891, 17536, 18181, 18825, 19468, 20111, 20753, 21395, 22036, 22676,
    23315, 23954, 24593, 25230, 25867, 26503, 27138, 27772, 28406, 29039, 29671, 30302,
    30932, 31561, 32190, 32817, 33444, 34069, 34694, 35318, 35940, 36562, 37182, 37802,
    38420, 39038, 39654, 40269, 40884, 41497, 42108, 42719, 43329, 43937, 44544, 45150,
    45755, 46358, 46960, 47561, 48161, 48760, 49357, 49953, 50547, 51140, 51732, 52323,
    52912, 53500, 54087, 54672, 55255, 55838, 56419, 56998, 57576, 58153, 58728, 59302,
    59874, 60445, 61014, 61582, 62148, 62713, 63276, 63838, 64398, 64957, 65514, 66070,
    66624, 67177, 67728, 68278, 68826, 69372, 69917, 70460, 71002, 71542, 72080, 72617,
    73152, 73686, 74218, 74748, 75277, 75804, 76330, 76854, 77376, 77897, 78416, 78934,
    79449, 79963, 80476, 80987, 81496, 82004, 82510, 83014, 83517, 84018, 84517, 85015,
    85511, 86005, 86498, 86989, 87478, 87966, 88452, 88937, 89419, 89901, 90380, 90858,
    91334, 91809, 92282, 92753, 93222, 93690, 94157, 94621, 95084, 95546, 96006, 96464,
    96920, 97375, 97828, 98280, 98730, 99178, 99625, 100070, 100513, 100955, 101395, 101834,
    102271, 102707, 103140, 103573, 104003, 104432, 104860, 105286, 105710, 106133, 106554, 106973,
    107391, 107808, 108223, 108636, 109048, 109458, 109867, 110274, 110679, 111083, 111486, 111887,
    112286, 112684, 113081, 113476, 113869, 114261, 114651, 115040, 115428, 115814, 116198, 116581,
    116963, 117343, 117722, 118099, 118474, 118849, 119221, 119593, 119963, 120331, 120698, 121064,
    121428, 121791, 122152, 122512, 122871, 123228, 123584, 123939, 124292, 124643, 124994, 125343,
    125690, 126037, 126382, 126725, 127068, 127408, 127748, 128086, 128423, 128759, 129093, 129426,
    129758, 130088, 130418, 130745, 131072,
];

impl Angle {
    /// A quarter turn.
    pub const QUARTER: Angle = Angle(1 << 14);
    /// A half turn.
    pub const HALF: Angle = Angle(1 << 15);

    /// The sine, interpolated linearly between table entries; within 1/16,000 of the true value.
    #[inline]
    pub const fn sin(self) -> Fx {
        let quadrant = self.0 >> 14;
        let within = (self.0 & 0x3FFF) as i32;
        let value = if quadrant & 1 == 0 { quarter_sine(within) } else { quarter_sine(0x4000 - within) };
        Fx::from_bits(if quadrant & 2 == 0 { value } else { -value })
    }

    /// The cosine, as exact as [`Angle::sin`].
    #[inline]
    pub const fn cos(self) -> Fx {
        Angle(self.0.wrapping_add(1 << 14)).sin()
    }

    /// The unit vector in this direction.
    #[inline]
    pub const fn direction(self) -> Vec2 {
        Vec2 { x: self.cos(), y: self.sin() }
    }

    /// The direction of `vector` to within two steps; east for the zero vector.
    #[inline]
    pub fn from_vector(vector: Vec2) -> Angle {
        let (x, y) = (i64::from(vector.x.bits()), i64::from(vector.y.bits()));
        if x == 0 && y == 0 {
            return Angle(0);
        }
        let first = quarter_angle(x.abs(), y.abs());
        Angle(match (x < 0, y < 0) {
            (false, false) => first,
            (true, false) => 0x8000 - first,
            (true, true) => 0x8000 + first,
            (false, true) => first.wrapping_neg(),
        })
    }

    /// The signed turn from `self` to `other`, in −32,768 … 32,767 steps.
    #[inline]
    pub const fn turn_to(self, other: Angle) -> i16 {
        other.0.wrapping_sub(self.0) as i16
    }
}

#[inline]
const fn quarter_sine(steps: i32) -> i32 {
    let (entry, rest) = ((steps >> 6) as usize, steps & 63);
    if rest == 0 {
        return QUARTER_SINE[entry];
    }
    QUARTER_SINE[entry] + (((QUARTER_SINE[entry + 1] - QUARTER_SINE[entry]) * rest + 32) >> 6)
}

/// The angle in 0 … 16,384 whose tangent is y / x, neither of them negative and not both nothing, to within a step.
fn quarter_angle(x: i64, y: i64) -> u16 {
    if y <= x { eighth_angle(y, x) } else { 0x4000 - eighth_angle(x, y) }
}

/// The angle in 0 … 8,192 whose tangent is `less / more`: between table entries by a straight line.
#[inline]
fn eighth_angle(less: i64, more: i64) -> u16 {
    let tangent = ((less << 16) / more) as usize;
    let (entry, rest) = ((tangent >> 8).min(255), tangent & 0xFF);
    let (low, high) = (ARCTANGENT[entry], ARCTANGENT[entry + 1]);
    let part = if tangent == 1 << 16 { high - low } else { ((high - low) * rest as u32 + (1 << 7)) >> 8 };
    ((low + part + 8) >> 4) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sine_and_cosine_lie_on_the_unit_circle_at_every_angle() {
        for step in 0..=u16::MAX {
            let direction = Angle(step).direction();
            let error = (direction.length_squared_wide() - (1i64 << 32)).abs();
            // 1/16,000 of error in each component squares to at most 1/4,000.
            assert!(error < 1 << 20, "angle {step}: {error}");
            assert_eq!(Angle(step.wrapping_add(0x8000)).sin(), -Angle(step).sin(), "angle {step}");
        }
    }

    #[test]
    fn the_direction_of_a_direction_is_itself_to_within_two_steps() {
        for step in 0..=u16::MAX {
            let found = Angle::from_vector(Angle(step).direction());
            assert!(Angle(step).turn_to(found).unsigned_abs() <= 2, "angle {step} became {}", found.0);
        }
        assert_eq!(Angle::from_vector(Vec2::ZERO), Angle(0));
        assert_eq!(Angle::from_vector(Vec2::new(Fx::from_bits(i32::MIN), Fx::ZERO)), Angle::HALF);
    }
}
