//! How commanders fail: the kinds of failure that decide who forfeits.

use serde::{Deserialize, Serialize};

/// The kinds of failure of a commander. Reports and results write them in kebab case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// It panicked.
    #[default]
    BotPanic,
    /// It went away, or trapped.
    BotCrash,
    /// It did not answer.
    BotHang,
    /// It took more than it was given: time, fuel, memory, questions.
    OverBudget,
    /// What it said is not what the protocol has.
    BotProtocol,
    /// It gave orders that could never be taken: to what is not its own, of rows that do not exist, too many at once.
    IllegalOrders,
    /// It is not its fault: the system would not let it run.
    Ours,
}

/// A commander that failed: its player forfeits, unless the fault is ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommanderFailure {
    /// The kind of failure.
    pub how: FailureKind,
    /// What is known of it, in words, without a full stop.
    pub message: String,
}

impl CommanderFailure {
    /// A failure of a kind, with what is known of it in words.
    pub fn new(how: FailureKind, message: impl Into<String>) -> CommanderFailure {
        CommanderFailure { how, message: message.into() }
    }
}
