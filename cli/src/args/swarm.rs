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

Everything is derived from the seed: rules with changed figures, maps from noise, armies, and orders
that are legal, absurd or hostile. Invariants are checked in every tick. From time to time the world
is saved and loaded, and the copy is stepped as well. A match that breaks an invariant is minimized
and written as a replay. Exits with 1 if there is one.")]
pub struct SwarmArgs {
    /// Number of matches.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub seeds: u64,
    /// Seed from which all matches are derived.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Number of the first match.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first: u64,
    /// Ticks per match.
    #[arg(long, value_name = "TICKS", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=230_400))]
    pub ticks: u32,
    /// Average number of ticks between two restores.
    #[arg(long, value_name = "TICKS", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=230_400))]
    pub restore_every: u32,
    /// Threads to play on [default: one per processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write minimized replays of failing matches to NAME-NUMBER.replay.
    #[arg(short, long, value_name = "NAME", default_value = "swarm")]
    pub output: PathBuf,
    /// Print the totals as JSON.
    #[arg(long)]
    pub json: bool,
}
