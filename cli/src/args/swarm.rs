//! Arguments of `swarm`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `swarm`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable swarm
  sandtable swarm --seeds 2000 --ticks 500
  sandtable swarm --seed 7 --first 41 --seeds 1

Everything comes from the seed: rules with changed figures, maps from noise, armies, and orders that
are legal, absurd or hostile. In every tick invariants are checked, and now and then the world is
saved, loaded and stepped along. A match in which something does not hold is made small and left as
a replay. Exits with 1 when there is one.")]
pub struct SwarmArgs {
    /// Matches to play.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub seeds: u64,
    /// The seed that all of them are drawn from.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// The number of the first match.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first: u64,
    /// Ticks of a match.
    #[arg(long, value_name = "TICKS", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=230_400))]
    pub ticks: u32,
    /// Ticks between two restores, on average.
    #[arg(long, value_name = "TICKS", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=230_400))]
    pub restore_every: u32,
    /// Threads that play [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Where small replays of what does not hold go: NAME-NUMBER.replay.
    #[arg(short, long, value_name = "NAME", default_value = "swarm")]
    pub output: PathBuf,
    /// Print the sums as JSON.
    #[arg(long)]
    pub json: bool,
}
