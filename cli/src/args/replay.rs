//! What `sandtable replay` can be asked for.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What a newcomer can try first.
pub(super) const EXAMPLES: &str = "\
Examples:
  sandtable replay info game.replay                   who played what, and how it ended
  sandtable replay verify game.replay                 plays it again and compares every state
  sandtable replay render game.replay -o match.html   one offline page that shows it";

/// The subcommands of `replay`.
#[derive(Debug, Subcommand)]
pub enum ReplayCommand {
    /// Play recorded matches again and compare every state.
    #[command(after_help = "\
Examples:
  sandtable replay verify game.replay
  sandtable replay verify sandtable-out/classic/replays/*.replay

Exits with 1 when any differs or is damaged, naming the first bad tick and the
parts of the state that differ; with 5 when all are right as far as they go but
one ends before its match does.")]
    Verify(ReplayFiles),
    /// Tell what recorded matches hold, without playing them.
    #[command(after_help = "Examples:\n  sandtable replay info game.replay\n  sandtable replay info --json *.replay")]
    Info(ReplayFiles),
    /// Make one offline web page of a recorded match.
    #[command(after_help = "Examples:\n  sandtable replay render game.replay -o match.html")]
    Render(RenderArgs),
}

/// Replay files.
#[derive(Debug, Args)]
pub struct ReplayFiles {
    /// Replay files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print one line of JSON a file.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `replay render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// The replay file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The page to write; only an earlier one is written over.
    #[arg(short, long, value_name = "PAGE", default_value = "match.html")]
    pub output: PathBuf,
}
