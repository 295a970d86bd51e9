//! What `sandtable tournament` can be asked for.

use std::path::PathBuf;

use clap::Args;

use super::ThreadArgs;

/// Arguments of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable tournament
  sandtable tournament scenarios/tournaments/fairness.toml --threads 2
  sandtable tournament my-tournament.toml --out results/monday --json

The folder gets games.jsonl (a line a game), summary.json, summary.md,
timing.json and, unless the file says otherwise, replays/. All but timing.json
are the same for any number of threads. Results are never written over.")]
pub struct TournamentArgs {
    /// The tournament: a file or a name.
    #[arg(default_value = "classic")]
    pub file: String,
    /// Where the results go [default: sandtable-out/NAME, or the next free NAME-2, NAME-3, …].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Threads that play.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// A tournament seed instead of the file's.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}
