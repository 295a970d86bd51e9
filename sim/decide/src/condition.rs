//! Conditions: questions joined by *and* or *or*.
//!
//! Most questions compare an input with bounds (Dill: "meta-considerations"); the others are conditions by name.

use sandtable_math::Fx;

use super::{Call, Facts};

/// What one question asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Whether a condition holds.
    Holds(Call),
    /// Whether an input lies within bounds, both included.
    Within(Call, Fx, Fx),
}

/// A question, or its contrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub ask: Ask,
    /// Whether the answer is to be no.
    pub negated: bool,
}

impl Question {
    /// Whether the answer is as wanted.
    pub fn holds(&self, facts: &impl Facts) -> bool {
        let answer = match &self.ask {
            Ask::Holds(condition) => facts.holds(condition),
            Ask::Within(input, low, high) => (*low..=*high).contains(&facts.value(input)),
        };
        answer != self.negated
    }
}

/// Questions of which all, or any, must be answered as wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// All of them; none at all always holds.
    All(Vec<Question>),
    /// One of them at least.
    Any(Vec<Question>),
}

impl Condition {
    /// The condition that always holds.
    pub const ALWAYS: Condition = Condition::All(Vec::new());

    /// Whether it holds; asks no further than it must.
    pub fn holds(&self, facts: &impl Facts) -> bool {
        match self {
            Condition::All(questions) => questions.iter().all(|question| question.holds(facts)),
            Condition::Any(questions) => questions.iter().any(|question| question.holds(facts)),
        }
    }

    /// Its questions.
    pub fn questions(&self) -> &[Question] {
        match self {
            Condition::All(questions) | Condition::Any(questions) => questions,
        }
    }
}
