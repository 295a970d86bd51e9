//! What `sandtable tune` can be asked for.

use std::path::PathBuf;

use clap::Args;
use sandtable_tune::Method;

use super::ThreadArgs;

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable tune my.toml --against balanced --games 400
  sandtable tune my.toml --pool rush,tech,turtle --nash --games 2000 --threads 2
  sandtable tune my.toml --pool all --optimizer spsa --seed 7 --out tuned/monday
  sandtable tune my.toml --maps meadow,ford --held-out crossroads --reference balanced
  sandtable tune my.toml --league 4 --games 4000
  sandtable tune --resume tuned/monday

FILE is a strategy or a match whose [tune] table says which of its values may be
set, and how far (docs/FORMATS.md). Of a match the points of the first player's
team count, and only seeds can be held out. Candidates play pairs of games, same map, same seed,
sides swapped, all of them the same pairs; who is surely behind stops. The best
is then held to the file as it was, on held-out maps and seeds, until a
sequential test says whether it is better.

The folder gets tuned.toml and tuned.diff (candidate.* when nothing could be
proved), report.html, summary.json, and journal.jsonl, a line a pair of games.
All are the same for any number of threads, and however often the run was
stopped and resumed. Exits with 1 when there is no improvement; of a league,
when its champion does not beat everybody in 60 % of games.")]
pub struct TuneArgs {
    /// The strategy or the match: a file or a name.
    #[arg(required_unless_present = "resume")]
    pub file: Option<String>,
    /// The one opponent.
    #[arg(long, value_name = "STRATEGY", conflicts_with = "pool")]
    pub against: Option<String>,
    /// Several opponents, or `all` strategies of the rules that lie in no folder [default: all].
    #[arg(long, value_name = "STRATEGY,…", value_delimiter = ',')]
    pub pool: Vec<String>,
    /// Weigh the pool as its Nash mixture plays it, instead of evenly.
    #[arg(long, requires = "pool")]
    pub nash: bool,
    /// Tune this number of generations, each against the mixture of the pool and those before it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub league: Option<u32>,
    /// Games of the search.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(16..=10_000_000))]
    pub games: u32,
    /// Games of the proof, at most.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(4..=10_000_000))]
    pub proof_games: u32,
    /// Games that tell which value mattered; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    pub deviation_games: u32,
    /// How values are searched.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Maps of the search, with two starts [default: every other one of those that fit the rules, but drill grounds].
    #[arg(long, value_name = "MAP,…", value_delimiter = ',')]
    pub maps: Vec<String>,
    /// Maps of the proof [default: the others].
    #[arg(long, value_name = "MAP,…", value_delimiter = ',')]
    pub held_out: Vec<String>,
    /// The longest a game may last, in game seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 1_800, value_parser = clap::value_parser!(u32).range(1..=36_000))]
    pub time_limit: u32,
    /// A strategy that plays the proof as well: how much of what the file lacks to it was recovered.
    #[arg(long, value_name = "STRATEGY")]
    pub reference: Option<String>,
    /// Normalized Elo that the proof tests for, against none.
    #[arg(long, value_name = "ELO", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub elo: u32,
    /// The seed of everything.
    #[arg(long, default_value_t = 1, value_parser = super::seed::seed)]
    pub seed: u64,
    /// Where the results go [default: sandtable-out/tune-NAME, or the next free one].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with a run that was stopped, whose journal is in this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "out"])]
    pub resume: Option<PathBuf>,
    /// Threads that play.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// How values are searched, and what they are worth.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Pairs of games a candidate plays, at most.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub pairs: u32,
    /// Who searches: spsa, cma-es, ntbea, random or grid [default: cma-es, or ntbea when a value is a choice].
    #[arg(long, value_name = "NAME")]
    pub optimizer: Option<Method>,
    /// Count points alone; by default a fourth of a game's worth is the share of both scores over the game.
    #[arg(long)]
    pub points: bool,
}
