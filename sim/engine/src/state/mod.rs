//! The state list: every field of the world is named once, and hash, snapshot and dump are made from that.
//!
//! A state struct is declared with [`state_struct!`](sandtable_state::state_struct), which lists its fields in order;
//! the bytes of a struct are the little-endian bytes of its fields in that order. The hash of a tick folds
//! those bytes, a snapshot stores them, a dump prints them by name.

mod admit;
mod difference;
mod dump;
mod entity;
mod hash;
mod part;
mod possible;
mod scratch;
mod snapshot;

pub(crate) use admit::load_class;
pub use difference::{Difference, differences};
pub use dump::{DumpLine, dump};
pub(crate) use entity::{EachClass, EntityState, entity_classes, put_component};
pub use hash::{PART_NAMES, Part};
pub(crate) use part::{Count, Newborn, Setting, StatePart, state_parts};
pub(crate) use scratch::{Derived, Scratch};
pub use snapshot::{SnapshotError, load, save};
