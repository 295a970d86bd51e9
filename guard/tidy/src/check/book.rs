//! The documents are a book: `docs/SUMMARY.md` lists every page once, a page states the engine version of its figures, and its lines are not
//! too wide.

use crate::figures::{engine_version, figures};
use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

const SUMMARY: &str = "docs/SUMMARY.md";
/// Pages whose figures depend on how the engine plays.
const PAGES_OF_FIGURES: [&str; 5] = ["ABLATION.md", "BENCHMARKS.md", "META.md", "MOVEMENT.md", "TUNING.md"];

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let figures = engine_version(tree).map(|version| old_figures(tree, version)).unwrap_or_default();
    vec![
        Rule::none_of("book.unlisted", "pages that the table of contents does not list once", unlisted(tree)),
        Rule::none_of("book.old_figures", "figures of another engine version, or of none", figures),
        Rule::none_of("book.wide_lines", "lines of prose wider than 100 columns", wide_lines(tree)),
    ]
}

/// Columns of a line of prose.
const WIDTH: usize = 100;

/// Lines that are too wide, but for code, tables and comments; addresses of links take no room.
fn wide_lines(tree: &SourceTree) -> Vec<Violation> {
    let by_hand = |path: &str| !path.ends_with("CHANGELOG.md") && path != "docs/REFERENCE.md";
    let mut findings = Vec::new();
    for (path, text) in tree.documents().filter(|(path, _)| by_hand(path)) {
        let mut is_code = false;
        for (row, line) in text.lines().enumerate() {
            let begins = line.trim_start();
            is_code ^= begins.starts_with("```");
            let columns = width(line);
            if !is_code && !begins.starts_with('|') && !begins.starts_with("<!--") && columns > WIDTH {
                findings.push(Violation::new(path, row + 1, format!("{columns} columns; wrap at {WIDTH}")));
            }
        }
    }
    findings
}

/// Characters of a line without the addresses of its links.
fn width(line: &str) -> usize {
    let mut parts = line.split("](");
    let first = parts.next().unwrap_or_default().chars().count();
    let rest = parts.map(|part| 1 + part.split_once(')').map_or(part, |(_, rest)| rest).chars().count());
    first + rest.sum::<usize>()
}

fn pages(tree: &SourceTree) -> impl Iterator<Item = (&str, &str)> {
    tree.documents().filter(|(path, _)| path.starts_with("docs/") && *path != SUMMARY)
}

fn unlisted(tree: &SourceTree) -> Vec<Violation> {
    let summary = tree.texts.get(SUMMARY).map(String::as_str).unwrap_or_default();
    let listed = |path: &str| summary.matches(&format!("]({})", path.trim_start_matches("docs/"))).count();
    let wrong = pages(tree).filter(|(path, _)| listed(path) != 1);
    wrong.map(|(path, _)| Violation::new(path, 1, format!("{SUMMARY} lists it {} times", listed(path)))).collect()
}

fn old_figures(tree: &SourceTree, current: u64) -> Vec<Violation> {
    let figures = figures(tree);
    let old = figures.iter().filter(|figure| figure.version != current);
    let mut findings: Vec<Violation> = old
        .map(|it| {
            let told = format!("figures of version {}; the engine is at {current}", it.version);
            Violation::new(&it.page, it.line, told)
        })
        .collect();
    let is_of_figures = |page: &str| PAGES_OF_FIGURES.iter().any(|name| page.ends_with(name));
    let has_current = |page: &str| figures.iter().any(|it| it.page == page && it.version == current);
    findings.extend(
        pages(tree)
            .filter(|(page, _)| is_of_figures(page) && !has_current(page))
            .map(|(page, _)| Violation::new(page, 1, format!("no figure is said to be of `SIM_VERSION` {current}"))),
    );
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    const FILES: &str = "//- sim/engine/src/version.rs\n//! Which.\npub const SIM_VERSION: u32 = 3;\n//- docs/SUMMARY.md\n- [a](A.md)\n- [b](META.md)\n- [b](META.md)\n\
                         //- docs/A.md\nOf `SIM_VERSION` 3, then of SIM_VERSION 2.\n//- docs/META.md\nfigures\n//- docs/C.md\nx\n";

    #[test]
    fn each_page_is_listed_once() {
        expect(
            check,
            FILES,
            "book.unlisted",
            2,
            &["docs/C.md:1 docs/SUMMARY.md lists it 0", "docs/META.md:1 docs/SUMMARY.md lists it 2"],
        );
    }

    #[test]
    fn lines_of_prose_are_narrow() {
        let (wide, link) = ("word ".repeat(21), format!("[a]({})", "x".repeat(100)));
        let page = format!(
            "//- docs/A.md\n{wide}\n| {wide} |\n```sh\n{wide}\n```\n{link}\n{}\n//- CHANGELOG.md\n{wide}\n",
            &wide[..100]
        );
        expect(check, &page, "book.wide_lines", 1, &["docs/A.md:1 105 columns"]);
    }

    #[test]
    fn figures_are_of_the_version_of_the_engine() {
        expect(check, FILES, "book.old_figures", 2, &["docs/A.md:1 figures of version 2", "docs/META.md:1 no figure"]);
    }
}
