//! Examples in docs that `cargo test` runs.

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

/// How many there should be.
const LEAST_EXAMPLES: u64 = 60;

/// What users touch first, by crate: each has an example of its own.
const FIRST_TOUCHED: [(&str, &str); 9] = [
    ("sandtable-model", "Scenario"),
    ("sandtable-sim", "Order"),
    ("sandtable-sim", "View"),
    ("sandtable-replay", "Replay"),
    ("sandtable-ai", "Commander"),
    ("sandtable-stats", "Pentanomial"),
    ("sandtable-match", "run_match"),
    ("sandtable-env", "Env"),
    ("sandtable-tune", "optimizer"),
];

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let examples = tree.product().map(|source| count(&source.text)).sum();
    vec![
        Rule::at_least(LEAST_EXAMPLES, examples, "doc_examples", "examples in doc comments that run"),
        Rule::none_of(
            "first_touched_without_example",
            "items that users touch first without an example that runs",
            first_touched(tree),
        ),
    ]
}

fn first_touched(tree: &SourceTree) -> Vec<Violation> {
    let lacks = |(package, name): (&str, &str)| {
        let index = tree.packages.iter().position(|it| it.name == package)?;
        let items = tree.product_of(index).flat_map(|source| &source.product.items);
        let has_example = items.filter(|item| is_named(item, name)).any(|item| count(&docs(item)) > 0);
        let message = format!("{name} of {package} has no example that runs");
        (!has_example).then(|| Violation::new(&tree.packages[index].manifest_path(), 1, message))
    };
    FIRST_TOUCHED.into_iter().filter_map(lacks).collect()
}

fn is_named(item: &syn::Item, name: &str) -> bool {
    match item {
        syn::Item::Struct(it) => it.ident == name,
        syn::Item::Trait(it) => it.ident == name,
        syn::Item::Fn(it) => it.sig.ident == name,
        _ => false,
    }
}

/// The doc comment of an item, as it is written.
fn docs(item: &syn::Item) -> String {
    let attributes = match item {
        syn::Item::Struct(it) => &it.attrs,
        syn::Item::Trait(it) => &it.attrs,
        syn::Item::Fn(it) => &it.attrs,
        _ => return String::new(),
    };
    let line = |attribute: &syn::Attribute| {
        let syn::Meta::NameValue(meta) = &attribute.meta else { return None };
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &meta.value else { return None };
        meta.path.is_ident("doc").then(|| format!("///{}\n", text.value()))
    };
    attributes.iter().filter_map(line).collect()
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
    use crate::check::expect;

    #[test]
    fn blocks_that_run_are_counted_once() {
        assert_eq!(count("/// ```\n/// a();\n/// ```\n/// ```text\n/// b\n/// ```\nfn f() {}\n"), 1);
        assert_eq!(count("//! ```rust\n//! ```\n//! ```no_run\n//! ```\n//! ```should_panic\n//! ```\n"), 2);
        assert_eq!(count("// ```\n// ```\n"), 0);
    }

    #[test]
    fn what_is_touched_first_has_an_example() {
        let fixture = |docs: &str| {
            format!(
                "//- sim/sim/Cargo.toml\n[package]\nname = 'sandtable-sim'\n//- sim/sim/src/lib.rs\n\
                 /// What.\n/// ```\n/// a();\n/// ```\n#[derive(Clone)]\npub struct Order;\n/// Seen.\n{docs}pub struct View;\n"
            )
        };
        let key = "first_touched_without_example";
        expect(check, &fixture(""), key, 1, &["sim/sim/Cargo.toml:1 View of sandtable-sim"]);
        expect(check, &fixture("/// ```\n/// b();\n/// ```\n"), key, 0, &[]);
        expect(check, &fixture("/// ```text\n/// b();\n/// ```\n"), key, 1, &["sim/sim/Cargo.toml:1 View"]);
    }
}
