//! Every row of a MovingAI scenario file solved and its length compared.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use cpu_time::ProcessTime;
use sandtable_match::{Failure, assemble};
use sandtable_nav::search::{Algorithm, Finder, Route};

use super::scen::{self, Row};
use super::{ground, length};

/// How far a length may lie from the file's, relative to it.
const TOLERANCE: f64 = 1e-4;
/// Mismatches that are told one by one.
pub const MAX_SHOWN: usize = 10;

/// What became of a file's rows.
#[derive(Clone, Debug, Default)]
pub struct PathBenchResult {
    /// Queries asked.
    pub queries: usize,
    /// Queries whose length is not the file's.
    pub mismatches: usize,
    /// The largest deviation from a length of the file, relative to it.
    pub max_relative: f64,
    /// Nodes expanded in all.
    pub expansions: u64,
    /// Processor time in all.
    pub seconds: f64,
    /// The first mismatches, a line each.
    pub told: String,
}

/// Solves every row of a scenario file on the map beside it.
///
/// # Errors
/// That one of the two cannot be read, or what is wrong with it.
pub fn solve(file: &Path, algorithm: Algorithm) -> Result<PathBenchResult, Failure> {
    let map = map_beside(file)?;
    let grid = ground::load_benchmark(&map)?;
    let text = assemble::read_file(file)?;
    let rows = scen::parse(&file.to_string_lossy(), &text, grid.size())?;
    Ok(solve_rows(&mut Finder::new(grid), algorithm, &rows))
}

/// `x.map.scen` and `x.scen` belong to the `x.map` in the same folder.
fn map_beside(file: &Path) -> Result<PathBuf, Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let Some(base) = name.strip_suffix(".scen") else {
        let shown = file.display();
        return Err(Failure::Usage(format!("{shown}: found a file of another kind; expected X.map.scen or X.scen")));
    };
    let map = if base.ends_with(".map") { base.to_owned() } else { format!("{base}.map") };
    Ok(file.with_file_name(map))
}

fn solve_rows(finder: &mut Finder, algorithm: Algorithm, rows: &[Row]) -> PathBenchResult {
    let mut tally = PathBenchResult::default();
    let mut route = Route::default();
    // What an algorithm prepares once for a map is not a query's.
    if let Some(row) = rows.first() {
        finder.find(algorithm, row.start, row.goal, &mut route);
    }
    for row in rows {
        let start = ProcessTime::now();
        let found = finder.find(algorithm, row.start, row.goal, &mut route);
        tally.seconds += start.elapsed().as_secs_f64();
        tally.expansions += u64::from(route.expansions);
        tally.note(row, found.then(|| length(&route.points)));
    }
    tally
}

impl PathBenchResult {
    fn note(&mut self, row: &Row, length: Option<f64>) {
        self.queries += 1;
        let relative = length.map_or(f64::INFINITY, |length| deviation(row, length));
        self.max_relative = self.max_relative.max(relative);
        if relative <= TOLERANCE {
            return;
        }
        self.mismatches += 1;
        if self.mismatches <= MAX_SHOWN {
            let found = length.map_or_else(|| "no way".to_owned(), |length| format!("{length:.5}"));
            let (line, start, goal, expected) = (row.line, row.start, row.goal, row.length);
            let (x, y) = (start.x, start.y);
            let _ = writeln!(
                self.told,
                "line {line}: {x},{y} to {},{}: found {found}; expected {expected}",
                goal.x, goal.y
            );
        }
    }

    /// Processor time of a query in microseconds, on average.
    pub fn mean_micros(&self) -> f64 {
        1e6 * self.seconds / self.queries.max(1) as f64
    }

    /// Nodes expanded in a second of processor time; 0 where that was too short to measure.
    pub fn expansions_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.expansions as f64 / self.seconds } else { 0.0 }
    }
}

/// How far a length lies from the row's, beyond what its rounding explains, relative to it.
fn deviation(row: &Row, length: f64) -> f64 {
    let apart = ((length - row.length).abs() - row.rounding).max(0.0);
    if row.length > 0.0 { apart / row.length } else { apart }
}
