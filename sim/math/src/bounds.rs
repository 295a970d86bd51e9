//! Inclusive ranges.

/// An inclusive range.
///
/// ```
/// use sandtable_math::{Bounds, Fx};
///
/// const SPEED: Bounds<Fx> = Bounds::new(Fx::ZERO, Fx::HALF);
/// assert!(SPEED.contains(Fx::from_ratio(1, 2)) && !SPEED.contains(Fx::ONE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds<T> {
    /// The least value allowed.
    pub low: T,
    /// The greatest value allowed.
    pub high: T,
}

impl<T: PartialOrd + Copy> Bounds<T> {
    /// The range from `low` to `high`, both allowed.
    pub const fn new(low: T, high: T) -> Bounds<T> {
        Bounds { low, high }
    }

    /// Whether `value` lies in the range.
    pub fn contains(&self, value: T) -> bool {
        self.low <= value && value <= self.high
    }
}
