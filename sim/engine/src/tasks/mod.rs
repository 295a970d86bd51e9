//! What units are told: assignments that join their queues, the work at the heads of those, and what ends it.

mod active_work;
mod enqueue_tasks;
mod node;
mod queueing;
mod tuning;

pub(crate) use active_work::{ActiveWork, finish_action, finish_cargo, is_active_work};
pub(crate) use enqueue_tasks::{TaskAssignment, enqueue_tasks};
pub(crate) use node::{let_go, make_room, release_node};
pub use queueing::Queueing;

use crate::component::Agent;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Rect;
pub(crate) use tuning::{JOB_PATIENCE, REACH_WORK};

/// Whether a unit's edge is within `reach` of the rectangle.
pub(crate) fn is_beside(position: Vec2, radius: Fx, rect: Rect, reach: Fx) -> bool {
    let limit = reach + radius;
    rect.nearest(position).distance_squared_wide(position) <= limit.squared_wide()
}

/// Whether a unit is at a job of its own choice.
pub(crate) fn is_at_will(agent: &Agent) -> bool {
    agent.job.is_some() && agent.acts.head().is_some_and(|task| task.target == agent.job)
}
