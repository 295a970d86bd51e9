//! What `sandtable ablate` can be asked for.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sandtable_ai::system_names;
use sandtable_lab::ablation::System;

use super::SeriesArgs;

/// Arguments of `ablate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable ablate                        every system, in fights and whole matches
  sandtable ablate minds --fight kite     one system, in one fight
  sandtable ablate slots jobs --games 1000 --seed 7 --json
  sandtable ablate --without memory odds --tournament minds

A system is one that a key of [[players]] turns off, or one that `without` of a strategy file turns
off. The first army of a fight, or each strategy of a tournament on its maps, plays against a copy
of itself without the system. Each seed is played twice, with sides swapped. The score is that of
the side with the system: 1 for a win, 1/2 for a draw, with a 95 % confidence interval. If the
interval contains 50 %, no effect was measured.")]
pub struct AblateArgs {
    /// Systems to measure [default: all].
    #[arg(value_name = "SYSTEM", value_parser = systems())]
    pub systems: Vec<System>,
    /// Fights to play: files or names [default: all, or none with --tournament].
    #[arg(long = "fight", value_name = "FILE|NAME")]
    pub fights: Vec<String>,
    /// Tournament whose strategies and maps are played [default: classic, or none with --fight].
    #[arg(long, value_name = "FILE|NAME")]
    pub tournament: Option<String>,
    /// Play only this strategy of the tournament.
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
    /// Systems of commanders, as in `without` of a strategy file. They are measured in matches only.
    #[arg(long, value_name = "PART", num_args = 1.., value_parser = parts())]
    pub without: Vec<&'static str>,
    /// Games per system, in each fight and in the tournament's matches.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub games: u32,
    /// How they are played and told.
    #[command(flatten)]
    pub series: SeriesArgs,
}

/// The systems of units, by their keys.
fn systems() -> impl TypedValueParser<Value = System> {
    let keys = System::ALL.map(|system| PossibleValue::new(system.key()).help(system.about()));
    let known = |key: String| System::ALL.into_iter().find(|system| system.key() == key).unwrap_or(System::Minds);
    PossibleValuesParser::new(keys).map(known)
}

/// The names that `without` may have.
fn parts() -> impl TypedValueParser<Value = &'static str> {
    let known = |name: String| system_names().find(|known| *known == name).unwrap_or_default();
    PossibleValuesParser::new(system_names()).map(known)
}
