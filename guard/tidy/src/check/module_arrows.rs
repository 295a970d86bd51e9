//! The top-level modules of a crate use each other one way; where `arrows.toml` tells layers, downwards.

use crate::module_graph::ModuleGraph;
use crate::rule::{Rule, Violation};
use crate::toml_file::{TomlEntry, TomlTable, find};
use crate::tree::{OWN_FOLDER, SourceTree};

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let arrows = tree.own_toml("arrows.toml").unwrap_or_default();
    let mut rules = Vec::new();
    let mut against: Vec<Violation> = Vec::new();
    for name in tree.packages.iter().map(|package| &package.name) {
        let Some(graph) = ModuleGraph::of_crate(tree, name) else { continue };
        let key = format!("modules_in_cycles.{name}");
        let says = format!("modules of {name} in a cycle, of {}", graph.modules.len());
        rules.push(Rule::at_most(0, graph.modules_in_cycles() as u64, key, says, graph.closing_arrows()));
        if let Some(layers) = layers(&arrows, name) {
            against.extend(graph.arrows_against(&layers, &format!("{OWN_FOLDER}/arrows.toml")));
        }
    }
    rules.push(Rule::none_of("module_arrows_up", "arrows between modules against their layers", against));
    rules
}

/// The layers of the modules of a crate, lowest first, if they are told.
fn layers(arrows: &TomlTable, name: &str) -> Option<Vec<Vec<String>>> {
    Some(find(arrows, &["crates", name, "layers"])?.list().iter().map(TomlEntry::texts).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    const CYCLE: &str = "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\nmod x;\nmod y;\n\
                         //- sim/a/src/x.rs\nuse crate::y::{A, B};\n//- sim/a/src/y.rs\nuse crate::x::C;\n";

    #[test]
    fn a_cycle_counts_its_modules() {
        let line = "sim/a/src/y.rs:1 y -> x closes a cycle";
        expect(check, CYCLE, "modules_in_cycles.a", 2, &[line]);
    }

    #[test]
    fn what_tests_use_is_no_arrow() {
        let fixture = CYCLE.replace("use crate::x::C;", "#[cfg(test)]\nmod tests { use crate::x::C; }");
        expect(check, &fixture, "modules_in_cycles.a", 0, &[]);
    }

    #[test]
    fn layers_are_read_from_the_file_of_arrows() {
        let layers = "//- guard/tidy/arrows.toml\n[crates.a]\nlayers = [['y'], ['x']]\n";
        let line = "sim/a/src/y.rs:1 y -> x points to a higher layer";
        expect(check, &format!("{CYCLE}{layers}"), "module_arrows_up", 1, &[line]);
    }
}
