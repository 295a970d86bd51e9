//! A map for people to look at: its drawing, and what there is to know about it.

use std::fmt::Write;

use sandtable_model::map::{Cell, Map, PLAIN_STEP, Walk, footprint};
use sandtable_model::rules::Rules;

use super::RawMap;
use super::limits::RULER_STEP;

/// The drawing with rulers, then size, symmetry, terrain, nodes, resources and the distances between bases.
pub fn render_ascii(map: &Map, rules: &Rules) -> String {
    let raw = RawMap::from_map("", map, rules);
    let mut text = String::new();
    write_drawing(&mut text, &raw);
    write_facts(&mut text, map, rules);
    write_legend(&mut text, map, rules, &raw);
    write_distances(&mut text, map, rules);
    text
}

fn write_drawing(text: &mut String, raw: &RawMap) {
    let width = usize::from(raw.grid.width);
    let ruler: String =
        (0..width.div_ceil(RULER_STEP)).map(|mark| format!("{:<RULER_STEP$}", mark * RULER_STEP)).collect();
    put(text, format_args!("     {}\n", ruler.trim_end()));
    for (row, glyphs) in raw.grid.glyphs.chunks(width).enumerate() {
        put(text, format_args!("{row:>4} {}\n", glyphs.iter().collect::<String>()));
    }
    text.push('\n');
}

fn write_facts(text: &mut String, map: &Map, rules: &Rules) {
    let islands = if map.islands { ", islands" } else { "" };
    let (width, height, starts) = (map.width, map.height, map.starts.len());
    let symmetry = map.symmetry.name();
    put(text, format_args!("{}: {width} x {height} cells, {starts} starts, symmetry {symmetry}{islands}\n", map.name));
    if let Some(highest) = map.heights.iter().max().filter(|highest| **highest > 0) {
        put(text, format_args!("heights 0 to {highest}\n"));
    }
    for (row, resource) in rules.resources.iter().enumerate() {
        let stocks = map.nodes.iter().filter_map(|(kind, _)| rules.kind(*kind).stock.as_ref());
        let mine = stocks.filter(|stock| stock.resource.index() == row);
        let (nodes, amount) = mine.fold((0u32, 0u64), |(nodes, sum), stock| (nodes + 1, sum + u64::from(stock.amount)));
        put(text, format_args!("{resource}: {amount} in {nodes} nodes\n"));
    }
}

fn write_legend(text: &mut String, map: &Map, rules: &Rules, raw: &RawMap) {
    for (row, terrain) in rules.terrain.iter().enumerate() {
        let cells = map.terrain.iter().filter(|other| usize::from(**other) == row).count();
        if cells > 0 {
            put(text, format_args!("{} {}: {cells} cells\n", terrain.glyph, terrain.name));
        }
    }
    for entry in &raw.header.legend {
        if let super::Meaning::Named(name) = &entry.meaning {
            put(text, format_args!("{} {name}\n", entry.glyph));
        }
    }
}

fn write_distances(text: &mut String, map: &Map, rules: &Rules) {
    let walk = Walk::at_start(map, rules);
    let base = |cell: &Cell| footprint(rules, rules.start.base, *cell);
    for (row, from) in map.starts.iter().enumerate() {
        let field = walk.distances(base(from));
        for (other, to) in map.starts.iter().enumerate().skip(row + 1) {
            let cells = field.beside(base(to)).map(|distance| (distance / PLAIN_STEP).to_string());
            let cells = cells.unwrap_or_else(|| "out of reach".to_owned());
            put(text, format_args!("start {} to start {}: {cells} cells to walk\n", row + 1, other + 1));
        }
    }
}

fn put(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}
