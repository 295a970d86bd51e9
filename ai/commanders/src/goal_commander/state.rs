//! Everything that decisions leave behind for those after them: what a saved commander consists of.

use sandtable_math::Vec2;
use sandtable_state::rng::Rng;
use serde::{Deserialize, Serialize};

use crate::architecture::ArchitectureState;
use crate::beliefs::BeliefStates;
use crate::character::ChanceState;
use crate::commander::Timeline;
use crate::context::ConstructionState;
use crate::forces::Forces;
use crate::goals::GoalRecord;
use crate::knowledge::{CommanderKnowledge, ScoutingMemory};
use crate::managers::{EconomyState, WorkerErrands};
use crate::stances::StanceState;
use crate::strategy::GoalStrategy;
use crate::triggers::TriggerStates;

/// Everything that decisions leave behind for those after them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CommanderState {
    /// By goal.
    pub records: Vec<GoalRecord>,
    pub memory: ScoutingMemory,
    pub knowledge: CommanderKnowledge,
    pub forces: Forces,
    pub construction: ConstructionState,
    pub economy: EconomyState,
    /// Workers whom triggers sent.
    pub errands: WorkerErrands,
    pub architecture: ArchitectureState,
    pub stance_state: StanceState,
    /// By cooldown: it is over from this tick on.
    pub ready_ticks: Vec<u32>,
    pub chance_states: Vec<ChanceState>,
    pub triggers: TriggerStates,
    pub beliefs: BeliefStates,
    /// Entries of the timetable that have been given.
    pub moments: u32,
    /// The middle of the oldest base at the last decision.
    pub home: Vec2,
    pub rng: Rng,
    /// Draws of what the first strategies do not have, so that theirs stay as they were.
    pub chance_rng: Rng,
    pub timeline: Timeline,
}

impl CommanderState {
    /// The state before the first decision. The random streams come from `seed`.
    pub fn new(strategy: &GoalStrategy, seed: u64) -> CommanderState {
        CommanderState {
            records: vec![GoalRecord::default(); strategy.goals.len()],
            memory: ScoutingMemory::default(),
            knowledge: CommanderKnowledge::default(),
            forces: Forces::with_armies(strategy.armies.len()),
            construction: ConstructionState::default(),
            economy: EconomyState::default(),
            errands: WorkerErrands::new(),
            architecture: ArchitectureState::default(),
            stance_state: StanceState::default(),
            ready_ticks: vec![0; strategy.cooldowns.len()],
            chance_states: vec![ChanceState::default(); strategy.chances.len()],
            triggers: TriggerStates::new(strategy.triggers.len()),
            beliefs: BeliefStates::new(&strategy.beliefs),
            moments: 0,
            home: Vec2::ZERO,
            rng: Rng::stream(seed, "decisions"),
            chance_rng: Rng::stream(seed, "chances"),
            timeline: Timeline::default(),
        }
    }

    /// Whether it is one that this strategy can have left behind.
    pub fn fits(&self, strategy: &GoalStrategy) -> bool {
        let goals = strategy.goals.len();
        let rows = self.records.len() == goals && self.architecture.goals.iter().all(|row| usize::from(*row) < goals);
        let slots =
            (self.ready_ticks.len(), self.chance_states.len()) == (strategy.cooldowns.len(), strategy.chances.len());
        let signals = self.forces.fits(strategy.armies.len())
            && self.triggers.fits(strategy.triggers.len())
            && self.beliefs.fits(&strategy.beliefs);
        let begun = |record: &GoalRecord| record.plan.as_ref().is_none_or(|plan| plan.begun <= plan.steps.len());
        rows && slots
            && signals
            && self.records.iter().all(begun)
            && self.stance_state.fits(strategy.stances.all.len())
            && self.memory.fits()
            && self.knowledge.fits()
    }
}
