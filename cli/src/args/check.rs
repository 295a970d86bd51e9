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

The kind of a file is determined by its folder (rules, maps, matches, agents, strategies,
tournaments, behaviours), by the extension .map, or otherwise by its keys. Strategies are checked
against the ruleset they name, or classic if they name none. Without --rules, maps are checked
against classic and then the others, and behaviours against classic.

With --run, matches are played and compared with the [[expect]] tables of their files. Each
expectation that is not met is reported with its line, and the exit code is 1.")]
pub struct CheckArgs {
    /// Content files; with --run also names of matches.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Ruleset to check maps, strategies and behaviours against.
    #[arg(long)]
    pub rules: Option<String>,
    /// Whether matches are played, and how.
    #[command(flatten)]
    pub trial: TrialArgs,
    /// Output format of problems.
    #[arg(long, value_enum, default_value = "full", value_name = "FORMAT")]
    pub format: IssueFormat,
    /// Print one line of JSON per file; the same as --format json.
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
    /// The message with its source line, a marker and a help line.
    Full,
    /// One line per problem: file, line, column, key, what was found and what is expected.
    Short,
    /// One line of JSON per file.
    Json,
    /// One JUnit report for all files.
    Junit,
    /// Annotations that GitHub shows next to the lines of a change.
    Github,
}

/// How matches are compared with the expectations of their files.
#[derive(Debug, Args)]
pub struct TrialArgs {
    /// Play the matches, and check the expectations in their files.
    #[arg(long)]
    pub run: bool,
    /// Maximum games per fight; if its file asks for more, an expectation fails only if the 95 % interval excludes it.
    #[arg(long, value_name = "N", requires = "run", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub games: Option<u32>,
    /// Threads that play fights, with --run.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Print the result of every expectation, including those that are met, with --run.
    #[arg(long, requires = "run")]
    pub story: bool,
}
