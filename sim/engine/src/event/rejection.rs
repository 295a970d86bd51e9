//! Why an order can be refused.

use serde::{Deserialize, Serialize};

/// Why an order was refused, judged by what its player knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rejection {
    /// More orders in one tick than [`sandtable_state::limits::MAX_ORDERS_PER_TICK`].
    TooManyOrders,
    /// The player is out of the match.
    PlayerOut,
    /// The subject list is empty, unsorted, repeats, or is too long.
    BadSubject,
    /// A subject is not the player's or no longer lives.
    NotYours,
    /// The subject cannot do this.
    CannotDo,
    /// The target is not known to the player.
    UnknownTarget,
    /// The target is of the wrong sort.
    WrongTarget,
    /// The resources do not suffice.
    CannotAfford,
    /// The supply does not suffice.
    NoSupply,
    /// Something needed first is missing.
    MissingNeed,
    /// The technology is known or under way.
    AlreadyKnown,
    /// The queue is full.
    QueueFull,
    /// The place is off the map, occupied, or not fit to build on.
    BadPlace,
    /// A named row or place does not exist.
    OutOfRange,
    /// The ability is not ready.
    NotReady,
    /// A limit of the world is reached.
    LimitReached,
}
