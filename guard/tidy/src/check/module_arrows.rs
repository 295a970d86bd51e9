//! The top-level modules of a crate use each other one way; where `arrows.toml` tells layers, downwards.

use crate::module_graph::ModuleGraph;
use crate::rule::{Rule, Violation};
use crate::toml_file::{TomlEntry, TomlTable, find};
use crate::tree::{OWN_FOLDER, SourceTree};

/// The floors whose crates have layers: what is published. The crates beside the house are small programs.
const LAYERED_FLOORS: [&str; 4] = ["sim", "ai", "arena", "cli"];

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let arrows = tree.own_toml("arrows.toml").unwrap_or_default();
    let mut rules = Vec::new();
    let mut closing: Vec<Violation> = Vec::new();
    let mut in_cycles = 0;
    let (mut against, mut unlayered): (Vec<Violation>, Vec<Violation>) = Default::default();
    for (package, name) in tree.packages.iter().map(|package| (package, &package.name)) {
        let Some(graph) = ModuleGraph::of_crate(tree, name) else { continue };
        let key = format!("modules_in_cycles.{name}");
        let says = format!("modules of {name} in a cycle, of {}", graph.modules.len());
        in_cycles += graph.modules_in_cycles() as u64;
        closing.extend(graph.closing_arrows());
        rules.push(Rule::told(graph.modules_in_cycles() as u64, key, says));
        match layers(&arrows, name) {
            Some(layers) => against.extend(graph.arrows_against(&layers, &format!("{OWN_FOLDER}/arrows.toml"))),
            None if graph.arrows().next().is_some() && LAYERED_FLOORS.contains(&package.floor()) => {
                let message = format!("{name} has no layers: `-- layers {name}` prints those that its modules have");
                unlayered.push(Violation::new(&package.manifest_path(), 1, message));
            }
            None => {}
        }
    }
    rules.push(Rule::at_most(
        0,
        in_cycles,
        "modules_in_cycles",
        "modules of a crate in a cycle, in all crates",
        closing,
    ));
    rules.push(Rule::none_of("crates_without_layers", "crates whose modules have no layers", unlayered));
    rules.push(Rule::none_of("module_arrows_up", "arrows between modules against their layers", against));
    rules
}

/// The layers that the modules of a crate have, in the form of `arrows.toml`: each is one above the highest of those it uses. For whoever
/// adds a module to judge.
pub fn layers_as_found(tree: &SourceTree, name: &str) -> Option<String> {
    let graph = ModuleGraph::of_crate(tree, name)?;
    let lines = graph.layers()?.into_iter().map(|layer| {
        let names: Vec<String> = layer.iter().map(|module| format!("\"{module}\"")).collect();
        format!("    [{}],\n", names.join(", "))
    });
    Some(format!("layers = [\n{}]\n", lines.collect::<String>()))
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
        expect(check, CYCLE, "modules_in_cycles", 2, &[line]);
    }

    #[test]
    fn what_tests_use_is_no_arrow() {
        let fixture = CYCLE.replace("use crate::x::C;", "#[cfg(test)]\nmod tests { use crate::x::C; }");
        expect(check, &fixture, "modules_in_cycles", 0, &[]);
    }

    #[test]
    fn layers_are_read_from_the_file_of_arrows() {
        let layers = "//- guard/tidy/arrows.toml\n[crates.a]\nlayers = [['y'], ['x']]\n";
        let line = "sim/a/src/y.rs:1 y -> x points to a higher layer";
        expect(check, &format!("{CYCLE}{layers}"), "module_arrows_up", 1, &[line]);
        expect(check, &format!("{CYCLE}{layers}"), "crates_without_layers", 0, &[]);
    }

    #[test]
    fn modules_that_use_each_other_have_layers() {
        let fixture = CYCLE.replace("use crate::x::C;", "");
        expect(check, &fixture, "crates_without_layers", 1, &["sim/a/Cargo.toml:1 a has no layers"]);
        expect(check, &fixture.replace("sim/", "tests/"), "crates_without_layers", 0, &[]);
        let tree = SourceTree::from_fixture(&fixture);
        let found = layers_as_found(&tree, "a");
        assert_eq!(found.as_deref(), Some("layers = [\n    [\"y\"],\n    [\"x\"],\n]\n"));
        assert_eq!(layers_as_found(&SourceTree::from_fixture(CYCLE), "a"), None, "a cycle has no layers");
    }
}
