//! What `sandtable trace` can be asked.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `trace`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable trace game.replay -o game.jsonl
  sandtable trace game.replay --player 2

Replays the match with its commanders and writes one line of JSON per decision: every goal and
stance with its value, including those not chosen, each consideration with its input, the steps of
the plans with their status, and the orders with the goal and step they were given for. The tick and
seq of an order are those in the record. The field `decision` is the decision's id.")]
pub struct TraceArgs {
    /// The replay file.
    #[arg(value_name = "REPLAY")]
    pub file: PathBuf,
    /// Write only this player's decisions, counted from 1.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub player: Option<u8>,
    /// Write the lines to this file [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
