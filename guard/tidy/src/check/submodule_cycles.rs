//! Modules that lie side by side in a module use each other one way, at whatever depth.
//!
//! What a module and those directly in it say of each other does not count: a parent defines what its children share, re-exports
//! what they define, and calls them. The modules at the root of a crate have layers, see `module_arrows`.

use crate::file_graph::FileGraph;
use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let (mut in_cycles, mut closing): (u64, Vec<Violation>) = Default::default();
    for package in 0..tree.packages.len() {
        for cycle in FileGraph::of_package(tree, package).sibling_cycles() {
            in_cycles += cycle.modules as u64;
            closing.extend(cycle.closing);
        }
    }
    let says = "modules within a module in a cycle with those beside them";
    vec![Rule::at_most(0, in_cycles, "submodules_in_cycles", says, closing)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    const CYCLE: &str = "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\nmod x;\n\
                         //- sim/a/src/x/mod.rs\nmod y;\nmod z;\npub use z::C;\nstruct D;\nfn f() { y::f() }\n\
                         //- sim/a/src/x/y.rs\nuse super::{C, D};\n//- sim/a/src/x/z/mod.rs\nmod deep;\n\
                         //- sim/a/src/x/z/deep.rs\nuse crate::x::y::{A, B};\n";

    #[test]
    fn a_cycle_is_followed_through_re_exports_and_into_folders() {
        let line = "sim/a/src/x/y.rs:1 x: y -> z closes a cycle (1 references)";
        expect(check, CYCLE, "submodules_in_cycles", 2, &[line]);
    }

    #[test]
    fn a_parent_and_its_children_may_use_each_other() {
        expect(check, &CYCLE.replace("super::{C, D}", "super::D"), "submodules_in_cycles", 0, &[]);
    }
}
