//! The unit agent: each tick the heads of its two queues become intents.
//!
//! Movement and action queues run at the same time (Dodds, unit-level AI): the movement head says where to
//! walk, the action head what to do meanwhile. This pass writes where each unit wants to go (`Motion`) and
//! what its weapon is pointed at by order (`Arms`); steering, combat and economy carry it out.

mod mind;
mod movement;
mod purpose;

pub use mind::ObservedMind;
pub(crate) use mind::{Minds, Workspace as MindWorkspace};
pub(crate) use mind::{is_free, rehearse as rehearse_mind};

use crate::component::{Agent, Arms, Identity, Labour, Motion, Vitals};
use crate::tasks::Duty;
use crate::world::{FillWithJunk, Junk, World};
use sandtable_math::Fx;

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
