//! Bodies of a tick side by side: how far they are from each other, who is near, who is on the way where.

mod body;
mod grid;
mod layout;
mod presence;
mod streams;
mod tuning;

pub use body::{BodyFlags, BodyLayer, SpatialRow};
pub use grid::{GridEntry, ProximityGrid};
pub use presence::{Presence, TeamSet};
pub use streams::{Congestion, SquareTraffic};
