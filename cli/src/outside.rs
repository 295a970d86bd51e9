//! Bots from outside, as this program runs them.

use std::process::ExitCode;

use sandtable_ai::Registry;

/// Adds the builders of bots from outside, which this program keeps; the exit code when it was itself started as a keeper.
#[cfg(target_os = "linux")]
pub fn keep_or_register(registry: &mut Registry) -> Option<ExitCode> {
    use sandtable_bots::{ProcessKeeper, keep, register};
    let kept = keep(std::env::args_os());
    if kept.is_none() {
        let keeper = std::env::current_exe().map_or_else(|_| ProcessKeeper::none(), ProcessKeeper::from_program);
        register(registry, &keeper);
    }
    kept
}

/// Processes need what only Linux has, to be kept in hand.
#[cfg(not(target_os = "linux"))]
pub fn keep_or_register(registry: &mut Registry) -> Option<ExitCode> {
    sandtable_bots::register_modules(registry);
    None
}
