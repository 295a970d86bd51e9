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

Of a replay it writes the page that `replay render` writes, and opens it. Of a
folder of results it does what `serve` does, and opens that; with -o, what
`replay render` does.")]
pub struct ViewArgs {
    /// A replay, or a folder of a tournament's results.
    #[arg(value_name = "REPLAY|RESULTS")]
    pub path: PathBuf,
    /// Say where it is, and open nothing.
    #[arg(long)]
    pub no_open: bool,
    /// Where the page of a replay goes [default: a new folder among the system's temporary files], or the folder of pages of results.
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// The engine of pages [default: viewer.wasm.lzma beside this program].
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

Shows the games of a tournament, finished or still being played, with a reason
to look at some: an upset, a comeback, a long game, refused orders, a failure.
Pages of games are made when they are asked for. Of a run of tune it shows its
page, which follows the run. Only this machine is answered,
and nothing but these pages is shown. Ctrl-C ends it.")]
pub struct ServeArgs {
    /// A folder of a tournament's results, or of a run of tune.
    #[arg(value_name = "RESULTS")]
    pub folder: PathBuf,
    /// The port on 127.0.0.1 [default: one that is free].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// The engine of pages [default: viewer.wasm.lzma beside this program].
    #[arg(long, value_name = "FILE")]
    pub engine: Option<PathBuf>,
}
