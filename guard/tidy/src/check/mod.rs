//! The checks, each a file: from what was read to rules.

mod book;
mod book_words;
mod chance;
mod constants;
mod constructors;
mod crate_arrows;
mod doc_examples;
mod doc_openings;
mod fixed_bits;
mod flags;
mod fragments;
mod headers;
mod links;
mod missing_docs;
mod module_arrows;
mod paths;
mod profiles;
mod promises;
mod scratch;
mod sizes;
mod state_lists;
mod submodule_cycles;
mod swappable;
mod type_names;
mod where_table;
mod words;

use crate::rule::{Rule, Violation};
use crate::table::{BEGIN, DOCUMENT, figures_section};
use crate::tree::SourceTree;
pub use crate_arrows::arrows_as_found;
pub use module_arrows::layers_as_found;

/// The checks, in the order in which their figures are printed.
const CHECKS: [fn(&SourceTree) -> Vec<Rule>; 26] = [
    crate_arrows::check,
    module_arrows::check,
    submodule_cycles::check,
    sizes::check,
    type_names::check,
    flags::check,
    swappable::check,
    constructors::check,
    fixed_bits::check,
    scratch::check,
    chance::check,
    state_lists::check,
    constants::check,
    headers::check,
    doc_openings::check,
    missing_docs::check,
    doc_examples::check,
    where_table::check,
    links::check,
    book::check,
    book_words::check,
    paths::check,
    profiles::check,
    promises::check,
    words::check,
    fragments::check,
];

/// What all checks come to, in a fixed order.
pub fn rules(tree: &SourceTree) -> Vec<Rule> {
    let mut rules: Vec<Rule> = CHECKS.iter().flat_map(|check| check(tree)).collect();
    rules.push(stale_figures(tree, &rules));
    rules
}

/// The figures that a document shows are those that are found.
fn stale_figures(tree: &SourceTree, rules: &[Rule]) -> Rule {
    let mut findings = Vec::new();
    if let Some(document) = tree.texts.get(DOCUMENT)
        && figures_section(document, rules).is_none_or(|expected| expected != *document)
    {
        let line = 1 + document.lines().position(|line| line == BEGIN).unwrap_or(0);
        findings.push(Violation::new(DOCUMENT, line, "run `cargo run -p sandtable-tidy -- ratchet --write`"));
    }
    Rule::none_of("stale_figures", "tables of figures that are out of date", findings)
}

/// Runs `check` over a fixture and compares the findings of its rule `key` with lines `FILE:LINE MESSAGE`, where a
/// message need only begin as expected.
#[cfg(test)]
fn expect(check: fn(&SourceTree) -> Vec<Rule>, fixture: &str, key: &str, value: u64, lines: &[&str]) {
    let tree = SourceTree::from_fixture(fixture);
    assert!(tree.unread.is_empty(), "{:?}", tree.unread);
    let rules = check(&tree);
    let rule = rules.iter().find(|rule| rule.key == key).unwrap_or_else(|| panic!("no rule {key} in {rules:?}"));
    let found: Vec<String> = rule.findings.iter().map(|it| format!("{}:{} {}", it.file, it.line, it.message)).collect();
    assert_eq!((rule.value, found.len()), (value, lines.len()), "{found:#?}");
    for (found, line) in found.iter().zip(lines) {
        assert!(found.starts_with(line), "{found} does not begin with {line}");
    }
}
