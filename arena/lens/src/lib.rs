//! Inspection of a recorded match, without files, clock or threads, so that a web page can run it.
//!
//! [`why`] explains units and decisions. A [`Session`] holds a replay open at any tick, in both directions: the entities
//! ([`frame`]), and the decisions of its commanders.

#![deny(missing_docs)]

mod engine_build;
mod fault;
pub mod frame;
pub mod overlay;
mod session;
mod stamp;
mod time;
pub mod why;

pub use engine_build::{BUILD, ENGINE_BUILD, ENGINE_MARK};
pub use fault::{Fault, built, guarded, install_quiet_hook};
pub use session::{Advance, Departure, ForkError, Forks, Session, SessionError, fork_seed};
pub use stamp::stamped;
pub use time::{clock, phase};
