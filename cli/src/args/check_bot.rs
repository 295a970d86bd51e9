//! Arguments of `check-bot`.

use clap::Args;
use sandtable_match::library::DEFAULT_RULES;

/// Arguments of `check-bot`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable check-bot examples/bots/python/bot.toml
  sandtable check-bot mybot.toml --map crossroads --decisions 500
  sandtable check-bot mybot.toml --soak 10000 --decisions 4

A line for each check says how it came out. Exits with 1 when one failed. What is
asked of bots is in docs/PROTOCOL.md.")]
pub struct CheckBotArgs {
    /// A strategy, by file or name.
    pub strategy: String,
    /// The map it is tried on.
    #[arg(long, default_value = "meadow")]
    pub map: String,
    /// The ruleset it is tried with.
    #[arg(long, default_value = DEFAULT_RULES)]
    pub rules: String,
    /// Decisions in each match.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub decisions: u32,
    /// Play this number of matches instead, and look at what they leave behind: processes, open files, memory.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(8..=10_000_000))]
    pub soak: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
