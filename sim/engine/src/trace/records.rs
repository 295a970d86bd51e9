//! What a rehearsal tells, as plain data.

use crate::attack_slots::ObservedReservation;
use crate::squad::{SquadCommand, SquadPhase};
use crate::world::World;
use sandtable_math::Vec2;
use sandtable_model::Formation;
use sandtable_state::id::{SquadId, UnitId};

/// The squad of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquadTrace {
    /// Which.
    pub id: SquadId,
    /// Its leader.
    pub leader: UnitId,
    /// How many belong to it.
    pub members: u32,
    /// How it stands and walks.
    pub formation: Formation,
    /// What it is at.
    pub phase: SquadPhase,
    /// What it was told and has not done, in order.
    pub orders: Vec<SquadCommand>,
    /// Where it is sent, or was last.
    pub goal: Vec2,
    /// The unit's slot of the formation.
    pub slot: u16,
    /// Whether the squad has told the unit anything of its first order.
    pub told: bool,
    /// Whether nobody waits for the unit any more.
    pub late: bool,
}

/// A place round a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotTrace {
    /// Whose it is, round whom, and where.
    pub reservation: ObservedReservation,
    /// The tick since when it has closed in on that target.
    pub since: u32,
}

/// What there is to tell of a squad and one of its members.
pub(super) fn squad(world: &World, id: SquadId, unit: UnitId) -> Option<SquadTrace> {
    let squad = world.parts.squads.get(crate::squad::find(&world.parts.squads, id)?)?;
    let member = squad.members.get(squad.find(unit)?)?;
    Some(SquadTrace {
        id,
        leader: squad.leader,
        members: squad.members.len() as u32,
        formation: squad.formation,
        phase: squad.phase,
        orders: squad.orders.iter().copied().collect(),
        goal: squad.goal,
        slot: member.slot,
        told: member.told,
        late: member.late,
    })
}

/// The place that a unit has, or waits for.
pub(super) fn place(world: &World, unit: UnitId) -> Option<SlotTrace> {
    let reservation = world.observe_reservations().into_iter().find(|reservation| reservation.unit == unit)?;
    let since = world.parts.reservations.reserved.iter().find(|reservation| reservation.unit == unit)?.since;
    Some(SlotTrace { reservation, since })
}
