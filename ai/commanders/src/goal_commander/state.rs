//! Everything that decisions leave behind for those after them: what a saved commander consists of.

use sandtable_sim::math::Vec2;
use sandtable_sim::rng::Rng;
use serde::{Deserialize, Serialize};

use crate::architecture::Course;
use crate::character::Luck;
use crate::commander::Timeline;
use crate::context::Yard;
use crate::forces::Forces;
use crate::goals::Standing;
use crate::knowledge::{Knowledge, Memory};
use crate::managers::Economy;
use crate::stances::Posture;
use crate::strategy::Strategy;

/// Everything that decisions leave behind for those after them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct State {
    /// By goal.
    pub standings: Vec<Standing>,
    pub memory: Memory,
    pub knowledge: Knowledge,
    pub forces: Forces,
    pub yard: Yard,
    pub economy: Economy,
    pub course: Course,
    pub posture: Posture,
    /// By cooldown: it is over from this tick on.
    pub rested: Vec<u32>,
    pub luck: Vec<Luck>,
    /// Entries of the timetable that have been given.
    pub moments: u32,
    /// The middle of the oldest base at the last decision.
    pub home: Vec2,
    pub rng: Rng,
    /// Draws of what the first strategies do not have, so that theirs stay as they were.
    pub fortune: Rng,
    pub timeline: Timeline,
}

impl State {
    /// The state before the first decision. The random streams come from `seed`.
    pub fn new(strategy: &Strategy, seed: u64) -> State {
        State {
            standings: vec![Standing::default(); strategy.goals.len()],
            memory: Memory::default(),
            knowledge: Knowledge::default(),
            forces: Forces::default(),
            yard: Yard::default(),
            economy: Economy::default(),
            course: Course::default(),
            posture: Posture::default(),
            rested: vec![0; strategy.cooldowns.len()],
            luck: vec![Luck::default(); strategy.chances.len()],
            moments: 0,
            home: Vec2::ZERO,
            rng: Rng::stream(seed, "decisions"),
            fortune: Rng::stream(seed, "fortune"),
            timeline: Timeline::default(),
        }
    }

    /// Whether it is one that this strategy can have left behind.
    pub fn fits(&self, strategy: &Strategy) -> bool {
        let goals = strategy.goals.len();
        let rows = self.standings.len() == goals && self.course.goals.iter().all(|row| usize::from(*row) < goals);
        let slots = (self.rested.len(), self.luck.len()) == (strategy.cooldowns.len(), strategy.chances.len());
        rows && slots && self.knowledge.grams.is_sound()
    }
}
