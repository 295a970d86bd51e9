//! A recorded match to be gone on with: held to all that its record says before anybody plays on.
//!
//! A keyframe's memories, orders under way and figures are in no hash of the state, and whoever changes them can write checksums anew.
//! So nothing of them is taken up: everybody decides again from the start, must decide what was recorded, and what the keyframes on the
//! way hold must be what comes out. The states are held to their hashes on the same way.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Replay, Verifier, VerifyError, verify};

use super::audit::{AuditedMatch, check_header};
use super::audit_error::AuditError;
use super::other_versions::OtherVersions;
use super::resume::{ResumeError, follow, from_start};
use crate::runner::MatchSession;

/// Why a recorded match is not gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContinueError {
    /// Other versions recorded it, which are named, and a record says one version for all its ticks.
    #[error(
        "{0}a record is continued only by the versions that recorded it; `replay verify` shows whether it plays identically here"
    )]
    OtherVersions(String),
    /// It plays otherwise than recorded.
    #[error("{0}")]
    Otherwise(#[from] VerifyError),
    /// What it says of its commanders is not so, or cannot be told.
    #[error("{0}")]
    Untrue(#[from] AuditError),
}

impl From<ResumeError> for ContinueError {
    fn from(error: ResumeError) -> ContinueError {
        ContinueError::Untrue(error.into())
    }
}

/// The match of a record as it was after the last tick, everybody in it, and the record to be gone on with.
///
/// # Errors
/// The first thing in the record that is not as it comes out when the match is played again.
pub fn take_up(replay: &Replay, registry: &Registry) -> Result<MatchSession, ContinueError> {
    let versions = OtherVersions::from_header(&replay.header);
    if !versions.is_empty() {
        return Err(ContinueError::OtherVersions(versions.blame()));
    }
    let scenario = Arc::new(replay.header.decode_scenario().map_err(ResumeError::from)?);
    // What is claimed of the record is claimed of the match that goes on as well.
    check_header(replay, &scenario, registry)?;
    decided_again(replay, registry, &scenario).map_err(|error| match error {
        ContinueError::Untrue(error) if !matches!(error, AuditError::Rerun(ResumeError::Engine(_))) => {
            // That the states come out otherwise says more, wherever they do; so that is told first.
            verify(replay).map_or_else(ContinueError::from, |_| error.into())
        }
        error => error,
    })
}

/// Plays the record once, everybody deciding along, and holds states, orders and memories to it.
fn decided_again(
    replay: &Replay,
    registry: &Registry,
    scenario: &Arc<Scenario>,
) -> Result<MatchSession, ContinueError> {
    let session = from_start(replay, registry, scenario, &[])?;
    let mut verifier = Verifier::begin(replay, session.world())?;
    let mut played = AuditedMatch::of_all(replay, session);
    while played.session.world().tick() < replay.last_tick() {
        follow(replay, &mut played.session, &[])?;
        verifier.hold(played.session.world())?;
        played.check_memories()?;
    }
    verifier.end(played.session.world())?;
    Ok(played.session)
}
