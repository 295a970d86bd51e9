//! What is not alike of a world and its shadow.

use std::fmt;

use sandtable_ai::MemoryFault;
use sandtable_sim::snapshot::Difference;
use sandtable_state::id::PlayerId;

/// Fields that are told of a difference.
pub const MAX_FIELDS: usize = 8;

/// What is not alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DesyncKind {
    /// The snapshot does not load: why.
    Refused(String),
    /// The snapshot of the loaded world has other bytes; the first that differs.
    OtherBytes(u64),
    /// The parts of the state whose hashes differ, and the first fields.
    OtherState {
        /// Names of parts.
        parts: Vec<&'static str>,
        /// Fields, at most [`MAX_FIELDS`].
        fields: Vec<Difference>,
    },
    /// Sums of a player that do not survive being saved and loaded when they are great.
    Narrowed {
        /// Whose, as dumps name it.
        player: String,
        /// Each with what was saved and what was loaded.
        fields: Vec<String>,
    },
    /// The states are the same, but other things happened in the tick.
    OtherEvents,
    /// A commander's memory does not hold.
    Memory {
        /// Whose.
        player: PlayerId,
        /// How.
        fault: MemoryFault,
    },
    /// The states are the same in every part and field, but the hashes of the whole are not: the hash itself is at fault.
    OtherHash,
}

impl fmt::Display for DesyncKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DesyncKind::Refused(why) => write!(f, "the snapshot does not load: {why}"),
            DesyncKind::OtherBytes(at) => write!(f, "a snapshot of the loaded world differs at byte {at}"),
            DesyncKind::Narrowed { player, fields } => {
                write!(f, "large totals change when they are saved and loaded")?;
                fields.iter().try_for_each(|field| write!(f, "\n  players {player} totals.{field}"))
            }
            DesyncKind::Memory { player, fault } => write!(f, "player {}'s {fault}", player.0 + 1),
            DesyncKind::OtherEvents => write!(f, "equal states, but different events"),
            DesyncKind::OtherHash => {
                write!(f, "all parts and fields are equal, but the state hash differs: an error in hashing")
            }
            DesyncKind::OtherState { parts, fields } => {
                write!(f, "differs in {}", parts.join(", "))?;
                fields.iter().try_for_each(|field| write!(f, "\n  {field}"))
            }
        }
    }
}
