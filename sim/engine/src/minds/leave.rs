//! What the orders of a unit leave to its mind.

use crate::component::{Agent, TaskKind};
use crate::tasks::is_at_will;
use sandtable_model::Stance;

/// What orders leave to a mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OrderLeave {
    /// Nothing: its orders are about something else than fighting.
    Bound,
    /// To fight from where it stands.
    Stand,
    /// To fight as it sees fit.
    Free,
}

impl OrderLeave {
    /// The leave under these orders.
    pub(crate) fn under(agent: &Agent) -> OrderLeave {
        let fights = if agent.stance == Stance::Standing { OrderLeave::Stand } else { OrderLeave::Free };
        if is_at_will(agent) {
            // What it chose itself binds it to nothing.
            return fights;
        }
        match (agent.acts.head().map(|task| task.kind), agent.moves.head().map(|task| task.kind)) {
            (Some(TaskKind::Strike | TaskKind::Engage | TaskKind::Guard), _) => fights,
            (Some(_), _) => OrderLeave::Bound,
            (None, Some(TaskKind::Hold)) => OrderLeave::Stand,
            (None, Some(_)) => OrderLeave::Bound,
            (None, None) => fights,
        }
    }
}
