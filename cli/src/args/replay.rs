//! Arguments of `replay`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use sandtable_match::regression::Setting;

use super::strategies::Successors;

/// What a newcomer can try first.
pub(super) const EXAMPLES: &str = "\
Examples:
  sandtable replay info game.replay                   who played what, and how it ended
  sandtable replay verify game.replay                 plays it again and compares every state
  sandtable replay render game.replay -o match.html   one offline page that shows it";

/// The subcommands of `replay`.
#[derive(Debug, Subcommand)]
pub enum ReplayCommand {
    /// Play recorded matches again and compare every state and decision.
    #[command(after_help = "\
Examples:
  sandtable replay verify game.replay
  sandtable replay verify sandtable-out/classic/replays/*.replay
  sandtable replay verify --orders-only game.replay

The recorded strategies decide everything again, and the first decision that is another is named.
What a record says of itself (titles, outcome, failures, what keyframes remember) is held to what
comes out. Bots from outside are not started: what only they could prove is told as claimed, and is
no failure.

Exits with 1 when any differs, is not true or is damaged, naming the first bad tick and the
parts of the state that differ; with 5 when all are right as far as they go but
one ends before its match does.")]
    Verify(VerifyArgs),
    /// Tell what recorded matches hold, without playing them.
    #[command(after_help = "Examples:\n  sandtable replay info game.replay\n  sandtable replay info --json *.replay")]
    Info(ReplayFiles),
    /// Tell how a match stood after a tick.
    #[command(after_help = "\
Examples:
  sandtable replay state game.replay --tick 4800
  sandtable replay state game.replay --tick 4800 --json
  sandtable replay state game.replay --tick 4800 --phases

Playing begins at the latest keyframe, so that any moment of a long match is near.")]
    State(StateArgs),
    /// Print every field of the state after a tick.
    #[command(after_help = "\
Examples:
  sandtable replay dump game.replay --tick 4800
  sandtable replay dump game.replay --tick 4800 --part unit.motion --owner p1#7
  sandtable replay dump game.replay --tick 4800 --phase combat

A line a field: part, owner, field, value.")]
    Dump(DumpArgs),
    /// Tell what two recorded matches do not have in common.
    #[command(after_help = "\
Examples:
  sandtable replay diff before.replay after.replay

Compares headers, orders, states and the result of it. Exits with 1 when there is a difference.")]
    Diff(TwoReplays),
    /// Play a recorded match on from a tick, many times, and print how often each team wins.
    #[command(after_help = "\
Examples:
  sandtable replay fork game.replay --tick 4800
  sandtable replay fork game.replay --tick 4800 --p1 first/tech --seeds 200

The commanders go on with what they knew then; a player that is given a STRATEGY is taken over by
it. The first fork has the recorded seed. With nothing changed it must be the recorded match; where
it is not, the tick and the part are told, and the command exits with 1. Seeds are what is drawn, so
every fork counts, and how many are distinct is told where not all are.")]
    Fork(ForkArgs),
    /// Run the recorded strategies again, and tell the first decision that is another and the result of the match then.
    #[command(after_help = "\
Examples:
  sandtable replay rerun game.replay
  sandtable replay rerun sandtable-out/classic --set units.archer.weapon.damage=7
  sandtable replay rerun sandtable-out/classic --strategies my-strategies --junit changes.xml
  sandtable replay rerun replays --orders --program ../before/sandtable

The strategies are those that the record holds, bots from outside included; they play from the
start, under the recorded seeds, with this program's engine. A folder is one of results, or of
replays. With changed content, with another program or of a folder it is told which games change:
keys with both values, the first order, the first state with its phase, part, entity and field, how
the game ends, and what that does to the scores. Exits with 1 when something changes.")]
    Rerun(RerunArgs),
    /// Find where two records of one match go apart: tick, part, entity, field.
    #[command(after_help = "\
Examples:
  sandtable replay bisect here.replay there.replay
  sandtable replay bisect there.replay
  sandtable replay bisect here.replay --program ../before/sandtable
  sandtable replay bisect here.replay --threads 3

With one file, that one and what this program makes of its orders. What commanders remember is
compared as well: of two records, or of one and its strategies run again. The fields are told where
the states can be had: from keyframes (match --keyframes 1 keeps every state), by playing, or of the
other program (--program), which plays the orders and is asked for its states in the tick that first
differs: then the phase of the tick is told as well. Exits with 1 when there is a difference.")]
    Bisect(BisectArgs),
    /// Make a failing match small: fewer ticks, orders and units that still fail.
    #[command(after_help = "\
Examples:
  sandtable replay minimize crash.replay --fails panic -o small.replay
  sandtable replay minimize odd.replay --fails restore
  sandtable replay minimize odd.replay --run \"./still-odd.sh\"

What counts as failing: `panic`, the engine panics; `restore`, a world that is saved and loaded is
another or becomes one; `repeat`, two runs differ, one of them on three threads. With --run, a
program that is given a replay as its last argument and exits with 0 as long as it shows what is
looked for. Exits with 1 when the match does not fail to begin with.")]
    Minimize(MinimizeArgs),
    /// Record golden replays anew, and tell what changed.
    #[command(after_help = "\
Examples:
  sandtable replay bless
  sandtable replay bless --check
  sandtable replay bless duel quarters

The corpus is a file that lists matches by name, replays/corpus.toml unless --corpus says otherwise;
the replays lie beside it. One whose state differs is written only when the engine's version does as
well, or with --same-version, while that version is not released yet.")]
    Bless(BlessArgs),
    /// Make one offline web page of a recorded match, or a folder of them of a tournament's results.
    #[command(after_help = "\
Examples:
  sandtable replay render game.replay -o match.html
  sandtable replay render game.replay -o match.html --frames
  sandtable replay render before.replay --against after.replay -o both.html
  sandtable replay render sandtable-out/classic -o pages
  sandtable replay render sandtable-out/classic -o pages --notable

The page holds the replay and an engine that plays it again in the browser: any tick, both
directions, and what units and commanders are at. The engine is viewer.wasm.lzma beside this
program, made by .ci/viewer; without it the page holds recorded frames. Of results, finished or not,
there is a page for each game, and index.html with scores, all games, and those that are worth a
look with the reason: open it from disk. Scripts and engine lie once beside the pages.")]
    Render(RenderArgs),
    /// Draw a moment of a recorded match, or the result of a tournament, as one SVG picture.
    #[command(after_help = "\
Examples:
  sandtable replay picture game.replay --tick 4800 -o moment.svg
  sandtable replay picture sandtable-out/classic

The picture has the board with units by kind and player, their health and who strikes whom, what
each player has, and the army values over the whole match; that of results has the score of each
strategy with its interval, and against each other. It reads in light and in dark. Of equal replays
or results it is the same to the last byte.")]
    Picture(PictureArgs),
}

/// Arguments of `replay verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Which.
    #[command(flatten)]
    pub of: ReplayFiles,
    /// Take nobody's orders as recorded: a strategy that cannot be run again is an error, and bots from outside are started.
    #[arg(long)]
    pub commanders: bool,
    /// Run no strategies: play the recorded orders alone, in half the time; what commanders did is then claimed.
    #[arg(long, conflicts_with = "commanders")]
    pub orders_only: bool,
    /// Step each match on N threads, cut so finely that every match spreads over them: it must be the same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

/// Arguments of `replay rerun`.
#[derive(Debug, Args)]
pub struct RerunArgs {
    /// Replay files, and folders of results or replays.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Play the recorded orders instead of the strategies.
    #[arg(long)]
    pub orders: bool,
    /// Play under the rules of this file.
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Play the strategies of this folder that have the names of recorded ones.
    #[arg(long, value_name = "DIR", conflicts_with = "orders")]
    pub strategies: Option<PathBuf>,
    /// Set a value of the rules (units.archer.weapon.damage=7), or of a strategy (first/rush:goals.rush.size=8); as often as you like.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<Setting>,
    /// Compare with what this program, another build, makes of the games, instead of with the record.
    #[arg(long, value_name = "OLD")]
    pub program: Option<PathBuf>,
    /// Write what this program makes of the one file given to a replay, and compare nothing.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["program", "junit", "json"])]
    pub record: Option<PathBuf>,
    /// Write the games as test cases to this file (JUnit's XML).
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Threads that play [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
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

/// A replay and a tick.
#[derive(Debug, Args)]
pub struct AtTick {
    /// The replay file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The tick; 16 are a game second.
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
    /// Tell the hash of each part after each phase of that tick instead.
    #[arg(long)]
    pub phases: bool,
}

/// Arguments of `replay dump`.
#[derive(Debug, Args)]
pub struct DumpArgs {
    /// The moment.
    #[command(flatten)]
    pub at: AtTick,
    /// In the middle of the tick: after this phase of it (`replay state --phases` lists them).
    #[arg(long, value_name = "PHASE")]
    pub phase: Option<String>,
    /// Only this part of the state.
    #[arg(long)]
    pub part: Option<String>,
    /// Only what is this entity's, player's (p1) or team's (t1).
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
    /// How often it is played on.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub seeds: u32,
    /// Threads that play [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Arguments of `replay bisect`.
#[derive(Debug, Args)]
pub struct BisectArgs {
    /// The first record.
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// The second [default: what this program makes of the first].
    #[arg(value_name = "B")]
    pub second: Option<PathBuf>,
    /// Compare with what this program, another build, makes of the first record's orders, asking it for phase, entity and field.
    #[arg(long, value_name = "OLD", conflicts_with_all = ["second", "threads"])]
    pub program: Option<PathBuf>,
    /// Play the record's orders twice instead, on one thread and on N, cut finely.
    #[arg(long, value_name = "N", conflicts_with = "second", value_parser = clap::value_parser!(u16).range(2..=256))]
    pub threads: Option<u16>,
}

/// Arguments of `replay minimize`.
#[derive(Debug, Args)]
pub struct MinimizeArgs {
    /// The replay file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What counts as failing [default: the first of them that it does].
    #[arg(long, value_name = "WHAT", value_parser = ["panic", "restore", "repeat"], conflicts_with = "run")]
    pub fails: Option<String>,
    /// A program that says so instead, by exit code 0.
    #[arg(long, value_name = "PROGRAM")]
    pub run: Option<String>,
    /// How long it is made smaller at most, in seconds of the clock; 0 until nothing more can be left out.
    #[arg(long, value_name = "SECONDS", default_value_t = 50)]
    pub seconds: u32,
    /// The replay to write; only an earlier one is written over.
    #[arg(short, long, value_name = "FILE", default_value = "small.replay")]
    pub output: PathBuf,
}

/// Arguments of `replay bless`.
#[derive(Debug, Args)]
pub struct BlessArgs {
    /// Names of goldens [default: all].
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// The list of matches.
    #[arg(long, value_name = "FILE", default_value = "replays/corpus.toml")]
    pub corpus: PathBuf,
    /// Write nothing; exit with 1 when anything would be written.
    #[arg(long)]
    pub check: bool,
    /// Write states that differ though the engine's version is the recorded one.
    #[arg(long)]
    pub same_version: bool,
    /// Threads that play [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// Arguments of `replay picture`.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// A replay, or a folder of a tournament's results.
    #[arg(value_name = "REPLAY|RESULTS")]
    pub file: PathBuf,
    /// The tick of a replay; 16 are a game second. After the last one it is the last one.
    #[arg(long)]
    pub tick: Option<u32>,
    /// The picture to write; only an earlier one is written over [default: match.svg, or tournament.svg].
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
}

/// Arguments of `replay render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// A replay, or a folder of a tournament's results.
    #[arg(value_name = "REPLAY|RESULTS")]
    pub file: PathBuf,
    /// The page to write, or the folder of pages; only earlier ones are written over [default: match.html, or pages].
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Another match to show beside it, on one clock: the first order and the first state that differ, and what both were made of.
    #[arg(long, value_name = "REPLAY")]
    pub against: Option<PathBuf>,
    /// What tells the chance of winning over time, as `sandtable chances` fits it [default: the model that comes with the program].
    #[arg(long, value_name = "FILE")]
    pub chances: Option<PathBuf>,
    /// Of results: make pages only of games that are worth a look.
    #[arg(long)]
    pub notable: bool,
    /// Also record frames, for browsers that refuse the engine.
    #[arg(long)]
    pub frames: bool,
    /// The engine of the page [default: viewer.wasm.lzma beside this program].
    #[arg(long, value_name = "FILE")]
    pub engine: Option<PathBuf>,
    /// Of results: threads that make pages [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}
