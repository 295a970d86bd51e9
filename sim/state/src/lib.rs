//! Parts of the state of a deterministic world: ids and limits, random streams, fields with a byte form, digests.
//!
//! A struct of the state is declared with [`state_struct!`], which lists its fields in order; the bytes of a struct are the
//! little-endian bytes of its fields in that order. Hashing, saving and display use that list.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod arrange;
mod bytes;
pub mod codec;
mod digest;
mod fingerprint;
mod flags;
pub mod id;
mod junk;
pub mod limits;
pub mod named;
pub mod queue;
pub mod rng;
pub mod words;

pub use arrange::Arrange;
pub use bytes::{ByteReader, Field, Malformed, Record, Sink, put_sparse};
pub use digest::StateHasher;
pub use fingerprint::{Fingerprint, fingerprint, fold_keyed};
#[doc(hidden)]
pub use flags::spread_flags;
pub use junk::{FillWithJunk, Junk};

/// Declares a struct of the state: its fields, once, in the order of its bytes.
///
/// Fields lie in memory in that order as well (`repr(C)`), so that a hash reads neighbours by one load.
///
/// ```
/// sandtable_state::state_struct! {
///     /// A point.
///     #[derive(Copy, Default)]
///     pub struct Point {
///         /// Cells east.
///         pub x: u16,
///     }
/// }
///
/// // The list drives bytes, reading them back, and what is shown.
/// use sandtable_state::Record;
///
/// let mut bytes = Vec::new();
/// Point { x: 258 }.put(&mut bytes);
/// assert_eq!(bytes, [2, 1]);
/// let mut shown = Vec::new();
/// Point { x: 258 }.show(&mut |field, value| shown.push(format!("{field} = {value:?}")));
/// assert_eq!(shown, ["x = 258"]);
/// ```
#[macro_export]
macro_rules! state_struct {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$field_meta:meta])* $field_vis:vis $field:ident : $type:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[repr(C)]
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)*
        }

        impl $crate::Record for $name {
            #[inline(always)]
            fn put<S: $crate::Sink>(&self, sink: &mut S) {
                sink.boundary();
                $($crate::Field::put(&self.$field, sink);)*
            }

            fn take(reader: &mut $crate::ByteReader<'_>) -> Result<Self, $crate::Malformed> {
                Ok(Self { $($field: reader.named(stringify!($field))?,)* })
            }

            fn show(&self, each: &mut dyn FnMut(&'static str, &dyn std::fmt::Debug)) {
                $(each(stringify!($field), &self.$field);)*
            }
        }
    };
}
