//! Ctrl-C in a long command, and how what it stopped can be gone on with.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::stopping::{EndingAtOnce, FilesLeft, kept_and_rest};
use sandtable_match::work_bar::WorkBar;

use crate::exit::code;

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

/// Tells that the games played are saved, where the run was stopped.
pub(super) fn tell_of_resumption(command: &str, folder: &Path, failure: &Failure) {
    if matches!(failure, Failure::Interrupted | Failure::Io { .. }) {
        let rest = format!("{command} --resume {}", folder.display());
        anstream::eprintln!("{}", kept_and_rest("the games played are saved", &rest));
    }
}

/// Tells what is kept of a run that has no folder, and how to go on, where it was stopped; gives the failure back.
pub(super) fn tell_of_the_rest(kept: &str, command: &str, failure: Failure) -> Failure {
    if matches!(failure, Failure::Interrupted) {
        anstream::eprintln!("{}", kept_and_rest(kept, command));
    }
    failure
}

/// While it lives, Ctrl-C ends the program at once, which says before what is kept and how to go on.
pub(super) fn ending_at_once(bar: &WorkBar, command: &str) -> EndingAtOnce {
    EndingAtOnce::new(bar.clone(), interrupt(), command, |text| {
        anstream::eprintln!("{text}");
        std::process::exit(code(&Failure::Interrupted).into());
    })
}

/// Such an end of a command that tells of files, or of other things with names, one by one; `command` takes those that are left.
pub(super) fn files_left<'f>(
    bar: &WorkBar,
    kept: &'static str,
    command: &'f str,
    files: &'f [impl AsRef<Path>],
) -> FilesLeft<'f> {
    FilesLeft::new(ending_at_once(bar, command), kept, command, files)
}

/// Work that shows that it goes on, and that Ctrl-C ends at once, while this lives: until what it found is told.
pub(super) struct Working {
    bar: WorkBar,
    _ending: EndingAtOnce,
}

/// Such work of a command, which is called in the same way again after Ctrl-C.
pub(super) fn working(command: &str, what: &str) -> Working {
    let bar = WorkBar::endless();
    bar.describe(what.to_owned());
    let _ending = ending_at_once(&bar, &format!("{command} with the same arguments"));
    Working { bar, _ending }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.bar.finish();
    }
}
