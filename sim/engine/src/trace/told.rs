//! What a rehearsal tells, as plain data.

use crate::component::Recall;
use crate::ring::ObservedClaim;
use crate::squad::{Command, Phase};
use crate::world::World;
use sandtable_decide::NodeTrace;
use sandtable_math::{Fx, Vec2};
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
    pub phase: Phase,
    /// What it was told and has not done, in order.
    pub orders: Vec<Command>,
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
pub struct Place {
    /// Whose it is, round whom, and where.
    pub claim: ObservedClaim,
    /// The tick since when it has closed in on that target.
    pub since: u32,
}

/// The mind of a unit.
#[derive(Clone, Debug)]
pub struct MindTrace {
    /// What its file calls it.
    pub name: String,
    /// Whether it thinks in this tick. If not, all that follows is what it last came to.
    pub thinks: bool,
    /// Whether a reaction ran in this tick, and nothing else.
    pub reacted: bool,
    /// What it remembers, and what it wills.
    pub recall: Recall,
    /// The reactions that lie upon each other, the lowest first, with the ticks at which they are over.
    pub reactions: Vec<(String, u32)>,
    /// Its personal goals.
    pub goals: Vec<Wanted>,
    /// Its machine.
    pub machine: Option<String>,
    /// The active states of that, the outermost first.
    pub states: Vec<String>,
    /// The tree that runs.
    pub tree: Option<String>,
    /// The nodes of it that run, from the root down.
    pub running: Vec<String>,
    /// The nodes ticked in this tick, parents first; none when it did not think.
    pub nodes: Vec<NodeTrace>,
}

/// A personal goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its name.
    pub name: String,
    /// Whether it is the one followed.
    pub chosen: bool,
    /// Whether it stands.
    pub stands: bool,
    /// What it was found to be worth in this tick; none when goals were not weighed.
    pub score: Option<Fx>,
    /// It stands from this score on.
    pub starts_at: Fx,
    /// It falls below this score.
    pub ends_below: Fx,
    /// Whether following it may go against orders.
    pub disobeys: bool,
}

/// What there is to tell of a squad and one of its members.
pub(super) fn squad(world: &World, id: SquadId, unit: UnitId) -> Option<SquadTrace> {
    let squad = world.parts.squads.get(crate::squad::find(world, id)?)?;
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
pub(super) fn place(world: &World, unit: UnitId) -> Option<Place> {
    let claim = world.observe_claims().into_iter().find(|claim| claim.unit == unit)?;
    let since = world.parts.rings.claims.iter().find(|claim| claim.unit == unit)?.since;
    Some(Place { claim, since })
}
