//! What a scenario says of a schedule.

use sandtable_state::id::{KindId, PlayerId};
use serde::{Deserialize, Serialize};

use crate::OrderKind;
use crate::map::Cell;

/// A schedule: whom it is for, and its slices of time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchedulePlan {
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
    pub slices: Vec<ScheduleEntry>,
}

/// A slice of time, and what it begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleEntry {
    /// Ticks from its nominal beginning to its nominal end.
    pub ticks: u32,
    /// The deviation of its end, in ticks.
    pub jitter_ticks: u16,
    /// Those who join the group.
    pub wave: Option<ReinforcementWave>,
    /// What the group is told.
    pub action: Option<ScheduleAction>,
}

/// Units that come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReinforcementWave {
    /// Their kind.
    pub kind: KindId,
    /// How many.
    pub count: u16,
    /// The cell around which they stand.
    pub cell: Cell,
}

/// What a group can be told by its schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScheduleAction {
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

impl ScheduleAction {
    /// The order that it is.
    pub const fn verb(self) -> OrderKind {
        match self {
            ScheduleAction::Move(cell) => OrderKind::Move(cell.centre()),
            ScheduleAction::AttackMove(cell) => OrderKind::AttackMove(cell.centre()),
            ScheduleAction::Patrol(cell) => OrderKind::Patrol(cell.centre()),
            ScheduleAction::Hold => OrderKind::Hold,
            ScheduleAction::Stop => OrderKind::Stop,
        }
    }

    /// Points the action at another cell, if it is about a cell; others stay as they are.
    #[must_use]
    pub const fn with_cell(self, cell: Cell) -> ScheduleAction {
        match self {
            ScheduleAction::Move(_) => ScheduleAction::Move(cell),
            ScheduleAction::AttackMove(_) => ScheduleAction::AttackMove(cell),
            ScheduleAction::Patrol(_) => ScheduleAction::Patrol(cell),
            ScheduleAction::Hold | ScheduleAction::Stop => self,
        }
    }

    /// The cell it is about.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            ScheduleAction::Move(cell) | ScheduleAction::AttackMove(cell) | ScheduleAction::Patrol(cell) => Some(cell),
            ScheduleAction::Hold | ScheduleAction::Stop => None,
        }
    }
}
