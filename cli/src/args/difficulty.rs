//! What `sandtable difficulty` can be asked for.

use std::path::PathBuf;

use clap::Args;
use sandtable_tune::{GameBudget, Method, WinRange};

use super::{RunnersArgs, ThreadArgs};

/// Arguments of `difficulty`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable difficulty arena.toml --win 30..70
  sandtable difficulty arena.toml --win 25..75 --step 25 --within 8 --games 2000
  sandtable difficulty arena.toml --win 40..60 --seed 7 --out tuned/monday
  sandtable difficulty --resume tuned/monday
  sandtable difficulty --resume tuned/monday --games +2000 --proof-games +2000

MATCH has a [tune] table that lists the values that may be changed and their ranges. A rate is the
share of games that one side should win: the player of the [[aim]] with the metric \"won\", or else
the first. One search serves all rates. The values of each rate then play with new seeds until the
confidence interval of the share lies within --within points of the rate, or cannot.

The folder gets one match per rate, 30.toml, or 30-candidate.toml if it is not proved, plus
summary.json and journal.jsonl (docs/TUNING.md). Exits with 0 if every rate is proved, otherwise
with 1.")]
pub struct DifficultyArgs {
    /// The match: a file or a name.
    #[arg(value_name = "MATCH", required_unless_present = "resume")]
    pub file: Option<String>,
    /// Lowest and highest win rate, in percent.
    #[arg(long, value_name = "A..B", required_unless_present = "resume")]
    pub win: Option<WinRange>,
    /// Percentage points from one rate to the next.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=98))]
    pub step: u32,
    /// Maximum proved distance from a rate, in percentage points.
    #[arg(long, value_name = "POINTS", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=50))]
    pub within: u32,
    /// Games of the search for all rates together, at least 16; with --resume, +N adds games [default: 4000].
    #[arg(long, value_name = "N|+N")]
    pub games: Option<GameBudget>,
    /// Maximum games of the proof of each rate, at least 4; with --resume, +N adds games [default: 6000].
    #[arg(long, value_name = "N|+N")]
    pub proof_games: Option<GameBudget>,
    /// Search method: surrogate, or random as a baseline.
    #[arg(long, value_name = "NAME", default_value = "surrogate")]
    pub optimizer: Method,
    /// Seed of the run.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Output folder [default: sandtable-out/difficulty-NAME, or the next free name].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Resume the run in this folder, or extend it with more games.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "win", "step", "within", "optimizer", "seed", "out"])]
    pub resume: Option<PathBuf>,
    /// Threads that play.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Who plays instead.
    #[command(flatten)]
    pub runners: RunnersArgs,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}
