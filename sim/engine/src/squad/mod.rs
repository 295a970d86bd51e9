//! Squads: a level of the order chain between commander and unit (Dodds, unit-level AI: each level splits what it is told and
//! passes it on), and formations that form, hold and pass through chokes.
//!
//! A squad has a queue of orders as an agent has of tasks; its first order is split into tasks of its members (`command`). In a
//! formation these are to keep a place: each tick the front of the formation goes on along the field of the squad's goal
//! (`march`) at a pace that its members can keep, and each member is given its place beside or behind it (`place`). Where the
//! shape does not fit, members go one behind the other on the trail of the front, until it fits again. A world without squads does
//! none of this.

mod command;
mod formation_keeping;
mod formation_places;
mod front;
pub mod march;
mod membership;
mod saved;
mod state;
mod tuning;

pub(crate) use command::{order, stop};
pub(crate) use membership::{disband, form, join, leave, own, set_formation};
pub use state::{FormationPose, Squad, SquadCommand, SquadMember, SquadPhase, SquadWidth};

use crate::flow::FlowFields;
use crate::group_places::MoveRequest;
use crate::scene::Scene;
use sandtable_state::id::{SquadId, UnitId};

/// What squads borrow of a world.
pub(crate) struct SquadContext<'w> {
    pub(crate) scene: Scene<'w>,
    /// Their fronts ask for fields, and use them.
    pub(crate) flow: &'w mut FlowFields,
    /// Themselves.
    pub(crate) squads: &'w mut [Squad],
    /// They send members to points.
    pub(crate) move_requests: &'w mut Vec<MoveRequest>,
}

/// One tick of every squad: passes orders on, and moves formations.
pub(crate) fn run(cx: SquadContext<'_>) {
    let SquadContext { scene, flow, squads, move_requests } = cx;
    for squad in squads {
        command::run(&scene, flow, move_requests, squad);
    }
}

/// The place of a squad in the list.
pub(crate) fn find(squads: &[Squad], id: SquadId) -> Option<usize> {
    squads.binary_search_by_key(&id, |squad| squad.id).ok()
}

/// The members of a squad, by id.
pub(crate) fn members(squad: &Squad) -> Vec<UnitId> {
    squad.members.iter().map(|member| member.id).collect()
}
