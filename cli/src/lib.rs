//! scratch
pub mod runner;
