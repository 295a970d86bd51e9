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

Fits a model of the win probability to recorded games of two players. Pages of matches show this
probability over time. The features are the leads in army, workers, income, bank, losses and
buildings. All games must have the same ruleset, and the model applies to it only. It is evaluated
on games of other maps: by its Brier score, next to those of army value alone and of even chances,
and by its calibration. docs/VIEWER.md describes the model that comes with the program.")]
pub struct ChancesArgs {
    /// Folders of results and replay files to fit the model to.
    #[arg(value_name = "RESULTS|REPLAY", required = true)]
    pub fit: Vec<PathBuf>,
    /// Folders of results and replay files to evaluate the model on, from other maps.
    #[arg(long, value_name = "RESULTS|REPLAY", num_args = 1..)]
    pub judge: Vec<PathBuf>,
    /// Write the model to this file; only an earlier model is overwritten.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// On how many threads.
    #[command(flatten)]
    pub threads: ThreadArgs,
}
