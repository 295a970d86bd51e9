//! `sandtable path`: a way over a map, and the searches held to the lengths of a benchmark.

mod bench;
mod ground;
mod picture;
mod scen;

use sandtable_match::Failure;
use sandtable_sim::map::Cell;
use sandtable_sim::math::Vec2;
use sandtable_sim::search::{Algorithm, COST_PER_CELL, CostGrid, Finder, Route};
use serde_json::json;

use super::{say, say_json};
use crate::args::{PathArgs, PathCommand, PathFind};

pub fn run(args: &PathArgs) -> Result<(), Failure> {
    match (&args.command, &args.find) {
        (Some(PathCommand::Bench(args)), _) => bench::run(args),
        (None, Some(args)) => find(args),
        (None, None) => Err(Failure::Usage("expected a MAP, or the subcommand bench".to_owned())),
    }
}

fn find(args: &PathFind) -> Result<(), Failure> {
    let grid = ground::load(&args.map, args.class, &args.rules)?;
    check_end(&grid, "--from", args.from)?;
    check_end(&grid, "--to", args.to)?;
    let mut finder = Finder::new(grid);
    let mut route = Route::default();
    let found = finder.find(args.algorithm, args.from, args.to, &mut route);
    let length = found.then(|| length(&route.points));
    if args.json {
        say_json(&report(args.algorithm, &route, length))?;
    } else {
        say(&picture::draw(finder.grid(), args.from, args.to, &route.points))?;
        say(&summary(args.algorithm, &route, length))?;
    }
    if found { Ok(()) } else { Err(Failure::Checked) }
}

fn check_end(grid: &CostGrid, option: &str, cell: Cell) -> Result<(), Failure> {
    let (width, height) = grid.size();
    let (x, y) = (cell.x, cell.y);
    let found = match grid.node(cell) {
        None => format!("{x},{y}, which is off the map; expected 0,0 to {},{}", width - 1, height - 1),
        Some(_) if !grid.is_open(cell) => format!("{x},{y}, which cannot be entered; expected an open cell"),
        Some(_) => return Ok(()),
    };
    Err(Failure::Usage(format!("{option}: found {found}")))
}

/// The length of a route in cells.
fn length(points: &[Vec2]) -> f64 {
    let cells = |bits: i64| bits as f64 / 65_536.0;
    let leg = |pair: &[Vec2]| {
        let (from, to) = (pair[0], pair[1]);
        let dx = i64::from(to.x.bits()) - i64::from(from.x.bits());
        let dy = i64::from(to.y.bits()) - i64::from(from.y.bits());
        cells(dx).hypot(cells(dy))
    };
    points.windows(2).map(leg).sum()
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
