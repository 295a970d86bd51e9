//! Reynolds' steering behaviours ("Steering Behaviors for Autonomous Characters", 1999), each a small pure function.
//!
//! A behaviour answers with a force: the change of velocity it asks for, in cells a tick, for a body of unit mass and
//! a tick of unit length. What is asked for may be more than a body can do; [`ForceBudget`] adds several up, most urgent
//! first, and stops where the body's force is spent. All rounding is towards zero, so no direction is favoured.

mod arrival;
mod avoidance;
mod budget;
mod flock;
mod obstacle;
mod path;
mod pursuit;
#[cfg(test)]
mod tests;
mod tuning;
mod wander;

pub use arrival::{arrival_pace, arrive};
pub use avoidance::{OtherMover, PassingSide, avoid_collision, passing_side, side_step};
pub use budget::ForceBudget;
pub use flock::{Flock, separate};
pub use obstacle::{avoid_blocks, contain};
pub use path::follow_path;
pub use pursuit::{evade, flee, pursue, seek};
pub use wander::{Wanderer, wander};

use sandtable_math::{Fx, Vec2};
pub use tuning::MAX_LOOK_AHEAD_TICKS;

/// What a behaviour knows of the one it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Mover {
    /// Centre, in cells, within ±2,048.
    pub position: Vec2,
    /// Cells a tick, at most 1.
    pub velocity: Vec2,
    /// The fastest it goes, in cells a tick, at most 1.
    pub top_speed: Fx,
}

impl Mover {
    /// The force that turns its velocity into `desired`.
    #[inline]
    pub fn toward(&self, desired: Vec2) -> Vec2 {
        desired - self.velocity
    }

    /// Where it will be after `ticks` ticks, held to 0 … [`MAX_LOOK_AHEAD_TICKS`], if it goes on as it does.
    #[inline]
    pub fn after(&self, ticks: i32) -> Vec2 {
        let ticks = ticks.clamp(0, MAX_LOOK_AHEAD_TICKS);
        self.position + Vec2::new(self.velocity.x.mul_int(ticks), self.velocity.y.mul_int(ticks))
    }
}
