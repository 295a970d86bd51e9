//! Draws in floats from a ChaCha stream.

use sandtable_state::rng::Rng;

/// A draw from 0 … 1, 1 left out.
pub(crate) fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A draw from the normal law (Box and Muller 1958).
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - unit(rng))).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * unit(rng))
}
