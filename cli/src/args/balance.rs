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

Armies of one kind each meet at equal cost on an open field, scattered by the seed and from both
sides: who beats whom, as a matrix with 95 % intervals. Then numbers change until both are even:
that is what a kind is worth for its price, against each and over all, and the price and the damage
at which it would be even follow from it. Technologies are measured by soldiers with them against
soldiers without. All is the same for any number of threads.

Strategies then play against themselves: what they make, and how one of two
twins fares that is forbidden it, for every unit, building and technology that
any of them makes; what player 1 and each start have over the other.

With --against both rulesets are measured by fights, with the same seeds, and the patch
note tells whose worth changed, which meetings go another way, and what would
undo it. docs/BALANCE.md has an example.")]
pub struct BalanceArgs {
    /// The ruleset: a file or a name.
    #[arg(value_name = "RULES", default_value = DEFAULT_RULES)]
    pub rules: String,
    /// A changed ruleset that is compared with it.
    #[arg(long, value_name = "NEW")]
    pub against: Option<String>,
    /// Fewer fights.
    #[arg(long, conflicts_with = "pairs")]
    pub quick: bool,
    /// Pairs of fights at each number of units [default: 32, or 8 with --quick].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub pairs: Option<u32>,
    /// Pairs of matches of each kind and technology; 0 for fights alone [default: 16, or 4 with --quick].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub matches: Option<u32>,
    /// Strategies of the matches [default: all of the rules that the goal commander plays].
    #[arg(long, value_name = "STRATEGY,…", value_delimiter = ',')]
    pub strategies: Vec<String>,
    /// Maps of the matches, with two starts [default: all that fit the rules, but drill grounds].
    #[arg(long, value_name = "MAP,…", value_delimiter = ',')]
    pub maps: Vec<String>,
    /// Write a page with the matrix.
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
