//! What `sandtable learn` can be asked for.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `learn`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable learn my.toml game1.replay game2.replay -o learnt.toml
  sandtable learn my.toml results/replays/00001-meadow.replay --player 2 --json

Goes through recorded matches with the winner's commander and yours beside them, and
moves your marked priorities (goals.NAME.priority) and points of curves
(goals.NAME.when[1].times[2][2]) until your strategy ranks goals as the winner did.
Nothing is played. It says how often both agree, before and after, on decisions
it learnt from and on others. Goals are the same when they have the same name.
Exits with 1 when they agree no more often than before.")]
pub struct LearnArgs {
    /// The strategy whose [tune] table says what may be learnt: a file or a name.
    pub file: String,
    /// Recorded matches.
    #[arg(value_name = "REPLAY", required = true)]
    pub replays: Vec<PathBuf>,
    /// Learn from this player, from 1, instead of the winner.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub player: Option<u8>,
    /// Where the strategy goes; nothing may be there [default: only tell].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
