//! Which top-level modules of a crate use which, and where.

use crate::cycles::{cycles, order_with_few_back_arrows};
use crate::references::{re_exports, references};
use crate::rule::Violation;
use crate::tree::SourceTree;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The top-level modules of one crate and the arrows between them, tests left out.
pub struct ModuleGraph {
    /// Names of the modules, ascending.
    pub modules: Vec<String>,
    /// For (user, used), indices into `modules`: where, as (file, line).
    arrows: BTreeMap<(usize, usize), Vec<(String, usize)>>,
}

/// What names in the root of a crate stand for.
struct Root {
    modules: Vec<String>,
    /// By name, the module that what the root re-exports or a macro comes from.
    aliases: BTreeMap<String, usize>,
}

impl ModuleGraph {
    /// The graph of the crate called `name`; `None` if the workspace has none of that name.
    pub fn of_crate(tree: &SourceTree, name: &str) -> Option<Self> {
        let package = tree.packages.iter().position(|package| package.name == name)?;
        let root = Root::read(tree, package);
        let mut arrows: BTreeMap<(usize, usize), Vec<(String, usize)>> = BTreeMap::new();
        for source in tree.product_of(package) {
            let Some(user) = source.module.first().and_then(|name| root.modules.binary_search(name).ok()) else {
                continue;
            };
            for reference in references(&source.product, &source.module) {
                if let Some(used) = root.module_of(&reference.path)
                    && used != user
                {
                    arrows.entry((user, used)).or_default().push((source.path.clone(), reference.line));
                }
            }
        }
        Some(Self { modules: root.modules, arrows })
    }

    /// The arrows as (user, used, how often).
    pub fn arrows(&self) -> impl Iterator<Item = (&str, &str, usize)> {
        self.arrows.iter().map(|(&(from, to), places)| (&*self.modules[from], &*self.modules[to], places.len()))
    }

    /// Sets of modules each of which reaches all others of its set, as indices.
    fn cycles(&self) -> Vec<Vec<usize>> {
        let successors = |node| self.arrows.keys().filter(move |(from, _)| *from == node).map(|&(_, to)| to).collect();
        cycles(&(0..self.modules.len()).map(successors).collect::<Vec<_>>())
    }

    /// The modules by layer, the lowest first: each is one above the highest of those it uses. `None` when some are in a cycle.
    pub(crate) fn layers(&self) -> Option<Vec<Vec<&str>>> {
        if self.modules_in_cycles() > 0 {
            return None;
        }
        let mut layer = vec![0; self.modules.len()];
        // A path through the graph is no longer than there are modules.
        for _ in 0..self.modules.len() {
            for &(user, used) in self.arrows.keys() {
                layer[user] = layer[user].max(layer[used] + 1);
            }
        }
        let mut layers = vec![Vec::new(); layer.iter().max().map_or(0, |top| top + 1)];
        for (module, layer) in self.modules.iter().zip(layer) {
            layers[layer].push(module.as_str());
        }
        Some(layers)
    }

    /// How many modules are in a cycle.
    pub(crate) fn modules_in_cycles(&self) -> usize {
        self.cycles().iter().map(Vec::len).sum()
    }

    /// The arrows that close cycles: those that point back once the modules stand so that few do.
    pub(crate) fn closing_arrows(&self) -> Vec<Violation> {
        let weight = |from: usize, to: usize| self.arrows.get(&(from, to)).map_or(0, Vec::len);
        let mut found = Vec::new();
        for cycle in self.cycles() {
            let order = order_with_few_back_arrows(&cycle, &weight);
            for (place, &from) in order.iter().enumerate() {
                found.extend(order[place + 1..].iter().filter_map(|&to| self.tell(from, to, "closes a cycle")));
            }
        }
        found
    }

    /// The arrows that point up through `layers`, of which the first is the lowest, and the modules that are in none.
    pub(crate) fn arrows_against(&self, layers: &[Vec<String>], manifest: &str) -> Vec<Violation> {
        let layer = |module: &String| layers.iter().position(|layer| layer.contains(module));
        let missing = self.modules.iter().filter(|module| layer(module).is_none());
        let mut found: Vec<Violation> = missing
            .map(|module| Violation::new(manifest, 1, format!("module `{module}` is in none of the layers")))
            .collect();
        for &(from, to) in self.arrows.keys() {
            if layer(&self.modules[from]) < layer(&self.modules[to]) {
                found.extend(self.tell(from, to, "points to a higher layer"));
            }
        }
        found
    }

    fn tell(&self, from: usize, to: usize, what: &str) -> Option<Violation> {
        let places = self.arrows.get(&(from, to))?;
        let (file, line) = places.first()?;
        let (user, used) = (&self.modules[from], &self.modules[to]);
        Some(Violation::new(file, *line, format!("{user} -> {used} {what} ({} references)", places.len())))
    }
}

impl fmt::Display for ModuleGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (from, to, count) in self.arrows() {
            writeln!(f, "{from} -> {to} ({count})")?;
        }
        for cycle in self.cycles() {
            let names: Vec<&str> = cycle.iter().map(|&node| self.modules[node].as_str()).collect();
            writeln!(f, "cycle: {}", names.join(", "))?;
        }
        Ok(())
    }
}

impl Root {
    fn read(tree: &SourceTree, package: usize) -> Self {
        let folder = &tree.packages[package].folder;
        let is_root = |path: &str| ["lib", "main"].iter().any(|it| path == format!("{folder}/src/{it}.rs"));
        let roots: Vec<_> = tree.product_of(package).filter(|source| is_root(&source.path)).collect();
        let items = roots.iter().flat_map(|source| &source.product.items);
        let names: BTreeSet<String> = items
            .filter_map(|item| if let syn::Item::Mod(module) = item { Some(module.ident.to_string()) } else { None })
            .collect();
        let mut root = Self { modules: names.into_iter().collect(), aliases: BTreeMap::new() };
        let exported = roots.iter().flat_map(|source| re_exports(&source.product));
        let aliases: Vec<_> = exported.filter_map(|(name, path)| Some((name, root.index(&path[0])?))).collect();
        root.aliases.extend(aliases);
        for source in tree.product_of(package) {
            let Some(module) = source.module.first().and_then(|name| root.index(name)) else { continue };
            root.aliases.extend(exported_macros(&source.product).map(|name| (name, module)));
        }
        root
    }

    fn index(&self, name: &String) -> Option<usize> {
        self.modules.binary_search(name).ok()
    }

    /// The top-level module that a path from the root leads into.
    fn module_of(&self, path: &[String]) -> Option<usize> {
        let first = path.first()?;
        self.index(first).or_else(|| self.aliases.get(first).copied())
    }
}

/// Macros that are reached through the root of the crate, wherever they are defined.
fn exported_macros(file: &syn::File) -> impl Iterator<Item = String> {
    file.items.iter().filter_map(|item| match item {
        syn::Item::Macro(it) if it.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")) => {
            it.ident.as_ref().map(ToString::to_string)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(files: &str) -> ModuleGraph {
        let tree = SourceTree::from_fixture(&format!("//- sim/a/Cargo.toml\n[package]\nname = 'a'\n{files}"));
        ModuleGraph::of_crate(&tree, "a").unwrap()
    }

    #[test]
    fn re_exports_lead_to_where_they_come_from() {
        let graph = graph(
            "//- sim/a/src/lib.rs\nmod x; mod y; pub use y::Y;\n//- sim/a/src/x.rs\nuse crate::Y;\n//- sim/a/src/y.rs\nstruct Y;\n",
        );
        assert_eq!(graph.arrows().collect::<Vec<_>>(), [("x", "y", 1)]);
        assert_eq!(graph.modules_in_cycles(), 0);
    }

    #[test]
    fn a_cycle_is_told_by_its_thinnest_arrow() {
        let graph = graph(
            "//- sim/a/src/lib.rs\nmod x; mod y; mod z;\n//- sim/a/src/x.rs\nuse crate::{y::A, y::B, y::C};\n\
             //- sim/a/src/y/mod.rs\nmod deep;\n//- sim/a/src/y/deep.rs\nuse super::super::x::D;\n",
        );
        assert_eq!(graph.modules_in_cycles(), 2);
        let expect = Violation::new("sim/a/src/y/deep.rs", 1, "y -> x closes a cycle (1 references)");
        assert_eq!(graph.closing_arrows(), [expect]);
    }

    #[test]
    fn layers_are_held_when_they_are_told() {
        let graph =
            graph("//- sim/a/src/lib.rs\nmod x; mod y;\n//- sim/a/src/x.rs\nuse crate::y::A;\n//- sim/a/src/y.rs\n\n");
        let layers = |names: &[&str]| names.iter().map(|name| vec![(*name).to_owned()]).collect::<Vec<_>>();
        assert_eq!(graph.arrows_against(&layers(&["y", "x"]), "Cargo.toml"), []);
        assert_eq!(graph.arrows_against(&layers(&["x", "y"]), "Cargo.toml").len(), 1);
        assert_eq!(
            graph.arrows_against(&layers(&["y"]), "Cargo.toml")[0].message,
            "module `x` is in none of the layers"
        );
    }
}
