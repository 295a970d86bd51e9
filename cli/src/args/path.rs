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

Cells are counted from 0,0 in the north-west. Moves are straight or diagonal and cut no corners.
Without --class, the cells of a MovingAI .map are open or blocked as in its benchmark. Otherwise
costs are those of the ruleset for the class. Resource nodes block.

Exits with 1 if there is no path."
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
    /// The map: a file (also in MovingAI's format) or a name.
    pub map: String,
    /// Start cell.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    pub from: Cell,
    /// Destination cell.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    pub to: Cell,
    /// Search algorithm.
    #[arg(long, default_value = "astar", value_parser = algorithm_parser())]
    pub algorithm: Algorithm,
    /// Class of movement [default: foot].
    #[arg(long, value_parser = class_parser())]
    pub class: Option<Locomotion>,
    /// Ruleset with the terrain costs [default: classic, or another that fits the map].
    #[arg(long)]
    pub rules: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The subcommands of `path`.
#[derive(Debug, Subcommand)]
pub enum PathCommand {
    /// Solve every row of a MovingAI scenario file and compare the path lengths.
    Bench(PathBench),
}

/// Arguments of `path bench`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable path bench arena.map.scen
  sandtable path bench maze512-8-0.map.scen --algorithm dijkstra

The map is the file next to it: X.map for X.map.scen and for X.scen. Lengths may differ from the
file's by a factor of 1e-4, plus the rounding of lengths printed with two or more decimals. Times
are processor time. The last line is
  queries N mismatches M max_rel E
and the exit code is 1 if M is not 0.")]
pub struct PathBench {
    /// The scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Search algorithm.
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
