//! Arguments of `replay`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use sandtable_match::regression::Setting;

use super::strategies::Successors;

/// What a newcomer can try first.
pub(super) const EXAMPLES: &str = "\
Examples:
  sandtable replay info game.replay                   print who played, and the result
  sandtable replay verify game.replay                 replay it and compare every state
  sandtable replay render game.replay -o match.html   make an offline page of it";

/// The subcommands of `replay`.
#[derive(Debug, Subcommand)]
pub enum ReplayCommand {
    /// Replay recorded matches and compare every state and decision.
    #[command(after_help = "\
Examples:
  sandtable replay verify game.replay
  sandtable replay verify sandtable-out/classic/replays/*.replay
  sandtable replay verify --orders-only game.replay

The recorded strategies decide everything again, and the first decision that differs is named. The
record's own claims (titles, outcome, failures, memory in keyframes) are compared with the replayed
match. External bots are not started: what only they could prove is reported as claimed, and is no
failure.

Exits with 1 if a record differs, makes a false claim or is damaged, and names the first bad tick
and the parts of the state that differ. Exits with 5 if no difference was found, but a replay ends
before its match does.")]
    Verify(VerifyArgs),
    /// Describe recorded matches without replaying them.
    #[command(after_help = "Examples:\n  sandtable replay info game.replay\n  sandtable replay info --json *.replay")]
    Info(ReplayFiles),
    /// Summarize the state of a match after a tick.
    #[command(after_help = "\
Examples:
  sandtable replay state game.replay --tick 4800
  sandtable replay state game.replay --tick 4800 --json
  sandtable replay state game.replay --tick 4800 --phases

Playback starts at the latest keyframe, so that any moment of a long match is reached quickly.")]
    State(StateArgs),
    /// Print every field of the state after a tick.
    #[command(after_help = "\
Examples:
  sandtable replay dump game.replay --tick 4800
  sandtable replay dump game.replay --tick 4800 --part unit.motion --owner p1#7
  sandtable replay dump game.replay --tick 4800 --phase combat

One line per field: part, owner, field, value.")]
    Dump(DumpArgs),
    /// Show the differences between two recorded matches.
    #[command(after_help = "\
Examples:
  sandtable replay diff before.replay after.replay

Compares headers, orders, states and results. Exits with 1 if there is a difference.")]
    Diff(TwoReplays),
    /// Continue a recorded match from a tick many times, and print how often each team wins.
    #[command(after_help = "\
Examples:
  sandtable replay fork game.replay --tick 4800
  sandtable replay fork game.replay --tick 4800 --p1 first/tech --seeds 200

Commanders continue with what they knew then. A given STRATEGY takes over its player. The first fork
has the recorded seed; if nothing was changed it must repeat the recorded match. If it does not, the
tick and the part are printed, and the command exits with 1. Forks differ by seed, so each counts;
the number of distinct forks is printed if some are equal.")]
    Fork(ForkArgs),
    /// Run the recorded strategies again, and show the first different decision and the new result.
    #[command(after_help = "\
Examples:
  sandtable replay rerun game.replay
  sandtable replay rerun sandtable-out/classic --set units.archer.weapon.damage=7
  sandtable replay rerun sandtable-out/classic --strategies my-strategies --junit changes.xml
  sandtable replay rerun replays --orders --program ../before/sandtable

The strategies are those in the record, external bots included. They play from the start, with the
recorded seeds and this program's engine. A folder holds results or replays. For a folder, or with
changed content or another program, the output lists the games that change: keys with both values,
the first order, the first state with its phase, part, entity and field, the end of the game, and
the effect on the scores. Exits with 1 if something changes.")]
    Rerun(RerunArgs),
    /// Find where two records of one match diverge: tick, part, entity, field.
    #[command(after_help = "\
Examples:
  sandtable replay bisect here.replay there.replay
  sandtable replay bisect there.replay
  sandtable replay bisect here.replay --program ../before/sandtable
  sandtable replay bisect here.replay --threads 3

With one file, it is compared with its orders as this program plays them. The commanders' memory is
compared as well: of two records, or of one and its strategies run again. Fields are printed if the
states are available: from keyframes (match --keyframes 1 keeps every state), by replaying, or from
the other program (--program). That program replays the orders and gives its states in the first
tick that differs, so that the phase is printed as well. Exits with 1 if there is a difference.")]
    Bisect(BisectArgs),
    /// Minimize a failing match: fewer ticks, orders and units that still fail.
    #[command(after_help = "\
Examples:
  sandtable replay minimize crash.replay --fails panic -o small.replay
  sandtable replay minimize odd.replay --fails restore
  sandtable replay minimize odd.replay --run \"./still-odd.sh\"

Kinds of failure: `panic`, the engine panics; `restore`, a world that is saved and loaded differs,
then or later; `repeat`, two runs differ, one of them on three threads. With --run, a program gets a
replay as its last argument, and exits with 0 if the replay still shows the failure. Exits with 1 if
the match does not fail to begin with.")]
    Minimize(MinimizeArgs),
    /// Update golden replays, and report what changed.
    #[command(after_help = "\
Examples:
  sandtable replay bless
  sandtable replay bless --check
  sandtable replay bless duel quarters

The corpus is a file that lists matches by name, replays/corpus.toml unless --corpus is given. The
replays are in the same folder. A replay whose state differs is written only if the engine's version
differs as well, or with --same-version while that version is not released yet.")]
    Bless(BlessArgs),
    /// Make an offline web page of a recorded match, or a folder of pages of a tournament's results.
    #[command(after_help = "\
Examples:
  sandtable replay render game.replay -o match.html
  sandtable replay render game.replay -o match.html --frames
  sandtable replay render before.replay --against after.replay -o both.html
  sandtable replay render sandtable-out/classic -o pages
  sandtable replay render sandtable-out/classic -o pages --notable

The page holds the replay and an engine that plays it in the browser: any tick, in both directions,
with what units and commanders are doing. The engine is viewer.wasm.lzma beside this program, built
by .ci/viewer; without it the page holds recorded frames. For results, finished or not, there is a
page per game, and an index.html with scores, all games, and notable games with the reason; open it
from disk. The pages share scripts and engine.")]
    Render(RenderArgs),
    /// Draw a moment of a recorded match, or the result of a tournament, as an SVG picture.
    #[command(after_help = "\
Examples:
  sandtable replay picture game.replay --tick 4800 -o moment.svg
  sandtable replay picture sandtable-out/classic

The picture of a match shows the board with units by kind and player, their health and targets, what
each player has, and the army values over the whole match. The picture of results shows the score of
each strategy with its confidence interval, overall and against each other. It is readable in light
and dark mode. Equal replays or results give byte-identical pictures.")]
    Picture(PictureArgs),
}

/// Arguments of `replay verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Which.
    #[command(flatten)]
    pub of: ReplayFiles,
    /// Recompute every player's decisions: a strategy that cannot be run again is an error, and external bots are started.
    #[arg(long)]
    pub commanders: bool,
    /// Replay only the recorded orders, in half the time, without running strategies; decisions are then reported as claimed.
    #[arg(long, conflicts_with = "commanders")]
    pub orders_only: bool,
    /// Step each match on N threads, in chunks so small that every match uses them all; the states must be the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

/// Arguments of `replay rerun`.
#[derive(Debug, Args)]
pub struct RerunArgs {
    /// Replay files, and folders of results or replays.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Replay the recorded orders instead of running the strategies.
    #[arg(long)]
    pub orders: bool,
    /// Use the rules of this file.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Use the strategies of this folder that have the names of recorded ones.
    #[arg(long, value_name = "DIR", conflicts_with = "orders")]
    pub strategies: Option<PathBuf>,
    /// Set a value of the rules (units.archer.weapon.damage=7), or of a strategy (first/rush:goals.rush.size=8); may be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<Setting>,
    /// Compare with the games as played by this program, another build, instead of with the record.
    #[arg(long, value_name = "OLD")]
    pub program: Option<PathBuf>,
    /// Write the one given match, as it is played now, to this replay without comparing it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["program", "junit", "json"])]
    pub record: Option<PathBuf>,
    /// Write the games as test cases to this file (JUnit XML).
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Threads to play on [default: one per processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Replay files.
#[derive(Debug, Args)]
pub struct ReplayFiles {
    /// Replay files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print one line of JSON per file.
    #[arg(long)]
    pub json: bool,
}

/// A replay and a tick.
#[derive(Debug, Args)]
pub struct AtTick {
    /// The replay file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The tick; a game second has 16.
    #[arg(long)]
    pub tick: u32,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `replay state`.
#[derive(Debug, Args)]
pub struct StateArgs {
    /// The moment.
    #[command(flatten)]
    pub at: AtTick,
    /// Print the hash of each part after each phase of that tick instead.
    #[arg(long)]
    pub phases: bool,
}

/// Arguments of `replay dump`.
#[derive(Debug, Args)]
pub struct DumpArgs {
    /// The moment.
    #[command(flatten)]
    pub at: AtTick,
    /// Print the state after this phase of the tick (`replay state --phases` lists them).
    #[arg(long, value_name = "PHASE")]
    pub phase: Option<String>,
    /// Print only this part of the state.
    #[arg(long)]
    pub part: Option<String>,
    /// Print only what belongs to this entity, player (p1) or team (t1).
    #[arg(long)]
    pub owner: Option<String>,
}

/// Two replays.
#[derive(Debug, Args)]
pub struct TwoReplays {
    /// The first.
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// The second.
    #[arg(value_name = "B")]
    pub second: PathBuf,
}

/// Arguments of `replay fork`.
#[derive(Debug, Args)]
pub struct ForkArgs {
    /// The moment.
    #[command(flatten)]
    pub at: AtTick,
    /// Who takes over from whom.
    #[command(flatten)]
    pub successors: Successors,
    /// Number of forks.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub seeds: u32,
    /// Threads to play on [default: one per processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Arguments of `replay bisect`.
#[derive(Debug, Args)]
pub struct BisectArgs {
    /// The first record.
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// The second [default: the first as this program plays it].
    #[arg(value_name = "B")]
    pub second: Option<PathBuf>,
    /// Compare with the first record's orders as played by this program, another build, which also gives phase, entity and field.
    #[arg(long, value_name = "OLD", conflicts_with_all = ["second", "threads"])]
    pub program: Option<PathBuf>,
    /// Replay the record's orders twice instead, on one thread and on N, in small chunks.
    #[arg(long, value_name = "N", conflicts_with = "second", value_parser = clap::value_parser!(u16).range(2..=256))]
    pub threads: Option<u16>,
}

/// Arguments of `replay minimize`.
#[derive(Debug, Args)]
pub struct MinimizeArgs {
    /// The replay file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Kind of failure [default: the first of these that occurs].
    #[arg(long, value_name = "WHAT", value_parser = ["panic", "restore", "repeat"], conflicts_with = "run")]
    pub fails: Option<String>,
    /// Program that decides instead: exit code 0 means that the match fails.
    #[arg(long, value_name = "PROGRAM")]
    pub run: Option<String>,
    /// Time limit in seconds of real time; with 0, stop when nothing more can be removed.
    #[arg(long, value_name = "SECONDS", default_value_t = 50)]
    pub seconds: u32,
    /// Write the replay to this file; only an earlier replay is overwritten.
    #[arg(short, long, value_name = "FILE", default_value = "small.replay")]
    pub output: PathBuf,
}

/// Arguments of `replay bless`.
#[derive(Debug, Args)]
pub struct BlessArgs {
    /// Names of golden replays [default: all].
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// List of matches.
    #[arg(long, value_name = "FILE", default_value = "replays/corpus.toml")]
    pub corpus: PathBuf,
    /// Write nothing; exit with 1 if anything would be written.
    #[arg(long)]
    pub check: bool,
    /// Write states that differ even if the engine's version is the recorded one.
    #[arg(long)]
    pub same_version: bool,
    /// Threads to play on [default: one per processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Arguments of `replay picture`.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// A replay, or a folder of a tournament's results.
    #[arg(value_name = "REPLAY|RESULTS")]
    pub file: PathBuf,
    /// Tick of a replay; a game second has 16. Later ticks than the last show the last.
    #[arg(long)]
    pub tick: Option<u32>,
    /// Write the picture to this file; only an earlier picture is overwritten [default: match.svg, or tournament.svg].
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// Arguments of `replay render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// A replay, or a folder of a tournament's results.
    #[arg(value_name = "REPLAY|RESULTS")]
    pub file: PathBuf,
    /// Write the page to this file, or the pages to this folder; only earlier pages are overwritten [default: match.html, or pages].
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Show another match beside it at the same tick, with the first order and state that differ and the differences in content.
    #[arg(long, value_name = "REPLAY")]
    pub against: Option<PathBuf>,
    /// Model of the win probability, as `sandtable chances` writes it [default: the model that comes with the program].
    #[arg(long, value_name = "FILE")]
    pub chances: Option<PathBuf>,
    /// For results: make pages only of notable games.
    #[arg(long)]
    pub notable: bool,
    /// Also record frames, for browsers that cannot run the engine.
    #[arg(long)]
    pub frames: bool,
    /// Engine of the page [default: viewer.wasm.lzma beside this program].
    #[arg(long, value_name = "FILE")]
    pub engine: Option<PathBuf>,
    /// For results: threads that make pages [default: one per processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}
