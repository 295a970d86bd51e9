//! The trace of one decision: what was weighed, losers included, what was planned, and how each step stood.
//!
//! It is kept only while somebody asks for it, and nothing that decides reads it.

use sandtable_math::Fx;

/// One decision of a commander.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionTrace {
    /// The tick after which it was made.
    pub tick: u32,
    /// The architecture that chose, and where it was: a state, the methods of a plan; empty for utility.
    pub stage: String,
    /// Why the last plan was given up; empty when none was.
    pub report: String,
    /// The facts that are so, by name.
    pub facts: Vec<String>,
    /// The stances, with what each is worth; the one that is taken is chosen.
    pub stances: Vec<OptionTrace>,
    /// Every goal of the strategy, in the order of its file.
    pub goals: Vec<OptionTrace>,
}

/// An option and what it was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionTrace {
    /// Its name in the strategy file.
    pub name: String,
    /// What it is worth, inertia counted; 0 when it is out of the question.
    pub priority: Fx,
    /// The priority that its file gives it, and what inertia multiplied by; none where the priority is not weighed: an architecture sets it by
    /// place, or the goal is turned off.
    pub weighed: Option<WeighedTrace>,
    /// Its place among those pursued, from 0; none for a loser.
    pub place: Option<u8>,
    /// Why it may not be taken up now, when that is so: it rests after a failure, its stance is not taken.
    pub barred: Option<&'static str>,
    /// What was considered, in order, as far as the first veto.
    pub considerations: Vec<ConsiderationTrace>,
    /// The steps of its plan.
    pub steps: Vec<StepTrace>,
}

/// What a priority is made of besides considerations: (base + what those add) × what those multiply by × inertia.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeighedTrace {
    /// The priority before any consideration.
    pub base: Fx,
    /// What inertia multiplied by, for an option that was taken already; 1 for the others.
    pub inertia: Fx,
}

/// One consideration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsiderationTrace {
    /// What it looked at.
    pub input: String,
    /// What it found.
    pub value: Fx,
    /// What it added and multiplied by; none for a veto.
    pub weight: Option<(Fx, Fx)>,
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepTrace {
    /// What it does, in words.
    pub what: String,
    /// Whether it takes somebody to a place: a raid, a survey, an escort, a new base.
    pub is_mission: bool,
    /// How it stood at this decision.
    pub status: &'static str,
}
