//! Which files of a crate use which, re-exports followed to where an item is defined.

use crate::cycles::{cycles, order_with_few_back_arrows};
use crate::references::{imports, references};
use crate::rule::Violation;
use crate::tree::SourceTree;
use std::collections::{BTreeMap, BTreeSet};

/// How many re-exports in a row are followed.
const MOST_RE_EXPORTS: usize = 8;

/// The files of one crate and the arrows between them, tests left out.
pub(crate) struct FileGraph {
    /// By module path, ascending.
    files: Vec<FileNode>,
    /// For (user, used), indices into `files`: the lines in the user.
    arrows: BTreeMap<(usize, usize), Vec<usize>>,
}

struct FileNode {
    module: Vec<String>,
    path: String,
    /// By name, the path from the root of the crate of what the file imports or re-exports.
    imports: BTreeMap<String, Vec<String>>,
}

/// Modules side by side each of which reaches all others.
pub(crate) struct SiblingCycle {
    /// How many there are.
    pub(crate) modules: usize,
    /// The arrows that close it: those that point back once the modules stand so that few do.
    pub(crate) closing: Vec<Violation>,
}

/// For (user, used), names of modules side by side: where, as (file, line).
type SiblingArrows<'g> = BTreeMap<(&'g str, &'g str), Vec<(usize, usize)>>;

impl FileGraph {
    /// The graph of the package of this index.
    pub(crate) fn of_package(tree: &SourceTree, package: usize) -> Self {
        let mut sources: Vec<_> = tree.product_of(package).collect();
        sources.sort_by(|a, b| (&a.module, &a.path).cmp(&(&b.module, &b.path)));
        // A program beside a library is a crate of its own.
        sources.dedup_by(|second, first| second.module == first.module);
        let files = sources.iter().map(|source| FileNode {
            module: source.module.clone(),
            path: source.path.clone(),
            imports: imports(&source.product, &source.module).into_iter().collect(),
        });
        let mut graph = Self { files: files.collect(), arrows: BTreeMap::new() };
        for (user, source) in sources.iter().enumerate() {
            for reference in references(&source.product, &source.module) {
                let used = graph.file_of(&reference.path, MOST_RE_EXPORTS);
                if let Some(used) = used.filter(|&used| used != user) {
                    graph.arrows.entry((user, used)).or_default().push(reference.line);
                }
            }
        }
        graph
    }

    /// The cycles of modules side by side, below the root: what lies in a folder counts as the module that the folder is.
    pub(crate) fn sibling_cycles(&self) -> Vec<SiblingCycle> {
        let mut levels: BTreeMap<&[String], SiblingArrows<'_>> = BTreeMap::new();
        for (&(user, used), lines) in &self.arrows {
            let (user_module, used_module) = (&self.files[user].module, &self.files[used].module);
            let common = user_module.iter().zip(used_module).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (user_module.get(common), used_module.get(common)) {
                let places = levels.entry(&user_module[..common]).or_default().entry((from, to)).or_default();
                places.extend(lines.iter().map(|&line| (user, line)));
            }
        }
        let below_root = levels.iter().filter(|(parent, _)| !parent.is_empty());
        below_root.flat_map(|(parent, arrows)| self.cycles_in(parent, arrows)).collect()
    }

    /// The cycles of the modules that lie directly in `parent`.
    fn cycles_in(&self, parent: &[String], arrows: &SiblingArrows<'_>) -> Vec<SiblingCycle> {
        let names: BTreeSet<&str> = arrows.keys().flat_map(|&(from, to)| [from, to]).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let arrow = |from: usize, to: usize| arrows.get(&(names[from], names[to]));
        let successors = |from: usize| (0..names.len()).filter(|&to| arrow(from, to).is_some()).collect();
        let weight = |from: usize, to: usize| arrow(from, to).map_or(0, Vec::len);
        let tell = |from: usize, to: usize| {
            let places = arrow(from, to)?;
            let &(file, line) = places.first()?;
            let (parent, user, used, count) = (parent.join("::"), names[from], names[to], places.len());
            let message = format!("{parent}: {user} -> {used} closes a cycle ({count} references)");
            Some(Violation::new(&self.files[file].path, line, message))
        };
        let found = cycles(&(0..names.len()).map(successors).collect::<Vec<_>>());
        let close = |cycle: Vec<usize>| {
            let order = order_with_few_back_arrows(&cycle, &weight);
            let back =
                order.iter().enumerate().flat_map(|(place, from)| order[place + 1..].iter().map(|to| (*from, *to)));
            SiblingCycle { modules: cycle.len(), closing: back.filter_map(|(from, to)| tell(from, to)).collect() }
        };
        found.into_iter().map(close).collect()
    }

    /// The file that defines what a path from the root leads to.
    fn file_of(&self, path: &[String], re_exports: usize) -> Option<usize> {
        let index = |length| self.files.binary_search_by(|file| file.module.as_slice().cmp(&path[..length])).ok();
        let (length, file) = (0..=path.len()).rev().find_map(|length| Some((length, index(length)?)))?;
        let import = path.get(length).and_then(|name| self.files[file].imports.get(name));
        match import {
            Some(import) if re_exports > 0 => {
                self.file_of(&[import, &path[length + 1..]].concat(), re_exports - 1).or(Some(file))
            }
            _ => Some(file),
        }
    }
}
