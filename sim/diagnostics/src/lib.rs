//! Problems of files that people write: where each is, what was found, what would do, and what was probably meant.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod issue;
mod suggest;

pub use issue::{Checked, Issue, Issues, Severity};
pub use suggest::nearest;
