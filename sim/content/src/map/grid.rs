//! A rectangle of characters from a text file, with the place of each for messages.

use super::limits::{MAX_GRID_ISSUES, MIN_MAP_SIDE};
use sandtable_diagnostics::{Code, Issue, Issues};
use sandtable_model::map::{Cell, Rect};
use sandtable_state::limits::MAX_MAP_SIDE;

/// A grid of glyphs as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GlyphGrid {
    /// The file's line of the first row, from 1.
    pub first_line: u32,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Row by row.
    pub glyphs: Vec<char>,
}

impl GlyphGrid {
    /// Reads the rows of a map, which begin at `first_line` of the file; empty rows at the end do not count.
    pub fn parse(file: &str, first_line: u32, rows: &[&str]) -> Result<GlyphGrid, Issues> {
        GlyphGrid::parse_from(MIN_MAP_SIDE, file, first_line, rows)
    }

    /// Reads a grid of at least `least` cells each way.
    pub fn parse_from(least: u32, file: &str, first_line: u32, rows: &[&str]) -> Result<GlyphGrid, Issues> {
        let drawn = rows.iter().rposition(|row| !row.trim_end().is_empty()).map_or(0, |last| last + 1);
        let rows = &rows[..drawn];
        let width = rows.first().map_or(0, |row| row.chars().count());
        check_sides(least, file, first_line, (width, rows.len()))?;
        let ragged = rows.iter().enumerate().filter(|(_, row)| row.chars().count() != width);
        let issues: Vec<Issue> =
            ragged.take(MAX_GRID_ISSUES).map(|row| ragged_row(file, first_line, width, row)).collect();
        if !issues.is_empty() {
            return Err(Issues(issues));
        }
        let glyphs = rows.iter().flat_map(|row| row.chars()).collect();
        Ok(GlyphGrid { first_line, width: width as u16, height: rows.len() as u16, glyphs })
    }

    /// The glyph of a cell on the grid.
    pub fn glyph(&self, cell: Cell) -> char {
        self.glyphs[usize::from(cell.y as u16) * usize::from(self.width) + usize::from(cell.x as u16)]
    }

    /// Every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        Rect { x: 0, y: 0, width: self.width, height: self.height }.cells()
    }

    /// The error at a cell.
    pub fn issue(&self, file: &str, cell: Cell, found: impl Into<String>, expected: impl Into<String>) -> Issue {
        let (line, column) = (self.first_line + u32::from(cell.y as u16), u32::from(cell.x as u16) + 1);
        Issue { width: 1, ..Issue::at((file, line, column), Code::InvalidValue, found, expected) }
    }

    /// Appends the rows, each with its line end.
    pub fn write(&self, text: &mut String) {
        for row in self.glyphs.chunks(usize::from(self.width)) {
            text.extend(row);
            text.push('\n');
        }
    }
}

fn check_sides(least: u32, file: &str, line: u32, (width, height): (usize, usize)) -> Result<(), Issues> {
    let allowed = least as usize..=MAX_MAP_SIDE as usize;
    if allowed.contains(&width) && allowed.contains(&height) {
        return Ok(());
    }
    let found = format!("a grid of {width} x {height} cells");
    let expected = format!("{least} to {MAX_MAP_SIDE} cells each way");
    Err(Issue::at((file, line, 1), Code::InvalidValue, found, expected).into())
}

fn ragged_row(file: &str, first_line: u32, width: usize, (row, text): (usize, &&str)) -> Issue {
    let length = text.chars().count();
    let found = format!("a row of {length} cells");
    let expected = format!("{width} cells, as in the first row");
    let column = length.min(width) as u32 + 1;
    Issue::at((file, first_line + row as u32, column), Code::InvalidValue, found, expected)
}
