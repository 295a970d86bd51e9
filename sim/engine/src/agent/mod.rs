//! The unit agent: each tick the heads of its two queues become intents.
//!
//! Movement and action queues run at the same time (Dodds, unit-level AI): the movement head says where to
//! walk, the action head what to do meanwhile. This pass writes where each unit wants to go (`Motion`) and
//! what its weapon is pointed at by order (`Arms`); steering, combat and economy carry it out.

mod give;
mod mind;
mod movement;
mod purpose;

pub(crate) use give::{Errand, give};
pub use mind::ObservedMind;
pub(crate) use mind::{Minds, Workspace as MindWorkspace};
pub(crate) use mind::{is_free, rehearse as rehearse_mind};
pub(crate) use movement::{REACH_WORK, is_beside};

use crate::component::{Agent, Arms, Identity, Labour, Motion, Task, TaskKind, Vitals};
use crate::world::{Entities, FillWithJunk, Junk, World};
use sandtable_math::Fx;
use sandtable_state::id::UnitId;

/// A unit whose action head is work for the economy, combat or cargo passes of this tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duty {
    /// The unit.
    pub id: UnitId,
    /// Its row.
    pub row: u32,
    /// The head of its action or its cargo queue, or what its mind wants done meanwhile.
    pub task: Task,
    /// Whether its mind wants it, and no queue has it.
    pub unbidden: bool,
}

impl Duty {
    /// The duty of nobody in particular.
    pub(crate) fn junk(junk: &mut Junk) -> Duty {
        let task = Task { kind: TaskKind::Cast, target: junk.id(), ..Task::default() };
        Duty { id: junk.id(), row: junk.below(40) as u32, task, unbidden: junk.coin() }
    }

    /// What those go by who take turns.
    pub(crate) fn turn(&self) -> (UnitId, bool, u8) {
        (self.id, self.unbidden, self.task.kind as u8)
    }
}

/// Room for units to act in.
#[derive(Default)]
pub(crate) struct Workspace {
    /// Units at work in this tick, in no order.
    pub(crate) duties: Vec<Duty>,
    /// The same as its pass finds them, before they are put in the order of ids.
    by_chunk: Vec<Vec<Duty>>,
}

impl FillWithJunk for Workspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        self.duties = junk.some(Duty::junk);
        self.by_chunk = junk.some(|junk| junk.some(Duty::junk));
    }
}

/// Lets every unit act on the heads of its queues.
pub(crate) fn run(world: &mut World) {
    world.workspaces.minds.casts.clear();
    mind::run(world);
    let mut by_chunk = std::mem::take(&mut world.workspaces.agents.by_chunk);
    by_chunk.iter_mut().for_each(Vec::clear);
    think_all(world, &mut by_chunk);
    world.workspaces.agents.duties.clear();
    by_chunk.iter_mut().for_each(|duties| world.workspaces.agents.duties.append(duties));
    world.workspaces.agents.duties.append(&mut world.workspaces.minds.casts);
    world.workspaces.agents.by_chunk = by_chunk;
}

/// Each unit reads what the frame and its team know, and writes its own row.
fn think_all(world: &World, by_chunk: &mut Vec<Vec<Duty>>) {
    let roster = &world.entities.units;
    let (identity, labour) = (world.column::<Identity>(roster), world.column::<Labour>(roster));
    let (identity, labour) = (&identity[..], &labour[..]);
    let (mut agents, mut arms) = (world.column_mut::<Agent>(roster), world.column_mut::<Arms>(roster));
    let (mut motions, mut vitals) = (world.column_mut::<Motion>(roster), world.column_mut::<Vitals>(roster));
    let rows = (&mut agents[..], &mut arms[..], &mut motions[..], &mut vitals[..]);
    world.threads.by_chunks_into(rows, by_chunk, |first, (agents, arms, motions, vitals), duties| {
        for (at, agent) in agents.iter_mut().enumerate() {
            let (row, motion) = (first + at, &mut motions[at]);
            if motion.aboard.is_some() {
                carry(world, motion, &mut vitals[at]);
                continue;
            }
            let task = purpose::think(world, &identity[row], &labour[row], agent, motion, &mut arms[at], row);
            if let Some(task) = task {
                duties.push(Duty { id: identity[row].id, row: row as u32, task, unbidden: false });
            }
            if let Some(task) = agent.cargo.head().copied() {
                duties.push(Duty { id: identity[row].id, row: row as u32, task, unbidden: false });
            }
        }
    });
}

/// A passenger is where its transport is, and goes down with it.
fn carry(world: &World, motion: &mut Motion, vitals: &mut Vitals) {
    match world.body(motion.aboard) {
        Some(body) => {
            motion.position = body.position;
            motion.moving = false;
        }
        None => vitals.hp = Fx::ZERO,
    }
}

/// Ends the action task at a unit's head, and what its movement queue does for it.
pub(crate) fn finish_action(entities: &Entities, row: u32) {
    let mut agent = entities.column_mut::<Agent>(&entities.units);
    agent[row as usize].acts.pop();
}

/// Ends a cargo task, which is at the head of the cargo queue of a unit that has one, and else of its action queue.
pub(crate) fn finish_cargo(world: &World, row: u32, task: &Task) {
    let agent = &mut world.column_mut::<Agent>(&world.entities.units)[row as usize];
    if agent.cargo.head() == Some(task) {
        agent.cargo.pop()
    } else {
        agent.acts.pop()
    };
}

/// Forgets everything a unit was doing.
fn reset(agent: &mut Agent, motion: &mut Motion, arms: &mut Arms, labour: &mut Labour) {
    agent.has_post = false;
    (motion.moving, motion.arrived) = (false, false);
    motion.goal = motion.position;
    arms.ordered = false;
    labour.drop_off = UnitId::NONE;
}

/// Whether a task is carried out by the economy or cargo passes.
fn is_duty(kind: TaskKind) -> bool {
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
