//! Arguments of `view` and `serve`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `view`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable view game.replay                       one page, in the browser
  sandtable view sandtable-out/classic             the games of a tournament, until Ctrl-C
  sandtable view game.replay --no-open -o match.html
  sandtable view sandtable-out/classic -o pages    the same games as a folder of pages

For a replay, writes the page that `replay render` writes, and opens it. For a folder of results,
does what `serve` does, and opens that; with -o, does what `replay render` does.")]
pub struct ViewArgs {
    /// A replay, or a folder of a tournament's results.
    #[arg(value_name = "REPLAY|RESULTS")]
    pub path: PathBuf,
    /// Print where it is, without opening it.
    #[arg(long)]
    pub no_open: bool,
    /// Write the page of a replay to this file [default: in a new temporary folder], or the pages of results to this folder.
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Engine of the pages [default: viewer.wasm.lzma beside this program].
    #[arg(long, value_name = "FILE")]
    pub engine: Option<PathBuf>,
}

/// Arguments of `serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable serve sandtable-out/classic
  sandtable serve results/monday --port 8080
  sandtable serve sandtable-out/tune-my            the page of a tuning

Serves the games of a tournament, finished or running, and marks notable ones with the reason: an
upset, a comeback, a long game, refused orders, a failure. Pages of games are made on request. For a
run of tune, serves its page, which is updated during the run. Only connections from this machine
are accepted, and only these pages are served. Ctrl-C stops the server.")]
pub struct ServeArgs {
    /// Folder of a tournament's results, or of a run of tune.
    #[arg(value_name = "RESULTS")]
    pub folder: PathBuf,
    /// Port on 127.0.0.1 [default: a free one].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Engine of the pages [default: viewer.wasm.lzma beside this program].
    #[arg(long, value_name = "FILE")]
    pub engine: Option<PathBuf>,
}
