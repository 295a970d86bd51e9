//! How two texts differ, in words: the line and the field, what is recorded, what is made again.

use serde_json::Value;

/// Fields of one value that are told.
const MAX_TOLD: usize = 6;
/// Characters of a value that are told.
const MAX_SHOWN: usize = 80;
/// Characters of a line before the first that differs.
const BEFORE: usize = 20;

/// What differs between two lines of JSON, or two files: fields, or, when all are the same, the spelling.
pub(super) fn of_json(recorded: &str, derived: &str) -> String {
    let parsed = [recorded, derived].map(|text| serde_json::from_str::<Value>(text).ok());
    let [Some(old), Some(new)] = parsed else { return spelled(recorded, derived) };
    let mut told = Vec::new();
    fields("", Some(&old), Some(&new), &mut told);
    // The checksum follows from the rest.
    if told.len() > 1 {
        told.retain(|(path, _)| path != "check");
    }
    if told.is_empty() {
        return spelled(recorded, derived);
    }
    let more = told.len().saturating_sub(MAX_TOLD);
    let mut words: Vec<String> =
        told.into_iter().take(MAX_TOLD).map(|(path, what)| format!("{path}: {what}")).collect();
    if more > 0 {
        words.push(format!("and {more} fields more"));
    }
    words.join("; ")
}

fn fields(path: &str, old: Option<&Value>, new: Option<&Value>, told: &mut Vec<(String, String)>) {
    if old == new {
        return;
    }
    match (old, new) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            let dot = if path.is_empty() { "" } else { "." };
            let surplus = new.keys().filter(|key| !old.contains_key(*key));
            for key in old.keys().chain(surplus) {
                fields(&format!("{path}{dot}{key}"), old.get(key), new.get(key), told);
            }
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) => {
            for row in 0..old.len().max(new.len()) {
                fields(&format!("{path}[{row}]"), old.get(row), new.get(row), told);
            }
        }
        _ => told.push((path.to_owned(), both(&shown(old), &shown(new)))),
    }
}

fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| clipped(&value.to_string(), 0))
}

fn both(old: &str, new: &str) -> String {
    format!("recorded {old}, regenerated {new}")
}

fn spelled(recorded: &str, derived: &str) -> String {
    let at = recorded.chars().zip(derived.chars()).take_while(|(old, new)| old == new).count();
    let from = at.saturating_sub(BEFORE);
    both(&quoted(recorded, from), &quoted(derived, from))
}

fn quoted(text: &str, from: usize) -> String {
    if text.chars().count() <= from && from > 0 {
        "nothing more".to_owned()
    } else {
        format!("{:?}", clipped(text, from))
    }
}

fn clipped(text: &str, from: usize) -> String {
    let mut shown: String = text.chars().skip(from).take(MAX_SHOWN).collect();
    if text.chars().count() > from + MAX_SHOWN {
        shown.push('…');
    }
    shown
}

/// How a file differs from what it is when it is made again, if it does.
pub(super) fn of_file(name: &str, recorded: &[u8], derived: &str) -> Option<String> {
    if recorded == derived.as_bytes() {
        return None;
    }
    let Ok(recorded) = std::str::from_utf8(recorded) else {
        return Some(format!("{name}: is not a text file; {}", remedy(name)));
    };
    let (old, new): (Vec<&str>, Vec<&str>) = (recorded.split('\n').collect(), derived.split('\n').collect());
    let row = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let ends = [&old, &new].map(|lines| told_end(lines, row));
    let [old, new] = [&old, &new].map(|lines| lines.get(row).copied().unwrap_or(""));
    let what = if let ([Some(old), Some(new)], false) = (ends, name.ends_with(".json")) {
        both(old, new)
    } else if name.ends_with(".json") {
        of_json(recorded, derived)
    } else if let Some(column) = name.ends_with(".csv").then(|| column(derived, old, new)).flatten() {
        column
    } else {
        spelled(old, new)
    };
    Some(format!("{name}: line {}: {what}", row + 1))
}

/// What there is in a row at or behind the end of a file, where a line shows nothing.
fn told_end(lines: &[&str], row: usize) -> Option<&'static str> {
    match lines.get(row) {
        None => Some("nothing more"),
        Some(line) if line.is_empty() && row + 1 == lines.len() => Some("a line break"),
        Some(line) => line.is_empty().then_some("an empty line"),
    }
}

/// The first cell that differs of a table without quoted commas, by the name of its column.
fn column(table: &str, old: &str, new: &str) -> Option<String> {
    let head: Vec<&str> = table.lines().next()?.split(',').collect();
    let [old, new] = [old, new].map(|line| line.split(',').collect::<Vec<&str>>());
    let row = old.iter().zip(&new).position(|(old, new)| old != new)?;
    let same = old.len() == head.len() && new.len() == head.len();
    same.then(|| format!("{}: {}", head[row], both(&visible(old[row]), &visible(new[row]))))
}

/// A cell as it is, or quoted where it has characters that nobody sees.
fn visible(cell: &str) -> String {
    let hidden = cell.trim() != cell || cell.chars().any(char::is_control);
    if hidden { format!("{cell:?}") } else { cell.to_owned() }
}

/// What to do about a file that follows from others.
pub(super) fn remedy(name: &str) -> String {
    format!("copy {name} again from an undamaged folder, or play the tournament again into another folder")
}
