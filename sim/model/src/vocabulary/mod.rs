//! The words that behaviour files of unit agents can use, with parameters, units and ranges.
//!
//! Each list is one table: the enum by which code knows a word, and the terms by which files are checked. Terms used below:
//! its *target* is the foe it has picked, its *ward* whom it was told to guard or follow, its *patient* the friend it has
//! picked to heal, its *post* where it stood when it left its place unbidden. *Might* is hit points × damage a second.

mod actions;
mod conditions;
mod inputs;
mod places;

pub use actions::Action;
pub use conditions::Condition;
pub use inputs::Input;
pub use places::{Anchor, PlaceCondition, PlaceInput, Source};

use sandtable_decide::{Param, ParameterDefault, ParameterDomain, Vocabulary};

/// What unit agents can name.
pub const AGENTS: Vocabulary = Vocabulary {
    actions: actions::TERMS,
    conditions: conditions::TERMS,
    inputs: inputs::TERMS,
    anchors: places::ANCHORS,
    sources: places::SOURCES,
    place_conditions: places::CONDITIONS,
    place_inputs: places::INPUTS,
};

/// Which of its kind's abilities.
const ABILITY: Param = choice("ability", &["first", "second"]);

/// One of some words; the first of them unless the file says otherwise.
const fn choice(name: &'static str, words: &'static [&'static str]) -> Param {
    Param { name, values: ParameterDomain::Choice(words), otherwise: ParameterDefault::Whole(0) }
}

#[cfg(test)]
mod tests;
