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

FILE is a strategy or a match whose [tune] table says which of its values may be
set, and how far (docs/FORMATS.md). Of a match its [[aim]] tables count, or else
the points of the first player's team, and only seeds can be held out. Two aims
that maximize or minimize give a front of points (docs/TUNING.md). Points of the
search play pairs of games, same map, same seed, sides swapped: one or two each,
and more the longer they are among the best. The best that was found and the file
as it is then play the same pairs on held-out maps and seeds; the points of a
front all play the same held-out seeds. The verdict is better, worse, equal within
--equal points, undecided (with the games still needed), or nothing searched; of
aims also on target or off target, and of a front also front or off target.

The folder gets tuned.toml and tuned.diff (candidate.* when nothing could be
proved), of a front front-1.toml and so on (front-1-candidate.toml of what is
open), report.html, summary.json, and journal.jsonl, a line a pair of games.
All are the same for any number of threads and runners (docs/SCALE.md), and however
often the run was stopped and resumed. Exits with 0 when what was found is better or on target, or
when there is a front, otherwise with 1; of a league, with 1 when its champion
does not beat everybody in 60 % of games.")]
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
    /// Points of the front of a match with two or more [[aim]] tables that maximize or minimize [default: 6].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=24))]
    pub front: Option<u32>,
    /// Games of the search, at least 16; with --resume, +N more [default: 2000].
    #[arg(long, value_name = "N|+N")]
    pub games: Option<GameBudget>,
    /// Games of the proof, at most, at least 4; with --resume, +N more [default: 400].
    #[arg(long, value_name = "N|+N")]
    pub proof_games: Option<GameBudget>,
    /// Games that tell which value mattered; 0 for none.
    #[arg(long, value_name = "N", default_value_t = TuneRequest::DEVIATION_GAMES, value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    pub deviation_games: u32,
    /// How values are searched.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Maps of the search, with two starts [default: every other one of those that fit the rules, but drill grounds].
    #[arg(long, value_name = "MAP,…", value_delimiter = ',')]
    pub maps: Vec<String>,
    /// Maps of the proof, or `seeds`: the maps of the search, with other seeds [default: the others, or `seeds` where there are none].
    #[arg(long, value_name = "MAP,…", value_delimiter = ',')]
    pub held_out: Vec<String>,
    /// The longest a game may last, in game seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = TuneRequest::TIME_LIMIT_SECONDS, value_parser = clap::value_parser!(u32).range(1..=36_000))]
    pub time_limit: u32,
    /// A strategy that plays the proof as well: how much of what the file lacks to it was recovered.
    #[arg(long, value_name = "STRATEGY")]
    pub reference: Option<String>,
    /// Normalized Elo that the proof tests for, against none.
    #[arg(long, value_name = "ELO", default_value_t = TuneRequest::ELO, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub elo: u32,
    /// Points of score within which both files count as equal.
    #[arg(long, value_name = "POINTS", default_value_t = TuneRequest::EQUAL_POINTS, value_parser = clap::value_parser!(u32).range(1..=50))]
    pub equal: u32,
    /// The seed of everything.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Where the results go [default: sandtable-out/tune-NAME, or the next free one].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with a run that was stopped, or is to have more games, in this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "out"])]
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
    /// Pairs of games a new point plays at once [default: 1, more with more than 650 games].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub pairs: Option<u32>,
    /// Who searches: surrogate, cma-es, spsa, ntbea, random or grid [default: by the number of values and games; the output says why].
    #[arg(long, value_name = "NAME")]
    pub optimizer: Option<Method>,
    /// Count points alone; by default a fourth of a game's worth is the share of both scores over the game.
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

Twelve objectives whose best is known are searched with 50 to 800 games, with
the noise of real games. The table has the mean chance to win of what was
found, and its gain over random draws with the same seeds, with 95 % intervals.
With files, each method tunes each of them with every seed, and the table says
how often that was proved to make it better.

The same figures for any number of threads; docs/TUNING.md has them. Exits with
1 when the default does not beat random draws at every budget, or is
significantly worse anywhere. With --fronts, the figures are parts of the area of
the best front, and it exits with 1 when the gain over random draws is not above
0 for every objective and budget.")]
pub struct TunebenchArgs {
    /// Search for fronts of two aims instead, by model and by random draws.
    #[arg(long, conflicts_with_all = ["files", "methods", "objectives"])]
    pub fronts: bool,
    /// Strategies to tune, with [tune] tables; none for the objectives.
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// The one opponent of the strategies [default: all of their rules].
    #[arg(long, value_name = "STRATEGY", requires = "files")]
    pub against: Option<String>,
    /// Games of each search of a strategy.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(16..=10_000_000))]
    pub games: u32,
    /// The longest a game of the strategies may last, in game seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = TuneRequest::TIME_LIMIT_SECONDS, value_parser = clap::value_parser!(u32).range(1..=36_000))]
    pub time_limit: u32,
    /// Methods: `default`, or names as of `tune --optimizer` [default: all].
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub methods: Vec<String>,
    /// Objectives by name [default: all].
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub objectives: Vec<String>,
    /// Seeds of each.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=1_000))]
    pub seeds: u32,
    /// Threads that search.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Print every cell as JSON.
    #[arg(long)]
    pub json: bool,
}
