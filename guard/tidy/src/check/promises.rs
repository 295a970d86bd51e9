//! The table of promises in docs/DETERMINISM.md: each test that it names is there, in the file that it is named with.

use crate::rule::{Rule, Violation};
use crate::source::SourceFile;
use crate::tree::SourceTree;

/// The page.
const DOCUMENT: &str = "docs/DETERMINISM.md";
/// The line above the tables.
const HEADING: &str = "## Promise and test";

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let text = tree.texts.get(DOCUMENT).map_or("", String::as_str);
    let mut findings = Vec::new();
    let rows = text.lines().enumerate().skip_while(|(_, line)| *line != HEADING).skip(1);
    for (row, line) in rows.take_while(|(_, line)| !line.starts_with("## ")) {
        let missing = named_tests(line).into_iter().filter(|test| !test.is_there(tree));
        findings.extend(missing.map(|test| Violation::new(DOCUMENT, row + 1, test.tell(tree))));
    }
    vec![Rule::none_of("promises_untested", "tests that the table of promises names and that are not there", findings)]
}

/// A test that a row names, and with which file or folder; empty for none.
#[derive(Debug, PartialEq, Eq)]
struct NamedTest<'t> {
    name: &'t str,
    place: &'t str,
}

/// The tests in the last cell of a row: words in code with `_` between them. A path in code with a colon behind it says where those after
/// it are.
fn named_tests(line: &str) -> Vec<NamedTest<'_>> {
    let cells: Vec<&str> = line.trim().split('|').collect();
    let [_, _, cell, _] = cells[..] else { return Vec::new() };
    let (mut found, mut place) = (Vec::new(), "");
    let parts: Vec<&str> = cell.split('`').collect();
    for (at, span) in parts.iter().enumerate().skip(1).step_by(2) {
        let is_place = parts.get(at + 1).is_some_and(|after| after.starts_with(':'));
        let is_word = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if is_place {
            place = span;
        } else if span.contains('_') && span.chars().all(is_word) {
            found.push(NamedTest { name: span, place });
        }
    }
    found
}

impl NamedTest<'_> {
    fn is_there(&self, tree: &SourceTree) -> bool {
        tree.sources.iter().any(|source| self.lies_in(&source.path) && has_test(source, self.name))
    }

    fn lies_in(&self, path: &str) -> bool {
        let place = self.place;
        let ends = || path.strip_suffix(place).is_some_and(|before| before.is_empty() || before.ends_with('/'));
        place.is_empty() || ends() || path.strip_prefix(place).is_some_and(|rest| rest.starts_with('/'))
    }

    fn tell(&self, tree: &SourceTree) -> String {
        let NamedTest { name, place } = self;
        let found = tree.sources.iter().find(|source| has_test(source, name));
        match found {
            Some(source) => format!("{place} has no test `{name}`: it is in {}", source.path),
            None => format!("there is no test `{name}`"),
        }
    }
}

/// Whether a file has a test of this name: a function with the attribute, also within a macro.
fn has_test(source: &SourceFile, name: &str) -> bool {
    let head = format!("fn {name}(");
    let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
    let is_test = |at: usize| {
        let above = lines[..at].iter().rev().take_while(|line| line.starts_with("#[") || line.starts_with("///"));
        above.clone().any(|line| *line == "#[test]")
    };
    lines.iter().enumerate().any(|(at, line)| line.contains(&head) && is_test(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    fn fixture(cell: &str) -> String {
        format!(
            "//- docs/DETERMINISM.md\n| a | `of_no_promise` |\n## Promise and test\n\n| promise | test |\n|---|---|\n| p | {cell} |\n\
             //- tests/it/lies.rs\n#[test]\n/// Why.\n#[cfg(unix)]\nfn a_lie_is_refused() {{}}\nfn no_test_at_all() {{}}\n\
             //- cli/tests/bots/main.rs\nproptest! {{\n    #[test]\n    fn any_bot_ends(x in 0..9) {{}}\n}}\n"
        )
    }

    #[test]
    fn tests_that_are_there_may_be_named() {
        for cell in
            ["`a_lie_is_refused`", "`lies.rs`: `a_lie_is_refused`; `cli/tests/bots`: `any_bot_ends`", "`.ci/soak`"]
        {
            expect(check, &fixture(cell), "promises_untested", 0, &[]);
        }
    }

    #[test]
    fn tests_that_are_not_there_or_elsewhere_are_told() {
        for (cell, told) in [
            ("`lies.rs`: `a_truth_is_taken`", "there is no test `a_truth_is_taken`"),
            ("`no_test_at_all`", "there is no test `no_test_at_all`"),
            ("`lies.rs`: `any_bot_ends`", "lies.rs has no test `any_bot_ends`: it is in cli/tests/bots/main.rs"),
        ] {
            expect(check, &fixture(cell), "promises_untested", 1, &[&format!("docs/DETERMINISM.md:6 {told}")]);
        }
    }
}
