//! The cross-crate tests, one theme a file.

mod ablation;
mod balance;
mod behaviours;
mod cli;
mod combat;
mod commanders;
mod conduct;
mod content;
mod content_refused;
mod difficulty;
mod economy;
mod environments;
mod extremes;
mod fights;
mod fog;
mod forensics;
mod formats;
mod fronts;
mod goldens;
mod help;
mod hostile;
mod jobs;
mod lies;
mod maps;
mod memory;
mod messages;
mod minds;
mod movebench;
mod mutation;
mod navigators;
mod observations;
mod optimizers;
mod order_ends;
mod orders;
mod outputs;
mod pages;
mod path;
mod places;
mod reference;
mod regression;
mod rehearsal;
mod render;
mod repeats;
mod replay;
mod results;
mod rotation;
mod schedules;
mod search;
mod senses;
mod served;
mod sight;
mod slots;
mod squads;
mod state;
mod stats;
mod steering;
mod strategies;
mod swarm;
mod threads;
mod toml_corpus;
mod tournaments;
mod trials;
mod tune;
mod tune_aims;
mod tune_files;
mod versions;
mod viewer;
mod ways;
mod why;
mod workspaces;

/// What `sandtable new` writes: a crate of one's own must build against this one.
#[allow(dead_code)]
#[path = "../../cli/src/cmd/new/main.rs.txt"]
#[rustfmt::skip]
mod template;
