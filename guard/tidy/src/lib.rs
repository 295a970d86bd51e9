//! Holds the source to its layout: which way arrows point, how long things are, how they are named and told.
//!
//! A [`SourceTree`] is everything that was read: sources parsed, manifests, documents and the files of this folder that say what
//! is allowed. Each check is a file under `check/`: a function from the tree to [`Rule`]s, a rule being one number with the
//! places it counts. [`judge`] compares rules with the ratchet and tells what is wrong; nothing else decides.
//!
//! ```
//! use sandtable_tidy::{SourceTree, judge, rules};
//!
//! let tree = SourceTree::from_fixture("//- sim/core/Cargo.toml\n[package]\nname = \"core\"\n//- sim/core/src/lib.rs\nfn f() {}\n");
//! let rules = rules(&tree);
//! assert!(rules.iter().any(|rule| rule.key == "files_without_header" && rule.value == 1));
//! assert!(judge(&tree, &rules).iter().any(|line| line.contains("sim/core/src/lib.rs:1")));
//! ```
#![deny(missing_docs)]

pub mod book_links;
mod check;
pub mod commits;
mod cycles;
mod definitions;
pub mod figures;
mod file_graph;
mod fixture;
pub mod fragments;
mod manifest;
mod module_graph;
mod pointer;
mod prose;
mod ratchet;
mod references;
mod rule;
mod say;
mod source;
mod table;
mod toml_file;
mod tree;
pub mod wasm;

pub use check::{arrows_as_found, layers_as_found, rules};
pub use module_graph::ModuleGraph;
pub use pointer::mend_pointers;
pub use ratchet::{judge, ratchet_text};
pub use rule::{Bound, Rule, Violation};
pub use say::say;
pub use table::{figures_section, figures_table};
pub use tree::{SourceTree, repository};
