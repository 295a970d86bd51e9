//! Routes and results of the benchmark, as text and as JSON.

use std::fmt::Write as _;

use sandtable_nav::search::{Algorithm, COST_PER_CELL, Route};
use serde_json::json;

use super::bench::{MAX_SHOWN, PathBenchResult};

fn cost(route: &Route) -> f64 {
    route.cost as f64 / COST_PER_CELL as f64
}

/// A line about a route that was searched for; `length` in cells, none when there is no way.
pub fn route_text(algorithm: Algorithm, route: &Route, length: Option<f64>) -> String {
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

/// What [`route_text`] says, with the corners.
pub fn route_json(algorithm: Algorithm, route: &Route, length: Option<f64>) -> serde_json::Value {
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

/// What a benchmark found: the mismatches, the speed and the counts.
pub fn bench_text(tally: &PathBenchResult, algorithm: Algorithm) -> String {
    let mut text = tally.told.clone();
    if tally.mismatches > MAX_SHOWN {
        let _ = writeln!(text, "and {} more", tally.mismatches - MAX_SHOWN);
    }
    let (name, micros) = (algorithm.name(), tally.mean_micros());
    let mean = tally.expansions as f64 / tally.queries.max(1) as f64;
    let rate = tally.expansions_per_second() / 1e6;
    let _ = writeln!(text, "{name}: mean {micros:.1} µs and {mean:.0} expansions a query, {rate:.1} M expansions/s");
    let (queries, mismatches, relative) = (tally.queries, tally.mismatches, tally.max_relative);
    let _ = writeln!(text, "queries {queries} mismatches {mismatches} max_rel {relative:.3e}");
    text
}

/// What [`bench_text`] says.
pub fn bench_json(tally: &PathBenchResult, algorithm: Algorithm) -> serde_json::Value {
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
