//! What a record says that is not so.

use sandtable_state::id::PlayerId;

use super::resume::ResumeError;
use crate::runner::OtherMemory;

/// What a record says that is not so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// A strategy decides otherwise, or the record cannot be played.
    #[error("{0}")]
    Rerun(#[from] ResumeError),
    /// A contestant is not what it is called.
    #[error("player {} is not {name:?}: {found}", .player.0 + 1)]
    Name {
        /// Whose.
        player: PlayerId,
        /// What the header calls it.
        name: String,
        /// What it is.
        found: String,
    },
    /// A commander's seed is not the one that the match gives it.
    #[error("player {}'s commander has seed {recorded}; the match seed gives it {derived}", .player.0 + 1)]
    Seed {
        /// Whose.
        player: PlayerId,
        /// The seed recorded.
        recorded: u64,
        /// The seed it must have had.
        derived: u64,
    },
    /// A commander is recorded to have failed otherwise than it does.
    #[error("player {} is recorded {recorded}; run again, its strategy {played}", .player.0 + 1)]
    Forfeit {
        /// Whose.
        player: PlayerId,
        /// What the record says.
        recorded: String,
        /// What it does.
        played: String,
    },
    /// A keyframe holds another memory than the match played again has.
    #[error("in the keyframe of tick {tick}, {other} differs from the replayed match")]
    Memory {
        /// Its tick.
        tick: u32,
        /// Whose, and what of it.
        other: OtherMemory,
    },
    /// A text that the match is said to be made from is of something else.
    #[error("text {name:?} of the record: {found}")]
    Text {
        /// What it is called.
        name: String,
        /// What it is instead.
        found: String,
    },
    /// The record's hash of a memory is another than that of the match played again.
    #[error("after tick {tick}, player {}'s memory differs from the replayed match", .player.0 + 1)]
    MemoryHash {
        /// The tick after which.
        tick: u32,
        /// Whose.
        player: PlayerId,
    },
}
