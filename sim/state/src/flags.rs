//! Sets of named flags: one number in memory, a byte a flag in files.

/// A byte for each of the lowest `count` (at most 8) bits of `bits`, 0 or 1, lowest first.
#[doc(hidden)]
#[inline(always)]
pub const fn spread_flags(bits: u8, count: u32) -> u64 {
    // The product has a copy of the low seven bits every seven bits: at the end of byte N lies bit N. The eighth bit would run into
    // the next copy.
    let low = ((bits & 0x7F) as u64 * 0x0002_0408_1020_4081) & 0x0001_0101_0101_0101;
    let all = if count == 8 { low | (((bits >> 7) as u64) << 56) } else { low };
    all & (u64::MAX >> (64 - 8 * count))
}

/// Declares a set of up to eight flags, each with its bit, counted from 0 in the order of their bytes. The byte form has a byte a flag,
/// 0 or 1, like as many fields that are `bool`, and none before, between or after them: a set stands for such fields that are side by
/// side without a change of bytes or hashes. So has the serialised form. It is shown by the names of the flags that are set.
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
/// let refused = Lamp::take(&mut ByteReader::new(&[0, 2])).unwrap_err();
/// assert_eq!(refused.to_string(), "BLINKS at byte 2: neither 0 nor 1");
/// assert_eq!(format!("{:?}", Lamp::BLINKS), "{BLINKS}");
/// ```
#[macro_export]
macro_rules! state_flags {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$flag_meta:meta])* $flag:ident = $bit:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        $vis struct $name(u8);

        // Who writes the bytes takes bit N for byte N.
        const _: () = {
            let (bits, mut at) = ([$($bit as u8),*], 0);
            assert!(bits.len() <= 8);
            while at < bits.len() {
                assert!(bits[at] as usize == at);
                at += 1;
            }
        };

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

            /// This set without those of `flags`.
            #[inline(always)]
            pub const fn without(self, flags: $name) -> $name {
                $name(self.0 & !flags.0)
            }

            /// This set with all of `flags` set, or with all of them cleared.
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
                // All bytes as one word: hashes and bytes are those of one after the other.
                const COUNT: u32 = [$($bit as u8),*].len() as u32;
                sink.word($crate::spread_flags(self.0, COUNT), COUNT);
            }
            fn take(reader: &mut $crate::ByteReader<'_>) -> Result<Self, $crate::Malformed> {
                let mut flags = $name::NONE;
                $(flags.set($name::$flag, reader.named::<bool>(stringify!($flag))?);)*
                Ok(flags)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut shown = f.debug_set();
                $(if self.contains($name::$flag) {
                    shown.entry(&format_args!(stringify!($flag)));
                })*
                shown.finish()
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

#[cfg(test)]
mod tests {
    use crate::{ByteReader, Record, StateHasher, state_struct};

    state_flags! {
        struct Gate {
            OPEN = 0,
            BARRED = 1,
            GUARDED = 2,
        }
    }

    state_struct! {
        struct WithSet {
            height: u16,
            gate: Gate,
            width: u16,
        }
    }

    state_struct! {
        struct WithFields {
            height: u16,
            open: bool,
            barred: bool,
            guarded: bool,
            width: u16,
        }
    }

    #[test]
    fn each_bit_has_its_byte() {
        for bits in 0..=u8::MAX {
            for count in 1..=8u32 {
                let bytes = (0..count as usize).map(|at| u64::from(bits >> at & 1) << (8 * at));
                assert_eq!(super::spread_flags(bits, count), bytes.sum::<u64>(), "{count} of {bits:b}");
            }
        }
    }

    fn bytes_and_hash(record: &impl Record) -> (Vec<u8>, u64) {
        let (mut bytes, mut hasher) = (Vec::new(), StateHasher::new(7));
        record.put(&mut bytes);
        record.put(&mut hasher);
        (bytes, hasher.finish())
    }

    #[test]
    fn a_set_has_the_bytes_and_the_hash_of_fields_side_by_side() {
        for number in 0..8 {
            let [open, barred, guarded] = [0, 1, 2].map(|bit| number >> bit & 1 != 0);
            let gate = Gate::NONE.with(Gate::OPEN, open).with(Gate::BARRED, barred).with(Gate::GUARDED, guarded);
            assert_eq!(gate == Gate::ALL, number == 7);
            let set = WithSet { height: 3, gate, width: 5 };
            let (bytes, hash) = bytes_and_hash(&set);
            assert_eq!(
                (bytes.clone(), hash),
                bytes_and_hash(&WithFields { height: 3, open, barred, guarded, width: 5 })
            );
            assert_eq!(<WithSet as Record>::take(&mut ByteReader::new(&bytes)), Ok(set));
        }
    }

    #[test]
    fn a_set_refuses_the_bytes_that_fields_refuse() {
        for at in 2..5 {
            let mut bytes = [3, 0, 0, 0, 0, 5, 0];
            bytes[at] = 2;
            let set = <WithSet as Record>::take(&mut ByteReader::new(&bytes)).unwrap_err();
            let fields = <WithFields as Record>::take(&mut ByteReader::new(&bytes)).unwrap_err();
            assert_eq!((set.at, set.what), (fields.at, fields.what));
            assert_eq!(set.field, fields.field.to_uppercase());
        }
    }
}
