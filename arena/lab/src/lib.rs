//! Experiments on the engine: movement measured ([`movebench`]), matches drawn from numbers ([`swarm`]), scenarios held to what they
//! expect ([`trial`]), armies set against each other ([`fight`]), what a system is worth ([`ablation`]), rehearsals of
//! commanders held to what is played ([`rehearsal`]), and path searches held to a
//! benchmark ([`pathbench`]). [`check`] looks through files of any kind for mistakes.
//! expect ([`trial`]), armies set against each other ([`fight`]), what a system is worth ([`ablation`]), and path searches held to a
//! benchmark ([`pathbench`]), attack slots judged by what they do ([`slotbench`]). [`check`] looks through files of any kind for mistakes.

#![deny(missing_docs)]

pub mod ablation;
pub mod check;
pub mod fight;
pub mod movebench;
pub mod pathbench;
pub mod rehearsal;
pub mod slotbench;
pub mod swarm;
pub mod trial;
