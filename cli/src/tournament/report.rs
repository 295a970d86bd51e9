//! A tournament's summary as people read it: tables for the terminal and for `summary.md`.

use std::fmt::Write as _;

use super::standings::{SideScore, Standing, Summary, Tally};
use crate::runner::clock;

/// A table: its head, then its rows.
struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The standings, cross table and sides as text for a terminal.
pub fn tables(summary: &Summary) -> String {
    let mut text = String::new();
    for (title, table) in parts(summary) {
        let _ = write!(text, "{title}\n{}\n", table.plain());
    }
    let _ = writeln!(text, "{}", counts(summary));
    text
}

/// The same as a page of Markdown.
pub fn markdown(summary: &Summary) -> String {
    let mut text = format!("# {}\n\n{}\n", summary.name, counts(summary));
    for (title, table) in parts(summary) {
        let _ = write!(text, "\n## {title}\n\n{}", table.markdown());
    }
    text
}

fn counts(summary: &Summary) -> String {
    let Summary { games, decided, distinct_hashes, forfeits, engine_errors, .. } = summary;
    let mut text = format!(
        "{games} games, {decided} decided before the time limit, median length {}, {distinct_hashes} different final states",
        clock(summary.median_ticks)
    );
    for (count, what) in [(forfeits, "forfeits"), (engine_errors, "engine errors (not counted)")] {
        if *count > 0 {
            let _ = write!(text, ", {count} {what}");
        }
    }
    text
}

fn parts(summary: &Summary) -> [(&'static str, Table); 3] {
    [
        ("Standings", standings(&summary.standings)),
        ("Cross table (wins – draws – losses of the row against the column)", cross(summary)),
        ("Player 1 by map", sides(&summary.sides)),
    ]
}

fn standings(standings: &[Standing]) -> Table {
    let head = ["#", "strategy", "games", "wins", "draws", "losses", "points", "score", "95 %"];
    let row = |(place, standing): (usize, &Standing)| {
        let Tally { wins, draws, losses } = standing.tally;
        let points = standing.tally.points();
        let mut row = vec![(place + 1).to_string(), standing.strategy.clone(), standing.tally.games().to_string()];
        row.extend([wins, draws, losses].map(|count| count.to_string()));
        row.extend([format!("{points:.1}"), percent(standing.score), range(standing.interval)]);
        row
    };
    Table { head: texts(&head), rows: standings.iter().enumerate().map(row).collect() }
}

fn cross(summary: &Summary) -> Table {
    let names: Vec<&str> = summary.standings.iter().map(|standing| standing.strategy.as_str()).collect();
    let mut head = vec![String::new()];
    head.extend(names.iter().map(|name| (*name).to_owned()));
    let cell = |tally: &Tally| match tally.games() {
        0 => "·".to_owned(),
        _ => format!("{} – {} – {}", tally.wins, tally.draws, tally.losses),
    };
    let rows = names.iter().zip(&summary.cross).map(|(name, tallies)| {
        let cells = tallies.iter().map(cell);
        std::iter::once((*name).to_owned()).chain(cells).collect()
    });
    Table { head, rows: rows.collect() }
}

fn sides(sides: &[SideScore]) -> Table {
    let row = |side: &SideScore| {
        let strategy = side.strategy.clone().unwrap_or_else(|| "all".to_owned());
        let games = side.tally.games().to_string();
        vec![side.map.clone(), strategy, games, percent(side.score), range(side.interval)]
    };
    Table { head: texts(&["map", "both sides", "games", "player 1", "95 %"]), rows: sides.iter().map(row).collect() }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn range([low, high]: [f64; 2]) -> String {
    format!("{:.1} – {:.1}", low * 100.0, high * 100.0)
}

impl Table {
    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let cells = self.rows.iter().chain([&self.head]).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..self.head.len()).map(width).collect()
    }

    fn plain(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in [&self.head].into_iter().chain(&self.rows) {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| pad(cell, *width)).collect();
            let _ = writeln!(text, "  {}", cells.join("  ").trim_end());
        }
        text
    }

    fn markdown(&self) -> String {
        let line = |row: &[String]| format!("| {} |\n", row.join(" | "));
        let rule = format!("|{}\n", " --- |".repeat(self.head.len()));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.head) + &rule + &rows
    }
}

/// Names to the left, figures to the right.
fn pad(cell: &str, width: usize) -> String {
    let gap = " ".repeat(width.saturating_sub(cell.chars().count()));
    let figure = cell.starts_with(|first: char| first.is_ascii_digit());
    if figure { format!("{gap}{cell}") } else { format!("{cell}{gap}") }
}
