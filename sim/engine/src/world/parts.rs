//! The state beside the entities.

use super::{Clock, Player};
use crate::scenario::Scenario;
use crate::sight::Knowledge;

/// All state that is no entity's.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) clock: Clock,
    pub(crate) players: Vec<Player>,
    pub(crate) knowledge: Vec<Knowledge>,
    pub(crate) flow: crate::flow::Flow,
    pub(crate) routes: crate::route::Routes,
    pub(crate) rings: crate::ring::Rings,
    pub(crate) squads: Vec<crate::squad::Squad>,
    pub(crate) minds: crate::agent::Minds,
    pub(crate) senses: crate::senses::Perceived,
    pub(crate) schedules: Vec<crate::schedule::Progress>,
}

impl Parts {
    pub(crate) fn new(scenario: &Scenario, seed: u64) -> Parts {
        Parts {
            clock: Clock { tick: 0, seed, neutral_serial: 0, shot_serial: 0, outcome: None },
            players: scenario.players.iter().map(super::start::new_player).collect(),
            knowledge: crate::sight::fresh_knowledge(scenario),
            flow: crate::flow::Flow::new(&scenario.map, scenario.teams()),
            routes: crate::route::Routes::new(scenario),
            rings: crate::ring::Rings::new(&scenario.rules),
            squads: Vec::new(),
            minds: crate::agent::Minds::new(scenario),
            senses: crate::senses::Perceived::new(scenario),
            schedules: Vec::new(),
        }
    }
}
