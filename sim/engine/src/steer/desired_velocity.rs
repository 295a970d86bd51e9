//! Where a unit wants to go, before anybody else is looked at: its desired velocity (Reynolds 1999).

use super::steering_trace::{SteeringCourse, SteeringTurn};
use crate::flow::FlowCursor;
use crate::route::PathHint;
use sandtable_math::{Fx, Vec2};

/// Where a unit wants to go in this tick.
#[derive(Clone, Copy, Default)]
pub(crate) struct DesiredVelocity {
    /// What is done about it: whether it walks, is disturbed where it stands, or keeps to what it meant in the last tick, so that only
    /// others are looked at.
    pub(super) turn: SteeringTurn,
    /// The way to the goal, a unit vector; zero when nowhere.
    pub(super) way: Vec2,
    /// Where it is to stand in the end.
    pub(super) target: Vec2,
    /// Cells a tick.
    pub(super) pace: Fx,
    /// The most it can do here and now, in cells a tick.
    pub(super) speed: Fx,
    /// How it comes to its goal.
    pub(super) course: SteeringCourse,
    /// Whether its team knows the whole goal to be walls.
    pub(super) walled: bool,
    /// The ticks without progress after which it is content at its pack, to which nobody else is on the way; 0 otherwise.
    pub(super) patience: u16,
    /// Whether nobody has asked yet for the field it needs.
    pub(super) asks: bool,
    /// Where its fields were found; what remains of it in the next tick saves looking for them.
    pub(super) track: FlowCursor,
    /// What it learnt of its route, if it walks by one.
    pub(super) bearing: PathHint,
}
