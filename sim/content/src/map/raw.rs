//! A map file as drawn: its header, its legend and its grids, before any ruleset says what the names mean.

use sandtable_diagnostics::{Code, Issue, Issues};
use sandtable_state::limits::MAX_MAP_BYTES;

use super::grid::GlyphGrid;
use super::header::{self, MapHeader};
use crate::Document;

/// The line between header and grid, and between grid and heights. A line of three hyphens is no TOML.
pub(super) const SEPARATOR: &str = "---";

/// A parsed map file.
///
/// ```
/// use sandtable_content::map::RawMap;
///
/// let rows = "................\n".repeat(16);
/// let text = format!("name = 'Green'\nauthor = 'me'\nlicence = 'MIT'\ndescription = 'Grass.'\n---\n{rows}");
/// let map = RawMap::parse("green.map", &text)?;
/// assert_eq!(map.size(), (16, 16));
/// assert!(RawMap::parse("green.map", "name = 'No grid'").is_err());
/// # Ok::<(), sandtable_diagnostics::Issues>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawMap {
    /// The file, as messages name it.
    pub file: String,
    /// What it says of itself.
    pub header: MapHeader,
    pub(super) grid: GlyphGrid,
    pub(super) heights: Option<GlyphGrid>,
}

impl RawMap {
    /// Parses the text of the file called `file`.
    ///
    /// # Errors
    /// Every problem of header and grid that shows without a ruleset.
    pub fn parse(file: &str, text: &str) -> Result<RawMap, Issues> {
        RawMap::read(file, text).map_err(|issues| issues.quoting(file, text))
    }

    fn read(file: &str, text: &str) -> Result<RawMap, Issues> {
        if text.len() > MAX_MAP_BYTES {
            let found = format!("{} bytes", text.len());
            return Err(Issue::of_file(file, found, format!("at most {MAX_MAP_BYTES} bytes")).into());
        }
        let (header, sections) = split(file, text)?;
        let header = header::parse(file, header)?;
        let grid = GlyphGrid::parse(file, sections[0].0, &sections[0].1)?;
        let heights = sections.get(1).map(|(line, rows)| parse_heights(file, &grid, *line, rows)).transpose()?;
        Ok(RawMap { file: file.to_owned(), header, grid, heights })
    }

    /// Columns and rows.
    pub fn size(&self) -> (u16, u16) {
        (self.grid.width, self.grid.height)
    }
}

/// A section of the file: its first line, from 1, and its lines.
type Section<'t> = (u32, Vec<&'t str>);

/// The header's text, and one or two sections of rows.
fn split<'t>(file: &str, text: &'t str) -> Result<(&'t str, Vec<Section<'t>>), Issues> {
    let mut sections: Vec<Section<'t>> = Vec::new();
    let (mut header_end, mut offset) = (None, 0);
    for (row, line) in text.split_inclusive('\n').enumerate() {
        let number = row as u32 + 1;
        if line.trim_end() == SEPARATOR {
            header_end.get_or_insert(offset);
            if sections.len() == 2 {
                let found = format!("a third line \"{SEPARATOR}\"");
                let expected = "a header, a grid, and at most a grid of heights";
                return Err(Issue::at((file, number, 1), Code::Syntax, found, expected).into());
            }
            sections.push((number + 1, Vec::new()));
        } else if let Some((_, rows)) = sections.last_mut() {
            rows.push(line.trim_end_matches(['\n', '\r']));
        }
        offset += line.len();
    }
    let missing = || {
        let expected = format!("a TOML header, a line \"{SEPARATOR}\", then the grid");
        let place = (file, last_line_of_header(file, text), 1);
        Issues::from(Issue::at(place, Code::File, format!("no line \"{SEPARATOR}\""), expected))
    };
    Ok((&text[..header_end.ok_or_else(missing)?], sections))
}

/// The line, from 1, from which on a text without a separator is no header: that of the first mistake, or the last one.
fn last_line_of_header(file: &str, text: &str) -> u32 {
    let mistakes = Document::parse(file, text).err().unwrap_or_default();
    let lines = text.lines().count().max(1) as u32;
    mistakes.0.first().map(|issue| issue.line).filter(|line| *line > 0).unwrap_or(lines)
}

fn parse_heights(file: &str, grid: &GlyphGrid, line: u32, rows: &[&str]) -> Result<GlyphGrid, Issues> {
    let heights = GlyphGrid::parse(file, line, rows)?;
    if (heights.width, heights.height) != (grid.width, grid.height) {
        let found = format!("heights of {} x {} cells", heights.width, heights.height);
        let expected = format!("{} x {} cells, as the grid", grid.width, grid.height);
        return Err(Issue::at((file, line, 1), Code::Conflict, found, expected).into());
    }
    let bad = heights.cells().find(|cell| height_of(heights.glyph(*cell)).is_none());
    match bad {
        Some(cell) => {
            let found = format!("the height {:?}", heights.glyph(cell));
            Err(heights.issue(file, cell, found, "'.' or '0' for none, '1' to '9', or 'a' to 'f' for 10 to 15").into())
        }
        None => Ok(heights),
    }
}

/// The height a glyph stands for.
pub(super) fn height_of(glyph: char) -> Option<u8> {
    match glyph {
        '.' => Some(0),
        '0'..='9' | 'a'..='f' => glyph.to_digit(16).map(|height| height as u8),
        _ => None,
    }
}
