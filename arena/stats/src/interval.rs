//! The normal law, and intervals of shares.

/// The 97.5 % point of the normal law: 95 % lie within this many standard errors.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The share of the normal law below `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// The 95 % interval of a share `p` of `n` trials (Wilson 1927); everything when there were none.
pub fn wilson(p: f64, n: f64) -> [f64; 2] {
    if n <= 0.0 {
        return [0.0, 1.0];
    }
    let z2 = Z95 * Z95;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}
