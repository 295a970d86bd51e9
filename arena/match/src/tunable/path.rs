//! Paths to values of a file: `goals.guard.when[2].times[1][2]`. Rows count from 1, as in messages.

use sandtable_diagnostics::nearest;
use toml_edit::{Item, TableLike, Value};

/// Parts of one path.
const MAX_PARTS: usize = 32;

/// A part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A key of a table.
    Key(String),
    /// An entry of a list, from 0.
    Row(usize),
}

/// Why a path leads nowhere.
pub struct PathError {
    /// As far as it leads, and the part that is not there.
    pub found: String,
    /// What is there instead.
    pub expected: String,
    /// The path that was probably meant.
    pub suggestion: Option<String>,
}

/// The parts of a path; none when it is no path.
pub fn parts(path: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    for word in path.split('.') {
        let (name, rows) = word.split_once('[').map_or((word, ""), |(name, rows)| (name, rows));
        if name.is_empty() {
            return None;
        }
        parts.push(Part::Key(name.to_owned()));
        if word.contains('[') {
            for row in rows.strip_suffix(']')?.split("][") {
                parts.push(Part::Row(row.parse::<usize>().ok()?.checked_sub(1)?));
            }
        }
    }
    (parts.len() <= MAX_PARTS).then_some(parts)
}

/// What a path may lead through.
enum Node<'d> {
    Table(&'d dyn TableLike),
    Tables(&'d toml_edit::ArrayOfTables),
    Value(&'d Value),
    Nothing,
}

impl<'d> Node<'d> {
    fn of_item(item: &'d Item) -> Node<'d> {
        match item {
            Item::Table(table) => Node::Table(table),
            Item::ArrayOfTables(tables) => Node::Tables(tables),
            Item::Value(Value::InlineTable(table)) => Node::Table(table),
            Item::Value(value) => Node::Value(value),
            Item::None => Node::Nothing,
        }
    }

    fn of_value(value: &'d Value) -> Node<'d> {
        match value {
            Value::InlineTable(table) => Node::Table(table),
            value => Node::Value(value),
        }
    }

    fn step(&self, part: &Part) -> Option<Node<'d>> {
        match (self, part) {
            (Node::Table(table), Part::Key(key)) => table.get(key).map(Node::of_item),
            (Node::Tables(tables), Part::Row(row)) => tables.get(*row).map(|table| Node::Table(table)),
            (Node::Value(Value::Array(array)), Part::Row(row)) => array.get(*row).map(Node::of_value),
            _ => None,
        }
    }

    /// The part, or the nearest key there is, and where it leads.
    fn step_or_near(&self, part: &Part) -> Option<(Part, Node<'d>)> {
        if let Some(next) = self.step(part) {
            return Some((part.clone(), next));
        }
        let Part::Key(key) = part else { return None };
        let (_, keys) = self.choices();
        let near = Part::Key(nearest(key, keys.iter().map(String::as_str))?);
        let next = self.step(&near)?;
        Some((near, next))
    }

    /// What could have come next.
    fn choices(&self) -> (String, Vec<String>) {
        match self {
            Node::Table(table) => {
                let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
                (format!("one of {}", keys.join(", ")), keys)
            }
            Node::Tables(tables) => (format!("[1] to [{}]", tables.len()), Vec::new()),
            Node::Value(Value::Array(array)) => (format!("[1] to [{}]", array.len()), Vec::new()),
            _ => ("nothing below it".to_owned(), Vec::new()),
        }
    }
}

/// The value at a path.
///
/// # Errors
/// How far the path leads, and what is there instead.
pub fn value<'d>(root: &'d dyn TableLike, path: &[Part]) -> Result<&'d Value, PathError> {
    let mut node = Node::Table(root);
    for (depth, part) in path.iter().enumerate() {
        let Some(next) = node.step(part) else {
            let (expected, _) = node.choices();
            let suggestion = meant(&node, path, depth).map(|path| text(&path));
            let found = format!("a path of which the file has only \"{}\"", text(&path[..depth]));
            return Err(PathError { found, expected: format!("after that {expected}"), suggestion });
        };
        node = next;
    }
    match node {
        Node::Value(value) if !value.is_array() => Ok(value),
        _ => Err(PathError {
            found: "a path to a table or a list".to_owned(),
            expected: format!("a path to one value; below it there is {}", node.choices().0),
            suggestion: None,
        }),
    }
}

/// The path with the nearest keys there are from a part on, which `node` does not have; none when one is like none.
fn meant(node: &Node<'_>, path: &[Part], depth: usize) -> Option<Vec<Part>> {
    let (before, after) = path.split_at_checked(depth)?;
    let (mut found, mut at) = (before.to_vec(), None);
    for part in after {
        let (part, next) = at.as_ref().unwrap_or(node).step_or_near(part)?;
        found.push(part);
        at = Some(next);
    }
    Some(found)
}

/// The value at a path, to be changed.
pub(super) fn value_mut<'d>(root: &'d mut dyn TableLike, path: &[Part]) -> Option<&'d mut Value> {
    let (Part::Key(key), rest) = path.split_first()? else { return None };
    in_item(root.get_mut(key)?, rest)
}

fn in_item<'d>(item: &'d mut Item, path: &[Part]) -> Option<&'d mut Value> {
    match (item, path.first()) {
        (Item::Table(table), Some(Part::Key(_))) => value_mut(table, path),
        (Item::ArrayOfTables(tables), Some(Part::Row(row))) => value_mut(tables.get_mut(*row)?, &path[1..]),
        (Item::Value(value), _) => in_value(value, path),
        _ => None,
    }
}

fn in_value<'d>(value: &'d mut Value, path: &[Part]) -> Option<&'d mut Value> {
    match (value, path.first()) {
        (value, None) => Some(value),
        (Value::InlineTable(table), Some(Part::Key(_))) => value_mut(table, path),
        (Value::Array(array), Some(Part::Row(row))) => in_value(array.get_mut(*row)?, &path[1..]),
        _ => None,
    }
}

/// A path as files write it.
pub(super) fn text(path: &[Part]) -> String {
    let mut text = String::new();
    for part in path {
        match part {
            Part::Key(key) if text.is_empty() => text.push_str(key),
            Part::Key(key) => text.push_str(&format!(".{key}")),
            Part::Row(row) => text.push_str(&format!("[{}]", row + 1)),
        }
    }
    text
}
