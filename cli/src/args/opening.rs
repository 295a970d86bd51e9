//! What `sandtable opening` can be asked for.

use std::path::PathBuf;

use clap::Args;
use sandtable_match::library::DEFAULT_RULES;

use super::SeriesArgs;

/// Arguments of `opening`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable opening schools/proxy
  sandtable opening my.toml --maps meadow --search 400 -o better.toml

The strategy plays alone from each start of each map, until it has everything that its goal of the
kind build_order requires. Every build order that the search tries ends with the same amount of
everything.")]
pub struct OpeningArgs {
    /// The strategy: a file or a name.
    pub strategy: String,
    /// The ruleset.
    #[arg(long, value_name = "FILE|NAME", default_value = DEFAULT_RULES)]
    pub rules: String,
    /// The maps.
    #[arg(long, value_name = "MAP,…", value_delimiter = ',', default_value = "meadow,ford,highlands,crossroads")]
    pub maps: Vec<String>,
    /// Build orders to try.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub search: u32,
    /// Write the strategy with the better order to this file.
    #[arg(short, long, value_name = "FILE", requires = "search")]
    pub output: Option<PathBuf>,
    /// How it is played and told.
    #[command(flatten)]
    pub series: SeriesArgs,
}
