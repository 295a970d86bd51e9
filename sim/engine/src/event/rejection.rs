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

impl Rejection {
    /// Every reason with what it says in a few words. Its row is its code in the protocol of bots, and stays that.
    pub const ALL: [(Rejection, &str); 16] = [
        (Rejection::TooManyOrders, "too many orders in one tick"),
        (Rejection::PlayerOut, "the player is out"),
        (Rejection::BadSubject, "bad subject list"),
        (Rejection::NotYours, "subject not alive or not one's own"),
        (Rejection::CannotDo, "subject cannot do this"),
        (Rejection::UnknownTarget, "target not known"),
        (Rejection::WrongTarget, "wrong sort of target"),
        (Rejection::CannotAfford, "not affordable"),
        (Rejection::NoSupply, "no supply left"),
        (Rejection::MissingNeed, "a requirement is missing"),
        (Rejection::AlreadyKnown, "already researched or under way"),
        (Rejection::QueueFull, "queue full"),
        (Rejection::BadPlace, "bad place"),
        (Rejection::OutOfRange, "no such row or place"),
        (Rejection::NotReady, "ability not ready"),
        (Rejection::LimitReached, "a limit of the world is reached"),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_of_a_reason_is_its_number() {
        for (row, (why, _)) in Rejection::ALL.iter().enumerate() {
            assert_eq!(*why as usize, row, "{why:?}");
        }
    }
}
