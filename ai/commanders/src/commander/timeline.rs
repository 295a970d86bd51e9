//! What became of a commander's goals over a match: the milestones that reports show.

use std::borrow::Cow;
use std::fmt;

use sandtable_math::Fx;
use serde::{Deserialize, Serialize};

/// What became of a goal at a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GoalProgress {
    /// It was taken up.
    Chosen,
    /// It gave way to others or its reasons went away: why.
    Dropped(Cow<'static, str>),
    /// A step of its plan began: which.
    Step(Cow<'static, str>),
    /// What it wanted is so.
    Achieved,
    /// It cannot be had for now: why.
    Failed(Cow<'static, str>),
}

impl fmt::Display for GoalProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoalProgress::Chosen => f.write_str("chosen"),
            GoalProgress::Dropped(why) => write!(f, "dropped: {why}"),
            GoalProgress::Step(what) => f.write_str(what),
            GoalProgress::Achieved => f.write_str("achieved"),
            GoalProgress::Failed(why) => write!(f, "failed: {why}"),
        }
    }
}

/// One entry of a commander's timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Milestone {
    /// The tick of the decision.
    pub tick: u32,
    /// The name of the goal; `stance` and `plan` for changes of stance and of a planner's plan.
    pub goal: Cow<'static, str>,
    /// What became of it.
    pub progress: GoalProgress,
    /// The goal's priority then.
    pub priority: Fx,
}

/// A bounded list of milestones: when it is full, later ones are counted and forgotten.
///
/// # Examples
///
/// ```
/// use sandtable_ai::{GoalProgress, Timeline};
/// use sandtable_math::Fx;
///
/// let mut timeline = Timeline::default();
/// timeline.record(160, "expand", GoalProgress::Chosen, Fx::from_int(40));
/// timeline.record(480, "expand", GoalProgress::Failed("no site to expand to".into()), Fx::from_int(40));
/// let told: Vec<String> = timeline.entries().iter().map(|it| format!("{} {}", it.goal, it.progress)).collect();
/// assert_eq!(told, ["expand chosen", "expand failed: no site to expand to"]);
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Timeline {
    entries: Vec<Milestone>,
    forgotten: u32,
}

impl Timeline {
    /// The most entries kept.
    pub const LIMIT: usize = 512;

    /// Adds an entry; it is counted and forgotten when the timeline is full.
    pub fn note(&mut self, milestone: Milestone) {
        if self.entries.len() < Timeline::LIMIT {
            self.entries.push(milestone);
        } else {
            self.forgotten = self.forgotten.saturating_add(1);
        }
    }

    /// Adds what became of a goal at a tick, when its priority was `priority`.
    pub fn record(&mut self, tick: u32, goal: &str, progress: GoalProgress, priority: Fx) {
        self.note(Milestone { tick, goal: Cow::Owned(goal.to_owned()), progress, priority });
    }

    /// The entries, oldest first.
    pub fn entries(&self) -> &[Milestone] {
        &self.entries
    }

    /// How many entries found no room.
    pub fn forgotten(&self) -> u32 {
        self.forgotten
    }
}
