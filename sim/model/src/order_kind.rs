//! What orders say.

use sandtable_math::Vec2;
use sandtable_state::codec::{decode_compact, encode_compact};
use sandtable_state::id::{AbilityId, Handle, KindId, SquadId, TechId};
use sandtable_state::{ByteReader, Field, Malformed, Sink};
use serde::{Deserialize, Serialize};

use crate::Formation;
use crate::map::Cell;

/// What an order tells its subjects to do. Points are in cells and are held to the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderKind {
    /// Walk to a point, attacking nothing on the way but what comes in range.
    Move(Vec2),
    /// Walk to a point and attack what is met.
    AttackMove(Vec2),
    /// Attack one entity.
    Attack(Handle),
    /// Walk between here and a point, attacking what is met.
    Patrol(Vec2),
    /// Stand and attack only what is in range.
    Hold,
    /// Forget all tasks.
    Stop,
    /// Stay near an entity.
    Follow(Handle),
    /// Stay near an entity and attack what threatens it.
    Guard(Handle),
    /// Gather from a node and deliver, again and again.
    Gather(Handle),
    /// Deliver what is carried.
    ReturnCargo,
    /// Mark out a building (paid at once) with its north-west cell here, and build it.
    Build {
        /// The building.
        kind: KindId,
        /// Its north-west cell.
        cell: Cell,
    },
    /// Repair a damaged own building or go on building an unfinished one.
    Repair(Handle),
    /// Queue a unit in each building named.
    Train(KindId),
    /// Queue a technology in the building named.
    Research(TechId),
    /// Cancel: entry `n` of a production queue, or, for an unfinished building, the building itself. Refunds.
    Cancel(u8),
    /// Set where new units go: a point, or an entity (a node to gather from) when `target` is one.
    Rally {
        /// The point.
        point: Vec2,
        /// The entity; [`Handle::NONE`] for the bare point.
        target: Handle,
    },
    /// Board a transport; told to a transport with a queue for cargo: take a unit aboard.
    Load(Handle),
    /// Walk to a point and let all passengers out there; with a queue for cargo also in passing, whatever else it is told meanwhile.
    Unload(Vec2),
    /// Use an ability of the subject's kind.
    Ability {
        /// The ability.
        ability: AbilityId,
        /// What it is pointed at; [`Handle::NONE`] for itself or a point.
        target: Handle,
        /// The point, when it is pointed at one.
        point: Vec2,
    },
    /// Units: leave the squads they are in and form a new one, which forms up where it is; its id is the one that
    /// the view of its player tells as the next one, or follows the one of the order before. A squad: change formation.
    Form(Formation),
    /// Units: join a squad, and leave the one they were in; with [`SquadId::NONE`] only leave. A squad: merge into another one; with
    /// [`SquadId::NONE`] disband.
    Join(SquadId),
    /// The player gives up.
    Surrender,
}

impl OrderKind {
    /// Whether each unit carries it out by itself, so that a squad may queue it and pass it on.
    pub const fn is_assignment(&self) -> bool {
        matches!(
            self,
            OrderKind::Move(_)
                | OrderKind::AttackMove(_)
                | OrderKind::Attack(_)
                | OrderKind::Patrol(_)
                | OrderKind::Hold
                | OrderKind::Follow(_)
                | OrderKind::Guard(_)
                | OrderKind::Gather(_)
                | OrderKind::ReturnCargo
                | OrderKind::Repair(_)
                | OrderKind::Load(_)
                | OrderKind::Unload(_)
                | OrderKind::Ability { .. }
        )
    }
}

/// The most bytes of an order's verb.
const MAX_VERB_BYTES: usize = 64;

/// A verb is state in the form in which replays keep it.
impl Field for OrderKind {
    fn put<S: Sink>(&self, sink: &mut S) {
        encode_compact(self).put(sink);
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        let bytes = Vec::<u8>::take(reader)?;
        decode_compact(&bytes, MAX_VERB_BYTES).map_err(|_| reader.malformed("no verb of an order"))
    }
}
