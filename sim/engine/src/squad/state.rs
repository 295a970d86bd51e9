//! What a squad is: its members, its formation, its own queue of orders, and how far it is with the first of them.

use serde::{Deserialize, Serialize};

use crate::codec::{decode_compact, encode_compact};
use crate::component::{Queue, Urgent};
use crate::id::{SquadId, UnitId};
use crate::limits::MAX_SQUAD_SPACING;
use crate::math::{Angle, Fx, Vec2};
use crate::order::Verb;
use crate::state::{Field, Malformed, Reader, Sink};
use crate::{state_enum, state_struct};

state_enum! {
    /// How the members of a squad stand to each other.
    #[derive(Default, Hash)]
    pub enum Shape {
        /// In no order: everybody walks by itself, and they settle around the goal.
        #[default]
        Loose = 0,
        /// A wide front of few ranks.
        Line = 1,
        /// Few files, as deep as it takes.
        Column = 2,
        /// A triangle, its tip in front.
        Wedge = 3,
        /// A square: the short-ranged around, the long-ranged within.
        Box = 4,
    }
}

state_struct! {
    /// A formation, as an order names it.
    #[derive(Copy, Serialize, Deserialize)]
    pub struct Formation {
        /// Who stands where.
        pub shape: Shape,
        /// From edge to edge of the widest bodies of the squad, in cells: 0 … [`MAX_SQUAD_SPACING`].
        pub spacing: Fx,
        /// Percent of the members for whom the squad goes slower and waits, 0 … 100: at 100 for the last straggler, at 0 for nobody.
        pub cohesion: u8,
    }
}

impl Default for Formation {
    fn default() -> Formation {
        Formation::of(Shape::Loose)
    }
}

impl Formation {
    /// The formation of this shape, a quarter of a cell between its members, that waits for nine in ten.
    pub const fn of(shape: Shape) -> Formation {
        Formation { shape, spacing: Fx::from_bits(1 << 14), cohesion: 90 }
    }

    /// Whether its values are within their ranges.
    pub fn is_possible(&self) -> bool {
        (Fx::ZERO..=Fx::from_int(i16::from(MAX_SQUAD_SPACING))).contains(&self.spacing) && self.cohesion <= 100
    }

    /// Whether its members keep places.
    pub(crate) fn keeps_places(&self) -> bool {
        self.shape != Shape::Loose
    }
}

state_enum! {
    /// What a squad is at.
    #[derive(Default)]
    pub enum Phase {
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

state_struct! {
    /// One of a squad.
    #[derive(Copy)]
    pub struct Member {
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
    pub struct Command {
        /// What it says.
        pub verb: Verb,
        /// Its priority.
        pub priority: u8,
    }
}

impl Urgent for Command {
    fn priority(&self) -> u8 {
        self.priority
    }
}

/// The most bytes of an order's verb.
const MAX_VERB_BYTES: usize = 64;

/// A verb is state in the form in which replays keep it.
impl Field for Verb {
    fn put<S: Sink>(&self, sink: &mut S) {
        encode_compact(self).put(sink);
    }
    fn take(reader: &mut Reader<'_>) -> Result<Self, Malformed> {
        let bytes = Vec::<u8>::take(reader)?;
        decode_compact(&bytes, MAX_VERB_BYTES).map_err(|_| reader.malformed("no verb of an order"))
    }
}

state_struct! {
    /// Where a formation is: the middle of its front, and where it faces.
    #[derive(Copy, Default)]
    pub struct Pose {
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
        pub members: Vec<Member>,
        /// What it was told and has not done.
        pub orders: Queue<Command>,
        /// Whether the first of these has been passed on to the members.
        pub begun: bool,
        /// What it is at.
        pub phase: Phase,
        /// Where the formation is.
        pub pose: Pose,
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
        /// Whether it goes through a place too narrow for its shape, its members one behind the other.
        pub narrowed: bool,
        /// Files side by side since it narrowed.
        pub files: u8,
        /// Where it stood in its shape last, before it narrowed.
        pub mouth: Pose,
        /// Where its front went since, half a cell between two points.
        pub trail: Vec<Vec2>,
    }
}

impl Squad {
    /// How far ahead of their places the members aim at the end of a tick, since they walk behind what they aim at; nothing in a
    /// passage, where the places lie round corners.
    pub(crate) fn lead(&self) -> Vec2 {
        if self.narrowed { Vec2::ZERO } else { self.velocity }
    }

    /// The place of a member in the list.
    pub(crate) fn find(&self, id: UnitId) -> Option<usize> {
        self.members.binary_search_by_key(&id, |member| member.id).ok()
    }
}
