//! `sandtable path`: a way over a map, and the searches held to the lengths of a benchmark.

use sandtable_lab::pathbench;
use sandtable_match::Failure;
use sandtable_match::assemble::under_rules;
use sandtable_nav::search::{Finder, Route};

use super::interrupt::working;
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
    let working = working("path bench", "comparing searches");
    let tally = pathbench::solve(&args.file, args.algorithm)?;
    drop(working);
    if args.json {
        say_json(&pathbench::bench_json(&tally, args.algorithm))?;
    } else {
        say(&pathbench::bench_text(&tally, args.algorithm))?;
    }
    if tally.mismatches == 0 { Ok(()) } else { Err(Failure::Checked) }
}

fn find(args: &PathFind) -> Result<(), Failure> {
    let grid = under_rules(args.rules.as_deref(), |rules| pathbench::load(&args.map, args.class, rules))?;
    pathbench::check_end(&grid, "--from", args.from)?;
    pathbench::check_end(&grid, "--to", args.to)?;
    let mut finder = Finder::new(grid);
    let mut route = Route::default();
    let found = finder.find(args.algorithm, args.from, args.to, &mut route);
    let length = found.then(|| pathbench::length(&route.points));
    if args.json {
        say_json(&pathbench::route_json(args.algorithm, &route, length))?;
    } else {
        say(&pathbench::draw(finder.grid(), args.from, args.to, &route.points))?;
        say(&pathbench::route_text(args.algorithm, &route, length))?;
    }
    if found { Ok(()) } else { Err(Failure::Checked) }
}
