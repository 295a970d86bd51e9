//! Matches: loaded from content, played and recorded, and all operations on records.
//!
//! [`library`], [`derived`], [`assemble`] and [`request`] make a scenario and its commanders from names and files, [`runner`] and [`play`] play them,
//! [`store`] stores records, [`replays`] verifies, continues and compares them, and [`why`] explains them. [`lockstep`] plays one match in two processes.

#![deny(missing_docs)]

pub mod assemble;
pub mod clock;
pub mod comparison;
pub mod derived;
pub mod drawn;
mod failure;
pub mod junit;
pub mod library;
pub mod lockstep;
pub mod pace;
pub mod parallel;
pub mod play;
pub mod progress;
pub mod question;
pub mod regression;
pub mod replays;
pub mod request;
pub mod runner;
pub mod score;
pub mod setup;
pub mod stopping;
pub mod store;
pub mod stuck;
pub mod tunable;
mod unknown_name;
mod version;
#[cfg(feature = "bars")]
pub mod work_bar;

pub use failure::Failure;
pub use sandtable_content::seed;
pub use sandtable_lens::{BUILD, why};
pub use unknown_name::UnknownName;
pub use version::versions;
