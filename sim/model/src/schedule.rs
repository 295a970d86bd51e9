//! What a scenario says of a schedule.

use sandtable_state::id::{KindId, PlayerId};
use serde::{Deserialize, Serialize};

use crate::Verb;
use crate::map::Cell;

/// A schedule: whom it is for, and its slices of time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Its name, which is that of its group.
    pub name: String,
    /// Whose units it tells.
    pub player: PlayerId,
    /// Rows of what is placed: the units that belong to its group from the start.
    pub placed: Vec<u16>,
    /// The tick at which its first slice begins.
    pub start_tick: u32,
    /// Whether the first slice follows upon the last.
    pub repeats: bool,
    /// Its slices, in their order; at least one.
    pub slices: Vec<Slice>,
}

/// A slice of time, and what it begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slice {
    /// Ticks from its nominal beginning to its nominal end.
    pub ticks: u32,
    /// The deviation of its end, in ticks.
    pub jitter_ticks: u16,
    /// Those who join the group.
    pub wave: Option<Wave>,
    /// What the group is told.
    pub deed: Option<Deed>,
}

/// Units that come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wave {
    /// Their kind.
    pub kind: KindId,
    /// How many.
    pub count: u16,
    /// The cell around which they stand.
    pub cell: Cell,
}

/// What a group can be told by its schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// To walk to a cell.
    Move(Cell),
    /// To walk to a cell and attack what is met.
    AttackMove(Cell),
    /// To walk between where it is and a cell, and attack what is met.
    Patrol(Cell),
    /// To stand.
    Hold,
    /// To forget what it was told.
    Stop,
}

impl Deed {
    /// The order that it is.
    pub const fn verb(self) -> Verb {
        match self {
            Deed::Move(cell) => Verb::Move(cell.centre()),
            Deed::AttackMove(cell) => Verb::AttackMove(cell.centre()),
            Deed::Patrol(cell) => Verb::Patrol(cell.centre()),
            Deed::Hold => Verb::Hold,
            Deed::Stop => Verb::Stop,
        }
    }

    /// The same about another cell, if it is about one.
    #[must_use]
    pub const fn with_cell(self, cell: Cell) -> Deed {
        match self {
            Deed::Move(_) => Deed::Move(cell),
            Deed::AttackMove(_) => Deed::AttackMove(cell),
            Deed::Patrol(_) => Deed::Patrol(cell),
            Deed::Hold | Deed::Stop => self,
        }
    }

    /// The cell it is about.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Deed::Move(cell) | Deed::AttackMove(cell) | Deed::Patrol(cell) => Some(cell),
            Deed::Hold | Deed::Stop => None,
        }
    }
}
