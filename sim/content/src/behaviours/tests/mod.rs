//! The toolbox under a toy vocabulary: stories tick by tick, refused files, properties.

mod goals;
mod machines;
mod minds;
mod properties;
mod queries;
mod refused;
mod stories;
mod toy;
mod trees;
