//! What the benchmarks share: workloads from files, a commander that keeps armies moving, and the match loop they time.

mod marshal;
pub mod minds;
mod stage;
mod workload;

pub use marshal::registry;
pub use stage::Stage;
pub use workload::{WORKLOADS, Workload};
