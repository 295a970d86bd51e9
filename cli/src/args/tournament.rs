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

The folder gets games.jsonl (one line per game), summary.json, summary.md, report.html, games.csv,
junit.xml, timing.json and, unless the file disables them, replays/. All files except timing.json
are the same for any number of threads, and whether or not the tournament was interrupted and
resumed. Existing results are never overwritten.

Exits with 1 if an expectation ([[expect]]) of the file is not met.")]
pub struct TournamentArgs {
    /// The tournament: a file or a name.
    #[arg(default_value = "classic")]
    pub file: String,
    /// Output folder [default: sandtable-out/NAME, or the next free NAME-2, NAME-3, …].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Resume the interrupted tournament in this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "out", "seed", "shard", "pairs"])]
    pub resume: Option<PathBuf>,
    /// Play only this part of the pairs; `sandtable merge` merges the parts.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Play only these pairs, without a verdict; `sandtable merge` merges the parts and applies the test.
    #[arg(long, value_name = "A..B", conflicts_with = "shard")]
    pub pairs: Option<PairRange>,
    /// With --pairs, for formats with rounds: folder with the results that determine the rounds.
    #[arg(long, value_name = "DIR")]
    pub after: Option<PathBuf>,
    /// Print the number of games and the manifest as JSON, without playing.
    #[arg(long, conflicts_with_all = ["out", "resume", "shard", "pairs", "after", "json", "diverge_at"])]
    pub outline: bool,
    /// Threads that play.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Tournament seed, instead of the file's.
    #[arg(long, value_parser = sandtable_match::seed::read_seed)]
    pub seed: Option<u64>,
    /// Drop one order from this tick on in games that are stepped twice, to test that the desync is detected.
    #[arg(long, value_name = "TICK")]
    pub diverge_at: Option<u32>,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}
