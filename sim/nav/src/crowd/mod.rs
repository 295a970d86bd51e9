//! Bodies of a tick side by side: how far they are from each other, who is near, who is on the way where.

mod body;
mod grid;
mod streams;

pub use body::Body;
pub use grid::{Entry, Grid};
pub use streams::{Streams, Traffic};
