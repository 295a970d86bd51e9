//! Orders: what players tell their entities. A recorded match is its scenario, its seeds and its orders.

use sandtable_model::OrderKind;
use sandtable_state::Arrange;
use serde::{Deserialize, Serialize};

pub use crate::tasks::Queueing;

use sandtable_state::id::{Handle, PlayerId, SquadId};

/// Who an order is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderSubject {
    /// The player itself (surrender).
    Player,
    /// A squad: the order joins its queue, and is split into tasks of its members when its turn comes.
    Squad(SquadId),
    /// These own entities, at most [`sandtable_state::limits::MAX_ORDER_UNITS`], ascending and without repeats.
    Units(Vec<Handle>),
}

/// What a player tells its entities.
///
/// # Examples
///
/// ```
/// use sandtable_model::OrderKind;
/// use sandtable_sim::order::{Order, OrderSubject, Queueing};
/// use sandtable_state::id::Handle;
///
/// let hold = Order::to([Handle(7), Handle(3), Handle(7)], OrderKind::Hold);
/// assert_eq!(hold.subject, OrderSubject::Units(vec![Handle(3), Handle(7)]));
/// // It replaces what the units were told before, unless it says otherwise.
/// assert_eq!(hold.queueing, Queueing::Replace);
/// assert_eq!(hold.appended().queueing, Queueing::Append);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Who.
    pub subject: OrderSubject,
    /// What.
    pub verb: OrderKind,
    /// Where in the queues.
    pub queueing: Queueing,
    /// 0 … 255; plain orders have 0. An order does not displace tasks of higher priority.
    pub priority: u8,
}

impl Order {
    /// A plain order to some units: replaces, priority 0. Sorts and dedups the handles.
    pub fn to(units: impl IntoIterator<Item = Handle>, verb: OrderKind) -> Order {
        let mut units: Vec<Handle> = units.into_iter().collect();
        units.arrange();
        units.dedup();
        Order { subject: OrderSubject::Units(units), verb, queueing: Queueing::Replace, priority: 0 }
    }

    /// A plain order to a squad.
    pub const fn squad(squad: SquadId, verb: OrderKind) -> Order {
        Order { subject: OrderSubject::Squad(squad), verb, queueing: Queueing::Replace, priority: 0 }
    }

    /// The player gives up.
    pub const fn surrender() -> Order {
        Order { subject: OrderSubject::Player, verb: OrderKind::Surrender, queueing: Queueing::Replace, priority: 0 }
    }

    /// This order, queued after what there is.
    pub fn appended(mut self) -> Order {
        self.queueing = Queueing::Append;
        self
    }

    /// This order, before what there is in the queue.
    pub fn first(mut self) -> Order {
        self.queueing = Queueing::Front;
        self
    }
}

/// An order with its place in the lockstep: orders of a tick apply by player, then sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StampedOrder {
    /// The tick it applies in.
    pub tick: u32,
    /// Who gives it.
    pub player: PlayerId,
    /// Its number among this player's orders of the tick.
    pub seq: u16,
    /// The order.
    pub order: Order,
}
