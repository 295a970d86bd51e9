//! Which crates may use which: `arrows.toml` allows, the manifests must stay within it, and nothing is allowed for nothing.

use crate::cycles::cycles;
use crate::manifest::{Dependency, Package};
use crate::rule::{Rule, Violation};
use crate::toml_file::{TomlEntry, TomlTable, find};
use crate::tree::{OWN_FOLDER, SourceTree};
use std::fmt::Write;

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let path = format!("{OWN_FOLDER}/arrows.toml");
    let (allowed, mut unlike) = match tree.own_toml("arrows.toml") {
        Ok(table) => (table, Vec::new()),
        Err(error) => (TomlTable::new(), vec![Violation::new(&path, 1, error)]),
    };
    let floors: Vec<Vec<String>> =
        allowed.get("floors").map(|it| it.list().iter().map(TomlEntry::texts).collect()).unwrap_or_default();
    for package in &tree.packages {
        match find(&allowed, &["crates", &package.name]) {
            None => unlike.push(Violation::new(
                &package.manifest_path(),
                1,
                format!("{path} says nothing about {}", package.name),
            )),
            Some(entry) => unlike.extend(compare(tree, package, entry, &path)),
        }
    }
    let named = allowed.get("crates").and_then(TomlEntry::table).into_iter().flatten();
    let gone = named.filter(|(name, _)| !tree.packages.iter().any(|package| package.name == **name));
    unlike.extend(gone.map(|(name, entry)| Violation::new(&path, entry.line, format!("there is no crate {name}"))));
    vec![
        Rule::none_of("crate_arrows_unlike_allowed", "dependencies of crates unlike arrows.toml", unlike),
        Rule::none_of("crate_arrows_up", "dependencies on a higher floor", upward(tree, &floors)),
        Rule::none_of("crates_in_cycles", "crates in a cycle of dependencies", crates_in_cycles(tree)),
    ]
}

/// The arrows that the manifests draw, in the form of `arrows.toml`: for whoever adds or splits a crate to judge.
pub fn arrows_as_found(tree: &SourceTree) -> String {
    let mut text = String::new();
    let list = |dependencies: &[Dependency]| {
        own(tree, dependencies).map(|it| format!("\"{}\"", it.name)).collect::<Vec<_>>().join(", ")
    };
    for package in &tree.packages {
        let _ = writeln!(text, "[crates.{}]\nuses = [{}]", package.name, list(&package.uses));
        if own(tree, &package.tests_use).next().is_some() {
            let _ = writeln!(text, "tests-use = [{}]", list(&package.tests_use));
        }
        text.push('\n');
    }
    text
}

/// Those dependencies that are crates of ours.
fn own<'t>(tree: &'t SourceTree, dependencies: &'t [Dependency]) -> impl Iterator<Item = &'t Dependency> {
    dependencies.iter().filter(|it| tree.packages.iter().any(|package| package.name == it.name))
}

fn compare(tree: &SourceTree, package: &Package, entry: &TomlEntry, path: &str) -> Vec<Violation> {
    let mut found = Vec::new();
    for (key, dependencies) in [("uses", &package.uses), ("tests-use", &package.tests_use)] {
        let allowance = entry.table().and_then(|table| table.get(key));
        let allowed = allowance.map(TomlEntry::texts).unwrap_or_default();
        for dependency in own(tree, dependencies).filter(|it| !allowed.contains(&it.name)) {
            let message = format!("{} may not use {}: {key} in {path} lacks it", package.name, dependency.name);
            found.push(Violation::new(&package.manifest_path(), dependency.line, message));
        }
        for name in allowed.iter().filter(|name| !own(tree, dependencies).any(|it| it.name == **name)) {
            let line = allowance.map_or(entry.line, |it| it.line);
            found.push(Violation::new(
                path,
                line,
                format!("{} does not use {name}: take it out of {key}", package.name),
            ));
        }
    }
    found
}

fn upward(tree: &SourceTree, floors: &[Vec<String>]) -> Vec<Violation> {
    let floor = |package: &Package| floors.iter().position(|floor| floor.iter().any(|it| it == package.floor()));
    let mut found = Vec::new();
    for package in &tree.packages {
        if floor(package).is_none() {
            let message = format!("{} stands on no floor that arrows.toml names", package.name);
            found.push(Violation::new(&package.manifest_path(), 1, message));
        }
        for dependency in package.uses.iter().chain(&package.tests_use) {
            let Some(used) = tree.packages.iter().find(|it| it.name == dependency.name) else { continue };
            if floor(used) > floor(package) {
                let message = format!("{} ({}) uses {} ({})", package.name, package.floor(), used.name, used.floor());
                found.push(Violation::new(&package.manifest_path(), dependency.line, message));
            }
        }
    }
    found
}

fn crates_in_cycles(tree: &SourceTree) -> Vec<Violation> {
    let index = |dependency: &Dependency| tree.packages.iter().position(|it| it.name == dependency.name);
    let successors: Vec<Vec<usize>> =
        tree.packages.iter().map(|it| it.uses.iter().filter_map(index).collect()).collect();
    let members = cycles(&successors).concat();
    let tell =
        |package: &Package| Violation::new(&package.manifest_path(), 1, format!("{} is in a cycle", package.name));
    members.iter().map(|&member| tell(&tree.packages[member])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    const TWO: &str = "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- ai/b/Cargo.toml\n[package]\nname = 'b'\n[dependencies]\na = '1'\nserde = '1'\n";

    fn with(arrows: &str) -> String {
        format!("{TWO}//- guard/tidy/arrows.toml\nfloors = [['sim'], ['ai']]\n{arrows}")
    }

    #[test]
    fn what_is_allowed_and_used_is_well() {
        expect(check, &with("[crates]\na = {}\nb.uses = ['a']\n"), "crate_arrows_unlike_allowed", 0, &[]);
    }

    #[test]
    fn neither_more_nor_less_than_allowed() {
        let lines = ["ai/b/Cargo.toml:4 b may not use a"];
        expect(check, &with("[crates]\na = {}\nb = {}\n"), "crate_arrows_unlike_allowed", 1, &lines);
        let lines = ["guard/tidy/arrows.toml:3 a does not use b: take it out of tests-use"];
        expect(
            check,
            &with("[crates]\na.tests-use = ['b']\nb.uses = ['a']\n"),
            "crate_arrows_unlike_allowed",
            1,
            &lines,
        );
    }

    #[test]
    fn crates_and_entries_belong_together() {
        let lines = [
            "sim/a/Cargo.toml:1 guard/tidy/arrows.toml says nothing about a",
            "guard/tidy/arrows.toml:3 there is no crate c",
        ];
        expect(
            check,
            &with("[crates]\nb.uses = ['a']\nc = {}\n").replace("b.uses = ['a']\nc = {}", "c = {}\nb.uses = ['a']"),
            "crate_arrows_unlike_allowed",
            2,
            &lines,
        );
    }

    #[test]
    fn no_arrow_points_up() {
        expect(
            check,
            &with("").replace("[['sim'], ['ai']]", "[['ai'], ['sim']]"),
            "crate_arrows_up",
            1,
            &["ai/b/Cargo.toml:4 b (ai) uses a (sim)"],
        );
        expect(check, &with(""), "crate_arrows_up", 0, &[]);
    }

    #[test]
    fn crates_form_no_cycle() {
        let fixture = with("").replace("name = 'a'\n", "name = 'a'\n[dependencies]\nb = '1'\n");
        expect(check, &fixture, "crates_in_cycles", 2, &["sim/a", "ai/b"]);
    }
}
