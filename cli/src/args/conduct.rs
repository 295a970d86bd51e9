//! What `sandtable conduct` can be asked.

use std::path::PathBuf;

use clap::Args;

use super::ThreadArgs;

/// Arguments of `conduct`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable conduct game.replay
  sandtable conduct results/ --worst 5
  sandtable conduct results/ --json

Plays recorded matches again and counts mistakes that a spectator would notice: soldiers idle next
to a fight, stuck units, workers at work next to enemies, endless chases, armies that walk into a
tower one by one, unspent money, idle buildings, plans that never continue. The longest of each kind
are printed with the arguments for `sandtable why`. docs/CONDUCT.md defines each kind. A tournament
file can limit their number.")]
pub struct ConductArgs {
    /// Replay files and folders of results.
    #[arg(value_name = "REPLAY|RESULTS", required = true)]
    pub paths: Vec<PathBuf>,
    /// Number of mistakes to print of each kind, the longest first.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub worst: u16,
    /// On how many threads.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Print one line of JSON with all mistakes.
    #[arg(long)]
    pub json: bool,
}
