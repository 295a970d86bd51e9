//! Orders as they were given: well-formed, and not judged yet.

use sandtable_ai::{CommanderFailure, FailureKind};
use sandtable_sim::order::Queueing;

use super::verbs::OrderWord;

/// Whom an order is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderRecipients {
    /// These units and buildings, by handle.
    Units(Vec<u32>),
    /// A squad.
    Squad(u32),
    /// The player.
    Player,
}

/// The arguments of a verb as they were given; those that it has none of are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderArgs {
    /// A point, in 65,536ths of a cell.
    pub to: [i32; 2],
    /// An entity; 0 for none.
    pub target: u32,
    /// A row of the kinds.
    pub kind: u32,
    /// A cell.
    pub cell: [i32; 2],
    /// A row of the technologies.
    pub tech: u32,
    /// A place of a production queue.
    pub entry: u32,
    /// A row of the abilities.
    pub ability: u32,
    /// The shape, spacing and cohesion of a formation.
    pub formation: [i32; 3],
    /// A squad; 0 for none.
    pub into: u32,
}

/// An order as it was given: well-formed, and not judged yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenOrder {
    /// The verb.
    pub word: OrderWord,
    /// Whom it is for.
    pub whom: OrderRecipients,
    /// What its verb goes with.
    pub args: OrderArgs,
    /// How it joins the queues.
    pub queueing: Queueing,
    /// Its priority.
    pub priority: u8,
}

pub(super) fn broken(text: impl Into<String>) -> CommanderFailure {
    CommanderFailure::new(FailureKind::BotProtocol, text)
}

pub(super) fn illegal(text: String) -> CommanderFailure {
    CommanderFailure::new(FailureKind::IllegalOrders, text)
}

/// That an order is not for whom it was given.
pub(super) fn misaddressed(word: OrderWord) -> CommanderFailure {
    let whom = match word {
        OrderWord::Surrender => "it is for the player; no units and no squad",
        _ => "expected units or a squad",
    };
    broken(format!("{}: {whom}", word.name()))
}
