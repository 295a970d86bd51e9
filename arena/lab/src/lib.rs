//! Experiments on the engine: movement measured ([`movebench`]), matches drawn from numbers ([`swarm`]), scenarios checked against what
//! they expect ([`trial`]), armies that fight each other ([`fight`]), what a system is worth ([`ablation`]), rehearsals of commanders
//! compared with what is played ([`rehearsal`]), path searches compared with a benchmark ([`pathbench`]), and attack slots judged by what
//! they do ([`slotbench`]). [`check`] looks through files of any kind for mistakes, [`issue_formats`] writes these
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
