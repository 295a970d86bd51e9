//! Calls: words of a vocabulary with their arguments, and who answers them.
//!
//! Machines, trees, queries and goals know nothing of the game. They name actions, conditions and inputs; the
//! context they are ticked in answers.

use sandtable_math::Fx;
use sandtable_state::limits::MAX_CALL_ARGS;
use sandtable_state::state_enum;

use super::Inputs;

state_enum! {
    /// How far an action, a branch or a tree is.
    #[derive(Default, Hash)]
    pub enum NodeStatus {
        /// It goes on.
        #[default]
        Running = 0,
        /// It ended as it was meant to.
        Success = 1,
        /// It ended otherwise.
        Failure = 2,
    }
}

/// The row of a position query in its [`Behaviours`](super::Behaviours).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct QueryId(pub u8);

/// The row of a tree in its [`Behaviours`](super::Behaviours).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TreeId(pub u8);

/// The row of a tag in [`Behaviours::tags`](super::Behaviours::tags).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TagId(pub u8);

/// One argument of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arg {
    /// The word has no such parameter, or its optional name is not given.
    #[default]
    None,
    /// A number in the parameter's unit.
    Number(Fx),
    /// A duration in ticks.
    Ticks(u32),
    /// The row of one of the parameter's choices.
    Choice(u8),
    /// A position query of the same file.
    Query(QueryId),
    /// A tag of kinds.
    Tag(TagId),
}

/// A word with its arguments, in the order of the word's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The word's row in its list of the [`Vocabulary`](super::Vocabulary).
    pub word: u8,
    /// The arguments; those beyond the word's parameters are [`Arg::None`].
    pub args: [Arg; MAX_CALL_ARGS],
}

impl Call {
    /// The call of a word without arguments.
    pub const fn plain(word: u8) -> Call {
        Call { word, args: [Arg::None; MAX_CALL_ARGS] }
    }

    fn arg(&self, at: usize) -> Arg {
        self.args.get(at).copied().unwrap_or_default()
    }

    /// The number given for parameter `at`; 0 when that is no number.
    pub fn number(&self, at: usize) -> Fx {
        if let Arg::Number(number) = self.arg(at) { number } else { Fx::ZERO }
    }

    /// The ticks given for parameter `at`; 0 when that is no duration.
    pub fn ticks(&self, at: usize) -> u32 {
        if let Arg::Ticks(ticks) = self.arg(at) { ticks } else { 0 }
    }

    /// The row of the choice given for parameter `at`; 0, the first, when that is no choice.
    pub fn choice(&self, at: usize) -> u8 {
        if let Arg::Choice(row) = self.arg(at) { row } else { 0 }
    }

    /// The query given for parameter `at`.
    pub fn query(&self, at: usize) -> Option<QueryId> {
        if let Arg::Query(query) = self.arg(at) { Some(query) } else { None }
    }

    /// The tag given for parameter `at`.
    pub fn tag(&self, at: usize) -> Option<TagId> {
        if let Arg::Tag(tag) = self.arg(at) { Some(tag) } else { None }
    }
}

/// Answers what is so: conditions here, inputs as [`Inputs`].
pub trait Facts: Inputs<Call> {
    /// Whether the condition holds.
    fn holds(&self, condition: &Call) -> bool;
}
