//! The unit agent: each tick the heads of its two queues become intents.
//!
//! Movement and action queues run at the same time (Dodds, unit-level AI): the movement head says where to
//! walk, the action head what to do meanwhile. This pass writes where each unit wants to go (`Motion`) and
//! what its weapon is pointed at by order (`WeaponState`); steering, combat and economy carry it out.

mod activity;
mod mind;
mod movement;
mod tuning;

pub use mind::{GoalRank, GoalTrace, MindTrace};
pub(crate) use mind::{MindWorkspace, rehearse};

use crate::attack_slots::AttackSlots;
use crate::component::{Agent, Health, Identity, Motion, WeaponState, WorkerState};
use crate::event::Event;
use crate::flow::FlowFields;
use crate::minds::Minds;
use crate::scene::Scene;
use crate::senses::Perception;
use crate::squad::Squad;
use crate::tasks::ActiveWork;
use sandtable_math::Fx;
use sandtable_state::{FillWithJunk, Junk};

/// Room for units to act in.
#[derive(Default)]
pub(crate) struct AgentWorkspace {
    /// Units at work in this tick, in no order.
    pub(crate) active_work: Vec<ActiveWork>,
    /// Units at work by chunk of the pass that finds them, before they are put in the order of ids.
    by_chunk: Vec<Vec<ActiveWork>>,
}

impl FillWithJunk for AgentWorkspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let AgentWorkspace { active_work, by_chunk } = self;
        *active_work = junk.some(ActiveWork::junk);
        *by_chunk = junk.some(|junk| junk.some(ActiveWork::junk));
    }
}

/// What unit agents borrow of a world.
pub(crate) struct AgentContext<'w> {
    pub(crate) scene: Scene<'w>,
    pub(crate) flow: &'w FlowFields,
    pub(crate) slots: AttackSlots<'w>,
    pub(crate) squads: &'w [Squad],
    /// They think.
    pub(crate) minds: &'w mut Minds,
    /// They look into what interested them.
    pub(crate) senses: &'w mut Perception,
    /// They tell of who goes against its orders.
    pub(crate) events: &'w mut Vec<Event>,
    /// What their minds work in.
    pub(crate) thinking: &'w mut MindWorkspace,
    pub(crate) workspace: &'w mut AgentWorkspace,
}

/// Lets every unit act on the heads of its queues.
pub(crate) fn run(mut cx: AgentContext<'_>) {
    cx.thinking.casts.clear();
    mind::run(&mut cx);
    let AgentContext { scene, slots, minds, thinking, workspace, .. } = cx;
    let AgentWorkspace { active_work, by_chunk } = workspace;
    by_chunk.iter_mut().for_each(Vec::clear);
    think_all(&Surroundings { scene, slots, minds }, by_chunk);
    active_work.clear();
    by_chunk.iter_mut().for_each(|chunk| active_work.append(chunk));
    active_work.append(&mut thinking.casts);
}

/// What units act by.
#[derive(Clone, Copy)]
struct Surroundings<'w> {
    scene: Scene<'w>,
    slots: AttackSlots<'w>,
    minds: &'w Minds,
}

/// Each unit reads what the frame and its team know, and writes its own row.
fn think_all(around: &Surroundings<'_>, by_chunk: &mut Vec<Vec<ActiveWork>>) {
    let scene = &around.scene;
    let (entities, roster) = (scene.entities, &scene.entities.units);
    let (identity, workers) = (entities.column::<Identity>(roster), entities.column::<WorkerState>(roster));
    let (identity, workers) = (&identity[..], &workers[..]);
    let (mut agents, mut weapons) = (entities.column_mut::<Agent>(roster), entities.column_mut::<WeaponState>(roster));
    let (mut motions, mut health) = (entities.column_mut::<Motion>(roster), entities.column_mut::<Health>(roster));
    let rows = (&mut agents[..], &mut weapons[..], &mut motions[..], &mut health[..]);
    scene.threads.by_chunks_into(rows, by_chunk, |first, (agents, weapons, motions, health), active_work| {
        for (at, agent) in agents.iter_mut().enumerate() {
            let (row, motion) = (first + at, &mut motions[at]);
            if motion.aboard.is_some() {
                carry(scene, motion, &mut health[at]);
                continue;
            }
            let task = activity::think(around, &identity[row], &workers[row], agent, motion, &mut weapons[at], row);
            if let Some(task) = task {
                active_work.push(ActiveWork { id: identity[row].id, row: row as u32, task, unbidden: false });
            }
            if let Some(task) = agent.cargo.head().copied() {
                active_work.push(ActiveWork { id: identity[row].id, row: row as u32, task, unbidden: false });
            }
        }
    });
}

/// A passenger is where its transport is, and goes down with it.
fn carry(scene: &Scene<'_>, motion: &mut Motion, health: &mut Health) {
    match scene.body(motion.aboard) {
        Some(body) => {
            motion.position = body.position;
            motion.stop();
        }
        None => health.hp = Fx::ZERO,
    }
}
