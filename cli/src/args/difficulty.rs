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

MATCH has a [tune] table that says which values may be set, and how far. A rate is
the share of games that one side is to win: the player of the [[aim]] of the metric
\"won\", or else the first. One search serves all rates; the values of each then play
with seeds of their own, until the whole interval lies within --within points or not.

The folder gets a match for each rate, 30.toml, or 30-candidate.toml where it is not
proved, summary.json and journal.jsonl (docs/TUNING.md). Exits with 0 when every
rate is proved, otherwise with 1.")]
pub struct DifficultyArgs {
    /// The match: a file or a name.
    #[arg(value_name = "MATCH", required_unless_present = "resume")]
    pub file: Option<String>,
    /// The lowest and the highest win rate, in percent.
    #[arg(long, value_name = "A..B", required_unless_present = "resume")]
    pub win: Option<WinRange>,
    /// Points from one rate to the next.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=98))]
    pub step: u32,
    /// Points from its rate within which the share of games is to be proved.
    #[arg(long, value_name = "POINTS", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=50))]
    pub within: u32,
    /// Games of the search, of all rates together, at least 16; with --resume, +N more [default: 4000].
    #[arg(long, value_name = "N|+N")]
    pub games: Option<GameBudget>,
    /// Games of the proof of each rate, at most, at least 4; with --resume, +N more [default: 6000].
    #[arg(long, value_name = "N|+N")]
    pub proof_games: Option<GameBudget>,
    /// Who searches: surrogate, or random, what others must beat.
    #[arg(long, value_name = "NAME", default_value = "surrogate")]
    pub optimizer: Method,
    /// The seed of everything.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Where the results go [default: sandtable-out/difficulty-NAME, or the next free one].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with a run that was stopped, or is to have more games, in this folder.
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
