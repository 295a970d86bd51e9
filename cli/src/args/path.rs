//! What `sandtable path` can be asked for.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use sandtable_model::map::Cell;
use sandtable_model::rules::{LOCOMOTIONS, Locomotion};
use sandtable_nav::search::{ALGORITHMS, Algorithm};

/// Arguments of `path`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  sandtable path meadow --from 6,10 --to 41,37
  sandtable path ford --from 8,20 --to 60,50 --class hover --algorithm dijkstra
  sandtable path arena.map --from 1,11 --to 40,30 --json
  sandtable path bench arena.map.scen

Cells are counted from 0,0 in the north-west. Moves are straight or diagonal and cut
no corner. A MovingAI .map without --class is open or closed as its benchmark has it;
anything else costs what the ruleset says for the class. Resource nodes block.

Exits with 1 when there is no way."
)]
pub struct PathArgs {
    /// Solve a benchmark file instead.
    #[command(subcommand)]
    pub command: Option<PathCommand>,
    /// What to find.
    #[command(flatten)]
    pub find: Option<PathFind>,
}

/// Arguments of `path` with a map.
#[derive(Debug, Args)]
pub struct PathFind {
    /// The map: a file (MovingAI's as well) or a name.
    pub map: String,
    /// The cell to start from.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    pub from: Cell,
    /// The cell to get to.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    pub to: Cell,
    /// How to look for it.
    #[arg(long, default_value = "astar", value_parser = algorithm_parser())]
    pub algorithm: Algorithm,
    /// How the traveller moves [default: foot].
    #[arg(long, value_parser = class_parser())]
    pub class: Option<Locomotion>,
    /// The ruleset with the costs [default: classic, or another that the map fits].
    #[arg(long)]
    pub rules: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The subcommands of `path`.
#[derive(Debug, Subcommand)]
pub enum PathCommand {
    /// Solve every row of a MovingAI scenario file and compare the lengths.
    Bench(PathBench),
}

/// Arguments of `path bench`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable path bench arena.map.scen
  sandtable path bench maze512-8-0.map.scen --algorithm dijkstra

The map is the file beside it: X.map for X.map.scen and for X.scen. Lengths may differ
by 1e-4 of the file's, and by the rounding of lengths it prints to two decimals or
more. Times are of the processor. The last line reads
  queries N mismatches M max_rel E
and the exit code is 1 when M is not 0.")]
pub struct PathBench {
    /// The scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How to look for the ways.
    #[arg(long, default_value = "astar", value_parser = algorithm_parser())]
    pub algorithm: Algorithm,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Reads `x,y`.
fn parse_cell(text: &str) -> Result<Cell, String> {
    let number = |text: &str| text.trim().parse().ok();
    let cell = text.split_once(',').and_then(|(x, y)| Some(Cell::new(number(x)?, number(y)?)));
    cell.ok_or_else(|| "expected a cell as X,Y: two whole numbers".to_owned())
}

fn algorithm_parser() -> impl TypedValueParser<Value = Algorithm> {
    named(ALGORITHMS.map(|algorithm| (algorithm.name(), algorithm)))
}

fn class_parser() -> impl TypedValueParser<Value = Locomotion> {
    named(LOCOMOTIONS.map(|class| (class.name(), class)))
}

/// Reads one of several names, with suggestions.
fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(values.map(|(name, _)| name));
    names.try_map(move |text| {
        let value = values.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        value.ok_or_else(|| format!("no {text}"))
    })
}
