//! Experiments on the engine: movement measured ([`movebench`]), random matches ([`swarm`]), scenarios checked against
//! their expectations ([`trial`]), armies that fight each other ([`fight`]), the effect of a system ([`ablation`]), predictions of commanders
//! compared with played fights ([`rehearsal`]), path searches compared with a benchmark ([`pathbench`]), and attack slots judged by their
//! effect ([`slotbench`]). [`check`] checks files of any kind, [`issue_formats`] writes these
//! for other programs.

#![deny(missing_docs)]

pub mod ablation;
pub mod check;
mod drawn_family;
pub mod fight;
pub mod issue_formats;
pub mod movebench;
pub mod pathbench;
pub mod rehearsal;
pub mod slotbench;
pub mod swarm;
pub mod trial;

pub use drawn_family::{DrawOptions, DrawnFamily, LayoutFamily};
