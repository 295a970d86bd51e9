//! Maps of the MovingAI benchmark: their terrain, for a ruleset with names of its own.
//!
//! N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012: `type octile`, `height`, `width`, `map`, then rows of
//! `.` and `G` (ground), `S` (swamp), `W` (water), `T` (trees), `@` and `O` (out of bounds).

use sandtable_diagnostics::{Code, Issue, Issues};
use sandtable_model::map::{OpenCells, Symmetry};
use sandtable_state::limits::{MAX_MAP_BYTES, MAX_MAP_SIDE};

use super::grid::GlyphGrid;
use super::header::{LegendEntry, MapHeader, Meaning};
use super::limits::MIN_MAP_SIDE;
use super::raw::RawMap;

/// What each glyph becomes. Trees and whatever lies out of bounds cannot be entered in the benchmark, on water nobody
/// walks: names that say so in the shipped rulesets.
const LEGEND: [(char, &str); 7] = [
    ('.', "grass"),
    ('G', "grass"),
    ('S', "swamp"),
    ('W', "deep_water"),
    ('T', "thicket"),
    ('@', "cliff"),
    ('O', "cliff"),
];

/// The terrain of a MovingAI `.map` file called `file`, as a map called `name` without starts or nodes.
///
/// # Errors
/// A malformed header, rows that are too few, too many or ragged, and glyphs the benchmark does not have.
pub fn import_movingai(file: &str, name: &str, text: &str) -> Result<RawMap, Issues> {
    let grid = read_grid(file, text, MIN_MAP_SIDE)?;
    let drawn = |(glyph, _): &&(char, &str)| grid.glyphs.contains(glyph);
    let legend = LEGEND.iter().filter(drawn).map(|(glyph, name)| entry(*glyph, name)).collect();
    let header = MapHeader { name: name.to_owned(), symmetry: Symmetry::None, legend, ..MapHeader::default() };
    Ok(RawMap { file: file.to_owned(), header, grid, heights: None })
}

/// The open cells of a MovingAI `.map` file called `file`.
///
/// # Errors
/// As [`import_movingai`]; but the sides may be as short as one cell.
pub fn read_movingai(file: &str, text: &str) -> Result<OpenCells, Issues> {
    let grid = read_grid(file, text, 1)?;
    let open = grid.glyphs.iter().map(|glyph| matches!(glyph, '.' | 'G' | 'S')).collect();
    Ok(OpenCells { width: grid.width, height: grid.height, open })
}

fn read_grid(file: &str, text: &str, least_side: u32) -> Result<GlyphGrid, Issues> {
    if text.len() > MAX_MAP_BYTES {
        let found = format!("{} bytes", text.len());
        return Err(Issue::of_file(file, found, format!("at most {MAX_MAP_BYTES} bytes")).into());
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    keyword(file, &lines, 1, "type octile")?;
    let height = side(file, &lines, 2, "height")?;
    let width = side(file, &lines, 3, "width")?;
    keyword(file, &lines, 4, "map")?;
    let grid = GlyphGrid::parse_from(least_side, file, 5, lines.get(4..).unwrap_or_default())?;
    if (u32::from(grid.width), u32::from(grid.height)) != (width, height) {
        let found = format!("rows of {} x {} cells", grid.width, grid.height);
        return Err(at_line(file, 5, "map", found, format!("{width} x {height}, as the header says")));
    }
    if let Some(cell) = grid.cells().find(|cell| LEGEND.iter().all(|(glyph, _)| *glyph != grid.glyph(*cell))) {
        let found = format!("the glyph {:?}", grid.glyph(cell));
        return Err(grid.issue(file, cell, found, "one of . G S W T @ O").into());
    }
    Ok(grid)
}

fn entry(glyph: char, name: &str) -> LegendEntry {
    LegendEntry { glyph, meaning: Meaning::Named(name.to_owned()), on: None, place: (0, 0) }
}

fn line<'t>(lines: &[&'t str], number: u32) -> &'t str {
    lines.get(number as usize - 1).copied().unwrap_or_default()
}

fn at_line(file: &str, line: u32, key: &str, found: String, expected: String) -> Issues {
    let issue = Issue::at((file, line, 1), Code::InvalidValue, found, expected);
    Issue { field: key.to_owned(), ..issue }.into()
}

fn keyword(file: &str, lines: &[&str], number: u32, expected: &str) -> Result<(), Issues> {
    let found = line(lines, number);
    if found.split_whitespace().eq(expected.split_whitespace()) {
        return Ok(());
    }
    let key = expected.split(' ').next().unwrap_or_default();
    Err(at_line(file, number, key, shown(found), format!("the line \"{expected}\" of a MovingAI map")))
}

fn side(file: &str, lines: &[&str], number: u32, key: &str) -> Result<u32, Issues> {
    let found = line(lines, number);
    let value = found.strip_prefix(key).and_then(|rest| rest.trim().parse().ok());
    value
        .filter(|value| *value <= MAX_MAP_SIDE)
        .ok_or_else(|| at_line(file, number, key, shown(found), format!("\"{key} N\" with N at most {MAX_MAP_SIDE}")))
}

/// The start of a line, for it may be no text that people would want whole.
fn shown(line: &str) -> String {
    format!("{:?}", line.chars().take(40).collect::<String>())
}
