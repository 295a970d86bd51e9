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
    /// Draw a map in the terminal.
    #[command(after_help = "Examples:\n  sandtable map show meadow\n  sandtable map show duel16")]
    Show(MapShow),
    /// Convert a MovingAI .map file into the terrain of a map.
    #[command(after_help = "Examples:\n  sandtable map import arena.map -o scenarios/maps/arena.map")]
    Import(MapImport),
    /// Generate a symmetric map from noise.
    #[command(
        after_help = "Examples:\n  sandtable map generate --seed 7 -o my.map\n  sandtable map generate --seed 7 --width 96 --height 64\n  sandtable map generate --players 4 -o four.map"
    )]
    Generate(MapGenerate),
    /// Check maps for errors and unfairness.
    #[command(after_help = "Examples:\n  sandtable map check scenarios/maps/*.map")]
    Check(CheckArgs),
}

/// Arguments of `map show`.
#[derive(Debug, Args)]
pub struct MapShow {
    /// The map: a file or a name.
    pub map: String,
    /// Ruleset with the map's terrain and nodes [default: classic, or another that fits].
    #[arg(long)]
    pub rules: Option<String>,
}

/// Arguments of `map import`.
#[derive(Debug, Args)]
pub struct MapImport {
    /// The MovingAI file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Name of the map [default: the file's].
    #[arg(long)]
    pub name: Option<String>,
    /// Write the map to this file; only an earlier map is overwritten [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `map generate`.
#[derive(Debug, Args)]
pub struct MapGenerate {
    /// Seed of the map.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Width in cells.
    #[arg(long)]
    pub width: Option<u16>,
    /// Height in cells.
    #[arg(long)]
    pub height: Option<u16>,
    /// Number of players: 2, 4 or 8.
    #[arg(long)]
    pub players: Option<u8>,
    /// Percentage of the map covered by forest.
    #[arg(long, value_name = "PERCENT")]
    pub forest: Option<u8>,
    /// Percentage of the map covered by water.
    #[arg(long, value_name = "PERCENT")]
    pub water: Option<u8>,
    /// Percentage of the map covered by cliffs.
    #[arg(long, value_name = "PERCENT")]
    pub cliff: Option<u8>,
    /// Maximum height; 0 is flat.
    #[arg(long)]
    pub relief: Option<u8>,
    /// Expansions per player, besides its start.
    #[arg(long)]
    pub expansions: Option<u8>,
    /// Cells of water between the players' islands; 0 makes one land mass.
    #[arg(long, value_name = "CELLS")]
    pub strait: Option<u8>,
    /// Symmetry: rotate2, mirror_x or mirror_y for 2 players, rotate4 for more [default: rotate2, or rotate4].
    #[arg(long, value_parser = sandtable_content::map::read_symmetry)]
    pub symmetry: Option<sandtable_model::map::Symmetry>,
    /// Name of the map [default: derived from the seed].
    #[arg(long)]
    pub name: Option<String>,
    /// Ruleset with the map's terrain and nodes.
    #[arg(long, default_value = DEFAULT_RULES)]
    pub rules: String,
    /// Write the map to this file; only an earlier map is overwritten [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
