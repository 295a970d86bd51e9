//! What comes of playing recorded matches again.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_replay::{Verified, VerifyError, verify_on};
use sandtable_sim::Threads;
use serde_json::{Value, json};

use super::rerun::{RerunError, rerun};
use crate::Failure;
use crate::runner::{clock, guarded};
use crate::store::{ReplayFileError, read_replay};

/// What verifying one file came to.
pub enum ReplayVerdict {
    /// It plays as recorded, as far as it goes.
    Good(Verified),
    /// There is no such file, or it cannot be read.
    Missing(Failure),
    /// It is damaged, or no replay.
    Unreadable(ReplayFileError),
    /// It plays differently, or cannot be played.
    Bad(VerifyError),
    /// Its states are right, but not what its strategies decide, or nobody can tell.
    OtherDecision(RerunError),
    /// The engine failed.
    Panicked(String),
}

impl ReplayVerdict {
    /// Plays the replay of a file again on these threads, and runs its strategies again where they are given.
    pub fn of_file(file: &Path, strategies: Option<&Registry>, threads: &Threads) -> ReplayVerdict {
        let replay = match read_replay(file) {
            Ok(Ok(replay)) => replay,
            Ok(Err(error)) => return ReplayVerdict::Unreadable(error),
            Err(failure) => return ReplayVerdict::Missing(failure),
        };
        match guarded(|| verify_on(&replay, threads)) {
            Ok(Ok(verified)) => match strategies.map(|registry| rerun(&replay, registry)) {
                Some(Err(error)) => ReplayVerdict::OtherDecision(error),
                _ => ReplayVerdict::Good(verified),
            },
            Ok(Err(error)) => ReplayVerdict::Bad(error),
            Err(fault) => ReplayVerdict::Panicked(fault.message),
        }
    }

    /// The failure that goes with it, if any does.
    pub fn into_failure(self) -> Option<Failure> {
        match self {
            ReplayVerdict::Good(Verified { complete: true, .. }) => None,
            ReplayVerdict::Good(_) => Some(Failure::Incomplete),
            ReplayVerdict::Missing(failure) => Some(failure),
            ReplayVerdict::Unreadable(_) | ReplayVerdict::Bad(_) | ReplayVerdict::OtherDecision(_) => {
                Some(Failure::Checked)
            }
            ReplayVerdict::Panicked(message) => Some(Failure::Engine(message)),
        }
    }

    /// It in words.
    pub fn text(&self) -> String {
        match self {
            ReplayVerdict::Good(Verified { ticks, total, complete }) => {
                let how = if *complete { "ok" } else { "ok as far as it goes, but incomplete" };
                format!("{how}: {ticks} ticks ({}), final state {total:016x}", clock(*ticks))
            }
            ReplayVerdict::Missing(failure) => format!("FAILED: {failure}"),
            ReplayVerdict::Unreadable(error) => format!("FAILED: {}", error.explained()),
            ReplayVerdict::Bad(error) => format!("FAILED: {error}"),
            ReplayVerdict::OtherDecision(error) => format!("FAILED: {error}"),
            ReplayVerdict::Panicked(message) => format!("FAILED: the engine failed: {message}"),
        }
    }

    /// It as JSON.
    pub fn json(&self, file: &Path) -> Value {
        let file = file.display().to_string();
        match self {
            ReplayVerdict::Good(Verified { ticks, total, complete }) => {
                let hash = format!("{total:016x}");
                json!({ "file": file, "ok": true, "complete": complete, "ticks": ticks, "hash": hash })
            }
            ReplayVerdict::Bad(VerifyError::BadTick(bad)) => {
                let error = self.text();
                json!({ "file": file, "ok": false, "error": error, "first_bad_tick": bad.tick, "parts": bad.parts })
            }
            ReplayVerdict::OtherDecision(RerunError::OtherDecision(first)) => {
                let (tick, player) = (first.tick, first.player.0 + 1);
                let (recorded, given) = (&first.recorded, &first.given);
                let first = json!({ "tick": tick, "player": player, "recorded": recorded, "given": given });
                json!({ "file": file, "ok": false, "error": self.text(), "first_differing_decision": first })
            }
            _ => json!({ "file": file, "ok": false, "error": self.text() }),
        }
    }
}

/// A difference outweighs an engine failure, which outweighs a file that cannot be read, and that a replay that is merely incomplete.
pub fn worse(first: Option<Failure>, second: Option<Failure>) -> Option<Failure> {
    let weight = |failure: &Option<Failure>| match failure {
        None => 0,
        Some(Failure::Incomplete) => 1,
        Some(Failure::Io { .. }) => 2,
        Some(Failure::Engine(_)) => 3,
        Some(_) => 4,
    };
    if weight(&second) > weight(&first) { second } else { first }
}
