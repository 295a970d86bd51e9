//! The result of playing recorded matches again.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_replay::{Replay, Verified, VerifyError, verify_on};
use sandtable_sim::Threads;
use serde_json::{Value, json};

use super::audit::{audit, audit_without_commanders};
use super::audit_error::AuditError;
use super::claim::Claim;
use super::other_versions::OtherVersions;
use super::rerun::{RerunError, rerun};
use crate::Failure;
use crate::progress::ProgressSink;
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

impl Depth {
    /// How often a record is played.
    fn runs(self) -> u64 {
        match self {
            Depth::Orders => 1,
            Depth::Strategies => 2,
            Depth::AllStrategies => 3,
        }
    }
}

/// The result of verifying one file.
pub struct ReplayVerdict {
    finding: Finding,
    /// Of which other versions the program was that recorded it.
    versions: OtherVersions,
}

enum Finding {
    /// It plays as recorded, up to its last tick; with its further claims.
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
    /// Plays the replay of a file again on these threads, and counts the ticks played.
    pub fn of_file(
        file: &Path,
        depth: Depth,
        registry: &Registry,
        threads: &Threads,
        progress: &dyn ProgressSink,
    ) -> ReplayVerdict {
        let replay = match read_replay(file) {
            Ok(Ok(replay)) => replay,
            Ok(Err(error)) => return Finding::Unreadable(error).into(),
            Err(failure) => return Finding::Missing(failure).into(),
        };
        let judged = guarded(|| Finding::of_replay(&replay, depth, registry, threads, progress));
        let finding = judged.unwrap_or_else(|fault| Finding::Panicked(fault.message));
        ReplayVerdict { finding, versions: OtherVersions::from_header(&replay.header) }
    }

    /// What is claimed of a record that plays as recorded.
    pub fn claims(&self) -> &[Claim] {
        match &self.finding {
            Finding::Good(_, claims) => claims,
            _ => &[],
        }
    }

    /// The failure that goes with it, if any does.
    pub fn into_failure(self) -> Option<Failure> {
        self.finding.into_failure()
    }

    /// The finding in words, a line for each claim.
    pub fn text(&self) -> String {
        self.finding.text(&self.versions)
    }

    /// The finding as JSON.
    pub fn json(&self, file: &Path) -> Value {
        let mut told = self.finding.json(file, &self.versions);
        if let (Value::Object(fields), false) = (&mut told, self.versions.is_empty()) {
            fields.insert("other_versions".to_owned(), self.versions.json());
        }
        told
    }
}

/// Of a file that says nothing of versions.
impl From<Finding> for ReplayVerdict {
    fn from(finding: Finding) -> ReplayVerdict {
        ReplayVerdict { finding, versions: OtherVersions::default() }
    }
}

impl Finding {
    fn of_replay(
        replay: &Replay,
        depth: Depth,
        registry: &Registry,
        threads: &Threads,
        progress: &dyn ProgressSink,
    ) -> Finding {
        let ticks = u64::from(replay.last_tick());
        progress.expect(ticks * depth.runs());
        let verified = match verify_on(replay, threads, &mut || progress.advance(1)) {
            Ok(verified) => verified,
            Err(error) => return Finding::Bad(error),
        };
        let claims = match depth {
            Depth::Orders => audit_without_commanders(replay),
            Depth::Strategies => audit(replay, registry, progress),
            Depth::AllStrategies => rerun(replay, registry).map_err(AuditError::from).and_then(|_| {
                progress.advance(ticks);
                audit(replay, registry, progress)
            }),
        };
        match claims {
            Ok(claims) => Finding::Good(verified, claims),
            Err(AuditError::Rerun(RerunError::Engine(message))) => Finding::Panicked(message),
            Err(AuditError::Rerun(error)) => Finding::OtherDecision(error),
            Err(error) => Finding::Untrue(error),
        }
    }

    fn into_failure(self) -> Option<Failure> {
        match self {
            Finding::Good(Verified { complete: true, .. }, _) => None,
            Finding::Good(..) => Some(Failure::Incomplete),
            Finding::Missing(failure) => Some(failure),
            Finding::Unreadable(_) | Finding::Bad(_) | Finding::OtherDecision(_) | Finding::Untrue(_) => {
                Some(Failure::Checked)
            }
            Finding::Panicked(message) => Some(Failure::Engine(message)),
        }
    }

    fn text(&self, versions: &OtherVersions) -> String {
        let blame = versions.blame();
        match self {
            Finding::Good(Verified { ticks, total, complete }, claims) => {
                let how = if *complete { "ok" } else { "ok up to its last tick, but incomplete" };
                let claims: String = claims.iter().map(|claim| format!("\n  {claim}")).collect();
                format!("{how}: {ticks} ticks ({}), final state {total:016x}{versions}{claims}", clock(*ticks))
            }
            Finding::Missing(failure) => format!("FAILED: {failure}"),
            Finding::Unreadable(error) => format!("FAILED: {}", error.explained()),
            Finding::Bad(error) => format!("FAILED: {blame}{error}"),
            Finding::OtherDecision(error) => format!("FAILED: {blame}{error}"),
            Finding::Untrue(error) => format!("FAILED: {blame}{error}"),
            Finding::Panicked(message) => format!("FAILED: {blame}the engine failed: {message}"),
        }
    }

    fn json(&self, file: &Path, versions: &OtherVersions) -> Value {
        let file = file.display().to_string();
        match self {
            Finding::Good(Verified { ticks, total, complete }, claims) => {
                let hash = format!("{total:016x}");
                let claims: Vec<Value> = claims.iter().map(claim_json).collect();
                json!({ "file": file, "ok": true, "complete": complete, "ticks": ticks, "hash": hash, "claimed": claims })
            }
            Finding::Bad(VerifyError::BadTick(bad)) => {
                let error = self.text(versions);
                json!({ "file": file, "ok": false, "error": error, "first_bad_tick": bad.tick, "parts": bad.parts })
            }
            Finding::OtherDecision(RerunError::OtherDecision(first)) => {
                let (tick, player) = (first.tick, first.player.0 + 1);
                let (recorded, given) = (&first.recorded, &first.given);
                let first = json!({ "tick": tick, "player": player, "recorded": recorded, "given": given });
                json!({ "file": file, "ok": false, "error": self.text(versions), "first_differing_decision": first })
            }
            _ => json!({ "file": file, "ok": false, "error": self.text(versions) }),
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
