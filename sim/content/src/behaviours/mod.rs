//! A behaviour file becomes [`Behaviours`].
//!
//! Three passes: the names of everything that is defined, so that a file may use a name before it defines it; the tables; and,
//! once those are in order, what only the whole shows: trees that run themselves, branches nothing reaches, cycles of
//! transitions.

mod active_states;
mod call;
mod condition;
mod cycle;
mod decision;
mod draft;
mod expand;
mod fate;
mod goals;
mod lexicon;
mod machine;
mod mind;
mod query;
mod raw;
mod reactions;
#[cfg(test)]
mod tests;
mod tree;
mod tuning;

pub(super) use decision::judgement;

use sandtable_decide::{Behaviours, PositionQuery, Vocabulary};
use sandtable_diagnostics::{Checked, Issues};
use sandtable_model::rules::Rules;

use super::limits::ABOUT_CHARS;
use super::{Document, TableReader, reading};
use lexicon::{Lexicon, defined};

/// Reads the behaviour file called `file`, whose actions, conditions and inputs are those of `vocabulary`. Tags that no kind of
/// `rules` has are warned of, when rules are given.
///
/// # Errors
/// Every problem found, when one of them refuses the file.
pub fn load_behaviours(
    file: &str,
    text: &str,
    vocabulary: &Vocabulary,
    rules: Option<&Rules>,
) -> Result<Checked<Behaviours>, Issues> {
    reading(file, text, |text| read_file(file, text, vocabulary, rules))
}

fn read_file(
    file: &str,
    text: &str,
    vocabulary: &Vocabulary,
    rules: Option<&Rules>,
) -> Result<Checked<Behaviours>, Issues> {
    let document = Document::parse(file, text)?;
    let root = document.root();
    root.text("about", ABOUT_CHARS).optional();
    let lexicon = Lexicon::read(&root, vocabulary, rules);
    let raw_trees: Vec<raw::RawNode<'_>> =
        defined(&root, "trees").iter().map(|table| tree::read(&lexicon, table)).collect();
    let mut behaviours = Behaviours {
        trees: Vec::new(),
        machines: defined(&root, "machines").iter().map(|table| machine::read(&lexicon, table)).collect(),
        queries: defined(&root, "queries").iter().map(|table| query::read(&lexicon, table)).collect(),
        goals: defined(&root, "goals").iter().map(|table| goals::read(&lexicon, table)).collect(),
        reactions: defined(&root, "reactions").iter().map(|table| reactions::read(&lexicon, table)).collect(),
        minds: defined(&root, "minds").iter().map(|table| mind::read(&lexicon, table)).collect(),
        tags: lexicon.tags(),
    };
    if !document.has_errors() {
        behaviours.trees = tree::compile(&lexicon, &raw_trees);
    }
    document.finish(behaviours)
}

/// Reads the tables `[queries.NAME]` of another file, a strategy say, whose words are those of `vocabulary`: the queries in the order
/// in which they stand, and the tags they name, by [`TagId`](sandtable_decide::TagId). Problems are recorded in the file's document.
pub fn read_queries<'d>(
    root: &TableReader<'d>,
    vocabulary: &'d Vocabulary,
    rules: &'d Rules,
) -> (Vec<PositionQuery>, Vec<String>) {
    let lexicon = Lexicon::of_queries(root, vocabulary, rules);
    let queries = defined(root, "queries").iter().map(|table| query::read(&lexicon, table)).collect();
    (queries, lexicon.tags())
}
