//! What comes of playing recorded matches again.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_replay::{Replay, Verified, VerifyError, verify_on};
use sandtable_sim::Threads;
use serde_json::{Value, json};

use super::audit::{AuditError, audit, claims_unaudited};
use super::claim::Claim;
use super::rerun::{RerunError, rerun};
use crate::Failure;
use crate::runner::{clock, guarded};
use crate::store::{ReplayFileError, read_replay};

/// How much of a record is played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Its orders: the commanders are taken at the record's word.
    Orders,
    /// Its orders, and the strategies that the record holds; the rest is told as claimed.
    Strategies,
    /// Its orders and all its strategies: one that cannot be run again is an error.
    AllStrategies,
}

/// What verifying one file came to.
pub enum ReplayVerdict {
    /// It plays as recorded, as far as it goes; with what it claims besides.
    Good(Verified, Vec<Claim>),
    /// There is no such file, or it cannot be read.
    Missing(Failure),
    /// It is damaged, or no replay.
    Unreadable(ReplayFileError),
    /// It plays differently, or cannot be played.
    Bad(VerifyError),
    /// Its states are right, but not what its strategies decide, or nobody can tell.
    OtherDecision(RerunError),
    /// Its states are right, but not what it says of its commanders.
    Untrue(AuditError),
    /// The engine failed.
    Panicked(String),
}

impl ReplayVerdict {
    /// Plays the replay of a file again on these threads.
    pub fn of_file(file: &Path, depth: Depth, registry: &Registry, threads: &Threads) -> ReplayVerdict {
        let replay = match read_replay(file) {
            Ok(Ok(replay)) => replay,
            Ok(Err(error)) => return ReplayVerdict::Unreadable(error),
            Err(failure) => return ReplayVerdict::Missing(failure),
        };
        let judged = guarded(|| ReplayVerdict::of_replay(&replay, depth, registry, threads));
        judged.unwrap_or_else(|fault| ReplayVerdict::Panicked(fault.message))
    }

    fn of_replay(replay: &Replay, depth: Depth, registry: &Registry, threads: &Threads) -> ReplayVerdict {
        let verified = match verify_on(replay, threads) {
            Ok(verified) => verified,
            Err(error) => return ReplayVerdict::Bad(error),
        };
        let claims = match depth {
            Depth::Orders => Ok(claims_unaudited(replay)),
            Depth::Strategies => audit(replay, registry),
            Depth::AllStrategies => {
                rerun(replay, registry).map_err(AuditError::from).and_then(|_| audit(replay, registry))
            }
        };
        match claims {
            Ok(claims) => ReplayVerdict::Good(verified, claims),
            Err(AuditError::Rerun(RerunError::Engine(message))) => ReplayVerdict::Panicked(message),
            Err(AuditError::Rerun(error)) => ReplayVerdict::OtherDecision(error),
            Err(error) => ReplayVerdict::Untrue(error),
        }
    }

    /// The failure that goes with it, if any does.
    pub fn into_failure(self) -> Option<Failure> {
        match self {
            ReplayVerdict::Good(Verified { complete: true, .. }, _) => None,
            ReplayVerdict::Good(..) => Some(Failure::Incomplete),
            ReplayVerdict::Missing(failure) => Some(failure),
            ReplayVerdict::Unreadable(_)
            | ReplayVerdict::Bad(_)
            | ReplayVerdict::OtherDecision(_)
            | ReplayVerdict::Untrue(_) => Some(Failure::Checked),
            ReplayVerdict::Panicked(message) => Some(Failure::Engine(message)),
        }
    }

    /// It in words, what is claimed in a line each.
    pub fn text(&self) -> String {
        match self {
            ReplayVerdict::Good(Verified { ticks, total, complete }, claims) => {
                let how = if *complete { "ok" } else { "ok as far as it goes, but incomplete" };
                let claims: String = claims.iter().map(|claim| format!("\n  {claim}")).collect();
                format!("{how}: {ticks} ticks ({}), final state {total:016x}{claims}", clock(*ticks))
            }
            ReplayVerdict::Missing(failure) => format!("FAILED: {failure}"),
            ReplayVerdict::Unreadable(error) => format!("FAILED: {}", error.explained()),
            ReplayVerdict::Bad(error) => format!("FAILED: {error}"),
            ReplayVerdict::OtherDecision(error) => format!("FAILED: {error}"),
            ReplayVerdict::Untrue(error) => format!("FAILED: {error}"),
            ReplayVerdict::Panicked(message) => format!("FAILED: the engine failed: {message}"),
        }
    }

    /// It as JSON.
    pub fn json(&self, file: &Path) -> Value {
        let file = file.display().to_string();
        match self {
            ReplayVerdict::Good(Verified { ticks, total, complete }, claims) => {
                let hash = format!("{total:016x}");
                let claims: Vec<Value> = claims.iter().map(claim_json).collect();
                json!({ "file": file, "ok": true, "complete": complete, "ticks": ticks, "hash": hash, "claimed": claims })
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

fn claim_json(claim: &Claim) -> Value {
    json!({ "what": claim.kind, "player": claim.player.map(|player| player.0 + 1), "text": claim.text })
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
