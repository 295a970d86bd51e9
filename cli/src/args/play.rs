//! What `sandtable match` can be asked for.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `match`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable match duel
  sandtable match scenarios/matches/duel.toml --seed 7
  sandtable match --map meadow --p1 first/rush --p2 first/expand
  sandtable match duel --p2 my-strategy.toml --replay game.replay --json
  sandtable match my-war.toml --threads 4

A SCENARIO is a file, or the name of one that `sandtable list` shows.
A STRATEGY is a strategy file, the name of one, or the name of a commander of
this program. Strategies that are not given are the scenario's; with --map, a
player without one is idle, and at least one must be given.")]
pub struct MatchArgs {
    /// The match to play: a file or a name. Left out when --map is given.
    #[arg(required_unless_present = "map", conflicts_with_all = ["map", "rules", "time_limit"])]
    pub scenario: Option<String>,
    /// The match seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Who commands player 1: a strategy file or name.
    #[arg(long, value_name = "STRATEGY")]
    pub p1: Option<String>,
    /// Who commands player 2.
    #[arg(long, value_name = "STRATEGY")]
    pub p2: Option<String>,
    /// Who commands player 3.
    #[arg(long, value_name = "STRATEGY")]
    pub p3: Option<String>,
    /// Who commands player 4.
    #[arg(long, value_name = "STRATEGY")]
    pub p4: Option<String>,
    /// Who commands player 5.
    #[arg(long, value_name = "STRATEGY")]
    pub p5: Option<String>,
    /// Who commands player 6.
    #[arg(long, value_name = "STRATEGY")]
    pub p6: Option<String>,
    /// Who commands player 7.
    #[arg(long, value_name = "STRATEGY")]
    pub p7: Option<String>,
    /// Who commands player 8.
    #[arg(long, value_name = "STRATEGY")]
    pub p8: Option<String>,
    /// Play on this map, every start taken, instead of a scenario.
    #[arg(long)]
    pub map: Option<String>,
    /// The ruleset to go with --map [default: classic].
    #[arg(long, requires = "map")]
    pub rules: Option<String>,
    /// The time limit to go with --map, in game seconds [default: 1800].
    #[arg(long, requires = "map", value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=14_400))]
    pub time_limit: Option<u32>,
    /// Record the match to this file; only an earlier replay is written over.
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Game seconds between two keyframes of the replay, from which it can be looked into at once; 0 for none.
    #[arg(long, value_name = "SECONDS", default_value_t = 64, requires = "replay", value_parser = clap::value_parser!(u32).range(0..=14_400))]
    pub keyframes: u32,
    /// Threads that play it: worth their while from about a thousand units on.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Print the result as JSON, samples and timelines included.
    #[arg(long)]
    pub json: bool,
}

impl MatchArgs {
    /// The strategies given, by player.
    pub fn strategies(&self) -> [Option<&str>; 8] {
        let given = [&self.p1, &self.p2, &self.p3, &self.p4, &self.p5, &self.p6, &self.p7, &self.p8];
        given.map(|strategy| strategy.as_deref())
    }
}
