//! Why bytes are refused as a state.

use sandtable_state::Malformed;

/// Why bytes are no snapshot of this scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The bytes do not decode.
    #[error("snapshot: {0}")]
    Malformed(#[from] Malformed),
    /// They decode to a state that this scenario cannot have.
    #[error("snapshot: {0}")]
    Inconsistent(&'static str),
}
