//! Integer and fixed-point arithmetic with its rounding in the name. No floats, no platform types.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod angle;
mod bounds;
mod fx;
mod mix;
mod vec2;

pub use angle::Angle;
pub use bounds::Bounds;
pub use fx::{Fx, ParseFxError};
pub use mix::{mix, mix3, splitmix};
pub use vec2::Vec2;
