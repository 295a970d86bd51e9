//! The verbs of orders: their names in lines, their codes in bytes, their arguments.

use sandtable_model::OrderKind;
use sandtable_sim::order::Queueing;

/// An argument of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderArg {
    /// A point, in 65,536ths of a cell.
    To,
    /// An entity.
    Target,
    /// An entity; 0 for none.
    TargetOrNone,
    /// A row of the kinds.
    Kind,
    /// A cell.
    Cell,
    /// A row of the technologies.
    Tech,
    /// A place of a production queue.
    Entry,
    /// A row of the abilities.
    Ability,
    /// A formation: shape, spacing, cohesion.
    Formation,
    /// A squad; none to leave.
    Into,
}

/// A verb without its arguments. Its number is its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum OrderWord {
    /// Go to a point.
    Move,
    /// Go to a point, and attack whatever is met on the way.
    AttackMove,
    /// Attack an entity.
    Attack,
    /// Go to a point and back, again and again.
    Patrol,
    /// Stay, and attack only what is in reach.
    Hold,
    /// Do nothing more.
    Stop,
    /// Go wherever an own unit goes.
    Follow,
    /// Stay with an own unit, and defend it.
    Guard,
    /// Gather from a node, and deliver.
    Gather,
    /// Deliver what is carried.
    ReturnCargo,
    /// Mark out a building of a kind at a cell, and build it.
    Build,
    /// Build on, or repair, a building.
    Repair,
    /// Train a unit of a kind.
    Train,
    /// Research a technology.
    Research,
    /// Cancel an entry of the queue; of an unfinished building the building.
    Cancel,
    /// Set where trained units go.
    Rally,
    /// Board a carrier.
    Load,
    /// Set all passengers down at a point.
    Unload,
    /// Use an ability, on an entity or a point.
    Ability,
    /// Take a formation.
    Form,
    /// Join a squad; 0 leaves.
    Join,
    /// Give the match up; for the player itself.
    Surrender,
}

/// Every verb: its name in lines, and its arguments, in the order in which bytes have them. Its row is its code.
pub const VERBS: [(OrderWord, &str, &[OrderArg]); 22] = [
    (OrderWord::Move, "move", &[OrderArg::To]),
    (OrderWord::AttackMove, "attack_move", &[OrderArg::To]),
    (OrderWord::Attack, "attack", &[OrderArg::Target]),
    (OrderWord::Patrol, "patrol", &[OrderArg::To]),
    (OrderWord::Hold, "hold", &[]),
    (OrderWord::Stop, "stop", &[]),
    (OrderWord::Follow, "follow", &[OrderArg::Target]),
    (OrderWord::Guard, "guard", &[OrderArg::Target]),
    (OrderWord::Gather, "gather", &[OrderArg::Target]),
    (OrderWord::ReturnCargo, "return_cargo", &[]),
    (OrderWord::Build, "build", &[OrderArg::Kind, OrderArg::Cell]),
    (OrderWord::Repair, "repair", &[OrderArg::Target]),
    (OrderWord::Train, "train", &[OrderArg::Kind]),
    (OrderWord::Research, "research", &[OrderArg::Tech]),
    (OrderWord::Cancel, "cancel", &[OrderArg::Entry]),
    (OrderWord::Rally, "rally", &[OrderArg::To, OrderArg::TargetOrNone]),
    (OrderWord::Load, "load", &[OrderArg::Target]),
    (OrderWord::Unload, "unload", &[OrderArg::To]),
    (OrderWord::Ability, "ability", &[OrderArg::Ability, OrderArg::TargetOrNone, OrderArg::To]),
    (OrderWord::Form, "form", &[OrderArg::Formation]),
    (OrderWord::Join, "join", &[OrderArg::Into]),
    (OrderWord::Surrender, "surrender", &[]),
];

impl OrderWord {
    /// The word for what somebody was told.
    pub const fn from_verb(verb: &OrderKind) -> OrderWord {
        match verb {
            OrderKind::Move(_) => OrderWord::Move,
            OrderKind::AttackMove(_) => OrderWord::AttackMove,
            OrderKind::Attack(_) => OrderWord::Attack,
            OrderKind::Patrol(_) => OrderWord::Patrol,
            OrderKind::Hold => OrderWord::Hold,
            OrderKind::Stop => OrderWord::Stop,
            OrderKind::Follow(_) => OrderWord::Follow,
            OrderKind::Guard(_) => OrderWord::Guard,
            OrderKind::Gather(_) => OrderWord::Gather,
            OrderKind::ReturnCargo => OrderWord::ReturnCargo,
            OrderKind::Build { .. } => OrderWord::Build,
            OrderKind::Repair(_) => OrderWord::Repair,
            OrderKind::Train(_) => OrderWord::Train,
            OrderKind::Research(_) => OrderWord::Research,
            OrderKind::Cancel(_) => OrderWord::Cancel,
            OrderKind::Rally { .. } => OrderWord::Rally,
            OrderKind::Load(_) => OrderWord::Load,
            OrderKind::Unload(_) => OrderWord::Unload,
            OrderKind::Ability { .. } => OrderWord::Ability,
            OrderKind::Form(_) => OrderWord::Form,
            OrderKind::Join(_) => OrderWord::Join,
            OrderKind::Surrender => OrderWord::Surrender,
        }
    }

    /// Its name in lines.
    pub const fn name(self) -> &'static str {
        VERBS[self as usize].1
    }

    /// Its arguments, in the order in which bytes have them.
    pub const fn args(self) -> &'static [OrderArg] {
        VERBS[self as usize].2
    }
}

/// How an order joins queues, as lines name it; the row is the code.
pub const QUEUEINGS: [(&str, Queueing); 3] =
    [("replace", Queueing::Replace), ("append", Queueing::Append), ("front", Queueing::Front)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_of_a_verb_is_its_code() {
        for (row, (word, _, _)) in VERBS.iter().enumerate() {
            assert_eq!(*word as usize, row, "{word:?}");
        }
    }
}
