//! What `sandtable fight` can be asked for.

use std::path::PathBuf;

use clap::Args;

use super::SeriesArgs;

/// Arguments of `fight`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable fight                         every fight that comes with the program
  sandtable fight kite --games 200        one of them
  sandtable fight my-fight.toml --seed 7 --json
  sandtable fight kite --games 2 --replay kite.replay && sandtable view kite.replay

A fight is a match file whose players have placed units. Both sides are repeatedly ordered to
attack, until one of them is gone. If the file has schedules, those give the orders instead, and the
higher score at the end wins. Each seed scatters the units anew and is played twice, with sides
swapped. The score is the first player's: 1 for a win, 1/2 for a draw, with a 95 % confidence
interval.")]
pub struct FightArgs {
    /// Fights to play: files or names [default: all].
    #[arg(value_name = "FILE|NAME")]
    pub fights: Vec<String>,
    /// Games of each fight.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub games: u32,
    /// Record the first game of the only fight to this file.
    #[arg(long, value_name = "REPLAY", requires = "fights")]
    pub replay: Option<PathBuf>,
    /// How they are played and told.
    #[command(flatten)]
    pub series: SeriesArgs,
}
