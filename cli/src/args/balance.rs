//! What `sandtable balance` can be asked for.

use std::path::PathBuf;

use clap::Args;
use sandtable_match::library::DEFAULT_RULES;

use super::SeriesArgs;

/// Pairs of fights at each number of units, when nothing is said and for a quick look.
const PAIRS: u32 = 32;
const QUICK_PAIRS: u32 = 8;
/// Pairs of matches of each thing that can be made, likewise.
const MATCHES: u32 = 16;
const QUICK_MATCHES: u32 = 4;

/// Arguments of `balance`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable balance --quick                       classic, in a few minutes
  sandtable balance my-rules.toml --page balance.html
  sandtable balance classic --against my-rules.toml
  sandtable balance duel --seed 7 --json

Armies of one unit kind each fight at equal cost on an open field. The seed scatters the units, and
each seed is played from both sides. The result is a matrix of scores with 95 % confidence
intervals. The size of one army is then varied until both are even. This gives the value of each
kind for its price, against each other kind and overall, and the price and damage at which it would
be even. A technology is measured by soldiers with it against soldiers without it. Results are the
same for any number of threads.

Strategies then play against themselves. This shows what they make, and the advantage of player 1
and of each start. For every unit, building and technology that a strategy makes, it also plays a
copy that may not make it.

With --against, fights measure both rulesets with the same seeds. The patch note lists the kinds
whose value changed, the pairings whose winner changed, and the price or damage that would undo it.
docs/BALANCE.md has an example.")]
pub struct BalanceArgs {
    /// The ruleset: a file or a name.
    #[arg(value_name = "RULES", default_value = DEFAULT_RULES)]
    pub rules: String,
    /// Changed ruleset to compare with it.
    #[arg(long, value_name = "NEW", conflicts_with_all = ["strategies", "maps"])]
    pub against: Option<String>,
    /// Play fewer fights and matches.
    #[arg(long, conflicts_with = "pairs")]
    pub quick: bool,
    /// Pairs of fights at each army size [default: 32, or 8 with --quick].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub pairs: Option<u32>,
    /// Pairs of matches for each kind and technology; 0 plays only fights [default: 16, or 4 with --quick].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub matches: Option<u32>,
    /// Strategies for the matches [default: all of the ruleset that use the goal commander].
    #[arg(long, value_name = "STRATEGY,…", value_delimiter = ',')]
    pub strategies: Vec<String>,
    /// Maps for the matches, with two starts [default: all that fit the rules, except drill grounds].
    #[arg(long, value_name = "MAP,…", value_delimiter = ',')]
    pub maps: Vec<String>,
    /// Write a web page with the matrix to this file.
    #[arg(long, value_name = "PAGE")]
    pub page: Option<PathBuf>,
    /// How fights are fought and told.
    #[command(flatten)]
    pub series: SeriesArgs,
}

impl BalanceArgs {
    /// Pairs of fights at each number of units.
    pub fn pairs(&self) -> u32 {
        self.pairs.unwrap_or(if self.quick { QUICK_PAIRS } else { PAIRS })
    }

    /// Pairs of matches of each kind and technology.
    pub fn matches(&self) -> u32 {
        self.matches.unwrap_or(if self.quick { QUICK_MATCHES } else { MATCHES })
    }
}
