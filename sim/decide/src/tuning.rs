//! What somebody may want to turn of curves: what numbers their shapes take.

use sandtable_math::Fx;

/// The least number of a shape; lower ones count as this.
pub(crate) const LEAST_NUMBER: Fx = Fx::from_ratio(1, 4);
/// The greatest number of a shape; higher ones count as this.
pub(crate) const MOST_NUMBER: Fx = Fx::from_int(12);
