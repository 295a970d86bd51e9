//! The normal law, and intervals of shares.

/// The 97.5 % point of the normal law: 95 % lie within this number of standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The share of the normal law below `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// How sure an interval is to hold the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Confidence {
    permille: u32,
}

impl Confidence {
    /// 95 %, which is meant where nothing else is said.
    pub const NINETY_FIVE: Confidence = Confidence { permille: 950 };

    /// A confidence in thousandths, from 1 to 999: what is outside counts as the nearest of them.
    pub fn from_permille(permille: u32) -> Confidence {
        Confidence { permille: permille.clamp(1, 999) }
    }

    /// How many standard errors lie on each side of the middle: 1.96 for 95 %.
    pub fn z(self) -> f64 {
        if self == Confidence::NINETY_FIVE {
            return Z95;
        }
        let wanted = 0.5 + f64::from(self.permille) / 2_000.0;
        let (mut low, mut high) = (0.0, 8.0);
        // Bisection: sixty halvings of 8 are below the last bit.
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if normal_cdf(middle) < wanted { low = middle } else { high = middle }
        }
        low
    }
}

impl std::fmt::Display for Confidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} %", f64::from(self.permille) / 10.0)
    }
}

/// The 95 % interval of a `share` (0 … 1) of a number of `trials` (Wilson 1927), lower end first; everything when there were none.
///
/// ```
/// let [low, high] = sandtable_stats::wilson(0.5, 400.0);
/// assert_eq!(format!("{low:.4} {high:.4}"), "0.4512 0.5488");
/// ```
pub fn wilson(share: f64, trials: f64) -> [f64; 2] {
    wilson_at(share, trials, Confidence::NINETY_FIVE)
}

/// The interval of a `share` (0 … 1) of a number of `trials` with a confidence (Wilson 1927), lower end first; everything when there
/// were none.
pub fn wilson_at(share: f64, trials: f64, confidence: Confidence) -> [f64; 2] {
    if trials <= 0.0 {
        return [0.0, 1.0];
    }
    let z = confidence.z();
    let (p, n, z2) = (share, trials, z * z);
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidences_are_points_of_the_normal_law() {
        for (permille, z) in [(900, 1.644_854), (950, Z95), (990, 2.575_829), (999, 3.290_527)] {
            let found = Confidence::from_permille(permille).z();
            assert!((found - z).abs() < 1e-5, "{permille}: {found} is not {z}");
        }
        assert_eq!(Confidence::NINETY_FIVE.to_string(), "95 %");
    }
}
