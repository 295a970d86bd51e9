//! Scenario files of the MovingAI benchmark: pairs of cells and the length of the shortest way between them.

use sandtable_diagnostics::{Code, Issue, Issues};
use sandtable_model::map::Cell;

/// Problems of one file that are reported.
const MAX_ISSUES: usize = 12;
/// The columns after the map's name, as messages name them.
const FIELDS: [&str; 9] =
    ["bucket", "map", "map width", "map height", "start x", "start y", "goal x", "goal y", "optimal length"];

/// One row: a query and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its line in the file, from 1.
    pub line: u32,
    /// The cell to start from, on the map.
    pub start: Cell,
    /// The cell to get to, on the map.
    pub goal: Cell,
    /// The length of the shortest way, in cells.
    pub length: f64,
    /// Half a unit of the last place the length is printed to: what it may be off by rounding.
    pub rounding: f64,
}

/// Reads a file for a map of `size`: a line `version 1` or `version 1.0`, then a row a line, with nine fields
/// between blanks or tabs.
///
/// # Errors
/// Every problem found, up to [`MAX_ISSUES`] of them.
pub fn parse(file: &str, text: &str, size: (u16, u16)) -> Result<Vec<Row>, Issues> {
    let mut lines = (1..).zip(text.lines());
    let first = lines.next().map_or("", |(_, line)| line.trim());
    if !matches!(first, "version 1" | "version 1.0" | "version 1.00") {
        let found = format!("{:?}", first.chars().take(40).collect::<String>());
        let expected = "the line \"version 1\" of a MovingAI scenario";
        return Err(Issue::at((file, 1, 1), Code::Syntax, found, expected).into());
    }
    let (mut rows, mut issues) = (Vec::new(), Vec::new());
    for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        match parse_row(line, text, size) {
            Ok(row) => rows.push(row),
            Err((field, found, expected)) => {
                let field = if field.is_empty() { String::new() } else { format!("\"{field}\"") };
                issues.push(Issue { field, ..Issue::at((file, line, 1), Code::InvalidValue, found, expected) });
            }
        }
        if issues.len() == MAX_ISSUES {
            break;
        }
    }
    if issues.is_empty() { Ok(rows) } else { Err(Issues(issues)) }
}

/// Field, what was found there, what would do.
type Problem = (&'static str, String, String);

fn parse_row(line: u32, text: &str, (width, height): (u16, u16)) -> Result<Row, Problem> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [bucket, _, columns, rows, start_x, start_y, goal_x, goal_y, length] = fields[..] else {
        let expected = format!("{}: {}", FIELDS.len(), FIELDS.join(", "));
        return Err(("", format!("{} fields", fields.len()), expected));
    };
    whole(FIELDS[0], bucket, u32::MAX)?;
    check_side(FIELDS[2], columns, width)?;
    check_side(FIELDS[3], rows, height)?;
    let place = |field, text, side: u16| whole(field, text, u32::from(side) - 1).map(|value| value as i16);
    let start = Cell::new(place(FIELDS[4], start_x, width)?, place(FIELDS[5], start_y, height)?);
    let goal = Cell::new(place(FIELDS[6], goal_x, width)?, place(FIELDS[7], goal_y, height)?);
    let value = length.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0);
    let value = value.ok_or_else(|| (FIELDS[8], quoted(length), "a number from 0".to_owned()))?;
    Ok(Row { line, start, goal, length: value, rounding: rounding(length) })
}

fn whole(field: &'static str, text: &str, most: u32) -> Result<u32, Problem> {
    let value = text.parse().ok().filter(|value| *value <= most);
    value.ok_or_else(|| (field, quoted(text), format!("a whole number from 0 to {most}")))
}

fn check_side(field: &'static str, text: &str, side: u16) -> Result<(), Problem> {
    if text.parse() == Ok(side) {
        return Ok(());
    }
    Err((field, quoted(text), format!("{side}, as the map has")))
}

fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

/// Some files print all lengths to two decimals, which is coarse for short ways. Fewer decimals say nothing: others drop
/// zeros at the end.
fn rounding(length: &str) -> f64 {
    match length.split_once('.') {
        Some((_, decimals)) if decimals.len() >= 2 && decimals.bytes().all(|byte| byte.is_ascii_digit()) => {
            0.5 * 10f64.powi(-(decimals.len().min(300) as i32))
        }
        _ => 0.0,
    }
}
