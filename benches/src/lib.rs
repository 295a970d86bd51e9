//! What the benchmarks share: workloads from files, a commander that keeps armies moving, and the match loop they time.

#![deny(missing_docs)]

mod marshal;
pub mod minds;
mod stage;
mod workload;

pub use marshal::registry;
pub use stage::Stage;
pub use workload::{WORKLOADS, Workload};

/// The value in the middle, of two the larger.
///
/// # Panics
/// When there are none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
