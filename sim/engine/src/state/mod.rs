//! The state list: every field of the world is named once, and hash, snapshot and dump are made from that.
//!
//! A state struct is declared with [`state_struct!`](sandtable_state::state_struct), which lists its fields in order;
//! the bytes of a struct are the little-endian bytes of its fields in that order. The hash of a tick folds
//! those bytes, a snapshot stores them, a dump prints them by name.

mod difference;
mod dump;
mod entity;
mod hash;
mod possible;
mod snapshot;

pub use sandtable_state::{Field, Fold, Folder, Malformed, Reader, Record, Sink, fold, fold_keyed};

pub use difference::{Difference, differences};
pub use dump::{DumpLine, dump};
pub use hash::{PART_NAMES, Part};
pub use snapshot::{SnapshotError, load, save};
