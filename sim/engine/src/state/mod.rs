//! What the state is made of: its parts, each of which its system declares, and what of them all systems read.
//!
//! Every field is named once, and hash, snapshot and dump are made from that. A state struct is declared with
//! [`state_struct!`](sandtable_state::state_struct), which lists its fields in order; the bytes of a struct are the little-endian
//! bytes of its fields in that order. The hash of a tick folds those bytes, a snapshot stores them, a dump prints them by name.

mod base;
mod clock;
mod outcome;
mod part;
mod player;
mod refusal;
mod saved;
mod scratch;
mod setting;

pub(crate) use base::SceneBase;
pub(crate) use clock::Clock;
pub use outcome::{Ending, MatchOutcome};
pub(crate) use part::{ByteCount, Newborn, StatePart, state_parts};
pub use player::{Player, PlayerTotals};
pub use refusal::SnapshotError;
pub(crate) use scratch::{Derived, Scratch};
pub(crate) use setting::PartSetting;
