//! What `sandtable tune` can be asked for.

use std::path::PathBuf;

use clap::Args;
use sandtable_tune::{GameBudget, Method, TuneRequest};

use super::{RunnersArgs, ThreadArgs};

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable tune my.toml --against balanced --games 400
  sandtable tune my.toml --pool rush,tech,turtle --nash --games 2000 --threads 2
  sandtable tune my.toml --pool all --optimizer spsa --seed 7 --out tuned/monday
  sandtable tune my.toml --maps meadow,ford --held-out crossroads --reference balanced
  sandtable tune my.toml --league 4 --games 4000
  sandtable tune arena.toml --front 5 --proof-games 4000
  sandtable tune my.toml --runner ./on-host-one --runner ./on-host-two --threads 8
  sandtable tune --resume tuned/monday
  sandtable tune --resume tuned/monday --games +400 --proof-games +200

FILE is a strategy or a match whose [tune] table lists the values that may be changed and their
ranges (docs/FORMATS.md). A match is optimized for its [[aim]] tables, or else for the points of the
first player's team, and only seeds can be held out. Two aims that maximize or minimize give a front
of points (docs/TUNING.md). Candidates play pairs of games with the same map and seed, sides
swapped: one or two pairs at first, and more while they are among the best. The best candidate and
the unchanged file then play the same pairs on held-out maps and seeds. All points of a front play
the same held-out seeds. The verdict is better, worse, equal within --equal points, undecided (with
the games still needed), or nothing searched. With aims it can also be on target or off target, with
a front also front or off target.

The folder gets tuned.toml and tuned.diff (candidate.* if nothing was proved), for a front
front-1.toml and so on (front-1-candidate.toml if undecided), report.html, summary.json, and
journal.jsonl, one line per pair of games. All are the same for any number of threads and runners
(docs/SCALE.md), and whether or not the run was interrupted and resumed. Exits with 0 if the result
is better or on target, or if there is a front, otherwise with 1. A league exits with 1 if its
champion does not beat every opponent in 60 % of games.")]
pub struct TuneArgs {
    /// Strategy or match: a file or a name.
    #[arg(required_unless_present = "resume")]
    pub file: Option<String>,
    /// The only opponent.
    #[arg(long, value_name = "STRATEGY", conflicts_with = "pool")]
    pub against: Option<String>,
    /// Several opponents, or `all` for the ruleset's strategies that are in no folder [default: all].
    #[arg(long, value_name = "STRATEGY,…", value_delimiter = ',')]
    pub pool: Vec<String>,
    /// Weight the pool by its Nash mixture instead of evenly.
    #[arg(long, requires = "pool")]
    pub nash: bool,
    /// Tune this number of generations, each against the mixture of the pool and earlier generations.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub league: Option<u32>,
    /// Points of the front, for a match with two or more [[aim]] tables that maximize or minimize [default: 6].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=24))]
    pub front: Option<u32>,
    /// Games of the search, at least 16; with --resume, +N adds games [default: 2000].
    #[arg(long, value_name = "N|+N")]
    pub games: Option<GameBudget>,
    /// Maximum games of the proof, at least 4; with --resume, +N adds games [default: 400].
    #[arg(long, value_name = "N|+N")]
    pub proof_games: Option<GameBudget>,
    /// Games that measure which values matter; 0 for none.
    #[arg(long, value_name = "N", default_value_t = TuneRequest::DEVIATION_GAMES, value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    pub deviation_games: u32,
    /// How values are searched.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Maps of the search, with two starts [default: every other map that fits the rules, except drill grounds].
    #[arg(long, value_name = "MAP,…", value_delimiter = ',')]
    pub maps: Vec<String>,
    /// Maps of the proof, or `seeds` for the maps of the search with other seeds [default: the other maps, or `seeds` if there are none].
    #[arg(long, value_name = "MAP,…", value_delimiter = ',')]
    pub held_out: Vec<String>,
    /// Time limit of a game, in game seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = TuneRequest::TIME_LIMIT_SECONDS, value_parser = clap::value_parser!(u32).range(1..=36_000))]
    pub time_limit: u32,
    /// Strategy that plays the proof as well, to measure how much of the gap to it was recovered.
    #[arg(long, value_name = "STRATEGY")]
    pub reference: Option<String>,
    /// Normalized Elo that the proof tests for, against 0.
    #[arg(long, value_name = "ELO", default_value_t = TuneRequest::ELO, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub elo: u32,
    /// Percentage points of score within which both files count as equal.
    #[arg(long, value_name = "POINTS", default_value_t = TuneRequest::EQUAL_POINTS, value_parser = clap::value_parser!(u32).range(1..=50))]
    pub equal: u32,
    /// Seed of the run.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Output folder [default: sandtable-out/tune-NAME, or the next free name].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Resume the run in this folder with the options that it began with, or extend it with more games.
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "file", "out", "against", "pool", "nash", "league", "front", "deviation_games", "pairs", "optimizer", "points", "maps",
        "held_out", "time_limit", "reference", "elo", "equal", "seed",
    ])]
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

/// How values are searched, and what they are worth.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Pairs of games that a new candidate plays at once [default: 1, more for over 650 games].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub pairs: Option<u32>,
    /// Search method: surrogate, cma-es, spsa, ntbea, random or grid [default: chosen by the number of values and games; the output says why].
    #[arg(long, value_name = "NAME")]
    pub optimizer: Option<Method>,
    /// Count only the points; by default a quarter of a game's value is the share of both scores over the game.
    #[arg(long)]
    pub points: bool,
}

/// What `sandtable tunebench` can be asked for.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable tunebench                         every method, 20 seeds, as a table
  sandtable tunebench --methods default --seeds 40 --objectives bowl-8,needle-3
  sandtable tunebench --fronts
  sandtable tunebench --json
  sandtable tunebench scenarios/tuning/spoiled-duel-army.toml --against duel/rush --time-limit 240

Each method searches twelve objectives with a known optimum, with 50 to 800 games and the noise of
real games. The table has the mean win probability of the result, and its gain over random search
with the same seeds, with 95 % confidence intervals. With files, each method tunes each file with
every seed, and the table shows how often the result was proved to be better.

The figures are the same for any number of threads; docs/TUNING.md has them. Exits with 1 if the
default does not beat random search at every budget, or is significantly worse anywhere. With
--fronts, figures are shares of the area of the best front, and the command exits with 1 unless the
gain over random search is above 0 for every objective and budget.")]
pub struct TunebenchArgs {
    /// Search for fronts of two aims instead, by model and by random search.
    #[arg(long, conflicts_with_all = ["files", "methods", "objectives"])]
    pub fronts: bool,
    /// Strategies to tune, with [tune] tables [default: tune the objectives].
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// The only opponent of the strategies [default: all of their ruleset].
    #[arg(long, value_name = "STRATEGY", requires = "files")]
    pub against: Option<String>,
    /// Games per search of a strategy.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(16..=10_000_000))]
    pub games: u32,
    /// Time limit of a game of the strategies, in game seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = TuneRequest::TIME_LIMIT_SECONDS, value_parser = clap::value_parser!(u32).range(1..=36_000))]
    pub time_limit: u32,
    /// Methods: `default`, or names as in `tune --optimizer` [default: all].
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub methods: Vec<String>,
    /// Objectives by name [default: all].
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub objectives: Vec<String>,
    /// Seeds per objective or file.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=1_000))]
    pub seeds: u32,
    /// Threads that search.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Print every cell as JSON.
    #[arg(long)]
    pub json: bool,
}
