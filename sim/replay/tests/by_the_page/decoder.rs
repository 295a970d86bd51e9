//! Bytes decoded by the layouts of the page.

use std::collections::BTreeSet;

use super::layout::{Content, Layout, Variant};
use super::page::{NamedLayout, Page};
use super::state;
use super::value::Value;

/// The three encodings.
#[derive(Clone, Copy, PartialEq)]
pub enum Encoding {
    Plain,
    Fixed,
    Compact,
}

/// What some fields depend on.
#[derive(Clone, Copy, Default)]
pub struct Surroundings {
    /// The version of the format.
    pub version: u16,
    /// The kind of the record.
    pub kind: u8,
    /// How many parts the header names.
    pub parts: usize,
}

/// A cursor over bytes.
pub struct Decoder<'p> {
    page: &'p Page,
    encoding: Encoding,
    around: Surroundings,
    /// The scenario that a state is of.
    scenario: Option<&'p Value>,
    bytes: &'p [u8],
    at: usize,
    /// Names of the structs and variants met.
    pub met: BTreeSet<String>,
    /// Where the outermost struct's fields end.
    pub ends: Vec<usize>,
}

type Decoded = Result<Value, String>;

impl<'p> Decoder<'p> {
    pub fn new(page: &'p Page, encoding: Encoding, bytes: &'p [u8]) -> Decoder<'p> {
        let around = Surroundings::default();
        Decoder { page, encoding, around, scenario: None, bytes, at: 0, met: BTreeSet::new(), ends: Vec::new() }
    }

    pub fn within(self, around: Surroundings) -> Decoder<'p> {
        Decoder { around, ..self }
    }

    pub fn of_scenario(self, scenario: &'p Value) -> Decoder<'p> {
        Decoder { scenario: Some(scenario), ..self }
    }

    /// The one value that the bytes are, to the last of them.
    pub fn whole(&mut self, layout: &Layout) -> Decoded {
        let value = self.value(layout, &[])?;
        if self.at == self.bytes.len() { Ok(value) } else { Err(format!("{} bytes left over", self.left())) }
    }

    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn slice(&mut self, length: usize) -> Result<&'p [u8], String> {
        if length > self.left() {
            return Err(format!("ends too early: {length} bytes at {}", self.at));
        }
        self.at += length;
        Ok(&self.bytes[self.at - length..self.at])
    }

    /// An integer of this number of bytes.
    fn integer(&mut self, bytes: usize) -> Result<u64, String> {
        Ok(self.slice(bytes)?.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// A number of the compact encoding, as short as it can be.
    fn number(&mut self) -> Result<u64, String> {
        let (bytes, least) = match self.integer(1)? {
            small @ 0..=250 => return Ok(small),
            251 => (2, 251),
            252 => (4, 1 << 16),
            253 => (8, 1 << 32),
            mark => return Err(format!("no number begins with {mark}")),
        };
        let number = self.integer(bytes)?;
        if number < least { Err(format!("{number} in {bytes} bytes")) } else { Ok(number) }
    }

    fn unsigned(&mut self, bytes: usize) -> Result<u64, String> {
        let number = if self.encoding == Encoding::Compact && bytes > 1 { self.number() } else { self.integer(bytes) }?;
        if bytes < 8 && number >> (8 * bytes) != 0 { Err(format!("{number} is too large")) } else { Ok(number) }
    }

    fn signed(&mut self, bytes: usize) -> Result<i64, String> {
        let number = self.unsigned(bytes)?;
        if self.encoding == Encoding::Compact {
            let half = (number / 2) as i64;
            return Ok(if number.is_multiple_of(2) { half } else { -half - 1 });
        }
        let unused = 64 - 8 * bytes as u32;
        Ok(((number << unused) as i64) >> unused)
    }

    /// The count in front of a list, a text or bytes.
    fn count(&mut self) -> Result<usize, String> {
        let count = match self.encoding {
            Encoding::Plain => self.integer(4)?,
            Encoding::Fixed => self.integer(8)?,
            Encoding::Compact => self.number()?,
        };
        if count > self.left() as u64 { Err(format!("a count of {count}")) } else { Ok(count as usize) }
    }

    fn bool(&mut self) -> Result<bool, String> {
        match self.integer(1)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(format!("{other} for a bool")),
        }
    }

    fn char(&mut self) -> Decoded {
        let first = *self.bytes.get(self.at).ok_or("ends too early")?;
        let length = first.leading_ones().max(1) as usize;
        self.text(length)
    }

    fn text(&mut self, length: usize) -> Decoded {
        let text = std::str::from_utf8(self.slice(length)?).map_err(|error| error.to_string())?;
        Ok(Value::Text(text.to_owned()))
    }

    fn value(&mut self, layout: &Layout, before: &[(String, Value)]) -> Decoded {
        match layout {
            Layout::Bool => self.bool().map(Value::Bool),
            Layout::Char => self.char(),
            Layout::Unsigned(bytes) => self.unsigned(*bytes).map(Value::Unsigned),
            Layout::Signed(bytes) => self.signed(*bytes).map(Value::Signed),
            Layout::Text => self.count().and_then(|length| self.text(length)),
            Layout::Bytes => {
                let length = self.count()?;
                self.slice(length).map(|bytes| Value::Bytes(bytes.to_vec()))
            }
            Layout::List(item) => self.count().and_then(|count| self.items(count, item)),
            Layout::ShortList(item) => self.integer(1).and_then(|count| self.items(count as usize, item)),
            Layout::Times(count, item) => self.items(*count, item),
            Layout::Option(inner) => self.option(inner),
            Layout::Tuple(layouts) => self.tuple(layouts),
            Layout::From(version, inner) => self.when(self.around.version >= *version, inner),
            Layout::InKind(kind, inner) => self.when(self.around.kind == *kind, inner),
            Layout::Each(thing, item) => {
                let scenario = self.scenario.ok_or("no scenario")?;
                self.items(state::count(scenario, thing, before)?, item)
            }
            Layout::Checks => self.items(checks(before)?, &Layout::Unsigned(2)),
            Layout::Parts => self.items(parts(before, self.around.parts)?, &Layout::Unsigned(8)),
            Layout::Named(name) => self.named(name),
        }
    }

    fn items(&mut self, count: usize, item: &Layout) -> Decoded {
        (0..count).map(|_| self.value(item, &[])).collect::<Result<_, _>>().map(Value::List)
    }

    fn tuple(&mut self, layouts: &[Layout]) -> Decoded {
        layouts.iter().map(|layout| self.value(layout, &[])).collect::<Result<_, _>>().map(Value::List)
    }

    fn option(&mut self, inner: &Layout) -> Decoded {
        let there = self.bool()?;
        let value = if there { Some(Box::new(self.value(inner, &[])?)) } else { None };
        Ok(Value::Option(value))
    }

    fn when(&mut self, there: bool, inner: &Layout) -> Decoded {
        if there { self.value(inner, &[]) } else { Ok(Value::Missing) }
    }

    fn named(&mut self, name: &str) -> Decoded {
        let page = self.page;
        if let Some(variants) = page.enums.get(name) {
            return self.variant(name, variants);
        }
        self.met.insert(name.to_owned());
        let outermost = self.at == 0;
        self.fields(page.fields(name)?, outermost).map_err(|why| format!("{name}.{why}"))
    }

    fn fields(&mut self, layouts: &[NamedLayout], outermost: bool) -> Decoded {
        let (mut fields, mut ends) = (Vec::new(), Vec::new());
        for (name, layout) in layouts {
            let value = self.value(layout, &fields).map_err(|why| format!("{name}: {why}"))?;
            fields.push((name.clone(), value));
            ends.push(self.at);
        }
        if outermost {
            self.ends = ends;
        }
        Ok(Value::Struct(fields))
    }

    fn variant(&mut self, name: &str, variants: &[Variant]) -> Decoded {
        let number = match self.encoding {
            Encoding::Plain => self.integer(1)?,
            Encoding::Fixed => self.integer(4)?,
            Encoding::Compact => self.number()?,
        };
        let variant = variants.get(number as usize).ok_or_else(|| format!("no {name} {number}"))?;
        self.met.insert(format!("{name}::{}", variant.name));
        let content = match &variant.content {
            Content::Nothing => None,
            Content::Values(one) if one.len() == 1 => Some(self.value(&one[0], &[])?),
            Content::Values(values) => Some(self.tuple(values)?),
            Content::Fields(fields) => Some(self.fields(fields, false)?),
        };
        Ok(Value::Variant(variant.name.clone(), content.map(Box::new)))
    }
}

/// How many checks a chunk has, by what stands before them.
fn checks(before: &[(String, Value)]) -> Result<usize, String> {
    let number = |name: &str| before.iter().find(|(field, _)| field == name).and_then(|(_, value)| value.number());
    let first = number("first_tick").ok_or("no first tick")?;
    let ticks = number("ticks").ok_or("no ticks")?;
    let every = number("check_every").unwrap_or(1);
    if every == 0 {
        return Err("a check every 0 ticks".to_owned());
    }
    Ok((first..first + ticks).filter(|tick| tick.is_multiple_of(every)).count())
}

/// How many hashes of parts a chunk has, of those that the header names.
fn parts(before: &[(String, Value)], named: usize) -> Result<usize, String> {
    let there = before.iter().find(|(field, _)| field == "has_parts").map(|(_, value)| value);
    match there {
        Some(Value::Bool(there)) => Ok(if *there { named } else { 0 }),
        _ => Err("no has_parts".to_owned()),
    }
}
