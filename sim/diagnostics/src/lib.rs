//! Issues of content files: the place of each, what was found, what is expected, and the likely intent.
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
pub use issue::{Checked, Issue, Issues, LONGEST_QUOTE, Severity, table_and_key};
#[cfg(feature = "render")]
pub use render::{Painted, annotated};
pub use suggest::{nearest, nearest_of};
