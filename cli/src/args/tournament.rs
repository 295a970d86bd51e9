//! What `sandtable tournament` can be asked for.

use std::path::PathBuf;

use clap::Args;
use sandtable_tournament::{PairRange, Shard};

use super::ThreadArgs;

/// Arguments of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable tournament
  sandtable tournament scenarios/tournaments/fairness.toml --threads 2
  sandtable tournament my-tournament.toml --out results/monday --json
  sandtable tournament --resume results/monday
  sandtable tournament my-tournament.toml --shard 2/4 --out results/part2
  sandtable tournament sprt --pairs 64..128 --out results/chunk2

The folder gets games.jsonl (a line a game), summary.json, summary.md,
report.html, games.csv, junit.xml, timing.json and, unless the file says otherwise,
replays/. All but timing.json are the same for any number of threads, and
however often the tournament was stopped and resumed. Results are never
written over.

Exits with 1 when something does not come as an [[expect]] table of the file
says.")]
pub struct TournamentArgs {
    /// The tournament: a file or a name.
    #[arg(default_value = "classic")]
    pub file: String,
    /// Where the results go [default: sandtable-out/NAME, or the next free NAME-2, NAME-3, …].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with a tournament that was stopped, whose results are in this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "out", "seed", "shard", "pairs"])]
    pub resume: Option<PathBuf>,
    /// Play this part of the pairs only; `sandtable merge` puts parts together.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Play these pairs only, without a verdict; `sandtable merge` puts them together and applies the test.
    #[arg(long, value_name = "A..B", conflicts_with = "shard")]
    pub pairs: Option<PairRange>,
    /// With --pairs, of a format by rounds: the folder whose results the rounds follow from.
    #[arg(long, value_name = "DIR")]
    pub after: Option<PathBuf>,
    /// Print as JSON what would be played, and what it is made of, and play nothing.
    #[arg(long, conflicts_with_all = ["out", "resume", "shard", "pairs", "after", "json", "diverge_at"])]
    pub outline: bool,
    /// Threads that play.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// A tournament seed instead of the file's.
    #[arg(long, value_parser = sandtable_match::seed::read_seed)]
    pub seed: Option<u64>,
    /// In games that are stepped a second time leave out an order from this tick on, to see it found out.
    #[arg(long, value_name = "TICK")]
    pub diverge_at: Option<u32>,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}
