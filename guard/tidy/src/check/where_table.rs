//! The table of behaviours in docs/ARCHITECTURE.md, and links to items: each file is there and defines what it is named for.

use crate::pointer::{Pointer, defines, files_with, pointers};
use crate::rule::{Rule, Violation};
use crate::table::DOCUMENT;
use crate::tree::SourceTree;

/// How many behaviours a newcomer should be able to look up.
const LEAST_ROWS: u64 = 60;
/// How many places are told where the item of a broken row may have gone.
const MOST_PLACES: usize = 5;
/// The line above the table.
pub(super) const HEADING: &str = "## Where\n";

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut findings = Vec::new();
    for (path, text) in tree.documents() {
        let broken = pointers(text).into_iter().filter(|it| !it.item.is_empty() && !defines(tree, &it.file, &it.item));
        findings.extend(broken.map(|pointer| Violation::new(path, pointer.line, tell(tree, &pointer))));
    }
    let rows = tree.texts.get(DOCUMENT).map_or(0, |document| rows(document));
    vec![
        Rule::at_least(LEAST_ROWS, rows, "where_rows", "behaviours in the table `where` of docs/ARCHITECTURE.md"),
        Rule::none_of("where_rows_broken", "rows and links of documents whose file does not define the item", findings),
    ]
}

/// Number of the rows below the heading that point somewhere.
fn rows(document: &str) -> u64 {
    let Some(at) = document.find(HEADING) else { return 0 };
    let section = &document[at + HEADING.len()..];
    let section = &section[..section.find("\n## ").unwrap_or(section.len())];
    pointers(section).len() as u64
}

/// What is wrong with a pointer, and where its item is now.
fn tell(tree: &SourceTree, pointer: &Pointer) -> String {
    let (file, item) = (&pointer.file, &pointer.item);
    let problem = if tree.has(file) { "does not define" } else { "is not there, nor" };
    match files_with(tree, item).as_slice() {
        [] => format!("{file} {problem} `{item}`, and nothing else does"),
        found => format!("{file} {problem} `{item}`: now in {}", found[..found.len().min(MOST_PLACES)].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    fn fixture(row: &str) -> String {
        format!(
            "//- docs/ARCHITECTURE.md\n## Where\n\n| behaviour | file | item |\n|---|---|---|\n| {row} |\n## After\n| x | `y` | `z` |\n\
             //- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/a.rs\nimpl A {{ fn f() {{}} }}\n//- sim/a/src/b.rs\nstruct B;\n"
        )
    }

    #[test]
    fn a_row_names_a_file_that_defines_its_item() {
        expect(check, &fixture("an f | `sim/a/src/a.rs` | `A::f`"), "where_rows_broken", 0, &[]);
        let line = "docs/ARCHITECTURE.md:5 sim/a/src/a.rs does not define `B`: now in sim/a/src/b.rs";
        expect(check, &fixture("a B | `sim/a/src/a.rs` | `B`"), "where_rows_broken", 1, &[line]);
        let line = "docs/ARCHITECTURE.md:5 sim/c.rs is not there, nor `C`, and nothing else does";
        expect(check, &fixture("a C | `sim/c.rs` | `C`"), "where_rows_broken", 1, &[line]);
    }

    #[test]
    fn rows_are_counted_to_the_next_heading() {
        let rules = check(&SourceTree::from_fixture(&fixture("a B | `sim/a/src/b.rs` | `B`")));
        assert_eq!((rules[0].key.as_str(), rules[0].value), ("where_rows", 1));
    }
}
