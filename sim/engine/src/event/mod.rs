//! What happened in a tick.

mod rejection;

pub use rejection::Rejection;

use serde::{Deserialize, Serialize};

use sandtable_math::Vec2;
use sandtable_state::id::{KindId, PlayerId, TechId, UnitId};

/// Something that happened. Events are for reports and views; they are no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// An order was refused.
    Rejected {
        /// Whose.
        player: PlayerId,
        /// Its number among the player's orders of the tick.
        seq: u16,
        /// Why.
        why: Rejection,
    },
    /// A unit was trained, or a building marked out.
    Born {
        /// The entity.
        id: UnitId,
        /// Its kind.
        kind: KindId,
    },
    /// A building was completed.
    Completed {
        /// The building.
        id: UnitId,
        /// Its kind.
        kind: KindId,
    },
    /// A technology was finished.
    Researched {
        /// By whom.
        player: PlayerId,
        /// Which.
        tech: TechId,
    },
    /// An entity was first hurt in a while (ten game seconds).
    Attacked {
        /// The entity.
        id: UnitId,
        /// By what.
        by: UnitId,
        /// Where.
        at: Vec2,
    },
    /// A unit died or a building fell.
    Died {
        /// The entity.
        id: UnitId,
        /// Its kind.
        kind: KindId,
        /// Who did it; none for no one.
        by: UnitId,
        /// Where.
        at: Vec2,
    },
    /// A unit with a mind follows a goal of its own against its orders.
    Disobeyed {
        /// The unit.
        id: UnitId,
        /// The row of the goal in its set.
        goal: u8,
        /// Where.
        at: Vec2,
    },
    /// A node was gathered empty.
    Depleted {
        /// The node.
        id: UnitId,
    },
    /// A building could not be begun: something its player did not know of stood there. Refunded.
    BuildFailed {
        /// The building.
        id: UnitId,
        /// Its kind.
        kind: KindId,
    },
    /// An unfinished building or a queue entry was cancelled. Refunded.
    Cancelled {
        /// The building.
        id: UnitId,
    },
    /// A player is out of the match.
    PlayerOut {
        /// Who.
        player: PlayerId,
    },
}

/// What one step did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TickReport {
    /// The tick.
    pub tick: u32,
    /// What happened, in order.
    pub events: Vec<Event>,
}
