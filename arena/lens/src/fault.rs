//! Panics turned into values: a commander's costs its player the match, the engine's costs the match.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use sandtable_ai::{Commander, Orders};
use sandtable_sim::view::View;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A panic that was caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it said, and where when that is known.
    pub message: String,
}

/// Runs `work`; a panic becomes a [`Fault`]. What `work` borrowed mutably must not be used after one.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    let before = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(before);
    result.map_err(|payload| {
        let said = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let said = said.or_else(|| payload.downcast_ref::<String>().cloned());
        let place = PLACE.take();
        let message = said.unwrap_or_else(|| "a panic without a message".to_owned());
        Fault { message: if place.is_empty() { message } else { format!("{message} ({place})") } }
    })
}

/// What `build` builds, or, when that fails or panics, a commander that forfeits with the reason at its first decision.
pub fn built<E: fmt::Display>(build: impl FnOnce() -> Result<Box<dyn Commander>, E>) -> Box<dyn Commander> {
    match guarded(build) {
        Ok(Ok(commander)) => commander,
        Ok(Err(error)) => Box::new(Unbuilt(error.to_string())),
        Err(fault) => Box::new(Unbuilt(fault.message)),
    }
}

struct Unbuilt(String);

impl Commander for Unbuilt {
    fn name(&self) -> &str {
        "unbuilt"
    }

    fn decide(&mut self, _: &View<'_>, _: &mut Orders) {
        panic!("it could not be built: {}", self.0);
    }
}

/// Keeps panics inside [`guarded`] off the terminal and remembers where they happened.
///
/// Called once by the command line; a program that uses this crate as a library keeps its own hook.
pub fn install_quiet_hook() {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        if GUARDED.get() {
            let place = info.location().map(|place| format!("{}:{}", place.file(), place.line()));
            PLACE.replace(place.unwrap_or_default());
        } else {
            loud(info);
        }
    }));
}
