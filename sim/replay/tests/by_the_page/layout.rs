//! Types as the page writes them.

use super::page::NamedLayout;

/// How a value lies in bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Layout {
    Bool,
    Char,
    /// An unsigned integer of this number of bytes.
    Unsigned(usize),
    /// A signed one.
    Signed(usize),
    Text,
    Bytes,
    List(Box<Layout>),
    /// A list with a count of one byte.
    ShortList(Box<Layout>),
    Option(Box<Layout>),
    /// A number of one kind, without a count.
    Times(usize, Box<Layout>),
    Tuple(Vec<Layout>),
    /// There since a version of the format.
    From(u16, Box<Layout>),
    /// There in records of a kind.
    InKind(u8, Box<Layout>),
    /// As many as there are of a thing that the scenario, or what stands before, says how many there are of.
    Each(String, Box<Layout>),
    /// The checks of a chunk.
    Checks,
    /// The hashes of the parts of a chunk.
    Parts,
    /// A struct or an enum.
    Named(String),
}

/// A variant of an enum.
pub struct Variant {
    pub name: String,
    pub content: Content,
}

/// What a variant holds.
pub enum Content {
    Nothing,
    Values(Vec<Layout>),
    Fields(Vec<NamedLayout>),
}

impl Layout {
    /// Reads a type.
    pub fn read(text: &str) -> Result<Layout, String> {
        let text = text.trim();
        if let Some((inner, version)) = text.split_once(" from version ") {
            return Ok(Layout::From(whole(version)? as u16, Layout::boxed(inner)?));
        }
        if let Some((inner, kind)) = text.split_once(" in kind ") {
            return Ok(Layout::InKind(whole(kind)? as u8, Layout::boxed(inner)?));
        }
        if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            return split(inner).into_iter().map(Layout::read).collect::<Result<_, _>>().map(Layout::Tuple);
        }
        match text.split_once(" of ") {
            Some(("list", inner)) => Layout::boxed(inner).map(Layout::List),
            Some(("short list", inner)) => Layout::boxed(inner).map(Layout::ShortList),
            Some(("option", inner)) => Layout::boxed(inner).map(Layout::Option),
            Some((thing, inner)) if thing.starts_with("each ") => {
                Ok(Layout::Each(thing["each ".len()..].to_owned(), Layout::boxed(inner)?))
            }
            Some((times, inner)) => Ok(Layout::Times(whole(times)?, Layout::boxed(inner)?)),
            None => Layout::simple(text),
        }
    }

    /// Reads `name: type, name: type`.
    pub fn read_fields(text: &str) -> Result<Vec<NamedLayout>, String> {
        let field = |part: &str| {
            let (name, layout) = part.split_once(':').ok_or_else(|| format!("no field: {part}"))?;
            Ok((name.trim().to_owned(), Layout::read(layout)?))
        };
        split(text).into_iter().map(field).collect()
    }

    fn boxed(text: &str) -> Result<Box<Layout>, String> {
        Layout::read(text).map(Box::new)
    }

    /// Adds the structs and enums that it names.
    pub fn name_all(&self, names: &mut Vec<String>) {
        match self {
            Layout::Named(name) => names.push(name.clone()),
            Layout::List(inner) | Layout::ShortList(inner) | Layout::Option(inner) => inner.name_all(names),
            Layout::Times(_, inner) | Layout::Each(_, inner) => inner.name_all(names),
            Layout::Tuple(all) => all.iter().for_each(|inner| inner.name_all(names)),
            _ => {}
        }
    }

    fn simple(text: &str) -> Result<Layout, String> {
        Ok(match text {
            "bool" => Layout::Bool,
            "char" => Layout::Char,
            "u8" => Layout::Unsigned(1),
            "u16" => Layout::Unsigned(2),
            "u32" => Layout::Unsigned(4),
            "u64" => Layout::Unsigned(8),
            "i16" => Layout::Signed(2),
            "i32" | "fx" => Layout::Signed(4),
            "i64" => Layout::Signed(8),
            "text" => Layout::Text,
            "bytes" => Layout::Bytes,
            "checks" => Layout::Checks,
            "parts" => Layout::Parts,
            name if name.starts_with(|first: char| first.is_ascii_uppercase()) => Layout::Named(name.to_owned()),
            _ => return Err(format!("no type: {text}")),
        })
    }
}

impl Variant {
    /// Reads a variant: `Name`, `Name(type, type)` or `Name { field: type }`.
    pub fn read(text: &str) -> Result<Variant, String> {
        let at = text.find(['(', '{']).unwrap_or(text.len());
        let (name, rest) = (text[..at].trim().to_owned(), text[at..].trim());
        let content = if let Some(values) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Content::Values(split(values).into_iter().map(Layout::read).collect::<Result<_, _>>()?)
        } else if let Some(fields) = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Content::Fields(Layout::read_fields(fields)?)
        } else if rest.is_empty() {
            Content::Nothing
        } else {
            return Err(format!("no variant: {text}"));
        };
        Ok(Variant { name, content })
    }

    /// The layouts of what it holds.
    pub fn layouts(&self) -> Vec<&Layout> {
        match &self.content {
            Content::Nothing => Vec::new(),
            Content::Values(values) => values.iter().collect(),
            Content::Fields(fields) => fields.iter().map(|(_, layout)| layout).collect(),
        }
    }

    /// Reads variants, with commas between them.
    pub fn read_all(text: &str) -> Result<Vec<Variant>, String> {
        split(text).into_iter().map(Variant::read).collect()
    }
}

/// The parts between commas that stand in no brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts
}

fn whole(text: &str) -> Result<usize, String> {
    text.trim().parse().map_err(|_| format!("no count: {text}"))
}
