//! Fields as little-endian bytes, and back with every value checked.

use sandtable_math::{Angle, Fx, Vec2};

use crate::id::{AbilityId, Handle, KindId, PlayerId, ResourceId, SquadId, TeamId, TechId, UnitId};

/// Where bytes go.
pub trait Sink {
    /// Whether the bytes are hashed and forgotten: a long field that keeps a digest of itself then puts
    /// that instead of its content.
    const DIGEST: bool = false;

    /// Appends `bytes`.
    fn bytes(&mut self, bytes: &[u8]);

    /// Tells that a record begins, or that something ended whose length varies. A digest starts a new pair of words there: where each
    /// field falls in its word is then known when the program is built, and costs nothing.
    #[inline(always)]
    fn boundary(&mut self) {}

    /// Appends the `bytes` low bytes (1 … 8) of `value`, lowest first; the others are 0.
    #[inline]
    fn word(&mut self, value: u64, bytes: u32) {
        self.bytes(&value.to_le_bytes()[..bytes as usize]);
    }
}

impl Sink for Vec<u8> {
    #[inline]
    fn bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// Bytes that are no state: where, and what was wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} at byte {at}: {what}")]
pub struct Malformed {
    /// Offset in bytes.
    pub at: u64,
    /// The innermost named field.
    pub field: &'static str,
    /// What was wrong.
    pub what: &'static str,
}

/// A cursor over bytes that may be hostile.
pub struct ByteReader<'b> {
    bytes: &'b [u8],
    at: usize,
    field: &'static str,
}

impl<'b> ByteReader<'b> {
    /// A cursor at the start of `bytes`.
    pub fn new(bytes: &'b [u8]) -> ByteReader<'b> {
        ByteReader { bytes, at: 0, field: "state" }
    }

    /// The error at this place.
    pub fn malformed(&self, what: &'static str) -> Malformed {
        Malformed { at: self.at as u64, field: self.field, what }
    }

    /// Takes the next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let slice = self.slice(N)?;
        let mut array = [0; N];
        array.copy_from_slice(slice);
        Ok(array)
    }

    /// Takes the next `length` bytes.
    pub fn slice(&mut self, length: usize) -> Result<&'b [u8], Malformed> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or_else(|| self.malformed("ends too early"))?;
        let slice = &self.bytes[self.at..end];
        self.at = end;
        Ok(slice)
    }

    /// Takes a field and names it in errors.
    pub fn named<T: Field>(&mut self, name: &'static str) -> Result<T, Malformed> {
        self.field = name;
        T::take(self)
    }

    /// Names what is taken next in errors.
    pub fn naming(&mut self, name: &'static str) -> &mut ByteReader<'b> {
        self.field = name;
        self
    }

    /// Takes a count of at most `limit`.
    pub fn count(&mut self, limit: usize) -> Result<usize, Malformed> {
        let count = u32::take(self)? as usize;
        if count > limit { Err(self.malformed("count over its limit")) } else { Ok(count) }
    }

    /// Bytes not yet taken.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Checks that nothing is left.
    pub fn finish(self) -> Result<(), Malformed> {
        if self.remaining() == 0 { Ok(()) } else { Err(self.malformed("bytes left over")) }
    }
}

/// A value with a byte form.
pub trait Field: Sized {
    /// Appends its bytes.
    fn put<S: Sink>(&self, sink: &mut S);
    /// Reads it back; every value that `put` cannot write is an error.
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed>;
}

/// A struct declared with [`state_struct!`](crate::state_struct).
pub trait Record: Sized {
    /// Appends the bytes of its fields, in order.
    fn put<S: Sink>(&self, sink: &mut S);
    /// Reads it back.
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed>;
    /// Shows each field by name, in order.
    fn show(&self, each: &mut dyn FnMut(&'static str, &dyn std::fmt::Debug));
}

/// Appends a value of which most are the plain one: a digest takes a single byte for that.
#[inline(always)]
pub fn put_sparse<T: Field + Default + PartialEq, S: Sink>(value: &T, sink: &mut S) {
    if S::DIGEST && *value == T::default() {
        sink.boundary();
        sink.word(0, 1);
    } else {
        value.put(sink);
    }
}

impl<T: Record> Field for T {
    #[inline(always)]
    fn put<S: Sink>(&self, sink: &mut S) {
        Record::put(self, sink);
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        Record::take(reader)
    }
}

macro_rules! integer_field {
    ($($type:ty),*) => {$(
        impl Field for $type {
            #[inline(always)]
            fn put<S: Sink>(&self, sink: &mut S) {
                sink.bytes(&self.to_le_bytes());
            }
            fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
                Ok(<$type>::from_le_bytes(reader.array()?))
            }
        }
    )*};
}
integer_field!(u128, i64);

macro_rules! short_field {
    ($($type:ty as $bits:ty),*) => {$(
        impl Field for $type {
            #[inline(always)]
            fn put<S: Sink>(&self, sink: &mut S) {
                sink.word(u64::from(*self as $bits), <$bits>::BITS / 8);
            }
            fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
                Ok(<$type>::from_le_bytes(reader.array()?))
            }
        }
    )*};
}
short_field!(u8 as u8, u16 as u16, u32 as u32, u64 as u64, i16 as u16, i32 as u32);

macro_rules! wrapped_field {
    ($($type:ident),*) => {$(
        impl Field for $type {
            #[inline(always)]
            fn put<S: Sink>(&self, sink: &mut S) {
                self.0.put(sink);
            }
            fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
                Field::take(reader).map($type)
            }
        }
    )*};
}
wrapped_field!(PlayerId, TeamId, KindId, TechId, ResourceId, AbilityId, SquadId, UnitId, Handle, Angle);

impl Field for bool {
    #[inline(always)]
    fn put<S: Sink>(&self, sink: &mut S) {
        u8::from(*self).put(sink);
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        match u8::take(reader)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(reader.malformed("neither 0 nor 1")),
        }
    }
}

impl Field for Fx {
    #[inline(always)]
    fn put<S: Sink>(&self, sink: &mut S) {
        self.bits().put(sink);
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        i32::take(reader).map(Fx::from_bits)
    }
}

impl Field for Vec2 {
    #[inline(always)]
    fn put<S: Sink>(&self, sink: &mut S) {
        // One word for both is one load where they lie side by side.
        sink.word(u64::from(self.x.bits() as u32) | u64::from(self.y.bits() as u32) << 32, 8);
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        Ok(Vec2 { x: Fx::take(reader)?, y: Fx::take(reader)? })
    }
}

impl<T: Field, const N: usize> Field for [T; N] {
    #[inline(always)]
    fn put<S: Sink>(&self, sink: &mut S) {
        for item in self {
            item.put(sink);
        }
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        let mut items = Vec::with_capacity(N);
        for _ in 0..N {
            items.push(T::take(reader)?);
        }
        items.try_into().map_err(|_| reader.malformed("array of another length"))
    }
}

impl<T: Field> Field for Vec<T> {
    fn put<S: Sink>(&self, sink: &mut S) {
        (self.len() as u32).put(sink);
        for item in self {
            item.put(sink);
        }
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        // Every item takes at least one byte, so what is left bounds the count before anything is reserved.
        let count = reader.count(reader.remaining())?;
        (0..count).map(|_| T::take(reader)).collect()
    }
}

/// Declares a byte-sized enum of the state, with its byte form.
#[macro_export]
macro_rules! state_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $value:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[repr(u8)]
        $vis enum $name {
            $($(#[$variant_meta])* $variant = $value,)*
        }

        impl $crate::Field for $name {
            #[inline(always)]
            fn put<S: $crate::Sink>(&self, sink: &mut S) {
                $crate::Field::put(&(*self as u8), sink);
            }
            fn take(reader: &mut $crate::ByteReader<'_>) -> Result<Self, $crate::Malformed> {
                match <u8 as $crate::Field>::take(reader)? {
                    $($value => Ok($name::$variant),)*
                    _ => Err(reader.malformed(concat!("no ", stringify!($name)))),
                }
            }
        }
    };
}
