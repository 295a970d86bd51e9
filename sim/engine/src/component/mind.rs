//! What a unit with a mind remembers, and what it wills until it thinks again.

use sandtable_decide::MindState;
use sandtable_math::{Fx, Vec2};
use sandtable_state::id::UnitId;
use sandtable_state::{state_enum, state_struct};

/// The morale of a unit that nothing has happened to, in percent.
const FRESH_MORALE: Fx = Fx::from_int(100);

state_enum! {
    /// What a unit with a mind carries out between two thoughts.
    #[derive(Default)]
    pub enum CurrentAction {
        /// The heads of its queues.
        #[default]
        Obey = 0,
        /// Standing still, its weapon free on what is in reach.
        Hold = 1,
        /// Standing still, its weapon on its target.
        Strike = 2,
        /// Chasing its target until the weapon reaches it.
        Chase = 3,
        /// Walking to its place.
        Walk = 4,
        /// Walking to whom it keeps near.
        Near = 5,
    }
}

state_struct! {
    /// The memory of a unit with a mind.
    #[derive(Copy)]
    pub struct MindMemory {
        /// How far its mind is.
        pub mind: MindState,
        /// The tick from which it thinks again.
        pub due_tick: u32,
        /// The tick of its latest thought; 0 before the first.
        pub thought_tick: u32,
        /// The tag of the latest order it knows of.
        pub tag: u16,
        /// The tick of that order.
        pub order_tick: u32,
        /// The foe it has picked.
        pub target: UnitId,
        /// Whether its team saw that when it last thought.
        pub saw_target: bool,
        /// The friend it has picked to heal.
        pub patient: UnitId,
        /// What it carries out.
        pub will: CurrentAction,
        /// Whom it strikes, or keeps near.
        pub whom: UnitId,
        /// Where it walks.
        pub place: Vec2,
        /// How near, edge to edge, is near enough, in cells.
        pub reach: Fx,
        /// The tick at which it last asked a query for a place.
        pub asked_tick: u32,
        /// One more than the row of that query; 0 when it has gone elsewhere since.
        pub asked: u8,
        /// Whether that gave a place.
        pub found: bool,
        /// Its spirits, in percent.
        pub morale: Fx,
        /// Its hit points when it last thought.
        pub hp: Fx,
    }
}

impl MindMemory {
    /// The memory of a unit just made, with these hit points.
    pub fn fresh(hp: Fx) -> MindMemory {
        MindMemory {
            mind: MindState::default(),
            due_tick: 0,
            thought_tick: 0,
            tag: 0,
            order_tick: 0,
            target: UnitId::NONE,
            saw_target: false,
            patient: UnitId::NONE,
            will: CurrentAction::Obey,
            whom: UnitId::NONE,
            place: Vec2::ZERO,
            reach: Fx::ZERO,
            asked_tick: 0,
            asked: 0,
            found: false,
            morale: FRESH_MORALE,
            hp,
        }
    }
}
