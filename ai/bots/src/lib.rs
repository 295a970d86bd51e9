//! Commanders from outside: bots in other processes, in any language, by one documented and versioned protocol.
//!
//! A bot is a strategy like any other: its file says `bot = "process"` and the command, or `bot = "wasm"` and the module. It is shown exactly what a
//! commander in this process is shown. `docs/PROTOCOL.md` is the reference for those who write bots.
//!
//! ```
//! use sandtable_ai::Registry;
//!
//! let mut registry = Registry::standard();
//! sandtable_bots::register_modules(&mut registry);
//! assert!(registry.names().any(|name| name == "wasm"));
//! ```
#![deny(missing_docs)]

pub mod check;
pub mod guide;
pub mod limits;
pub mod message;
pub mod observe;
pub mod order;
#[cfg(target_os = "linux")]
pub mod process;
pub mod query;
mod version;
pub mod wasm;

use sandtable_ai::Registry;

#[cfg(target_os = "linux")]
pub use process::{Isolation, ProcessBot, ProcessKeeper, keep};

/// Adds the builders of bots from outside to those of a registry: `wasm`, and on Linux `process`.
#[cfg(target_os = "linux")]
pub fn register(registry: &mut Registry, keeper: &ProcessKeeper) {
    let keeper = keeper.clone().on_terms(registry.terms());
    registry.add_outside("process", move |file, info| process::build(file, info, &keeper));
    register_modules(registry);
}

/// Adds the builder of bots that are modules, `wasm`.
pub fn register_modules(registry: &mut Registry) {
    registry.add_outside("wasm", wasm::build);
}
