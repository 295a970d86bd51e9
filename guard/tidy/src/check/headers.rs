//! Every file begins with a `//!` line that says why it exists.

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let without = tree.sources.iter().filter(|source| !source.text.starts_with("//! "));
    let findings =
        without.map(|source| Violation::new(&source.path, 1, "begin with `//!` and why the file exists")).collect();
    vec![Rule::none_of("files_without_header", "Rust files that do not begin with `//!`", findings)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn the_first_line_is_the_header() {
        expect(check, "//- a.rs\n//! Why.\n//- tests/b.rs\nuse x;\n", "files_without_header", 1, &["tests/b.rs:1"]);
        expect(check, "//- a.rs\n#![deny(x)]\n//! Why.\n", "files_without_header", 1, &["a.rs:1"]);
    }
}
