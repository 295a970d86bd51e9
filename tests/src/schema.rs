//! JSON Schemas of content files, for editors: from what readers noted that they take.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_content::reference::ValueShape;
use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

/// Where a key is required.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Need {
    /// Nowhere.
    #[default]
    Never,
    /// In some of the tables that have it, by what else they say.
    Sometimes,
    /// In each table that has it.
    Always,
}

/// A key of a kind of file, whatever names the files give.
#[derive(Default)]
pub struct KeyRow {
    /// What its value may be: several where the meaning of the key depends on another.
    pub shapes: BTreeSet<ValueShape>,
    /// Whether it is required where its table is there.
    pub need: Need,
    /// What is taken where it is missing; none, where no file could say it; several where the rest of the file decides.
    pub defaults: BTreeSet<Option<String>>,
    /// What it means; empty where nothing is said.
    pub about: String,
}

impl KeyRow {
    /// What is taken where the key is missing, if that is always the same.
    pub fn default(&self) -> Option<&str> {
        match (self.need, self.defaults.len()) {
            (Need::Never, 1) => self.defaults.first()?.as_deref(),
            _ => None,
        }
    }
}

/// A value of a file: a leaf, or a table whose keys are here.
#[derive(Default)]
struct Node<'r> {
    row: Option<&'r KeyRow>,
    keys: BTreeMap<&'r str, Node<'r>>,
}

/// Keys under which tables of the same sort stand at any depth: what was read shows some depths alone.
const NESTING: [&str; 16] = [
    "all",
    "among",
    "any",
    "cooldown",
    "none",
    "not",
    "parallel",
    "repeat",
    "select",
    "sequence",
    "states",
    "succeed",
    "then",
    "time_limit",
    "until_failure",
    "utility",
];

/// The schema of a kind of file from its keys by path: `units.NAME.hp`, `players[].team`. Other keys are refused, but in tables that hold
/// tables of their own sort, and at the top of a file that is `open` there: a commander of a user's program reads keys that are not known here.
pub fn json_schema(title: &str, rows: &BTreeMap<String, KeyRow>, open: bool) -> Value {
    let mut root = Node::default();
    for (path, row) in rows {
        let leaf = path.split('.').fold(&mut root, |node, part| node.keys.entry(part).or_default());
        leaf.row = Some(row);
    }
    let mut schema = table(&root, false);
    if open {
        schema.remove(OTHERS);
    }
    schema.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    schema.insert("title".to_owned(), json!(title));
    Value::Object(schema)
}

/// What other keys of a table may be; `false` for none.
const OTHERS: &str = "additionalProperties";

fn table(node: &Node<'_>, is_nested: bool) -> Map<String, Value> {
    let mut schema = Map::new();
    if !is_nested {
        schema.insert(OTHERS.to_owned(), json!(false));
    }
    schema.insert("type".to_owned(), json!("object"));
    let (mut keys, mut required) = (Map::new(), Vec::new());
    for (part, child) in &node.keys {
        let name = part.trim_end_matches("[]");
        let rows = (part.len() - name.len()) / 2;
        let value = (0..rows).fold(value(child, is_nested), |items, _| json!({ "type": "array", "items": items }));
        if name == "NAME" || name == "\"PATH\"" {
            schema.insert(OTHERS.to_owned(), value);
            continue;
        }
        if child.row.is_some_and(|row| row.need == Need::Always) {
            required.push(json!(name));
        }
        keys.insert(name.to_owned(), value);
    }
    if !keys.is_empty() {
        schema.insert("properties".to_owned(), Value::Object(keys));
    }
    if !required.is_empty() {
        schema.insert("required".to_owned(), Value::Array(required));
    }
    schema
}

/// Whether a table holds tables of its own kind.
fn nests(node: &Node<'_>) -> bool {
    let is_nesting = |part: &str| NESTING.contains(&part.trim_end_matches("[]"));
    node.keys.iter().any(|(part, child)| !child.keys.is_empty() && is_nesting(part))
}

fn value(node: &Node<'_>, is_nested: bool) -> Value {
    let mut shapes: Vec<Value> = node.row.iter().flat_map(|row| &row.shapes).map(shape).collect();
    if !node.keys.is_empty() {
        shapes.push(Value::Object(table(node, is_nested || nests(node))));
    }
    let about = node.row.map_or("", |row| row.about.as_str());
    let mut schema = match shapes.len() {
        0 => json!({}),
        1 => shapes.remove(0),
        _ => json!({ "anyOf": shapes }),
    };
    if !about.is_empty() {
        let shape = schema["description"].as_str().map_or_else(String::new, |shape| format!("; {shape}"));
        schema["description"] = json!(format!("{about}{shape}"));
    }
    // Values are written as TOML does, which for these is what JSON has.
    if let Some(default) = node.row.and_then(KeyRow::default) {
        schema["default"] = serde_json::from_str(default).expect("a number, a word or a truth");
    }
    schema
}

fn number(text: &str) -> Value {
    serde_json::from_str(text).expect("a decimal number")
}

fn shape(shape: &ValueShape) -> Value {
    let described = shape.to_string();
    let mut schema = match shape {
        ValueShape::Whole { low, high } => json!({ "type": "integer", "minimum": low, "maximum": high }),
        ValueShape::Number { low, high, .. } => {
            json!({ "type": "number", "minimum": number(low), "maximum": number(high) })
        }
        ValueShape::Seed => json!({ "type": ["integer", "string"], "minimum": 0, "minLength": 1 }),
        ValueShape::Boolean => json!({ "type": "boolean" }),
        ValueShape::Text { most_chars } => json!({ "type": "string", "minLength": 1, "maxLength": most_chars }),
        ValueShape::Name(_) => json!({ "type": "string", "minLength": 1 }),
        ValueShape::Names(_) | ValueShape::Texts(_) => json!({ "type": "array", "items": { "type": "string" } }),
        ValueShape::Choice(words) => json!({ "enum": words }),
        ValueShape::Pairs { low, high } => {
            let number = json!({ "type": "number", "minimum": number(low), "maximum": number(high) });
            let pair = json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 });
            json!({ "type": "array", "items": pair })
        }
        ValueShape::Wholes { low, high } => {
            json!({ "type": "array", "items": { "type": "integer", "minimum": low, "maximum": high } })
        }
        ValueShape::Rows { columns, low, high } => {
            let number = json!({ "type": "integer", "minimum": low, "maximum": high });
            let row = json!({ "type": "array", "items": number, "minItems": columns, "maxItems": columns });
            json!({ "type": "array", "items": row })
        }
    };
    schema["description"] = json!(described);
    schema
}

/// The paths of the keys of a file that its schema refuses.
///
/// # Panics
/// When the text is no TOML.
pub fn refused_keys(schema: &Value, text: &str) -> Vec<String> {
    let root = DeTable::parse(text).expect("TOML");
    refused_of_table(schema, root.get_ref(), "")
}

fn refused_in(schema: &Value, value: &DeValue<'_>, path: &str) -> Vec<String> {
    if let Some(forms) = schema["anyOf"].as_array() {
        let refused = forms.iter().map(|form| refused_in(form, value, path));
        return refused.min_by_key(Vec::len).unwrap_or_default();
    }
    match value {
        DeValue::Array(entries) => {
            entries.iter().flat_map(|entry| refused_in(&schema["items"], entry.get_ref(), path)).collect()
        }
        DeValue::Table(table) => refused_of_table(schema, table, path),
        _ => Vec::new(),
    }
}

fn refused_of_table(schema: &Value, table: &DeTable<'_>, path: &str) -> Vec<String> {
    let mut refused = Vec::new();
    for (key, value) in table {
        let (key, value) = (key.get_ref().to_string(), value.get_ref());
        let path = format!("{path}.{key}");
        match (schema["properties"].get(&key), &schema[OTHERS]) {
            (Some(own), _) => refused.extend(refused_in(own, value, &path)),
            (None, Value::Bool(false)) => refused.push(path),
            (None, others) => refused.extend(refused_in(others, value, &path)),
        }
    }
    refused
}
