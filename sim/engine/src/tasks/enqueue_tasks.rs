//! Handing a task to a unit: replacing, appending or coming first, by priority.

use super::{JOB_PATIENCE, Queueing, is_at_will, release_node};
use crate::component::{
    Agent, AgentTask, GoalProgress, Identity, Motion, TaskKind, TaskQueue, WeaponState, WorkerState,
};
use crate::event::Rejection;
use crate::state::SceneBase;
use sandtable_math::Vec2;
use sandtable_model::Stance;
use sandtable_model::rules::{Channel, Kind, Queues};
use sandtable_state::id::UnitId;

/// Going wherever the task of the same order in another queue needs to be.
const SERVE: AgentTask = AgentTask {
    kind: TaskKind::Serve,
    priority: 0,
    tag: 0,
    row: 0,
    target: UnitId::NONE,
    point: Vec2::ZERO,
    other: Vec2::ZERO,
};

/// What one order means for one unit: a task for each queue that has one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TaskAssignment {
    /// For the movement queue.
    pub moves: Option<AgentTask>,
    /// For the action queue.
    pub acts: Option<AgentTask>,
    /// For the cargo queue.
    pub cargo: Option<AgentTask>,
}

impl TaskAssignment {
    /// A movement task alone.
    pub(crate) fn walk(task: AgentTask) -> TaskAssignment {
        TaskAssignment { moves: Some(task), ..TaskAssignment::default() }
    }

    /// An action task, and going wherever it needs to be.
    pub(crate) fn work(task: AgentTask) -> TaskAssignment {
        TaskAssignment { moves: Some(SERVE), acts: Some(task), cargo: None }
    }

    /// A cargo task, and going wherever it needs to be.
    pub(crate) fn haul(task: AgentTask) -> TaskAssignment {
        TaskAssignment { moves: Some(SERVE), acts: None, cargo: Some(task) }
    }

    /// Whether it forgets all there is.
    fn is_nothing(&self) -> bool {
        self.moves.is_none() && self.acts.is_none() && self.cargo.is_none()
    }

    /// Whether units with these queues can have it.
    fn fits(&self, queues: Queues) -> bool {
        let has = |task: &Option<AgentTask>, channel: Channel| task.is_none() || queues.has(channel);
        has(&self.moves, Channel::Movement) && has(&self.acts, Channel::Action) && has(&self.cargo, Channel::Cargo)
    }
}

/// Gives an assignment to the unit in `row`.
///
/// # Errors
/// [`Rejection::QueueFull`] when it does not fit, [`Rejection::CannotDo`] when the kind has no such queue; nothing is changed then.
pub(crate) fn enqueue_tasks(
    base: &SceneBase<'_>,
    row: u32,
    assignment: TaskAssignment,
    queueing: Queueing,
    priority: u8,
) -> Result<(), Rejection> {
    let entities = base.entities;
    let row = row as usize;
    let kind = entities.column::<Identity>(&entities.units)[row].kind;
    if !assignment.fits(base.kind(kind).queues) {
        return Err(Rejection::CannotDo);
    }
    let mut agents = entities.column_mut::<Agent>(&entities.units);
    let agent = &mut agents[row];
    let mut next = agent.clone();
    next.tag = agent.tag.wrapping_add(1);
    let at_will = is_at_will(agent);
    (next.job, next.patience) = (UnitId::NONE, JOB_PATIENCE);
    if at_will {
        // What it chose itself yields to whatever it is told.
        next.moves.clear();
        next.acts.clear();
    }
    if queueing == Queueing::Replace {
        next.moves.keep_above(priority);
        next.acts.keep_above(priority);
        // Who sails on lets passengers out all the same where it was told to.
        if assignment.cargo.is_some() || assignment.is_nothing() {
            next.cargo.keep_above(priority);
        }
    }
    let stamp = |task: AgentTask| AgentTask { priority, tag: next.tag, ..task };
    let fits = assignment.moves.is_none_or(|task| insert(&mut next.moves, stamp(task), queueing))
        & assignment.acts.is_none_or(|task| insert(&mut next.acts, stamp(task), queueing))
        & assignment.cargo.is_none_or(|task| insert(&mut next.cargo, stamp(task), queueing));
    if !fits {
        return Err(Rejection::QueueFull);
    }
    next.stance = stance_under(base.kind(kind), assignment);
    let interrupts = next.moves.head() != agent.moves.head() || next.acts.head() != agent.acts.head();
    *agent = next;
    drop(agents);
    if (queueing != Queueing::Append || at_will) && interrupts {
        release_node(entities, row as u32);
        let mut agents = entities.column_mut::<Agent>(&entities.units);
        let mut motion = entities.column_mut::<Motion>(&entities.units);
        let mut weapons = entities.column_mut::<WeaponState>(&entities.units);
        let mut workers = entities.column_mut::<WorkerState>(&entities.units);
        reset(&mut agents[row], &mut motion[row], &mut weapons[row], &mut workers[row]);
    }
    Ok(())
}

/// Forgets everything a unit was doing.
fn reset(agent: &mut Agent, motion: &mut Motion, weapons: &mut WeaponState, worker: &mut WorkerState) {
    agent.has_post = false;
    agent.vain_ticks = 0;
    motion.stand_idle();
    motion.progress = motion.progress.without(GoalProgress::BAR);
    motion.goal = motion.position;
    weapons.ordered = false;
    worker.drop_off = UnitId::NONE;
}

fn insert(queue: &mut TaskQueue, task: AgentTask, queueing: Queueing) -> bool {
    match queueing {
        Queueing::Front => queue.push_front(task),
        Queueing::Replace | Queueing::Append => queue.push_back(task),
    }
}

/// The stance a unit takes with an assignment: standing to hold, its plain one otherwise; workers and the
/// unarmed stay passive unless they are sent to fight.
fn stance_under(kind: &Kind, assignment: TaskAssignment) -> Stance {
    let fights = assignment.acts.is_some_and(|task| matches!(task.kind, TaskKind::Engage | TaskKind::Guard));
    let holds = assignment.moves.is_some_and(|task| task.kind == TaskKind::Hold);
    match kind.plain_stance() {
        Stance::Passive if kind.weapon.is_some() && fights => Stance::Defensive,
        Stance::Defensive if holds => Stance::Standing,
        plain => plain,
    }
}
