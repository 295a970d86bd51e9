//! Maps as text: the canonical form that the shipped files have.

use sandtable_model::map::{Cell, Map, Symmetry, footprint};
use sandtable_model::rules::Rules;
use sandtable_state::id::KindId;

use super::grid::GlyphGrid;
use super::header::{LegendEntry, MapHeader, Meaning};
use super::raw::{RawMap, SEPARATOR};

impl RawMap {
    /// The file's text. Parsing it gives this map again, and for a file in canonical form the same bytes.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity((self.grid.glyphs.len() + 256) * 2);
        text.push_str(&format!("name = {}\n", quoted(&self.header.name)));
        let texts = [
            ("author", &self.header.author),
            ("licence", &self.header.licence),
            ("description", &self.header.description),
        ];
        for (key, value) in texts.into_iter().filter(|(_, value)| !value.is_empty()) {
            text.push_str(&format!("{key} = {}\n", quoted(value)));
        }
        if self.header.symmetry != Symmetry::None {
            text.push_str(&format!("symmetry = \"{}\"\n", self.header.symmetry.name()));
        }
        if self.header.islands {
            text.push_str("islands = true\n");
        }
        if !self.header.legend.is_empty() {
            text.push_str("\n[legend]\n");
        }
        self.header.legend.iter().for_each(|entry| text.push_str(&entry_line(entry)));
        for grid in std::iter::once(&self.grid).chain(&self.heights) {
            text.push_str(&format!("{SEPARATOR}\n"));
            grid.write(&mut text);
        }
        text
    }

    /// A drawing of a map: terrain in the ruleset's glyphs, starts as digits, each kind of node in a letter of its name.
    /// `file` is what messages will call it. A thing on several kinds of terrain is drawn as upon its north-west one.
    pub fn from_map(file: &str, map: &Map, rules: &Rules) -> RawMap {
        let mut glyphs: Vec<char> = map
            .terrain
            .iter()
            .map(|row| rules.terrain.get(usize::from(*row)).map_or('?', |terrain| terrain.glyph))
            .collect();
        let mut legend = Vec::new();
        let mut draw = |kind: KindId, cell: Cell, glyph: char| {
            let cells = footprint(rules, kind, cell).cells().filter(|cell| map.contains(*cell));
            cells.for_each(|cell| glyphs[map.index(cell)] = glyph);
        };
        for (kind, cell) in &map.nodes {
            draw(*kind, *cell, node_glyph(rules, &mut legend, *kind, terrain_beneath(map, rules, *cell)));
        }
        for ((glyph, number), cell) in ('1'..='8').zip(1..).zip(&map.starts) {
            draw(rules.start.base, *cell, glyph);
            if let Some(on) = terrain_beneath(map, rules, *cell) {
                legend.push(LegendEntry { glyph, meaning: Meaning::Start(number), on: Some(on), place: (0, 0) });
            }
        }
        let grid = GlyphGrid { first_line: 1, width: map.width, height: map.height, glyphs };
        let heights = map.heights.iter().any(|height| *height > 0).then(|| GlyphGrid {
            glyphs: map.heights.iter().map(|height| height_glyph(*height)).collect(),
            ..grid.clone()
        });
        let name = map.name.clone();
        let header = MapHeader { name, symmetry: map.symmetry, islands: map.islands, legend, ..MapHeader::default() };
        RawMap { file: file.to_owned(), header, grid, heights }
    }
}

/// The name of the terrain at a cell, when it is not the first one, which needs no naming.
fn terrain_beneath(map: &Map, rules: &Rules, cell: Cell) -> Option<String> {
    let row = if map.contains(cell) { map.terrain[map.index(cell)] } else { 0 };
    rules.terrain.get(usize::from(row)).filter(|_| row > 0).map(|terrain| terrain.name.clone())
}

/// The glyph for a kind of node upon a terrain, entered into the legend when it is new.
fn node_glyph(rules: &Rules, legend: &mut Vec<LegendEntry>, kind: KindId, on: Option<String>) -> char {
    let name = &rules.kind(kind).name;
    let meaning = Meaning::Named(name.clone());
    if let Some(entry) = legend.iter().find(|entry| entry.meaning == meaning && entry.on == on) {
        return entry.glyph;
    }
    let cases = |letter: char| [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()];
    let own = name.chars().filter(char::is_ascii_alphabetic).flat_map(cases);
    let any = ('A'..='Z').chain('a'..='z').chain('\u{e000}'..='\u{f8ff}');
    let taken = |glyph: &char| {
        rules.terrain.iter().any(|terrain| terrain.glyph == *glyph) || legend.iter().any(|entry| entry.glyph == *glyph)
    };
    let glyph = own.chain(any).find(|glyph| !taken(glyph)).unwrap_or('?');
    legend.push(LegendEntry { glyph, meaning, on, place: (0, 0) });
    glyph
}

fn height_glyph(height: u8) -> char {
    if height == 0 { '.' } else { char::from_digit(u32::from(height.min(15)), 16).unwrap_or('f') }
}

fn entry_line(entry: &LegendEntry) -> String {
    let what = match &entry.meaning {
        Meaning::Named(name) => name.clone(),
        Meaning::Start(number) => format!("start {number}"),
    };
    let on = entry.on.as_ref().map_or(String::new(), |on| format!(" on {on}"));
    format!("{} = {}\n", quoted(&entry.glyph.to_string()), quoted(&format!("{what}{on}")))
}

/// A TOML basic string.
fn quoted(text: &str) -> String {
    let escape = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        letter if letter.is_control() => format!("\\u{:04X}", u32::from(letter)),
        letter => letter.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}
