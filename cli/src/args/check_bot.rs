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

Prints the result of each check on one line. Exits with 1 if a check failed. docs/PROTOCOL.md lists
the requirements for bots.")]
pub struct CheckBotArgs {
    /// The bot's strategy: a file or a name.
    pub strategy: String,
    /// Map to play on.
    #[arg(long, default_value = "meadow")]
    pub map: String,
    /// Ruleset to play with.
    #[arg(long, default_value = DEFAULT_RULES)]
    pub rules: String,
    /// Decisions per match.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub decisions: u32,
    /// Play this number of matches instead, and check for leaks of processes, open files and memory.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(8..=10_000_000))]
    pub soak: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
