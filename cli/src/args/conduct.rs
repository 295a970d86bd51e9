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

Plays recorded matches again and counts what a spectator would call silly:
soldiers idle beside a fight, units wedged, workers at work beside enemies,
chases without end, armies that walk into a tower one by one, money unspent,
buildings idle, plans that wait for ever. The longest of each kind are told with
the arguments that ask `sandtable why` about them. docs/CONDUCT.md defines each;
a tournament file can expect that there are few of them.")]
pub struct ConductArgs {
    /// Replay files, and folders of results.
    #[arg(value_name = "REPLAY|RESULTS", required = true)]
    pub paths: Vec<PathBuf>,
    /// How many of each kind are told, the longest first.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub worst: u16,
    /// On how many threads.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Print one line of JSON, with all of them.
    #[arg(long)]
    pub json: bool,
}
