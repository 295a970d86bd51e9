//! What a squad is: its members, its own queue of orders, and how far it is with the first of them.

use crate::component::Agent;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::{Formation, OrderKind};
use sandtable_state::id::{SquadId, UnitId};
use sandtable_state::queue::{BoundedQueue, Urgent};
use sandtable_state::{state_enum, state_struct};

state_enum! {
    /// What a squad is at.
    #[derive(Default)]
    pub enum SquadPhase {
        /// It has no order to carry out: it stands where the last one led.
        #[default]
        Holding = 0,
        /// Its members go to their places before it sets out.
        Forming = 1,
        /// It is on its way, or its members are at what it was told.
        Marching = 2,
        /// It stands on its way until stragglers have caught up, or a fight is over.
        Waiting = 3,
        /// It is where it was sent, and its members come to rest.
        Closing = 4,
    }
}

state_enum! {
    /// How wide a squad walks.
    #[derive(Default)]
    pub enum SquadWidth {
        /// As its shape says.
        #[default]
        Full = 0,
        /// Through a place too narrow for its shape, its members one behind the other.
        Narrowed = 1,
    }
}

state_struct! {
    /// One of a squad.
    #[derive(Copy)]
    pub struct SquadMember {
        /// Who.
        pub id: UnitId,
        /// Its slot of the formation.
        pub slot: u16,
        /// The tag, in its agent, of what the squad has told it.
        pub tag: u16,
        /// Whether the squad has told it anything: one that cannot do what the others do is left alone.
        pub told: bool,
        /// Whether nobody waits for it any more, until it has caught up.
        pub late: bool,
    }
}

state_struct! {
    /// An order in a squad's queue: one that each member carries out in its own way.
    #[derive(Copy)]
    pub struct SquadCommand {
        /// What it says.
        pub verb: OrderKind,
        /// Its priority.
        pub priority: u8,
    }
}

impl Urgent for SquadCommand {
    fn priority(&self) -> u8 {
        self.priority
    }
}

state_struct! {
    /// Where a formation is: the middle of its front, and where it faces.
    #[derive(Copy, Default)]
    pub struct FormationPose {
        /// The middle of the front rank, in cells.
        pub anchor: Vec2,
        /// Where it faces.
        pub heading: Angle,
    }
}

state_struct! {
    /// A squad: a level of the order chain between its commander and its members.
    pub struct Squad {
        /// Its id; the owner is part of it.
        pub id: SquadId,
        /// How it stands and walks.
        pub formation: Formation,
        /// The member whose kind of locomotion and size find the way.
        pub leader: UnitId,
        /// The members, by id; never none.
        pub members: Vec<SquadMember>,
        /// What it was told and has not done.
        pub orders: BoundedQueue<SquadCommand>,
        /// Whether the first of these has been passed on to the members.
        pub begun: bool,
        /// What it is at.
        pub phase: SquadPhase,
        /// Where the formation is.
        pub pose: FormationPose,
        /// Where it is sent, or was last.
        pub goal: Vec2,
        /// The other end of a patrol.
        pub home: Vec2,
        /// What it moved in the last tick, in cells.
        pub velocity: Vec2,
        /// Whether it has come by its goal.
        pub reached: bool,
        /// How far the front still goes on beyond the goal, for the middle of the formation to stand there.
        pub beyond: Fx,
        /// Ticks that it has waited for stragglers, or got nowhere.
        pub waited: u16,
        /// How wide it walks.
        pub width: SquadWidth,
        /// Files side by side since it narrowed.
        pub files: u8,
        /// Where it stood in its shape last, before it narrowed.
        pub mouth: FormationPose,
        /// Where its front went since, half a cell between two points.
        pub trail: Vec<Vec2>,
    }
}

impl SquadMember {
    /// Whether it is still about what its squad has told it.
    pub(super) fn is_about(&self, agent: &Agent) -> bool {
        self.told
            && (agent.moves.iter().any(|task| task.tag == self.tag)
                || agent.acts.iter().any(|task| task.tag == self.tag))
    }
}

impl Squad {
    /// Whether it goes through a place too narrow for its shape.
    #[inline]
    pub fn is_narrowed(&self) -> bool {
        self.width == SquadWidth::Narrowed
    }

    /// How far ahead of their places the members aim at the end of a tick, since they walk behind what they aim at; nothing in a
    /// passage, where the places lie round corners.
    pub(crate) fn lead(&self) -> Vec2 {
        if self.is_narrowed() { Vec2::ZERO } else { self.velocity }
    }

    /// The place of a member in the list.
    pub(crate) fn find(&self, id: UnitId) -> Option<usize> {
        self.members.binary_search_by_key(&id, |member| member.id).ok()
    }
}
