//! Why a unit does what it does: the chain from its orders to its step, as a rehearsal of the next tick tells it.
//!
//! A rehearsal steps a copy of the world phase by phase, as far as steering, and asks on the way what each makes of one unit; the
//! world that is asked stays as it was, bit for bit. It runs the passes of the tick themselves, with somebody who listens, rather
//! than a second account of them that could tell another story.

mod records;

pub use crate::agent::{GoalRank, GoalTrace, MindTrace};
pub use crate::steer::{ForceTrace, NeighbourTrace, SteeringCourse, SteeringTrace, SteeringTurn};
pub use records::{SlotTrace, SquadTrace};
pub use sandtable_decide::NodeTrace;

use crate::component::{Agent, AgentTask, EndedOrder, Motion, WeaponState, WorkerState};
use crate::order::StampedOrder;
use crate::senses::ObservedSenses;
use crate::world::{ObservedUnit, World};
use sandtable_model::Stance;
use sandtable_state::id::UnitId;

/// What the next tick makes of a unit.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The tick that was rehearsed: the one after the world's last.
    pub tick: u32,
    /// The unit as it was before that tick.
    pub unit: ObservedUnit,
    /// Its squad, with what that was told.
    pub squad: Option<SquadTrace>,
    /// How it stands towards foes that nobody ordered it to attack.
    pub stance: Stance,
    /// Its movement, action and cargo queues as the tick finds them, heads first: after its orders, and those of its squad.
    pub queues: [Vec<AgentTask>; 3],
    /// How its last order ended.
    pub ended: EndedOrder,
    /// How many orders and jobs it has taken since that one.
    pub since: u16,
    /// The node, site or building whose job it has chosen itself; none under orders.
    pub job: UnitId,
    /// A worker's state.
    pub labour: WorkerState,
    /// Its mind; none when it has none, and carries out the heads of its queues.
    pub mind: Option<MindTrace>,
    /// What it perceives by itself; none without senses.
    pub senses: Option<ObservedSenses>,
    /// Its weapon after that.
    pub weapon: WeaponState,
    /// Its place round whom it closes in on.
    pub place: Option<SlotTrace>,
    /// Whether it may begin an attack on what its weapon is pointed at, for all the weight that bears on that.
    pub may_attack: bool,
    /// What steering makes of it; none aboard a transport.
    pub steering: Option<SteeringTrace>,
}

impl World {
    /// What the next tick will make of a living unit under these orders, which are taken as by [`World::step`]. The world itself
    /// does not change. None when there is no such unit, or it dies by these orders.
    pub fn explain(&self, unit: UnitId, orders: &[StampedOrder]) -> Option<Explanation> {
        let before = self.observe_units().find(|observed| observed.id == unit)?;
        let mut world = self.fork();
        world.begin_tick();
        crate::schedule::run(world.schedule_context());
        world.note_births();
        crate::validator::apply(world.validator_context(), orders);
        crate::squad::run(world.squad_context());
        crate::group_places::settle(world.group_context());
        crate::scene::gather_frame(world.frame_context());
        crate::job::run(world.job_context());
        crate::attack_slots::run(world.slot_context());
        let row = world.place(unit)?.row as usize;
        let agent = world.column::<Agent>(&world.entities.units)[row].clone();
        let labour = world.column::<WorkerState>(&world.entities.units)[row];
        let mind = crate::agent::rehearse(world.agent_context(), unit);
        crate::agent::run(world.agent_context());
        let aboard = world.column::<Motion>(&world.entities.units)[row].aboard.is_some();
        let steering = if aboard { None } else { crate::steer::rehearse(world.steer_context(), unit) };
        let weapon = world.column::<WeaponState>(&world.entities.units)[row];
        Some(Explanation {
            tick: world.parts.clock.tick,
            unit: before,
            squad: records::squad(&world, agent.squad, unit),
            stance: agent.stance,
            ended: agent.ended,
            since: agent.tag.wrapping_sub(agent.ended.tag),
            queues: [&agent.moves, &agent.acts, &agent.cargo].map(|queue| queue.iter().copied().collect()),
            job: agent.job,
            labour,
            mind,
            senses: self.observe_senses(unit),
            weapon,
            place: records::place(&world, unit),
            may_attack: world.attack_slots().may_attack(&world.scene(), row, weapon.target),
            steering,
        })
    }
}
