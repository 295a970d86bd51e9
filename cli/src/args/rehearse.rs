//! What `sandtable rehearse` can be asked for.

use clap::Args;
use sandtable_match::library::DEFAULT_RULES;

use super::SeriesArgs;

/// Arguments of `rehearse`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable rehearse
  sandtable rehearse --fights 200 --seed 7 --json

Each fight has two armies of the ruleset's soldiers, mixed and uneven, some upgraded, some with a
tower, on a map from noise. The engine plays it for half a game minute, minds of units included. The
prediction starts from the state up to five seconds after it began. What is left of a side is its
value: a quarter of a unit's price while it lives, and the rest in proportion to its hit points.")]
pub struct RehearseArgs {
    /// Ruleset whose soldiers fight.
    #[arg(long, value_name = "FILE|NAME", default_value = DEFAULT_RULES)]
    pub rules: String,
    /// Random fights to play.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub fights: u32,
    /// How they are played and told.
    #[command(flatten)]
    pub series: SeriesArgs,
}
