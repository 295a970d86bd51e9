//! The kinds of lapses, and what is known of one.

use std::fmt;

use sandtable_math::Vec2;
use sandtable_state::id::{PlayerId, UnitId};
use sandtable_state::limits::TICKS_PER_SECOND;

/// The kinds with their names, from when on they count (in game seconds), and what they are.
macro_rules! lapse_kinds {
    ($($variant:ident $name:literal $seconds:literal $about:literal;)+) => {
        /// A mistake that a spectator would notice.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum LapseKind {
            $(#[doc = $about] $variant,)+
        }

        impl LapseKind {
            /// All kinds with their names, in the order of reports.
            pub const CHOICES: &'static [(&'static str, LapseKind)] = &[$(($name, LapseKind::$variant)),+];

            /// What it is called in files and reports.
            pub const fn name(self) -> &'static str {
                match self { $(LapseKind::$variant => $name),+ }
            }

            /// What it is, in a line.
            pub const fn about(self) -> &'static str {
                match self { $(LapseKind::$variant => $about),+ }
            }

            /// What lasts less than this many ticks is none.
            pub const fn least_ticks(self) -> u32 {
                TICKS_PER_SECOND * match self { $(LapseKind::$variant => $seconds),+ }
            }
        }
    };
}

lapse_kinds! {
    IdleUnderThreat "idle_under_threat" 4
        "A soldier without a task and a target for 4 s or more, within 6 cells of a friend that is damaged by an enemy that the soldier sees and can hit.";
    Wedged "wedged" 5
        "A unit with a goal and a path that stays within half a cell for 5 s or more, and does not wait for its turn at a passage or at a fight within 6 cells.";
    OutOfReach "out_of_reach" 3
        "A unit that stands for 3 s or more at its reserved place round its target, and cannot attack from there.";
    EndangeredWorker "endangered_worker" 3
        "A worker at work for 3 s or more, within 2 cells of the range of a visible enemy soldier, with no armed friend within 6 cells.";
    WaitingWorker "waiting_worker" 15
        "A worker with an order to gather that stands for 15 s or more without a place at the node.";
    UnspentResources "unspent_resources" 60
        "More than 500 of a resource in stock for a minute or more, while a building could start a product that costs it.";
    SupplyBlock "supply_block" 15
        "Only a lack of supply prevents the training of a unit for 15 s or more, below the supply limit of the rules, with no supply under construction.";
    IdleProduction "idle_production" 30
        "A building that trains soldiers is idle for 30 s or more, while it could train one.";
    RepeatedOrder "repeated_order" 0
        "A unit that gets the same order a fourth time, each within 20 s of the last, and has not moved half a cell since the first.";
    FedToTower "fed_to_tower" 0
        "Three or more units of a player that one building killed, each without an armed friend within 6 cells, and no two in a row more than 30 s apart.";
    TransportLeft "transport_left" 30
        "A transport with passengers that stands without a task for 30 s or more.";
    EndlessChase "endless_chase" 30
        "A unit that chases one target for 30 s or more and 8 cells or more without an attack.";
    OverdueMission "overdue_mission" 240
        "A raid, a survey, an escort or a new base for which the rest of its plan has waited for 4 minutes or more.";
}

impl LapseKind {
    /// Whether it shows in the world; else a commander has to be asked.
    pub fn is_of_world(self) -> bool {
        self != LapseKind::OverdueMission
    }
}

impl fmt::Display for LapseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A lapse of conduct.
#[derive(Clone, Debug, PartialEq)]
pub struct Lapse {
    /// What.
    pub kind: LapseKind,
    /// Whose.
    pub player: PlayerId,
    /// The unit or building; none for what is a player's.
    pub unit: UnitId,
    /// Where it was last, in cells; none for what is a player's.
    pub at: Option<Vec2>,
    /// The tick it began in.
    pub from: u32,
    /// Ticks it lasted.
    pub ticks: u32,
    /// What more there is to say: the kind of a unit, a resource, a step. May be empty.
    pub what: String,
}

impl Lapse {
    /// The arguments that ask `sandtable why` about it: of its unit, or else of its player's commander, in the midst of it.
    pub fn question(&self) -> String {
        let tick = self.from + self.ticks / 2;
        if self.unit.is_some() {
            format!("--unit {} --tick {tick}", self.unit)
        } else {
            format!("--player {} --tick {tick}", self.player.0 + 1)
        }
    }
}
