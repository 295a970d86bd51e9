//! What a value holds, field by field, each with its place among the bytes that [`codec::encode`](crate::codec::encode) makes of it: so
//! that whoever finds a byte that differs can say what it means.

use std::fmt::{self, Display};

use serde::Serialize;
use serde::ser;

/// A field of an encoded value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedField {
    /// Offset of its first byte.
    pub at: usize,
    /// Its path: names with dots between them, rows of lists in brackets.
    pub path: String,
    /// What it holds, in words.
    pub value: String,
    /// The name of the type that it is in, as the source has it; empty in none with a name.
    pub kind: &'static str,
    /// What it holds, when that is a number.
    pub number: Option<i128>,
}

/// All fields of a value, in the order of their bytes.
pub fn named_fields<T: Serialize + ?Sized>(value: &T) -> Vec<NamedField> {
    let mut lister = FieldLister::default();
    // What cannot be listed to its end is listed as far as it goes.
    let _ = value.serialize(&mut lister);
    lister.fields
}

/// The field that a byte belongs to; none past the end, or when there are no fields.
pub fn field_at(fields: &[NamedField], at: usize) -> Option<&NamedField> {
    fields[..fields.partition_point(|field| field.at <= at)].last()
}

/// Bytes of the length before a text, a list or a table.
const LENGTH_BYTES: usize = 8;
/// Bytes of the number of an enum's variant.
const VARIANT_BYTES: usize = 4;

/// Why a value cannot be listed.
#[derive(Debug)]
struct Unlisted(String);

impl Display for Unlisted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unlisted {}

impl ser::Error for Unlisted {
    fn custom<T: Display>(message: T) -> Unlisted {
        Unlisted(message.to_string())
    }
}

/// Walks through a value as the codec does, and notes what it comes by.
#[derive(Default)]
struct FieldLister {
    at: usize,
    path: String,
    kind: &'static str,
    fields: Vec<NamedField>,
}

impl FieldLister {
    fn note(&mut self, bytes: usize, value: impl Display) {
        self.note_number(bytes, value, None);
    }

    fn note_number(&mut self, bytes: usize, value: impl Display, number: Option<i128>) {
        let (at, path, kind) = (self.at, self.path.clone(), self.kind);
        self.fields.push(NamedField { at, path, value: value.to_string(), kind, number });
        self.at += bytes;
    }

    /// Notes something of the field at hand that is no field of its own.
    fn note_of(&mut self, what: &str, bytes: usize, value: impl Display) {
        let length = self.path.len();
        self.enter(what);
        self.note(bytes, value);
        self.path.truncate(length);
    }

    fn enter(&mut self, name: &str) {
        if !self.path.is_empty() {
            self.path.push('.');
        }
        self.path.push_str(name);
    }

    fn inside<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Unlisted> {
        let length = self.path.len();
        self.enter(name);
        let listed = value.serialize(&mut *self);
        self.path.truncate(length);
        listed
    }
}

/// The fields of a value under way: a list, a table, or a struct.
struct Within<'l> {
    lister: &'l mut FieldLister,
    row: usize,
    key: String,
    /// The length of the path outside, and the type there.
    length: usize,
    kind: &'static str,
}

impl<'l> Within<'l> {
    fn new(lister: &'l mut FieldLister) -> Within<'l> {
        let (length, kind) = (lister.path.len(), lister.kind);
        Within { lister, row: 0, key: String::new(), length, kind }
    }

    /// Inside of a type with a name.
    fn inside_type(lister: &'l mut FieldLister, kind: &'static str) -> Within<'l> {
        let within = Within::new(lister);
        within.lister.kind = kind;
        within
    }

    /// Inside of a variant, which is named where its fields are.
    fn variant(lister: &'l mut FieldLister, kind: &'static str, variant: &'static str) -> Within<'l> {
        lister.note(VARIANT_BYTES, variant);
        let within = Within::inside_type(lister, kind);
        within.lister.enter(variant);
        within
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unlisted> {
        let length = self.lister.path.len();
        self.lister.path += &format!("[{}]", self.row);
        self.row += 1;
        let listed = value.serialize(&mut *self.lister);
        self.lister.path.truncate(length);
        listed
    }

    fn leave(self) -> Result<(), Unlisted> {
        self.lister.path.truncate(self.length);
        self.lister.kind = self.kind;
        Ok(())
    }
}

macro_rules! plain {
    ($($method:ident: $type:ty),* $(,)?) => {$(
        fn $method(self, value: $type) -> Result<(), Unlisted> {
            self.note(size_of::<$type>(), value);
            Ok(())
        }
    )*};
}

macro_rules! numbers {
    ($($method:ident: $type:ty),* $(,)?) => {$(
        fn $method(self, value: $type) -> Result<(), Unlisted> {
            self.note_number(size_of::<$type>(), value, Some(i128::from(value)));
            Ok(())
        }
    )*};
}

impl<'l> ser::Serializer for &'l mut FieldLister {
    type Ok = ();
    type Error = Unlisted;
    type SerializeSeq = Within<'l>;
    type SerializeTuple = Within<'l>;
    type SerializeTupleStruct = Within<'l>;
    type SerializeTupleVariant = Within<'l>;
    type SerializeMap = Within<'l>;
    type SerializeStruct = Within<'l>;
    type SerializeStructVariant = Within<'l>;

    plain! { serialize_bool: bool, serialize_u128: u128, serialize_f32: f32, serialize_f64: f64 }
    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
    }

    fn serialize_char(self, value: char) -> Result<(), Unlisted> {
        self.note(value.len_utf8(), value);
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Unlisted> {
        self.note(LENGTH_BYTES + value.len(), format!("{value:?}"));
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Unlisted> {
        self.note(LENGTH_BYTES + value.len(), format!("{value:02x?}"));
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Unlisted> {
        self.note(1, "nothing");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unlisted> {
        self.note(1, "something");
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unlisted> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unlisted> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Unlisted> {
        self.note(VARIANT_BYTES, variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, kind: &'static str, value: &T) -> Result<(), Unlisted> {
        let outside = std::mem::replace(&mut self.kind, kind);
        let listed = value.serialize(&mut *self);
        self.kind = outside;
        listed
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        kind: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Unlisted> {
        self.note(VARIANT_BYTES, variant);
        let outside = std::mem::replace(&mut self.kind, kind);
        let listed = self.inside(variant, value);
        self.kind = outside;
        listed
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Within<'l>, Unlisted> {
        self.note_of("length", LENGTH_BYTES, length.unwrap_or(0));
        Ok(Within::new(self))
    }

    fn serialize_tuple(self, _: usize) -> Result<Within<'l>, Unlisted> {
        Ok(Within::new(self))
    }

    fn serialize_tuple_struct(self, kind: &'static str, _: usize) -> Result<Within<'l>, Unlisted> {
        Ok(Within::inside_type(self, kind))
    }

    fn serialize_tuple_variant(
        self,
        kind: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Within<'l>, Unlisted> {
        Ok(Within::variant(self, kind, variant))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Within<'l>, Unlisted> {
        self.note_of("length", LENGTH_BYTES, length.unwrap_or(0));
        Ok(Within::new(self))
    }

    fn serialize_struct(self, kind: &'static str, _: usize) -> Result<Within<'l>, Unlisted> {
        Ok(Within::inside_type(self, kind))
    }

    fn serialize_struct_variant(
        self,
        kind: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Within<'l>, Unlisted> {
        Ok(Within::variant(self, kind, variant))
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! rows {
    ($($list:ident: $method:ident),* $(,)?) => {$(
        impl ser::$list for Within<'_> {
            type Ok = ();
            type Error = Unlisted;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unlisted> {
                self.item(value)
            }

            fn end(self) -> Result<(), Unlisted> {
                self.leave()
            }
        }
    )*};
}
rows! {
    SerializeSeq: serialize_element, SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field,
}

macro_rules! names {
    ($($list:ident),* $(,)?) => {$(
        impl ser::$list for Within<'_> {
            type Ok = ();
            type Error = Unlisted;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Unlisted> {
                self.lister.inside(name, value)
            }

            fn end(self) -> Result<(), Unlisted> {
                self.leave()
            }
        }
    )*};
}
names!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Within<'_> {
    type Ok = ();
    type Error = Unlisted;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unlisted> {
        let first = self.lister.fields.len();
        let length = self.lister.path.len();
        self.lister.path += ".key";
        key.serialize(&mut *self.lister)?;
        self.lister.path.truncate(length);
        let said = self.lister.fields[first..].iter().map(|field| field.value.as_str());
        self.key = format!("[{}]", said.collect::<Vec<_>>().join(", "));
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unlisted> {
        let length = self.lister.path.len();
        self.lister.path += &self.key;
        let listed = value.serialize(&mut *self.lister);
        self.lister.path.truncate(length);
        listed
    }

    fn end(self) -> Result<(), Unlisted> {
        self.leave()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::codec::encode;
    use crate::rng::Rng;

    #[derive(Serialize)]
    enum Shape {
        Plain,
        Round(u16),
        Flat { wide: u8, deep: (bool, char) },
    }

    #[derive(Serialize)]
    struct Sample {
        count: u32,
        shapes: Vec<Shape>,
        maybe: [Option<i64>; 2],
        text: String,
        table: BTreeMap<u16, (u8, u8)>,
        chance: Rng,
    }

    fn sample() -> Sample {
        Sample {
            count: 7,
            shapes: vec![Shape::Plain, Shape::Round(3), Shape::Flat { wide: 1, deep: (true, 'ß') }],
            maybe: [None, Some(-1)],
            text: "hello".to_owned(),
            table: [(4, (1, 2)), (9, (3, 4))].into(),
            chance: Rng::stream(1, "test"),
        }
    }

    #[test]
    fn every_byte_has_the_field_that_the_codec_put_there() {
        let (sample, bytes) = (sample(), encode(&sample()));
        let fields = named_fields(&sample);
        let of = |at: usize| field_at(&fields, at).map(|field| format!("{} = {}", field.path, field.value));
        let at = |path: &str| fields.iter().find(|field| field.path == path).map(|field| field.at);
        assert_eq!(of(3).as_deref(), Some("count = 7"));
        assert_eq!(of(4).as_deref(), Some("shapes.length = 3"));
        assert_eq!(at("shapes[1].Round"), Some(4 + 8 + 4 + 4));
        for (path, expected) in [("shapes[2].Flat.wide", 1), ("table[9][0]", 3), ("maybe[1]", 1), ("count", 7)] {
            assert_eq!(bytes[at(path).expect(path)], expected, "{path}");
        }
        let text = at("text").expect("it is there");
        assert_eq!(&bytes[text + 8..text + 13], b"hello");
        // The last field is the second word of the stream, and nothing is left behind it.
        assert_eq!(fields.last().map(|field| (field.path.as_str(), field.at)), Some(("chance[1]", bytes.len() - 8)));
    }
}
