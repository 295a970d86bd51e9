//! The state beside the entities: the one list of its parts.

use super::World;
use crate::attack_slots::SlotReservations;
use crate::component::Identity;
use crate::flow::FlowFields;
use crate::minds::Minds;
use crate::route::Routes;
use crate::schedule::ScheduleState;
use crate::senses::Perception;
use crate::sight::Knowledge;
use crate::squad::Squad;
use crate::state::{ByteCount, Clock, Newborn, PartSetting, Player, SnapshotError, StatePart, state_parts};
use sandtable_model::scenario::Scenario;
use sandtable_state::ByteReader;

state_parts! {
    /// All state that is no entity's.
    struct Parts, entities at 4 {
        /// Which tick it is, what was counted, and how it ended.
        1@1 clock: Clock,
        /// The players, by id.
        2@2 players: Vec<Player>,
        /// What each team knows.
        3@3 knowledge: Vec<Knowledge>,
        /// Flow fields: which are in use and what waits to be made.
        4@10 flow: FlowFields,
        /// Routes of units that walk by none of those.
        5@11 routes: Routes,
        /// Who has which place round its target.
        9@8 reservations: SlotReservations,
        /// The squads, by id.
        6@5 squads: Vec<Squad>,
        /// What units with minds remember.
        7@6 minds: Minds,
        /// What units with senses perceive.
        8@7 senses: Perception,
        /// How far schedules are.
        10@9 schedules: Vec<ScheduleState>,
    }
}

impl World {
    /// What a part of the state may read beside itself.
    pub(crate) fn setting(&self) -> PartSetting<'_> {
        PartSetting { scenario: &self.scenario, entities: &self.entities }
    }
}
