//! What `sandtable match` can be asked for.

use std::path::PathBuf;

use clap::Args;

use super::LockstepArgs;
use super::strategies::Commanders;

/// Arguments of `match`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable match duel
  sandtable match scenarios/matches/duel.toml --seed 7
  sandtable match --map meadow --p1 first/rush --p2 first/expand
  sandtable match duel --p2 my-strategy.toml --replay game.replay --json
  sandtable match my-war.toml --threads 4
  sandtable match duel --replay half.replay --save-at 900
  sandtable match --continue half.replay --replay whole.replay
  sandtable match duel --sync-test 8
  sandtable match duel --peers 2 --input-delay 4 --replay game.replay
  sandtable match pairs --listen 0.0.0.0:7000 --peers 4 --secret secret.txt
  sandtable match pairs --connect 10.0.0.5:7000 --peers 4 --peer 3 --secret secret.txt

A SCENARIO is a file, or a name that `sandtable list` shows.
A STRATEGY is a strategy file, the name of one, or the name of a commander of this program. Without
one, a player has the strategy of the scenario; with --map it is idle, and at least one strategy
must be given.")]
pub struct MatchArgs {
    /// The match to play: a file or a name. Omitted with --map.
    #[arg(required_unless_present_any = ["map", "resume"], conflicts_with_all = ["map", "rules", "time_limit"])]
    pub scenario: Option<String>,
    /// Match seed: a decimal number, 0x and hexadecimal digits, or the 16 hexadecimal digits that games.jsonl prints. A decimal number of 16 digits needs a leading 0.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Who commands whom.
    #[command(flatten)]
    pub commanders: Commanders,
    /// Play on this map, with every start occupied, instead of a scenario; drawn:SEED generates one.
    #[arg(long)]
    pub map: Option<String>,
    /// Ruleset for --map [default: classic].
    #[arg(long, requires = "map")]
    pub rules: Option<String>,
    /// Time limit for --map, in game seconds [default: 1800].
    #[arg(long, requires = "map", value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=14_400))]
    pub time_limit: Option<u32>,
    /// Record the match to this file; only an earlier replay is overwritten.
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Ticks between two keyframes of the replay, from which playback can start; 0 for none, 1 to keep every state.
    #[arg(long, value_name = "TICKS", default_value_t = 1024, requires = "replay", value_parser = clap::value_parser!(u32).range(0..=230_400))]
    pub keyframes: u32,
    /// Stop after this tick; the replay holds everything that is needed to resume.
    #[arg(long, value_name = "TICK", requires = "replay", value_parser = clap::value_parser!(u32).range(1..))]
    pub save_at: Option<u32>,
    /// Resume the match of a replay that ends before its match does.
    #[arg(long = "continue", value_name = "FILE", conflicts_with_all = ["scenario", "map", "rules", "time_limit", "seed", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"])]
    pub resume: Option<PathBuf>,
    /// Save and load the world and the commanders' memory every N ticks, and compare both with the originals, then and in later ticks.
    #[arg(long, value_name = "TICKS", value_parser = clap::value_parser!(u32).range(1..))]
    pub sync_test: Option<u32>,
    /// Between processes.
    #[command(flatten)]
    pub lockstep: LockstepArgs,
    /// Threads for one match; useful from about 1,000 units.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Print the result as JSON, including samples and timelines.
    #[arg(long)]
    pub json: bool,
}
