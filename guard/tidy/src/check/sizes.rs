//! How long files, functions and crates are.

use crate::rule::{Rule, Violation};
use crate::source::SourceFile;
use crate::toml_file::{TomlTable, find};
use crate::tree::{OWN_FOLDER, SourceTree};
use syn::visit::{self, Visit};

const MOST_FILE_LINES: usize = 500;
const MOST_FUNCTION_LINES: usize = 70;
/// Unless `arrows.toml` says `max-lines` for a crate.
const MOST_CRATE_LINES: usize = 25_000;

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut rules = files(tree);
    rules.extend(functions(tree));
    rules.extend(crates(tree));
    rules
}

fn files(tree: &SourceTree) -> Vec<Rule> {
    let sources = || tree.sources.iter().filter(|source| source.package.is_some());
    let long = sources().filter(|source| source.line_count() > MOST_FILE_LINES);
    let findings =
        long.map(|source| Violation::new(&source.path, 1, format!("{} lines", source.line_count()))).collect();
    let lines: Vec<usize> = sources().map(SourceFile::line_count).collect();
    vec![
        Rule::none_of("files_too_long", format!("files of more than {MOST_FILE_LINES} lines"), findings),
        Rule::told(quantile(&lines, 50), "file_lines_median", "lines of a file, median"),
        Rule::told(quantile(&lines, 90), "file_lines_p90", "lines of a file, nine in ten have no more"),
    ]
}

fn functions(tree: &SourceTree) -> Vec<Rule> {
    let mut findings = Vec::new();
    let mut lines = Vec::new();
    for source in tree.sources.iter().filter(|source| source.package.is_some()) {
        let mut functions = Functions::default();
        functions.visit_file(&source.all);
        for (name, line, length) in functions.found {
            lines.push(length);
            if length > MOST_FUNCTION_LINES {
                findings.push(Violation::new(&source.path, line, format!("fn {name} has {length} lines")));
            }
        }
    }
    vec![
        Rule::none_of("functions_too_long", format!("functions of more than {MOST_FUNCTION_LINES} lines"), findings),
        Rule::told(quantile(&lines, 50), "function_lines_median", "lines of a function, median"),
        Rule::told(quantile(&lines, 90), "function_lines_p90", "lines of a function, nine in ten have no more"),
    ]
}

fn crates(tree: &SourceTree) -> Vec<Rule> {
    let arrows = tree.own_toml("arrows.toml").unwrap_or_else(|_| TomlTable::new());
    let mut findings = Vec::new();
    let mut rules = Vec::new();
    for (index, package) in tree.packages.iter().enumerate() {
        // What stands in a crate's folder `tests` is built beside the crate, by whoever tests it.
        let beside = format!("{}/tests/", package.folder);
        let inside = tree.sources.iter().filter(|source| source.package == Some(index));
        let inside = inside.filter(|source| !source.path.starts_with(&beside));
        let lines: usize = inside.map(SourceFile::line_count).sum();
        let told = find(&arrows, &["crates", &package.name, "max-lines"]).and_then(|entry| entry.number());
        let most = told.unwrap_or(MOST_CRATE_LINES as u64);
        if lines as u64 > most {
            let message = format!("{} has {lines} lines, more than {most}: {OWN_FOLDER}/arrows.toml", package.name);
            findings.push(Violation::new(&package.manifest_path(), 1, message));
        }
        let says = format!("lines of {}, at most {most}", package.name);
        rules.push(Rule::told(lines as u64, format!("crate_lines.{}", package.name), says));
    }
    rules.push(Rule::none_of("crates_too_long", "crates of more lines than they may have", findings));
    rules
}

/// The smallest of `values` that `percent` in a hundred of them do not exceed.
fn quantile(values: &[usize], percent: usize) -> u64 {
    let mut values = values.to_vec();
    values.sort_unstable();
    let rank = (values.len() * percent).div_ceil(100).saturating_sub(1);
    values.get(rank).map_or(0, |&value| value as u64)
}

/// Functions with a body, as (name, line, number of lines from `fn` to the closing brace).
#[derive(Default)]
struct Functions {
    found: Vec<(String, usize, usize)>,
}

impl Functions {
    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let first = signature.fn_token.span.start().line;
        self.found.push((signature.ident.to_string(), first, block.brace_token.span.close().end().line + 1 - first));
    }
}

impl<'a> Visit<'a> for Functions {
    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.add(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    fn fixture(text: &str) -> String {
        format!("//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\n{text}")
    }

    #[test]
    fn a_long_function_is_told_with_its_length() {
        let body = |lines: usize| format!("\n/// Doc.\nfn f() {{\n{}}}\n", "g();\n".repeat(lines));
        expect(check, &fixture(&body(68)), "functions_too_long", 0, &[]);
        expect(check, &fixture(&body(69)), "functions_too_long", 1, &["sim/a/src/lib.rs:3 fn f has 71 lines"]);
    }

    #[test]
    fn a_long_file_is_told_with_its_length() {
        expect(check, &fixture(&"//\n".repeat(500)), "files_too_long", 0, &[]);
        expect(check, &fixture(&"//\n".repeat(501)), "files_too_long", 1, &["sim/a/src/lib.rs:1 501 lines"]);
    }

    #[test]
    fn a_crate_may_have_a_bound_of_its_own() {
        let bound = "//- guard/tidy/arrows.toml\n[crates.a]\nmax-lines = 2\n";
        expect(check, &fixture(&format!("//\n//\n{bound}")), "crates_too_long", 0, &[]);
        expect(
            check,
            &fixture(&format!("//\n//\n//\n{bound}")),
            "crates_too_long",
            1,
            &["sim/a/Cargo.toml:1 a has 3 lines"],
        );
    }

    #[test]
    fn quantiles_are_values_that_occur() {
        assert_eq!(quantile(&[1, 2, 3, 4], 50), 2);
        assert_eq!(quantile(&[5, 1, 3], 50), 3);
        assert_eq!(quantile(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 90), 9);
        assert_eq!(quantile(&[], 50), 0);
    }
}
