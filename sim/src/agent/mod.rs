//! The unit agent: each tick the heads of its two queues become intents.
//!
//! Movement and action queues run at the same time (Dodds, unit-level AI): the movement head says where to
//! walk, the action head what to do meanwhile. This pass writes where each unit wants to go (`Motion`) and
//! what its weapon is pointed at by order (`Arms`); steering, combat and economy carry it out.

mod give;
mod movement;
mod purpose;

pub(crate) use give::{Errand, give};
pub(crate) use movement::{REACH_WORK, is_beside};

use crate::component::{Agent, Arms, Labour, Motion, Task, TaskKind, Vitals};
use crate::id::UnitId;
use crate::math::Fx;
use crate::world::World;

/// A unit whose action head is work for the economy, combat or cargo passes of this tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Duty {
    /// The unit.
    pub id: UnitId,
    /// Its row.
    pub row: u32,
    /// The head of its action queue.
    pub task: Task,
}

/// Lets every unit act on the heads of its queues.
pub(crate) fn run(world: &mut World) {
    let mut duties = std::mem::take(&mut world.duties);
    duties.clear();
    carry_passengers(world);
    {
        let mut pass = purpose::Pass::new(world);
        for (id, row) in world.units.ids().iter().zip(world.units.rows()) {
            if let Some(task) = pass.think(*row as usize) {
                duties.push(Duty { id: *id, row: *row, task });
            }
        }
    }
    world.duties = duties;
}

/// Passengers are where their transport is, and go down with it.
fn carry_passengers(world: &World) {
    let mut motion = world.column_mut::<Motion>(&world.units);
    let mut vitals = world.column_mut::<Vitals>(&world.units);
    for row in 0..motion.len() {
        let transport = motion[row].aboard;
        if transport.is_none() {
            continue;
        }
        match world.body(transport) {
            Some(body) => {
                motion[row].position = body.position;
                motion[row].moving = false;
            }
            None => vitals[row].hp = Fx::ZERO,
        }
    }
}

/// Ends the action task at a unit's head, and what its movement queue does for it.
pub(crate) fn finish_action(world: &World, row: u32) {
    let mut agent = world.column_mut::<Agent>(&world.units);
    agent[row as usize].acts.pop();
}

/// Points a unit's work at another entity of the same sort (the next node).
pub(crate) fn redirect_action(world: &World, row: u32, target: UnitId) {
    let mut agent = world.column_mut::<Agent>(&world.units);
    if let Some(task) = agent[row as usize].acts.head_mut() {
        task.target = target;
    }
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
    )
}
