//! What `sandtable trace` can be asked.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `trace`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable trace game.replay -o game.jsonl
  sandtable trace game.replay --player 2

Plays the match again with its commanders beside it and writes one line of JSON
for each of their decisions: every goal and stance with what it was worth, losers
included, each consideration with what it found, the steps of the plans and how
they stood, and the orders with the goal and step they were given for. An order's
tick and seq are those of the record; the decision's name is its id.")]
pub struct TraceArgs {
    /// The replay file.
    #[arg(value_name = "REPLAY")]
    pub file: PathBuf,
    /// Only this player's decisions, from 1.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub player: Option<u8>,
    /// Where the lines go [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
