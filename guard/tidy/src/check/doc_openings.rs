//! Docs stand alone: what begins with "The same" sends the reader elsewhere.

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

/// How a doc comment must not begin.
const OPENING: &str = "/// The same";

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut findings = Vec::new();
    for source in tree.product() {
        let mut before = "";
        for (index, line) in source.text.lines().map(str::trim_start).enumerate() {
            if line.starts_with(OPENING) && !before.starts_with("///") {
                findings.push(Violation::new(&source.path, index + 1, line));
            }
            before = line;
        }
    }
    vec![Rule::none_of("docs_opening_the_same", "doc comments that open with \"The same\"", findings)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn only_the_opening_counts() {
        let text = "/// The same as b.\nfn a() {}\n/// Units.\n/// The same as\nfn b() {}\n";
        let fixture = format!("//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\n{text}");
        expect(check, &fixture, "docs_opening_the_same", 1, &["sim/a/src/lib.rs:1 /// The same as b."]);
    }
}
