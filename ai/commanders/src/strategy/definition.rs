//! What a strategy file comes to once its names are resolved and its numbers drawn.

use sandtable_sim::decide::{Cooldown, Inertia};

use crate::architecture::{Architecture, Facts, Operator};
use crate::character::{Chance, Character};
use crate::considerations::Choosers;
use crate::goals::Purpose;
use crate::place_queries::Places;
use crate::scripted::Timetable;
use crate::stances::Stances;
use crate::systems::{ManagerFeatures, Without};

/// A strategy, its names resolved and its numbers varied by the seed.
pub(crate) struct Strategy {
    pub goals: Vec<Purpose>,
    pub inertia: Inertia,
    pub stances: Stances,
    pub facts: Facts,
    pub operators: Vec<Operator>,
    pub architecture: Architecture,
    pub choosers: Choosers,
    pub places: Places,
    pub features: ManagerFeatures,
    pub character: Character,
    /// By cooldown: the goal it follows, by row, and how long it takes.
    pub cooldowns: Vec<(u8, Cooldown)>,
    pub chances: Vec<Chance>,
    /// Orders given at their times whatever the goals are.
    pub moments: Timetable,
    /// What it does without.
    pub without: Without,
}
