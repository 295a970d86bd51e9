//! Arguments of the commands over results of tournaments.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `merge`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable tournament big.toml --shard 1/2 --out part1    # on one machine
  sandtable tournament big.toml --shard 2/2 --out part2    # on another
  sandtable merge part1 part2 --out whole

The result is byte-identical to that of one machine. The order of the folders does not matter, and a
folder may be named twice. Exits with 1 if two folders hold different games with the same number,
and with 5 if games are missing; the games up to the first gap can be resumed.")]
pub struct MergeArgs {
    /// Folders of results.
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// Output folder.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Arguments of `sprt`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cat chunk*/games.jsonl | sandtable sprt chunk0
  sandtable sprt results/monday < results/monday/games.jsonl | tail -1

Input lines are those of games.jsonl, in the order of the schedule, starting with the first game.
For each game, a line of JSON says whether the tournament would have stopped there, and gives the
state of the test. No files are written.")]
pub struct SprtArgs {
    /// Folder with results of the tournament or of a part of it; its manifest.json is enough.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable verify sandtable-out/classic
  sandtable verify results/monday --sample 20

Only the folder is needed: its manifest holds every text the games were made from. Every file except
timing.json is regenerated and compared: the games, their replays, the summary, the tables and the
report. If a process played in a game, the game's replay is verified instead. What it cannot show,
such as why a process failed, is reported as claimed.

Exits with 1 if anything differs, is missing or is unexpected, and with 5 if no difference was found
but the tournament is not finished.")]
pub struct VerifyResultsArgs {
    /// A folder of results, finished or not.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Play only this number of games again, chosen by the tournament seed; the others are trusted.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: Option<u32>,
    /// Threads to play on [default: one per processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}
