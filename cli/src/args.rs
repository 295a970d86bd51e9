//! The command line: what can be asked for, and help that teaches it.

mod ablate;
mod balance;
mod chances;
mod check;
mod check_bot;
mod conduct;
mod difficulty;
mod fight;
mod learn;
mod lockstep;
mod map;
mod movebench;
mod opening;
mod path;
mod play;
mod rehearse;
mod replay;
mod results;
mod runners;
mod series;
mod strategies;
mod swarm;
mod tournament;
mod trace;
mod tune;
mod view;
mod why;

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{Args, Parser, Subcommand};

pub use ablate::AblateArgs;
pub use balance::BalanceArgs;
pub use chances::ChancesArgs;
pub use check::{CheckArgs, IssueFormat};
pub use check_bot::CheckBotArgs;
pub use conduct::ConductArgs;
pub use difficulty::DifficultyArgs;
pub use fight::FightArgs;
pub use learn::LearnArgs;
pub use lockstep::LockstepArgs;
pub use map::{MapCommand, MapGenerate, MapImport, MapShow};
pub use movebench::{BudgetArgs, MovebenchArgs};
pub use opening::OpeningArgs;
pub use path::{PathArgs, PathBench, PathCommand, PathFind};
pub use play::MatchArgs;
pub use rehearse::RehearseArgs;
pub use replay::{
    AtTick, BisectArgs, BlessArgs, DumpArgs, ForkArgs, MinimizeArgs, PictureArgs, RenderArgs, ReplayCommand,
    ReplayFiles, RerunArgs, StateArgs, TwoReplays, VerifyArgs,
};
pub use results::{MergeArgs, SprtArgs, VerifyResultsArgs};
pub use runners::{RunnerArgs, RunnersArgs};
pub use series::{SeriesArgs, ThreadArgs};
pub use swarm::SwarmArgs;
pub use tournament::TournamentArgs;
pub use trace::TraceArgs;
pub use tune::{TuneArgs, TunebenchArgs};
pub use view::{ServeArgs, ViewArgs};
pub use why::WhyArgs;

use crate::exit::EXIT_CODES;

/// What a newcomer can try first.
const EXAMPLES: &str = "\
Examples:
  sandtable tournament                        play rush, tech and expand against each other
  sandtable match duel                        play one small match and print a summary
  sandtable match --map meadow --p1 first/rush --p2 first/tech --replay game.replay
  sandtable replay verify game.replay         replay it and compare every state
  sandtable list                              list the content that comes with the program
  sandtable new mybot                         create a crate with your own commander";

/// The program's version, and those of what it is made of.
static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} ({})", env!("CARGO_PKG_VERSION"), sandtable_match::versions()));

/// Deterministic, headless real-time-strategy matches.
///
/// A match is a pure function of a scenario, a seed and two or more strategies: the same input gives the same
/// result on any machine, with any number of threads.
#[derive(Debug, Parser)]
#[command(name = "sandtable", version = VERSION.as_str(), after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub struct Cli {
    /// Run bots that are processes even if this machine cannot isolate them; they get this user's permissions.
    #[arg(long, global = true)]
    pub unsafe_bots: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play one match and print a summary.
    Match(Box<MatchArgs>),
    /// Play a tournament: all pairs of strategies, on all maps, from both sides.
    Tournament(TournamentArgs),
    /// Merge the parts of a tournament that were played separately.
    Merge(MergeArgs),
    /// Read games from standard input and report a tournament's sequential test after each.
    Sprt(SprtArgs),
    /// Play the games of a tournament again and compare the results.
    Verify(VerifyResultsArgs),
    /// Verify, describe, compare, continue or show recorded matches.
    #[command(subcommand, after_help = replay::EXAMPLES)]
    Replay(ReplayCommand),
    /// Open a recorded match, or a tournament's games, in the browser.
    View(ViewArgs),
    /// Serve a tournament's games to browsers on this machine, also while it is running.
    Serve(ServeArgs),
    /// Play random matches and check every invariant of the engine.
    Swarm(SwarmArgs),
    /// Explain why a unit in a recorded match acts as it does, or what its commander decided.
    Why(WhyArgs),
    /// Count mistakes that a spectator would notice in recorded matches, with arguments for `why`.
    Conduct(ConductArgs),
    /// Fit a model of the win probability to recorded games, and evaluate it on others.
    Chances(ChancesArgs),
    /// Write every decision of a recorded match's commanders as a line of JSON.
    Trace(TraceArgs),
    /// Check content files for errors, and matches against the expectations in their files.
    Check(CheckArgs),
    /// Check a bot's protocol, deadlines, orders and shutdown.
    CheckBot(CheckBotArgs),
    /// Show, import, generate or check maps.
    #[command(subcommand, after_help = map::EXAMPLES)]
    Map(MapCommand),
    /// Find a path on a map, or compare path lengths with a benchmark.
    Path(PathArgs),
    /// Measure how well units move, and compare the figures with their budgets.
    Movebench(MovebenchArgs),
    /// Play fights between placed armies many times, and score the first army.
    Fight(FightArgs),
    /// Measure when a strategy completes its build order, and search for a faster one.
    Opening(OpeningArgs),
    /// Compare commanders' predictions of fights with the engine's results.
    Rehearse(RehearseArgs),
    /// Measure the value of a ruleset's units, and the effect of a change to the rules.
    Balance(BalanceArgs),
    /// Optimize marked values of a strategy or match by playing, and test whether the result is better.
    Tune(TuneArgs),
    /// Find values of a match that give one side each of several win rates, and prove each.
    Difficulty(DifficultyArgs),
    /// Play games for another process that tunes; started by `tune --runner`.
    Runner(RunnerArgs),
    /// Compare tuning methods with random search on objectives with a known optimum.
    Tunebench(TunebenchArgs),
    /// Learn the marked weights of a strategy from recorded matches.
    Learn(LearnArgs),
    /// Measure the effect of a system: two equal sides play, one of them without it.
    Ablate(AblateArgs),
    /// Explain the code in a message, such as E003, or all codes.
    Explain(ExplainArgs),
    /// List the available rules, behaviours, maps, strategies, matches and tournaments.
    List(ListArgs),
    /// Create a crate with your own commander and every subcommand.
    New(NewArgs),
    /// Print the completion script for a shell.
    Completions(CompletionsArgs),
    /// Write manual pages for the program and its commands.
    Man(ManArgs),
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sandtable explain E003\n  sandtable explain")]
pub struct ExplainArgs {
    /// The code [default: all codes].
    pub code: Option<String>,
}

/// Arguments of `list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sandtable list\n  sandtable list --json")]
pub struct ListArgs {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable completions bash  > ~/.local/share/bash-completion/completions/sandtable
  sandtable completions zsh  > ~/.zfunc/_sandtable
  sandtable completions fish  > ~/.config/fish/completions/sandtable.fish")]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sandtable man ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Folder for the pages; existing pages are overwritten.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Arguments of `new`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable new mybot
  cd mybot && cargo run --release -- match --map meadow --p1 mybot --p2 first/rush

The new program has every subcommand of this one, plus the commander in its src/main.rs.")]
pub struct NewArgs {
    /// Name of the crate and its commander; the crate is created in the current folder.
    pub name: String,
    /// Checkout of Sandtable to build against [default: the one that contains this folder, or the one this program was built from].
    #[arg(long, value_name = "DIR", conflicts_with = "git")]
    pub sandtable: Option<PathBuf>,
    /// Git repository of Sandtable to build against instead.
    #[arg(long, value_name = "URL")]
    pub git: Option<String>,
}
