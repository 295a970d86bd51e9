//! A recorded match to be gone on with: held to all that its record says before anybody plays on.
//!
//! A keyframe's memories, orders under way and figures are in no hash of the state, and whoever changes them can write checksums anew.
//! So nothing of them is taken up: everybody decides again from the start, must decide what was recorded, and what the keyframes on the
//! way hold must be what comes out.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_replay::{Replay, VerifyError, verify};

use super::audit::AuditedMatch;
use super::audit_error::AuditError;
use super::other_versions::OtherVersions;
use super::resume::{ResumeError, follow, from_start};
use crate::runner::MatchSession;

/// Why a recorded match is not gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContinueError {
    /// It plays otherwise than recorded.
    #[error("{blame}{error}")]
    Otherwise {
        /// Which other versions recorded it, in front of what differs; empty for those of this program.
        blame: String,
        /// What differs.
        error: VerifyError,
    },
    /// What it says of its commanders is not so, or cannot be told.
    #[error("{0}")]
    Untrue(#[from] AuditError),
}

/// The match of a record as it was after the last tick, everybody in it, and the record to be gone on with.
///
/// # Errors
/// The first thing in the record that is not as it comes out when the match is played again.
pub fn take_up(replay: &Replay, registry: &Registry) -> Result<MatchSession, ContinueError> {
    let blame = || OtherVersions::from_header(&replay.header).blame();
    verify(replay).map_err(|error| ContinueError::Otherwise { blame: blame(), error })?;
    Ok(decided_again(replay, registry)?)
}

fn decided_again(replay: &Replay, registry: &Registry) -> Result<MatchSession, AuditError> {
    let scenario = Arc::new(replay.header.decode_scenario().map_err(ResumeError::from)?);
    let session = from_start(replay, registry, &scenario, &[])?;
    let mut played = AuditedMatch::of_all(replay, session);
    while played.session.world().tick() < replay.last_tick() {
        follow(replay, &mut played.session, &[])?;
        played.check_memories()?;
    }
    Ok(played.session)
}
