//! Work at the heads of queues, for the passes that carry it out.

use crate::component::{Agent, AgentTask, OrderEnd, TaskKind};
use crate::state::SceneBase;
use sandtable_state::Junk;
use sandtable_state::id::UnitId;

/// A unit whose action head is work for the economy, combat or cargo passes of this tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveWork {
    /// The unit.
    pub id: UnitId,
    /// Its row.
    pub row: u32,
    /// The head of its action or its cargo queue, or what its mind wants done meanwhile.
    pub task: AgentTask,
    /// Whether its mind wants it, and no queue has it.
    pub unbidden: bool,
}

impl ActiveWork {
    /// The work of nobody in particular.
    pub(crate) fn junk(junk: &mut Junk) -> ActiveWork {
        let task = AgentTask { kind: TaskKind::Cast, target: junk.id(), ..AgentTask::default() };
        ActiveWork { id: junk.id(), row: junk.below(40) as u32, task, unbidden: junk.coin() }
    }

    /// What those go by who take turns.
    pub(crate) fn turn(&self) -> (UnitId, bool, u8) {
        (self.id, self.unbidden, self.task.kind as u8)
    }
}

/// Whether a task is carried out by the economy or cargo passes.
pub(crate) fn is_active_work(kind: TaskKind) -> bool {
    matches!(
        kind,
        TaskKind::Gather
            | TaskKind::Deliver
            | TaskKind::Build
            | TaskKind::Repair
            | TaskKind::Board
            | TaskKind::Unload
            | TaskKind::Cast
            | TaskKind::Fetch
    )
}

/// Ends the action task at a unit's head, and what its movement queue does for it.
pub(crate) fn finish_action(base: &SceneBase<'_>, row: u32, end: OrderEnd) {
    let mut agent = base.entities.column_mut::<Agent>(&base.entities.units);
    agent[row as usize].end_action(end, base.clock.tick);
}

/// Ends a cargo task, which is at the head of the cargo queue of a unit that has one, and else of its action queue.
pub(crate) fn finish_cargo(base: &SceneBase<'_>, row: u32, task: &AgentTask, end: OrderEnd) {
    let agent = &mut base.entities.column_mut::<Agent>(&base.entities.units)[row as usize];
    if agent.cargo.head() == Some(task) {
        agent.cargo.pop();
        agent.note_end(task, end, base.clock.tick);
    } else {
        agent.end_action(end, base.clock.tick);
    }
}
