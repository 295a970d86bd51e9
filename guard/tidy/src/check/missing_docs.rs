//! Libraries deny undocumented items, so that nobody has to look.

use crate::manifest::Package;
use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let library =
        |package: &Package| tree.sources.iter().find(|it| it.path == format!("{}/src/lib.rs", package.folder));
    let libraries = tree.packages.iter().filter_map(|package| Some((package, library(package)?)));
    let without = libraries.filter(|(package, root)| !package.denies_missing_docs && !denies(&root.all));
    let findings = without.map(|(_, root)| Violation::new(&root.path, 1, "lacks `#![deny(missing_docs)]`")).collect();
    vec![Rule::none_of("libraries_without_missing_docs", "libraries that do not deny `missing_docs`", findings)]
}

fn denies(root: &syn::File) -> bool {
    root.attrs.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("deny") || list.path.is_ident("forbid") => {
            list.tokens.to_string().split(',').any(|lint| lint.trim() == "missing_docs")
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    fn fixture(manifest: &str, root: &str) -> String {
        format!("//- sim/a/Cargo.toml\n[package]\nname = 'a'\n{manifest}\n//- sim/a/src/lib.rs\n{root}\n")
    }

    #[test]
    fn it_is_denied_by_the_root_or_the_manifest() {
        let key = "libraries_without_missing_docs";
        expect(check, &fixture("", "#![warn(missing_docs)]"), key, 1, &["sim/a/src/lib.rs:1"]);
        expect(check, &fixture("", "#![deny(unused, missing_docs)]"), key, 0, &[]);
        expect(check, &fixture("[lints.rust]\nmissing_docs = 'deny'", ""), key, 0, &[]);
        expect(check, &fixture("", "").replace("lib.rs", "main.rs"), key, 0, &[]);
    }
}
