//! The TOML header of a map file.

use sandtable_diagnostics::{Checked, Issues};
use sandtable_model::map::{SYMMETRIES, Symmetry};
use sandtable_state::limits::MAX_PLAYERS;

use super::limits::{MAX_LEGEND, MAX_NAME_CHARS, MAX_TEXT_CHARS};
use crate::{Document, TableReader, Word, reading};

/// What a map file says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapHeader {
    /// The map's name.
    pub name: String,
    /// Who made it; empty when it does not say.
    pub author: String,
    /// Under which terms; empty when it does not say.
    pub licence: String,
    /// What it is like to play; empty when it does not say.
    pub description: String,
    /// The symmetry it declares.
    pub symmetry: Symmetry,
    /// Whether it declares that bases may be out of each other's reach on foot.
    pub islands: bool,
    /// What glyphs mean, where they do not mean the ruleset's terrain or a start, in the order of the file.
    pub legend: Vec<LegendEntry>,
}

/// One line of a legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendEntry {
    /// The character in the grid.
    pub glyph: char,
    /// What it means.
    pub meaning: Meaning,
    /// The terrain beneath a start or node; the ruleset's first terrain when none is named.
    pub on: Option<String>,
    /// Line and column of the entry in the file, from 1; 0 when it comes from no file.
    pub place: (u32, u32),
}

/// What a glyph means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The name of a terrain or of a kind of resource node.
    Named(String),
    /// A start base, by its number from 1.
    Start(u8),
}

/// Reads a header.
pub(super) fn parse(file: &str, text: &str) -> Result<MapHeader, Issues> {
    reading(file, text, |text| read(file, text)).map(|checked| checked.value)
}

fn read(file: &str, text: &str) -> Result<Checked<MapHeader>, Issues> {
    let document = Document::parse(file, text)?;
    let root = document.root();
    let symmetries = SYMMETRIES.map(|symmetry| (symmetry.name(), symmetry));
    let optional = |key| root.text(key, MAX_TEXT_CHARS).or("").to_owned();
    let header = MapHeader {
        name: root.text("name", MAX_NAME_CHARS).required().to_owned(),
        author: optional("author"),
        licence: optional("licence"),
        description: optional("description"),
        symmetry: root.choice("symmetry", &symmetries).or(Symmetry::None),
        islands: root.boolean("islands").or(false),
        legend: root.table("legend").map_or_else(Vec::new, |legend| read_legend(&legend)),
    };
    document.finish(header)
}

fn read_legend(legend: &TableReader<'_>) -> Vec<LegendEntry> {
    let keys = legend.keys();
    if let Some(key) = keys.get(MAX_LEGEND) {
        key.refuse(format!("a legend of {} glyphs", keys.len()), format!("at most {MAX_LEGEND}"));
    }
    keys.iter().take(MAX_LEGEND).filter_map(|key| read_entry(legend, key)).collect()
}

fn read_entry(legend: &TableReader<'_>, key: &Word<'_>) -> Option<LegendEntry> {
    let value = legend.reference(key.text, "a terrain or node, or \"start 1\"").optional()?;
    let mut glyphs = key.text.chars();
    let (Some(glyph), None) = (glyphs.next(), glyphs.next()) else {
        key.refuse(format!("{:?}", key.text), "one character");
        return None;
    };
    if glyph.is_whitespace() || glyph.is_control() {
        key.refuse(format!("{glyph:?}"), "a character that shows");
        return None;
    }
    let (what, on) = match value.text.split_once(" on ") {
        Some((what, on)) => (what, Some(on.trim().to_owned())),
        None => (value.text, None),
    };
    let meaning = read_meaning(&value, what.trim())?;
    Some(LegendEntry { glyph, meaning, on, place: value.place() })
}

fn read_meaning(value: &Word<'_>, what: &str) -> Option<Meaning> {
    let Some(number) = what.strip_prefix("start ") else { return Some(Meaning::Named(what.to_owned())) };
    match number.trim().parse() {
        Ok(number) if (1..=MAX_PLAYERS as u8).contains(&number) => Some(Meaning::Start(number)),
        _ => {
            value.refuse(format!("{:?}", value.text), format!("\"start 1\" to \"start {MAX_PLAYERS}\""));
            None
        }
    }
}
