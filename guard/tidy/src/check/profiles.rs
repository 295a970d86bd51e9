//! Profiles that inherit `release` say themselves how the crates are optimized that it leaves unoptimized: a package's level is
//! inherited, whatever the profile's own level is.

use std::collections::BTreeSet;

use crate::rule::{Rule, Violation};
use crate::toml_file::{TomlEntry, TomlTable, find, parse};
use crate::tree::SourceTree;

const MANIFEST: &str = "Cargo.toml";
const LOCK: &str = "Cargo.lock";
/// Each profile that inherits `release`, with the crate that it builds: levels of others do not matter to it.
const HEIRS: [(&str, &str); 2] = [("browser", "sandtable-browser"), ("dist", "sandtable")];

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let read = |path: &str| tree.texts.get(path).and_then(|text| parse(path, text).ok()).unwrap_or_default();
    let (manifest, lock) = (read(MANIFEST), read(LOCK));
    let findings = HEIRS.iter().flat_map(|(profile, root)| inherited(&manifest, &lock, profile, root)).collect();
    let says = "crates unoptimized in profiles that inherit it from `release`";
    vec![Rule::none_of("levels_inherited", says, findings)]
}

fn inherited(manifest: &TomlTable, lock: &TomlTable, profile: &str, root: &str) -> Vec<Violation> {
    let levels = |profile: &str| {
        find(manifest, &["profile", profile, "package"]).and_then(TomlEntry::table).into_iter().flatten()
    };
    let own: BTreeSet<&str> =
        levels(profile).filter(|(_, entry)| level(entry).is_some()).map(|(name, _)| &name[..]).collect();
    let built = built_with(lock, root);
    levels("release")
        .filter(|(_, entry)| level(entry).and_then(TomlEntry::number) == Some(0))
        .filter(|(name, _)| built.contains(&name[..]) && !own.contains(&name[..]))
        .map(|(name, entry)| {
            Violation::new(
                MANIFEST,
                entry.line,
                format!("give {name} an opt-level in [profile.{profile}.package.{name}]"),
            )
        })
        .collect()
}

fn level(entry: &TomlEntry) -> Option<&TomlEntry> {
    entry.table()?.get("opt-level")
}

/// The crates that `root` is built with, itself included; a little more, for the lock does not tell what only tests need.
fn built_with<'t>(lock: &'t TomlTable, root: &'t str) -> BTreeSet<&'t str> {
    let packages = || lock.get("package").map_or(&[][..], TomlEntry::list).iter().filter_map(TomlEntry::table);
    let mut found = BTreeSet::new();
    let mut open = vec![root];
    while let Some(name) = open.pop() {
        if !found.insert(name) {
            continue;
        }
        for package in packages().filter(|package| package.get("name").and_then(TomlEntry::text) == Some(name)) {
            let uses = package.get("dependencies").map_or(&[][..], TomlEntry::list);
            // A name, and the version where there are several.
            open.extend(uses.iter().filter_map(|entry| entry.text()?.split(' ').next()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    const LOCKED: &str = "//- Cargo.lock\n[[package]]\nname = 'sandtable-browser'\ndependencies = ['a 1.0.0']\n[[package]]\nname = 'a'\n";

    #[test]
    fn a_level_of_release_is_not_inherited_unseen() {
        let fixture = |more: &str| {
            format!(
                "//- Cargo.toml\n[workspace]\nmembers = []\n[profile.release.package.a]\nopt-level = 0\n[profile.release.package.b]\nopt-level = 0\n{more}{LOCKED}"
            )
        };
        expect(check, &fixture(""), "levels_inherited", 1, &["Cargo.toml:3"]);
        expect(
            check,
            &fixture("[profile.browser.package.a]\ncodegen-units = 1\n"),
            "levels_inherited",
            1,
            &["Cargo.toml:3"],
        );
        expect(check, &fixture("[profile.browser.package.a]\nopt-level = 'z'\n"), "levels_inherited", 0, &[]);
    }
}
