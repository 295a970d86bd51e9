//! Fixtures for the cross-crate tests: small scenarios from rules files and drawn maps.

mod fixture;

pub use fixture::{Fixture, Game};
