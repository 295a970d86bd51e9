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

The result is that of one machine, to the last byte. It does not matter in which
order folders are named, or whether one is named twice. Exits with 1 when two
hold different games under one number, and with 5 when games are missing: what
is there up to the first gap can be resumed.")]
pub struct MergeArgs {
    /// Folders of results.
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// Where the whole goes.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Arguments of `sprt`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cat chunk*/games.jsonl | sandtable sprt chunk0
  sandtable sprt results/monday < results/monday/games.jsonl | tail -1

Lines are those of games.jsonl, in the order of the schedule from the first game
on. For each a line of JSON says whether the tournament would have stopped with
it, and how the test stands. Nothing is written.")]
pub struct SprtArgs {
    /// A folder of results of the tournament, or of a part of it, or with its manifest.json alone.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable verify sandtable-out/classic
  sandtable verify results/monday --sample 20

Nothing but the folder is needed: its manifest holds every text the games were
made from. Every file but timing.json is made again and compared: the games,
their replays, the summary, the tables, the report. Of games in which a process
played the replay is played again; what it cannot show, such as why a process
failed, is told as claimed.

Exits with 1 when anything differs, is missing or is surplus, and with 5 when
all is well as far as it goes, but the tournament is not finished.")]
pub struct VerifyResultsArgs {
    /// A folder of results, finished or not.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Play only this number of games again, chosen by the tournament seed; the others are taken as they are written.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: Option<u32>,
    /// Threads that play [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}
