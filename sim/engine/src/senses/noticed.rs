//! One who noticed what happened.

use sandtable_state::Junk;
use sandtable_state::id::{PlayerId, UnitId};

/// A unit that noticed an incident. Ordered by player, then by how near it was; ties do not depend on whose or which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Noticed {
    pub(super) player: PlayerId,
    pub(super) square: i64,
    pub(super) tie_break: u64,
    pub(super) unit: UnitId,
    pub(super) row: u32,
    /// How strongly it perceived it, in percent.
    pub(super) strength_percent: u8,
}

impl Noticed {
    /// What nobody noticed.
    pub(super) fn junk(junk: &mut Junk) -> Noticed {
        let (unit, row) = (junk.id(), junk.below(40) as u32);
        Noticed { player: unit.owner(), square: 0, tie_break: junk.number(), unit, row, strength_percent: 100 }
    }
}
