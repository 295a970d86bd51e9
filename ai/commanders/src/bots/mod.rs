//! The simple commanders: one that does nothing, one that reads its orders off a list.

pub mod idle;
pub mod scripted;
