//! What `sandtable chances` can be asked.

use std::path::PathBuf;

use clap::Args;

use super::ThreadArgs;

/// Arguments of `chances`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable chances results/ --judge others/
  sandtable chances results/ --judge others/ -o chances.json
  sandtable replay render game.replay --chances chances.json

Fits a model of the chance of winning to recorded games of two players, as pages of matches show it
over time: by who leads in army, workers, income, bank, losses and buildings. Games of one ruleset,
of which it then tells. What it is worth is judged by games of other maps: by the score of Brier,
beside that of the army value alone and of even chances, and by how often came true what was given
each chance. docs/VIEWER.md tells of the model that comes with the program.")]
pub struct ChancesArgs {
    /// Folders of results, and replay files, that it is fitted from.
    #[arg(value_name = "RESULTS|REPLAY", required = true)]
    pub fit: Vec<PathBuf>,
    /// Folders of results, and replay files, that it is judged by: of other maps.
    #[arg(long, value_name = "RESULTS|REPLAY", num_args = 1..)]
    pub judge: Vec<PathBuf>,
    /// Where the model goes; only an earlier one is written over.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// On how many threads.
    #[command(flatten)]
    pub threads: ThreadArgs,
}
