//! What `sandtable check` can be asked for.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ThreadArgs;

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable check scenarios/rules/classic.toml
  sandtable check scenarios/maps/*.map my-strategy.toml
  sandtable check scenarios/behaviours/classic.toml
  sandtable check --format github scenarios/rules/*.toml
  sandtable check --run scenarios/agents/*.toml
  sandtable check --run kite --games 20
  sandtable check --run --story surround

The kind of a file is told by the folder it lies in (rules, maps, matches, agents, strategies,
tournaments, behaviours), by the ending .map, or else by its keys. Strategies are checked against
the ruleset they name, classic when they name none; maps, without --rules, against classic and then
the others; behaviours, without --rules, against classic.

With --run, matches are played and held to the [[expect]] tables of their files; each that does not
come as expected is told with its line, and the exit code is 1.")]
pub struct CheckArgs {
    /// Content files; with --run also the names of matches.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The ruleset that maps, strategies and behaviours are checked against.
    #[arg(long)]
    pub rules: Option<String>,
    /// Whether matches are played, and how.
    #[command(flatten)]
    pub trial: TrialArgs,
    /// How problems are written.
    #[arg(long, value_enum, default_value = "full", value_name = "FORMAT")]
    pub format: IssueFormat,
    /// Print one line of JSON a file: the same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

impl CheckArgs {
    /// How problems are written, whichever option says so.
    pub fn issue_format(&self) -> IssueFormat {
        if self.json { IssueFormat::Json } else { self.format }
    }
}

/// How problems of content files are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IssueFormat {
    /// With the source line, a mark and a help line.
    Full,
    /// A line a problem: file, line, column, key, what was found and what would do.
    Short,
    /// A line of JSON a file.
    Json,
    /// One JUnit report of all files.
    Junit,
    /// Annotations that GitHub shows beside the lines of a change.
    Github,
}

/// How matches are held to what their files expect.
#[derive(Debug, Args)]
pub struct TrialArgs {
    /// Play the matches, and check the expectations in their files.
    #[arg(long)]
    pub run: bool,
    /// Games of each fight, when fewer than its file says: then only what their 95 % interval excludes fails.
    #[arg(long, value_name = "N", requires = "run", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub games: Option<u32>,
    /// Threads that play fights, with --run.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Tell the result of each expectation, those that hold included, with --run.
    #[arg(long, requires = "run")]
    pub story: bool,
}
