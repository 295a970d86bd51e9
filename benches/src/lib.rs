//! What the benchmarks share: workloads from files, a commander that keeps armies moving, and the match loop they time.

#![deny(missing_docs)]

mod marshal;
pub mod minds;
mod stage;
mod workload;

pub use marshal::registry;
pub use stage::Stage;
pub use workload::{WORKLOADS, Workload};

use std::fmt::Display;
use std::io::{ErrorKind, Write};

/// Prints a line to standard output; a reader that has gone away is no error.
///
/// # Panics
/// When standard output cannot be written for another reason.
pub fn say(line: impl Display) {
    if let Err(error) = writeln!(std::io::stdout(), "{line}")
        && error.kind() != ErrorKind::BrokenPipe
    {
        panic!("standard output: {error}");
    }
}

/// The value in the middle, of two the larger.
///
/// # Panics
/// When there are none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
