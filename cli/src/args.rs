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
  sandtable tournament                        rush, tech and expand play each other on several maps
  sandtable match duel                        one small match, summarized in a few lines
  sandtable match --map meadow --p1 first/rush --p2 first/tech --replay game.replay
  sandtable replay verify game.replay         plays it again and compares every state
  sandtable list                              everything that comes with the program
  sandtable new mybot                         a crate with a commander of your own";

/// The program's version, and those of what it is made of.
static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} ({})", env!("CARGO_PKG_VERSION"), sandtable_match::versions()));

/// Deterministic, headless real-time-strategy battles.
///
/// Matches are pure functions of a scenario, a seed and two or more strategies: the same in, the same out, on
/// any machine, with any number of threads.
#[derive(Debug, Parser)]
#[command(name = "sandtable", version = VERSION.as_str(), after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub struct Cli {
    /// Run bots that are processes even where the machine cannot isolate them: they do what this user may.
    #[arg(long, global = true)]
    pub unsafe_bots: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play one match and print its story.
    Match(Box<MatchArgs>),
    /// Play a tournament: all pairs, on all maps, from both sides.
    Tournament(TournamentArgs),
    /// Put parts of a tournament together that were played apart.
    Merge(MergeArgs),
    /// Judge a tournament's test by lines of games from standard input, after each of them.
    Sprt(SprtArgs),
    /// Play the games of a tournament's results again and compare them.
    Verify(VerifyResultsArgs),
    /// Verify, describe, compare, continue or show recorded matches.
    #[command(subcommand, after_help = replay::EXAMPLES)]
    Replay(ReplayCommand),
    /// Open a recorded match, or a tournament's games, in the browser.
    View(ViewArgs),
    /// Show a tournament's games to browsers of this machine, also while they are played.
    Serve(ServeArgs),
    /// Play drawn matches and check every invariant of the engine.
    Swarm(SwarmArgs),
    /// Explain why a unit of a recorded match acts as it does, or what its commander decided.
    Why(WhyArgs),
    /// Count what a spectator would call silly in recorded matches, with what to ask `why`.
    Conduct(ConductArgs),
    /// Fit a model of the chance of winning to recorded games, and judge it by others.
    Chances(ChancesArgs),
    /// Write every decision of a recorded match's commanders, a line of JSON each.
    Trace(TraceArgs),
    /// Check content files for mistakes, and matches against the expectations in their files.
    Check(CheckArgs),
    /// Check a bot: the protocol, deadlines, legal orders, a clean end.
    CheckBot(CheckBotArgs),
    /// Show, import, make or check maps.
    #[command(subcommand, after_help = map::EXAMPLES)]
    Map(MapCommand),
    /// Find a path on a map, or compare path lengths with those of a benchmark.
    Path(PathArgs),
    /// Measure how well units move, and compare the figures with their budgets.
    Movebench(MovebenchArgs),
    /// Play placed armies against each other many times, and score the first.
    Fight(FightArgs),
    /// Tell when a strategy has what its build order asks for, and search an order that has it sooner.
    Opening(OpeningArgs),
    /// Compare commanders' predictions of fights with the results of the engine.
    Rehearse(RehearseArgs),
    /// Measure what the units of a ruleset are worth, and what a change of it changes.
    Balance(BalanceArgs),
    /// Optimize the marked values of a strategy by playing, and test whether it got better.
    Tune(TuneArgs),
    /// Find the values of a match for several win rates of a side, and prove each by games.
    Difficulty(DifficultyArgs),
    /// Play the games of a tuning that runs elsewhere: what `tune --runner` starts.
    Runner(RunnerArgs),
    /// Compare the methods of tuning on objectives with a known optimum, against random search.
    Tunebench(TunebenchArgs),
    /// Learn the marked weights of a strategy from recorded matches.
    Learn(LearnArgs),
    /// Measure what a system of units is worth: equal sides, one of them without it.
    Ablate(AblateArgs),
    /// Explain the code of a problem that a message names (E003), or all of them.
    Explain(ExplainArgs),
    /// List the rules, behaviours, maps, strategies, matches and tournaments there are.
    List(ListArgs),
    /// Make a crate with a commander of your own that has every subcommand.
    New(NewArgs),
    /// Print the completion script of a shell.
    Completions(CompletionsArgs),
    /// Write the manual pages of the program and its commands.
    Man(ManArgs),
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sandtable explain E003\n  sandtable explain")]
pub struct ExplainArgs {
    /// The code; all codes without one.
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
    /// The folder of the pages; pages of the same names are replaced.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Arguments of `new`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable new mybot
  cd mybot && cargo run --release -- match --map meadow --p1 mybot --p2 first/rush

The new program has every subcommand of this one, and the commander in its src/main.rs besides.")]
pub struct NewArgs {
    /// The name of the crate, and of its commander; its folder is made here.
    pub name: String,
    /// The checkout of Sandtable to build against [default: the one around this folder, or the one this program was built from].
    #[arg(long, value_name = "DIR", conflicts_with = "git")]
    pub sandtable: Option<PathBuf>,
    /// A git repository of Sandtable to build against instead.
    #[arg(long, value_name = "URL")]
    pub git: Option<String>,
}
