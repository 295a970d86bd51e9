//! Experiments on the engine: movement measured ([`movebench`]), matches drawn from numbers ([`swarm`]), scenarios held to what they
//! expect ([`trial`]), armies set against each other ([`fight`]), and what a system is worth ([`ablation`]).

pub mod ablation;
pub mod fight;
pub mod movebench;
pub mod swarm;
pub mod trial;
