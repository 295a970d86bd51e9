//! Maps as text, generated maps, and what is unfair about a map or cannot be played.
//!
//! Text becomes a [`RawMap`], which a ruleset resolves to a [`Map`](sandtable_model::map::Map); [`check_map`] finds what is unfair
//! or cannot be played, [`generate`] makes new ones.

mod check;
mod generate;
mod grid;
mod header;
mod import;
mod limits;
mod noise;
mod raw;
mod resolve;
mod show;
mod write;

pub use check::{MapFinding, check_map};
pub use generate::{GenerateError, GenerateOptions, generate, read_symmetry};
pub use header::{LegendEntry, MapHeader, Meaning};
pub use import::{import_movingai, read_movingai};
pub use noise::{MAX_OCTAVES, fractal_noise, gradient_noise};
pub use raw::RawMap;
pub use show::render_ascii;
