//! What a strategy file comes to once its names are resolved and its numbers drawn.

use sandtable_decide::{Cooldown, Inertia};

use crate::architecture::{Architecture, FactSet, GoalOperator};
use crate::beliefs::Belief;
use crate::character::{ChanceSpec, Character};
use crate::considerations::OptionChoosers;
use crate::forces::NamedArmy;
use crate::goals::StrategyGoal;
use crate::input::ConditionGroup;
use crate::perception::ProductionTarget;
use crate::place_queries::PlaceQueries;
use crate::scripted::OrderTimetable;
use crate::stances::StanceSet;
use crate::systems::{DisabledSystems, ManagerFeatures};
use crate::triggers::Trigger;

/// A strategy, its names resolved and its numbers varied by the seed.
pub(crate) struct GoalStrategy {
    pub goals: Vec<StrategyGoal>,
    pub inertia: Inertia,
    pub stances: StanceSet,
    pub facts: FactSet,
    pub operators: Vec<GoalOperator>,
    pub architecture: Architecture,
    pub choosers: OptionChoosers,
    pub places: PlaceQueries,
    pub features: ManagerFeatures,
    pub character: Character,
    /// By cooldown: the goal it follows, by row, and how long it takes.
    pub cooldowns: Vec<(u8, Cooldown)>,
    pub chances: Vec<ChanceSpec>,
    /// Groups of conditions; one that is a part of another stands before it.
    pub conditions: Vec<ConditionGroup>,
    /// Beside the soldiers that all goals share.
    pub armies: Vec<NamedArmy>,
    pub triggers: Vec<Trigger>,
    pub beliefs: Vec<Belief>,
    /// Orders given at their times whatever the goals are.
    pub moments: OrderTimetable,
    /// What it does without.
    pub disabled: DisabledSystems,
    /// What it never makes.
    pub forbidden: Vec<ProductionTarget>,
}
