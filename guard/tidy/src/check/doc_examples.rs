//! Examples in docs that `cargo test` runs.

use crate::rule::Rule;
use crate::tree::SourceTree;

/// How many there should be.
const LEAST_EXAMPLES: u64 = 60;

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let examples = tree.product().map(|source| count(&source.text)).sum();
    vec![Rule::at_least(LEAST_EXAMPLES, examples, "doc_examples", "examples in doc comments that run")]
}

/// Number of fenced blocks in doc comments that are Rust and are not left out of tests.
fn count(text: &str) -> u64 {
    let mut is_open = false;
    let mut found = 0;
    for line in text.lines() {
        let line = line.trim_start();
        let Some(doc) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
            is_open = false;
            continue;
        };
        if let Some(words) = doc.trim_start().strip_prefix("```") {
            found += u64::from(!is_open && runs(words));
            is_open = !is_open;
        }
    }
    found
}

/// Whether a block of which the fence says `words` is compiled and run.
fn runs(words: &str) -> bool {
    words.split(',').map(str::trim).all(|word| ["", "rust", "should_panic", "edition2024"].contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_run_are_counted_once() {
        assert_eq!(count("/// ```\n/// a();\n/// ```\n/// ```text\n/// b\n/// ```\nfn f() {}\n"), 1);
        assert_eq!(count("//! ```rust\n//! ```\n//! ```no_run\n//! ```\n//! ```should_panic\n//! ```\n"), 2);
        assert_eq!(count("// ```\n// ```\n"), 0);
    }
}
