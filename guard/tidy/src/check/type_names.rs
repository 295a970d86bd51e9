//! A type's name says which one is meant: it is unique in its crate, and mostly in the workspace.

use crate::definitions::{DefinitionKind, definitions};
use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;
use std::collections::BTreeMap;

/// Percent of all types whose name may be that of another type of the workspace.
const MOST_SHARED_PERCENT: u64 = 12;

/// A type and where it is defined.
struct TypeName {
    name: String,
    package: Option<usize>,
    file: String,
    line: usize,
}

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let types: Vec<TypeName> = tree.product().flat_map(types_of).collect();
    let in_crate = shared(&types, |it| (it.package, it.name.as_str()));
    let anywhere = shared(&types, |it| it.name.as_str());
    let percent = (anywhere.len() * 100).div_ceil(types.len().max(1)) as u64;
    vec![
        Rule::none_of(
            "type_names_shared_in_crate",
            "types that share their name with another of their crate",
            in_crate,
        ),
        Rule::told(
            anywhere.len() as u64,
            "type_names_shared_count",
            "types that share their name with another of the workspace",
        ),
        Rule::told(types.len() as u64, "types", "types: structs, enums, unions, traits and aliases"),
        Rule::at_most(
            MOST_SHARED_PERCENT,
            percent,
            "type_names_shared",
            "percent of types that share their name, rounded up",
            anywhere,
        ),
    ]
}

fn types_of(source: &crate::source::SourceFile) -> impl Iterator<Item = TypeName> {
    let types = definitions(&source.product).into_iter().filter(|it| it.kind == DefinitionKind::Type);
    types.map(|it| TypeName { name: it.name, package: source.package, file: source.path.clone(), line: it.line })
}

/// The types of which another has the same key, those of a key together.
fn shared<'t, K: Ord>(types: &'t [TypeName], key: impl Fn(&'t TypeName) -> K) -> Vec<Violation> {
    let mut groups: BTreeMap<K, Vec<&TypeName>> = BTreeMap::new();
    for it in types {
        groups.entry(key(it)).or_default().push(it);
    }
    let shared = groups.into_values().filter(|group| group.len() > 1);
    let tell = |it: &TypeName, count: usize| {
        Violation::new(&it.file, it.line, format!("{} is one of {count} of its name", it.name))
    };
    shared.flat_map(|group| group.iter().map(|it| tell(it, group.len())).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    const TREE: &str = "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\nstruct A;\nenum B {}\nmod m { trait A {} }\n\
                        //- sim/b/Cargo.toml\n[package]\nname = 'b'\n//- sim/b/src/lib.rs\ntype B = u8;\n#[cfg(test)]\nmod tests { struct A; }\n";

    #[test]
    fn names_are_unique_in_their_crate() {
        let lines = ["sim/a/src/lib.rs:1 A is one of 2", "sim/a/src/lib.rs:3 A is one of 2"];
        expect(check, TREE, "type_names_shared_in_crate", 2, &lines);
    }

    #[test]
    fn names_shared_anywhere_are_a_share_of_all() {
        let tree = SourceTree::from_fixture(&format!("{TREE}struct C;\n"));
        let rules = check(&tree);
        assert_eq!(rules.iter().map(|rule| rule.value).collect::<Vec<_>>(), [2, 4, 5, 80]);
    }
}
