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
/// tables of their own sort, and at the top of a file that is `open`: a commander of a user's program reads keys that are not known here.
/// Such a file may extend another, so that no key is required, and `false` is taken for any: it removes what the other has.
pub fn json_schema(title: &str, rows: &BTreeMap<String, KeyRow>, open: bool) -> Value {
    let mut root = Node::default();
    for (path, row) in rows {
        let leaf = path.split('.').fold(&mut root, |node, part| node.keys.entry(part).or_default());
        leaf.row = Some(row);
    }
    let mut schema = table(&root, Place { is_nested: false, removable: open });
    if open {
        schema.remove(OTHERS);
    }
    schema.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    schema.insert("title".to_owned(), json!(title));
    Value::Object(schema)
}

/// What other keys of a table may be; `false` for none.
const OTHERS: &str = "additionalProperties";

/// Where a table stands.
#[derive(Clone, Copy)]
struct Place {
    /// In one that holds tables of its kind: what was read shows neither all of its keys nor which it must have.
    is_nested: bool,
    /// In a file that may extend another, which has the other keys: `false` removes one of them.
    removable: bool,
}

fn table(node: &Node<'_>, place: Place) -> Map<String, Value> {
    let Place { is_nested, removable } = place;
    let mut schema = Map::new();
    if !is_nested {
        schema.insert(OTHERS.to_owned(), json!(false));
    }
    schema.insert("type".to_owned(), json!("object"));
    let (mut keys, mut required) = (Map::new(), Vec::new());
    for (part, child) in &node.keys {
        let name = part.trim_end_matches("[]");
        let rows = (part.len() - name.len()) / 2;
        let value = (0..rows).fold(value(child, place), |items, _| json!({ "type": "array", "items": items }));
        let value = if removable { or_false(value) } else { value };
        if name == "NAME" || name == "\"PATH\"" {
            schema.insert(OTHERS.to_owned(), value);
            continue;
        }
        if !is_nested && !removable && child.row.is_some_and(|row| row.need == Need::Always) {
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

/// A value, or `false` in its place.
fn or_false(mut value: Value) -> Value {
    if value["type"] == "boolean" {
        return value;
    }
    let mut either = Map::new();
    for shown in ["description", "default"] {
        if let Some(words) = value.as_object_mut().and_then(|value| value.remove(shown)) {
            either.insert(shown.to_owned(), words);
        }
    }
    either.insert("anyOf".to_owned(), json!([value, { "const": false }]));
    Value::Object(either)
}

/// Whether a table holds tables of its own kind.
fn nests(node: &Node<'_>) -> bool {
    let is_nesting = |part: &str| NESTING.contains(&part.trim_end_matches("[]"));
    node.keys.iter().any(|(part, child)| !child.keys.is_empty() && is_nesting(part))
}

fn value(node: &Node<'_>, place: Place) -> Value {
    let mut shapes: Vec<Value> = node.row.iter().flat_map(|row| &row.shapes).map(shape).collect();
    if !node.keys.is_empty() {
        let place = Place { is_nested: place.is_nested || nests(node), ..place };
        shapes.push(Value::Object(table(node, place)));
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

/// The paths of a file that its schema refuses: keys that it does not know, keys that are missing, values of another type, beyond their
/// range or no words of a choice.
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
    if !is_of(schema, value) {
        return vec![path.to_owned()];
    }
    match value {
        DeValue::Array(entries) => {
            entries.iter().flat_map(|entry| refused_in(&schema["items"], entry.get_ref(), path)).collect()
        }
        DeValue::Table(table) => refused_of_table(schema, table, path),
        _ => Vec::new(),
    }
}

/// Whether a value is of the type of a schema, within its range and among its words; what lies in the value is not looked at.
fn is_of(schema: &Value, value: &DeValue<'_>) -> bool {
    let kinds = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is_kind = |kind: &str| match value {
        DeValue::String(_) => kind == "string",
        DeValue::Integer(_) => matches!(kind, "integer" | "number"),
        DeValue::Float(_) => kind == "number",
        DeValue::Boolean(_) => kind == "boolean",
        DeValue::Array(_) => kind == "array",
        DeValue::Table(_) => kind == "object",
        DeValue::Datetime(_) => false,
    };
    let number: Option<f64> = match value {
        DeValue::Integer(digits) => digits.as_str().parse().ok(),
        DeValue::Float(digits) => digits.as_str().parse().ok(),
        _ => None,
    };
    let at_least = schema["minimum"].as_f64().zip(number).is_none_or(|(low, number)| number >= low);
    let at_most = schema["maximum"].as_f64().zip(number).is_none_or(|(high, number)| number <= high);
    let word = schema["enum"].as_array().is_none_or(
        |words| matches!(value, DeValue::String(text) if words.iter().any(|word| word.as_str() == Some(text.as_ref()))),
    );
    let is_removed = schema.get("const").is_none() || matches!(value, DeValue::Boolean(false));
    (kinds.is_empty() || kinds.into_iter().any(is_kind)) && at_least && at_most && word && is_removed
}

fn refused_of_table(schema: &Value, table: &DeTable<'_>, path: &str) -> Vec<String> {
    let mut refused = Vec::new();
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    refused.extend(required.filter(|key| !table.contains_key(*key)).map(|key| format!("{path}.{key}")));
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
