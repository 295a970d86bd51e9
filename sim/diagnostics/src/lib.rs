//! Problems of files that people write: where each is, what was found, what would do, and what was probably meant.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod code;
mod first_uses;
mod issue;
#[cfg(feature = "render")]
mod render;
mod suggest;

pub use code::Code;
pub use first_uses::first_uses;
pub use issue::{Checked, Issue, Issues, LONGEST_QUOTE, Severity};
#[cfg(feature = "render")]
pub use render::{Painted, annotated};
pub use suggest::{nearest, nearest_of};
