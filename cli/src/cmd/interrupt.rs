//! Ctrl-C in a long command, and how what it stopped can be gone on with.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sandtable_match::Failure;

/// A flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
pub(super) fn interrupt() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Where a signal cannot be had, it ends the program as it always did, and that can be resumed as well.
        let _ = signal_hook::flag::register_conditional_default(signal, Arc::clone(&flag));
        let _ = signal_hook::flag::register(signal, Arc::clone(&flag));
    }
    flag
}

/// Tells that what was played is kept, where the run was stopped.
pub(super) fn tell_of_resumption(command: &str, folder: &Path, failure: &Failure) {
    if matches!(failure, Failure::Interrupted | Failure::Io { .. }) {
        anstream::eprintln!("what was played is kept; to go on: sandtable {command} --resume {}", folder.display());
    }
}

/// Tells what is kept of a run that has no folder, and how to go on, where it was stopped; gives the failure back.
pub(super) fn tell_of_the_rest(kept: &str, command: &str, failure: Failure) -> Failure {
    if matches!(failure, Failure::Interrupted) {
        anstream::eprintln!("{kept}; to go on: sandtable {command}");
    }
    failure
}
