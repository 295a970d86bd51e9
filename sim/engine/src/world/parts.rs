//! The state beside the entities: the one list of its parts.

use super::{Clock, World};
use crate::component::Identity;
use crate::flow::Flow;
use crate::minds::Minds;
use crate::ring::Rings;
use crate::route::Routes;
use crate::schedule::Progress;
use crate::senses::Perceived;
use crate::sight::Knowledge;
use crate::squad::Squad;
use crate::state::{Count, Newborn, Player, Setting, SnapshotError, StatePart, state_parts};
use sandtable_model::scenario::Scenario;
use sandtable_state::Reader;

state_parts! {
    /// All state that is no entity's.
    Parts, entities at 4 {
        /// Which tick it is, what was counted, and how it ended.
        1@1 clock: Clock,
        /// The players, by id.
        2@2 players: Vec<Player>,
        /// What each team knows.
        3@3 knowledge: Vec<Knowledge>,
        /// Flow fields: which are in use and what waits to be made.
        4@10 flow: Flow,
        /// Routes of units that walk by none of those.
        5@11 routes: Routes,
        /// Who has which place round its target.
        9@8 rings: Rings,
        /// The squads, by id.
        6@5 squads: Vec<Squad>,
        /// What units with minds remember.
        7@6 minds: Minds,
        /// What units with senses perceive.
        8@7 senses: Perceived,
        /// How far schedules are.
        10@9 schedules: Vec<Progress>,
    }
}

impl World {
    /// What a part of the state may read beside itself.
    pub(crate) fn setting(&self) -> Setting<'_> {
        Setting { scenario: &self.scenario, entities: &self.entities }
    }
}
