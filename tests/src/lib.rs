//! Fixtures for the cross-crate tests: small scenarios from rules files and drawn maps, armies that meet.

mod fixture;
pub mod skirmish;

pub use fixture::{Fixture, Game};
