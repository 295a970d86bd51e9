//! What `sandtable map` can be asked for.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use sandtable_match::library::DEFAULT_RULES;

use super::CheckArgs;

/// What a newcomer can try first.
pub(super) const EXAMPLES: &str = "\
Examples:
  sandtable map show meadow
  sandtable map generate --seed 7 -o my.map
  sandtable map check my.map
  sandtable map import arena.map -o scenarios/maps/arena.map";

/// The subcommands of `map`.
#[derive(Debug, Subcommand)]
pub enum MapCommand {
    /// Draw a map on the terminal.
    #[command(after_help = "Examples:\n  sandtable map show meadow\n  sandtable map show duel16")]
    Show(MapShow),
    /// Turn a MovingAI .map file into the terrain of a map.
    #[command(after_help = "Examples:\n  sandtable map import arena.map -o scenarios/maps/arena.map")]
    Import(MapImport),
    /// Make a symmetric map from noise.
    #[command(
        after_help = "Examples:\n  sandtable map generate --seed 7 -o my.map\n  sandtable map generate --seed 7 --width 96 --height 64\n  sandtable map generate --players 4 -o four.map"
    )]
    Generate(MapGenerate),
    /// Look for mistakes and unfairness in maps.
    #[command(after_help = "Examples:\n  sandtable map check scenarios/maps/*.map")]
    Check(CheckArgs),
}

/// Arguments of `map show`.
#[derive(Debug, Args)]
pub struct MapShow {
    /// The map: a file or a name.
    pub map: String,
    /// The ruleset whose terrain and nodes it uses [default: classic, or another that it fits].
    #[arg(long)]
    pub rules: Option<String>,
}

/// Arguments of `map import`.
#[derive(Debug, Args)]
pub struct MapImport {
    /// The MovingAI file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The name of the map [default: the file's].
    #[arg(long)]
    pub name: Option<String>,
    /// The file to write; only an earlier map is written over [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `map generate`.
#[derive(Debug, Args)]
pub struct MapGenerate {
    /// The seed.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Cells eastwards.
    #[arg(long)]
    pub width: Option<u16>,
    /// Cells southwards.
    #[arg(long)]
    pub height: Option<u16>,
    /// Players: 2, 4 or 8.
    #[arg(long)]
    pub players: Option<u8>,
    /// Percent of the map under forest.
    #[arg(long, value_name = "PERCENT")]
    pub forest: Option<u8>,
    /// Percent of the map under water.
    #[arg(long, value_name = "PERCENT")]
    pub water: Option<u8>,
    /// Percent of the map that is cliff.
    #[arg(long, value_name = "PERCENT")]
    pub cliff: Option<u8>,
    /// The greatest height; 0 is flat.
    #[arg(long)]
    pub relief: Option<u8>,
    /// Expansions of each player besides its start.
    #[arg(long)]
    pub expansions: Option<u8>,
    /// Cells of water between the players' islands; 0 is one land for all.
    #[arg(long, value_name = "CELLS")]
    pub strait: Option<u8>,
    /// The symmetry: rotate2, mirror_x or mirror_y for 2 players, rotate4 for more [default: rotate2, or rotate4].
    #[arg(long, value_parser = sandtable_content::map::read_symmetry)]
    pub symmetry: Option<sandtable_model::map::Symmetry>,
    /// The name of the map [default: made of the seed].
    #[arg(long)]
    pub name: Option<String>,
    /// The ruleset whose terrain and nodes it uses.
    #[arg(long, default_value = DEFAULT_RULES)]
    pub rules: String,
    /// The file to write; only an earlier map is written over [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
