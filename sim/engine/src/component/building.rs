//! What stands on cells: sites, production, deposits.

use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_state::id::{KindId, TechId, UnitId};
use sandtable_state::limits::MAX_PRODUCTION;
use sandtable_state::state_enum;
use sandtable_state::state_struct;

state_enum! {
    /// How far a building is.
    #[derive(Default)]
    pub enum ConstructionStage {
        /// Paid for, marked out, blocking nothing, seen by its team alone.
        #[default]
        Planned = 0,
        /// Being built; blocks its cells.
        Rising = 1,
        /// Whole.
        Complete = 2,
    }
}

state_struct! {
    /// The cells a building or node stands on.
    #[derive(Copy, Default)]
    pub struct Footprint {
        /// North-west cell.
        pub cell: Cell,
        /// Stage; nodes are always complete.
        pub stage: ConstructionStage,
        /// Work done on it, in ticks of one plain builder × 100.
        pub progress: u32,
        /// Builders and repairers at work in the last tick.
        pub workers: u8,
    }
}

state_enum! {
    /// What an entry of a production queue makes.
    #[derive(Default)]
    pub enum ProductionItem {
        /// A unit.
        #[default]
        Unit = 0,
        /// A technology.
        Tech = 1,
    }
}

state_struct! {
    /// An entry of a production queue.
    #[derive(Copy, Default)]
    pub struct ProductionEntry {
        /// Unit or technology.
        pub product: ProductionItem,
        /// Row of the kinds or the technologies.
        pub row: u16,
    }
}

impl ProductionEntry {
    /// The kind it trains.
    pub fn kind(&self) -> Option<KindId> {
        (self.product == ProductionItem::Unit).then_some(KindId(self.row))
    }

    /// The technology it researches.
    pub fn tech(&self) -> Option<TechId> {
        (self.product == ProductionItem::Tech).then_some(TechId(self.row))
    }
}

state_struct! {
    /// A building's production queue and rally point.
    #[derive(Copy, Default)]
    pub struct Production {
        /// Entries in use.
        pub queued: u8,
        /// The entries; those beyond `queued` are default.
        pub queue: [ProductionEntry; MAX_PRODUCTION],
        /// Ticks of work done on the first entry.
        pub progress: u32,
        /// Whether a rally point is set.
        pub rallies: bool,
        /// The rally point.
        pub rally: Vec2,
        /// What the rally points at (a node to gather from, a unit to follow); none for a bare point.
        pub rally_target: UnitId,
    }
}

state_struct! {
    /// What a node holds.
    #[derive(Copy, Default)]
    pub struct ResourceAmount {
        /// Units of its resource left.
        pub amount: u32,
        /// Workers gathering from it now.
        pub workers: u8,
    }
}
