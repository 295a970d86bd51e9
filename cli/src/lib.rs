//! Sandtable's command line, as a library: matches, tournaments and replays for programs of one's own.
//!
//! A program with commanders of its own gets every subcommand in one call:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use sandtable::ai::Registry;
//!
//! fn main() -> ExitCode {
//!     sandtable::main_with(Registry::standard())
//! }
//! ```
//!
//! [`run_match`] plays one match, a pure function of scenario, commanders and seed.

#![deny(missing_docs)]

mod args;
mod cmd;
pub mod exit;
mod outside;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

pub use sandtable_ai as ai;
pub use sandtable_bots as bots;
pub use sandtable_content as content;
pub use sandtable_decide as decide;
pub use sandtable_match::Failure;
pub use sandtable_match::assemble::{StrategyFile, load_map, load_match, load_rules, load_strategy};
pub use sandtable_match::library::Library;
pub use sandtable_match::runner::{MatchResult, Observer, run_match, run_match_on, run_match_with, threads_of_a_match};
pub use sandtable_math as math;
pub use sandtable_model as model;
pub use sandtable_nav as nav;
pub use sandtable_replay as replay;
pub use sandtable_sim as sim;
pub use sandtable_state as state;

pub use args::Cli;

/// Runs the command line of this process with these commanders.
///
/// Bots from outside are added to them, and this process is their keeper when it is started as that.
pub fn main_with(mut registry: ai::Registry) -> ExitCode {
    sandtable_match::runner::install_quiet_hook();
    if let Some(kept) = outside::keep_or_register(&mut registry) {
        return kept;
    }
    match cmd::run(Cli::parse(), &registry) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => exit::report(&failure),
    }
}

/// Runs a command line, the program's name first, and reports nothing: what failed is the result.
///
/// # Errors
/// Whatever the command failed with; help, and arguments that do not parse, are [`Failure::Usage`].
pub fn run_from(args: impl IntoIterator<Item = OsString>, registry: &ai::Registry) -> Result<(), Failure> {
    let cli = Cli::try_parse_from(args).map_err(|error| Failure::Usage(error.to_string()))?;
    cmd::run(cli, registry)
}
