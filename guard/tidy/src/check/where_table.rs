//! The table of behaviours in docs/ARCHITECTURE.md: each file is there and defines what the row names.

use crate::definitions::definitions;
use crate::rule::{Rule, Violation};
use crate::table::DOCUMENT;
use crate::tree::SourceTree;

/// How many behaviours a newcomer should be able to look up.
const LEAST_ROWS: u64 = 60;
/// How many places are told where the item of a broken row may have gone.
const MOST_PLACES: usize = 5;
const HEADING: &str = "## Where";

/// A row: a behaviour, its file, and the item of that file that does it.
struct WhereRow<'t> {
    line: usize,
    file: &'t str,
    item: &'t str,
}

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let Some(document) = tree.texts.get(DOCUMENT) else { return Vec::new() };
    let rows = rows(document);
    let broken = rows.iter().filter(|row| !defines(tree, row.file, row.item));
    let findings = broken.map(|row| Violation::new(DOCUMENT, row.line, tell(tree, row))).collect();
    vec![
        Rule::at_least(
            LEAST_ROWS,
            rows.len() as u64,
            "where_rows",
            "behaviours in the table `where` of docs/ARCHITECTURE.md",
        ),
        Rule::none_of("where_rows_broken", "rows of that table whose file does not define the item", findings),
    ]
}

/// The rows of the table below the heading: behaviour, file, item, the last two as code.
fn rows(document: &str) -> Vec<WhereRow<'_>> {
    let lines = document.lines().enumerate().skip_while(|(_, line)| *line != HEADING).skip(1);
    let lines = lines.take_while(|(_, line)| !line.starts_with("## "));
    lines
        .filter_map(|(index, line)| {
            let mut cells =
                line.strip_prefix('|')?.split('|').skip(1).map(|cell| cell.trim().strip_prefix('`')?.strip_suffix('`'));
            Some(WhereRow { line: index + 1, file: cells.next()??, item: cells.next()?? })
        })
        .collect()
}

/// Whether the file at `path` defines `item`, which may be said as `Type::method`.
fn defines(tree: &SourceTree, path: &str, item: &str) -> bool {
    let name = item.rsplit("::").next().unwrap_or(item);
    let source = tree.sources.iter().find(|source| source.path == path);
    source.is_some_and(|source| definitions(&source.all).iter().any(|it| it.name == name))
}

/// What is wrong with a row, and where its item is now.
fn tell(tree: &SourceTree, row: &WhereRow<'_>) -> String {
    let elsewhere = tree.product().filter(|source| defines(tree, &source.path, row.item));
    let elsewhere: Vec<&str> = elsewhere.map(|source| source.path.as_str()).take(MOST_PLACES).collect();
    let problem = if tree.has(row.file) { "does not define" } else { "is not there, nor" };
    match elsewhere.as_slice() {
        [] => format!("{} {problem} `{}`, and nothing else does", row.file, row.item),
        found => format!("{} {problem} `{}`: now in {}", row.file, row.item, found.join(", ")),
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
