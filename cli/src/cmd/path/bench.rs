//! `sandtable path bench`: every row of a MovingAI scenario file is solved and its length compared.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use cpu_time::ProcessTime;
use sandtable_match::{Failure, assemble};
use sandtable_sim::search::{Finder, Route};
use serde_json::json;

use super::scen::{self, Row};
use super::{ground, length};
use crate::args::PathBench;
use crate::cmd::{say, say_json};

/// How far a length may lie from the file's, relative to it.
const TOLERANCE: f64 = 1e-4;
/// Mismatches that are told one by one.
const MAX_SHOWN: usize = 10;

/// What became of a file's rows.
#[derive(Default)]
struct Tally {
    queries: usize,
    mismatches: usize,
    max_relative: f64,
    expansions: u64,
    seconds: f64,
    told: String,
}

pub fn run(args: &PathBench) -> Result<(), Failure> {
    let map = map_beside(&args.file)?;
    let grid = ground::load_benchmark(&map)?;
    let text = assemble::read_file(&args.file)?;
    let rows = scen::parse(&args.file.to_string_lossy(), &text, grid.size())?;
    let mut finder = Finder::new(grid);
    let tally = solve(&mut finder, args, &rows);
    if args.json {
        say_json(&tally.report(args))?;
    } else {
        say(&tally.summary(args))?;
    }
    if tally.mismatches == 0 { Ok(()) } else { Err(Failure::Checked) }
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

fn solve(finder: &mut Finder, args: &PathBench, rows: &[Row]) -> Tally {
    let mut tally = Tally::default();
    let mut route = Route::default();
    // What an algorithm prepares once for a map is not a query's.
    if let Some(row) = rows.first() {
        finder.find(args.algorithm, row.start, row.goal, &mut route);
    }
    for row in rows {
        let start = ProcessTime::now();
        let found = finder.find(args.algorithm, row.start, row.goal, &mut route);
        tally.seconds += start.elapsed().as_secs_f64();
        tally.expansions += u64::from(route.expansions);
        tally.note(row, found.then(|| length(&route.points)));
    }
    tally
}

impl Tally {
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

    fn mean_micros(&self) -> f64 {
        1e6 * self.seconds / self.queries.max(1) as f64
    }

    fn expansions_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.expansions as f64 / self.seconds } else { 0.0 }
    }

    fn summary(&self, args: &PathBench) -> String {
        let mut text = self.told.clone();
        if self.mismatches > MAX_SHOWN {
            let _ = writeln!(text, "and {} more", self.mismatches - MAX_SHOWN);
        }
        let (name, micros) = (args.algorithm.name(), self.mean_micros());
        let mean = self.expansions as f64 / self.queries.max(1) as f64;
        let rate = self.expansions_per_second() / 1e6;
        let _ =
            writeln!(text, "{name}: mean {micros:.1} µs and {mean:.0} expansions a query, {rate:.1} M expansions/s");
        let (queries, mismatches, relative) = (self.queries, self.mismatches, self.max_relative);
        let _ = writeln!(text, "queries {queries} mismatches {mismatches} max_rel {relative:.3e}");
        text
    }

    fn report(&self, args: &PathBench) -> serde_json::Value {
        json!({
            "algorithm": args.algorithm.name(),
            "queries": self.queries,
            "mismatches": self.mismatches,
            "max_rel": self.max_relative.is_finite().then_some(self.max_relative),
            "mean_micros": self.mean_micros(),
            "expansions": self.expansions,
            "expansions_per_second": self.expansions_per_second(),
        })
    }
}

/// How far a length lies from the row's, beyond what its rounding explains, relative to it.
fn deviation(row: &Row, length: f64) -> f64 {
    let apart = ((length - row.length).abs() - row.rounding).max(0.0);
    if row.length > 0.0 { apart / row.length } else { apart }
}
