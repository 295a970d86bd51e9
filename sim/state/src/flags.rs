//! Sets of named flags: one number in memory, a byte a flag in files.

/// Declares a set of up to eight flags, each with its bit, in the order of their bytes. The byte form has a byte a flag, 0 or 1, like
/// as many fields that are `bool`; so has the serialised form.
///
/// ```
/// sandtable_state::state_flags! {
///     /// What a lamp does.
///     pub struct Lamp {
///         /// It is lit.
///         LIT = 0,
///         /// It blinks.
///         BLINKS = 1,
///     }
/// }
///
/// let mut lamp = Lamp::BLINKS;
/// assert!(!lamp.contains(Lamp::LIT));
/// lamp.set(Lamp::LIT, true);
/// assert_eq!(lamp, Lamp::ALL);
///
/// use sandtable_state::{ByteReader, Field};
///
/// let mut bytes = Vec::new();
/// Lamp::BLINKS.put(&mut bytes);
/// assert_eq!(bytes, [0, 1]);
/// assert_eq!(Lamp::take(&mut ByteReader::new(&bytes)), Ok(Lamp::BLINKS));
/// assert!(Lamp::take(&mut ByteReader::new(&[0, 2])).is_err());
/// ```
#[macro_export]
macro_rules! state_flags {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$flag_meta:meta])* $flag:ident = $bit:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis struct $name(u8);

        impl $name {
            $($(#[$flag_meta])* pub const $flag: $name = $name(1 << $bit);)*
            /// None of them.
            pub const NONE: $name = $name(0);
            /// All of them.
            pub const ALL: $name = $name(0 $(| 1 << $bit)*);

            /// Whether all of `flags` are set.
            #[inline(always)]
            pub const fn contains(self, flags: $name) -> bool {
                self.0 & flags.0 == flags.0
            }

            /// The same without `flags`.
            #[inline(always)]
            pub const fn without(self, flags: $name) -> $name {
                $name(self.0 & !flags.0)
            }

            /// The same with `flags` set, or not.
            #[inline(always)]
            pub const fn with(self, flags: $name, are_set: bool) -> $name {
                if are_set { $name(self.0 | flags.0) } else { self.without(flags) }
            }

            /// Sets `flags`, or clears them.
            #[inline(always)]
            pub const fn set(&mut self, flags: $name, are_set: bool) {
                *self = self.with(flags, are_set);
            }
        }

        impl $crate::Field for $name {
            #[inline(always)]
            fn put<S: $crate::Sink>(&self, sink: &mut S) {
                $($crate::Field::put(&self.contains($name::$flag), sink);)*
            }
            fn take(reader: &mut $crate::ByteReader<'_>) -> Result<Self, $crate::Malformed> {
                let mut flags = $name::NONE;
                $(flags.set($name::$flag, <bool as $crate::Field>::take(reader)?);)*
                Ok(flags)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                [$(self.contains($name::$flag)),*].serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let set = <[bool; [$($bit as u8),*].len()]>::deserialize(deserializer)?;
                let flags = [$($name::$flag),*].into_iter().zip(set);
                Ok(flags.fold($name::NONE, |flags, (flag, is_set)| flags.with(flag, is_set)))
            }
        }
    };
}
