//! `sandtable path`: a way over a map, and the searches held to the lengths of a benchmark.

use std::fmt::Write as _;

use sandtable_lab::pathbench::{self, PathBenchResult};
use sandtable_match::Failure;
use sandtable_nav::search::{Algorithm, COST_PER_CELL, Finder, Route};
use serde_json::json;

use super::{say, say_json};
use crate::args::{PathArgs, PathBench, PathCommand, PathFind};

pub fn run(args: &PathArgs) -> Result<(), Failure> {
    match (&args.command, &args.find) {
        (Some(PathCommand::Bench(args)), _) => bench(args),
        (None, Some(args)) => find(args),
        (None, None) => Err(Failure::Usage("expected a MAP, or the subcommand bench".to_owned())),
    }
}

fn bench(args: &PathBench) -> Result<(), Failure> {
    let tally = pathbench::solve(&args.file, args.algorithm)?;
    if args.json {
        say_json(&bench_report(&tally, args.algorithm))?;
    } else {
        say(&bench_summary(&tally, args.algorithm))?;
    }
    if tally.mismatches == 0 { Ok(()) } else { Err(Failure::Checked) }
}

fn find(args: &PathFind) -> Result<(), Failure> {
    let grid = pathbench::load(&args.map, args.class, &args.rules)?;
    pathbench::check_end(&grid, "--from", args.from)?;
    pathbench::check_end(&grid, "--to", args.to)?;
    let mut finder = Finder::new(grid);
    let mut route = Route::default();
    let found = finder.find(args.algorithm, args.from, args.to, &mut route);
    let length = found.then(|| pathbench::length(&route.points));
    if args.json {
        say_json(&report(args.algorithm, &route, length))?;
    } else {
        say(&pathbench::draw(finder.grid(), args.from, args.to, &route.points))?;
        say(&summary(args.algorithm, &route, length))?;
    }
    if found { Ok(()) } else { Err(Failure::Checked) }
}

fn cost(route: &Route) -> f64 {
    route.cost as f64 / COST_PER_CELL as f64
}

fn summary(algorithm: Algorithm, route: &Route, length: Option<f64>) -> String {
    let name = algorithm.name();
    let expansions = route.expansions;
    match length {
        Some(length) => {
            let (cost, corners) = (cost(route), route.points.len().saturating_sub(2));
            format!("{name}: length {length:.5}, cost {cost:.5}, {corners} corners, {expansions} expansions\n")
        }
        None => format!("{name}: no way, {expansions} expansions\n"),
    }
}

fn report(algorithm: Algorithm, route: &Route, length: Option<f64>) -> serde_json::Value {
    let coordinate = |bits: i32| f64::from(bits) / 65_536.0;
    let points: Vec<[f64; 2]> =
        route.points.iter().map(|point| [coordinate(point.x.bits()), coordinate(point.y.bits())]).collect();
    json!({
        "algorithm": algorithm.name(),
        "found": length.is_some(),
        "length": length,
        "cost": length.map(|_| cost(route)),
        "expansions": route.expansions,
        "points": points,
    })
}

fn bench_summary(tally: &PathBenchResult, algorithm: Algorithm) -> String {
    let mut text = tally.told.clone();
    if tally.mismatches > pathbench::MAX_SHOWN {
        let _ = writeln!(text, "and {} more", tally.mismatches - pathbench::MAX_SHOWN);
    }
    let (name, micros) = (algorithm.name(), tally.mean_micros());
    let mean = tally.expansions as f64 / tally.queries.max(1) as f64;
    let rate = tally.expansions_per_second() / 1e6;
    let _ = writeln!(text, "{name}: mean {micros:.1} µs and {mean:.0} expansions a query, {rate:.1} M expansions/s");
    let (queries, mismatches, relative) = (tally.queries, tally.mismatches, tally.max_relative);
    let _ = writeln!(text, "queries {queries} mismatches {mismatches} max_rel {relative:.3e}");
    text
}

fn bench_report(tally: &PathBenchResult, algorithm: Algorithm) -> serde_json::Value {
    json!({
        "algorithm": algorithm.name(),
        "queries": tally.queries,
        "mismatches": tally.mismatches,
        "max_rel": tally.max_relative.is_finite().then_some(tally.max_relative),
        "mean_micros": tally.mean_micros(),
        "expansions": tally.expansions,
        "expansions_per_second": tally.expansions_per_second(),
    })
}
