//! What `sandtable learn` can be asked for.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `learn`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable learn my.toml game1.replay game2.replay -o learnt.toml
  sandtable learn my.toml results/replays/00001-meadow.replay --player 2 --json

Replays matches with the winner's commander and yours side by side, and adjusts your marked
priorities (goals.NAME.priority) and points of curves (goals.NAME.when[1].times[2][2]) until your
strategy ranks goals as the winner did. No new games are played. The output is the rate at which
both agree, before and after, on the decisions it learnt from and on others. Goals are matched by
name. Exits with 1 if they agree no more often than before.")]
pub struct LearnArgs {
    /// Strategy whose [tune] table lists what may be learnt: a file or a name.
    pub file: String,
    /// Recorded matches.
    #[arg(value_name = "REPLAY", required = true)]
    pub replays: Vec<PathBuf>,
    /// Learn from this player, counted from 1, instead of the winner.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub player: Option<u8>,
    /// Write the strategy to this new file [default: only print the result].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
