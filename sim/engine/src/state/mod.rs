//! The state list: every field of the world is named once, and hash, snapshot and dump are made from that.
//!
//! A state struct is declared with [`state_struct!`](crate::state_struct), which lists its fields in order;
//! the bytes of a struct are the little-endian bytes of its fields in that order. The hash of a tick folds
//! those bytes, a snapshot stores them, a dump prints them by name.

mod admit;
mod bytes;
mod difference;
mod digest;
mod dump;
mod entity;
mod fold;
mod hash;
mod part;
mod possible;
mod scratch;
mod snapshot;

pub(crate) use admit::load_class;
pub(crate) use bytes::put_sparse;
pub use bytes::{Field, Malformed, Reader, Record, Sink};
pub use difference::{Difference, differences};
pub use digest::Folder;
pub use dump::{DumpLine, dump};
pub(crate) use entity::{EachClass, EntityState, entity_classes, put_component};
pub use fold::{Fold, fold, fold_keyed};
pub use hash::{PART_NAMES, Part};
pub(crate) use part::{Count, Newborn, Setting, StatePart, state_parts};
pub(crate) use scratch::{Derived, Scratch};
pub use snapshot::{SnapshotError, load, save};

/// Declares a struct of the state: its fields, once, in the order of its bytes.
///
/// ```
/// sandtable_sim::state_struct! {
///     /// A point.
///     #[derive(Copy, Default)]
///     pub struct Point {
///         /// Cells east.
///         pub x: u16,
///     }
/// }
/// ```
#[macro_export]
macro_rules! state_struct {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$field_meta:meta])* $field_vis:vis $field:ident : $type:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)*
        }

        impl $crate::state::Record for $name {
            #[inline(always)]
            fn put<S: $crate::state::Sink>(&self, sink: &mut S) {
                sink.boundary();
                $($crate::state::Field::put(&self.$field, sink);)*
            }

            fn take(reader: &mut $crate::state::Reader<'_>) -> Result<Self, $crate::state::Malformed> {
                Ok(Self { $($field: reader.named(stringify!($field))?,)* })
            }

            fn show(&self, each: &mut dyn FnMut(&'static str, &dyn std::fmt::Debug)) {
                $(each(stringify!($field), &self.$field);)*
            }
        }
    };
}
