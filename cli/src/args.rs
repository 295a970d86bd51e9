//! The command line: what can be asked for, and help that teaches it.

mod ablate;
mod check;
mod fight;
mod lockstep;
mod movebench;
mod replay;
mod results;
mod trace;
mod why;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use sandtable_sim::map::Cell;
use sandtable_sim::rules::{LOCOMOTIONS, Locomotion};
use sandtable_sim::search::{ALGORITHMS, Algorithm};

pub use ablate::AblateArgs;
pub use check::CheckArgs;
pub use fight::FightArgs;
pub use lockstep::LockstepArgs;
pub use movebench::MovebenchArgs;
pub use replay::{
    AtTick, BisectArgs, DumpArgs, ForkArgs, MinimizeArgs, RenderArgs, ReplayCommand, ReplayFiles, TwoReplays,
    VerifyArgs,
};
pub use results::{MergeArgs, VerifyResultsArgs};
pub use trace::TraceArgs;
pub use why::WhyArgs;

use crate::exit::EXIT_CODES;
use crate::tournament::Shard;

/// What a newcomer can try first.
const EXAMPLES: &str = "\
Examples:
  sandtable tournament                        rush, tech and expand fight it out on several maps
  sandtable match duel                        one small match, told in a few lines
  sandtable match --map meadow --p1 first/rush --p2 first/tech --replay game.replay
  sandtable replay verify game.replay         plays it again and compares every state
  sandtable list                              everything that comes with the program
  sandtable new mybot                         a crate with a commander of your own";

const REPLAY_EXAMPLES: &str = "\
Examples:
  sandtable replay info game.replay                   who played what, and how it ended
  sandtable replay verify game.replay                 plays it again and compares every state
  sandtable replay render game.replay -o match.html   one offline page that shows it";

const MAP_EXAMPLES: &str = "\
Examples:
  sandtable map show meadow
  sandtable map generate --seed 7 -o my.map
  sandtable map check my.map
  sandtable map import arena.map -o scenarios/maps/arena.map";

/// Deterministic, headless real-time-strategy battles.
///
/// Matches are pure functions of a scenario, a seed and two or more strategies: the same in, the same out, on
/// any machine, with any number of threads.
#[derive(Debug, Parser)]
#[command(name = "sandtable", version, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play one match and tell its story.
    Match(MatchArgs),
    /// Play a tournament: all pairs, on all maps, from both sides.
    Tournament(TournamentArgs),
    /// Put parts of a tournament together that were played apart.
    Merge(MergeArgs),
    /// Play the games of a tournament's results again and compare them.
    Verify(VerifyResultsArgs),
    /// Verify, describe, compare, continue or show recorded matches.
    #[command(subcommand, after_help = REPLAY_EXAMPLES)]
    Replay(ReplayCommand),
    /// Tell why a unit of a recorded match does what it does, or its commander what it decided.
    Why(WhyArgs),
    /// Write every decision of a recorded match's commanders, a line of JSON each.
    Trace(TraceArgs),
    /// Look for mistakes in content files, and hold matches to what they expect of themselves.
    Check(CheckArgs),
    /// Show, import, make or check maps.
    #[command(subcommand, after_help = MAP_EXAMPLES)]
    Map(MapCommand),
    /// Find a way over a map, or hold the searches to a benchmark's lengths.
    Path(PathArgs),
    /// Measure how well units move, and hold the figures to their budgets.
    Movebench(MovebenchArgs),
    /// Pit placed armies against each other, and score what one has over the other.
    Fight(FightArgs),
    /// Measure what a system of units is worth: the same sides, one of them without it.
    Ablate(AblateArgs),
    /// List the rules, behaviours, maps, strategies, matches and tournaments there are.
    List(ListArgs),
    /// Make a crate with a commander of your own that has every subcommand.
    New(NewArgs),
}

/// Arguments of `match`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable match duel
  sandtable match scenarios/matches/duel.toml --seed 7
  sandtable match --map meadow --p1 first/rush --p2 first/expand
  sandtable match duel --p2 my-strategy.toml --replay game.replay --json
  sandtable match my-war.toml --threads 4
  sandtable match duel --replay half.replay --save-at 900
  sandtable match --continue half.replay --replay whole.replay
  sandtable match duel --sync-test 8
  sandtable match duel --peers 2 --input-delay 4 --replay game.replay

A SCENARIO is a file, or the name of one that `sandtable list` shows.
A STRATEGY is a strategy file, the name of one, or the name of a commander of
this program. Strategies that are not given are the scenario's; with --map, a
player without one is idle, and at least one must be given.")]
pub struct MatchArgs {
    /// The match to play: a file or a name. Left out when --map is given.
    #[arg(required_unless_present_any = ["map", "resume"], conflicts_with_all = ["map", "rules", "time_limit"])]
    pub scenario: Option<String>,
    /// The match seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Who commands player 1: a strategy file or name.
    #[arg(long, value_name = "STRATEGY")]
    pub p1: Option<String>,
    /// Who commands player 2.
    #[arg(long, value_name = "STRATEGY")]
    pub p2: Option<String>,
    /// Who commands player 3.
    #[arg(long, value_name = "STRATEGY")]
    pub p3: Option<String>,
    /// Who commands player 4.
    #[arg(long, value_name = "STRATEGY")]
    pub p4: Option<String>,
    /// Who commands player 5.
    #[arg(long, value_name = "STRATEGY")]
    pub p5: Option<String>,
    /// Who commands player 6.
    #[arg(long, value_name = "STRATEGY")]
    pub p6: Option<String>,
    /// Who commands player 7.
    #[arg(long, value_name = "STRATEGY")]
    pub p7: Option<String>,
    /// Who commands player 8.
    #[arg(long, value_name = "STRATEGY")]
    pub p8: Option<String>,
    /// Play on this map, every start taken, instead of a scenario.
    #[arg(long)]
    pub map: Option<String>,
    /// The ruleset to go with --map [default: classic].
    #[arg(long, requires = "map")]
    pub rules: Option<String>,
    /// The time limit to go with --map, in game seconds [default: 1800].
    #[arg(long, requires = "map", value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=14_400))]
    pub time_limit: Option<u32>,
    /// Record the match to this file; only an earlier replay is written over.
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Ticks between two keyframes of the replay, at which one can begin to play it; 0 for none, 1 to keep every state.
    #[arg(long, value_name = "TICKS", default_value_t = 1024, requires = "replay", value_parser = clap::value_parser!(u32).range(0..=230_400))]
    pub keyframes: u32,
    /// Stop after this tick, with everything in the replay that is needed to go on.
    #[arg(long, value_name = "TICK", requires = "replay", value_parser = clap::value_parser!(u32).range(1..))]
    pub save_at: Option<u32>,
    /// Go on with the match of a replay that ends before its match does.
    #[arg(long = "continue", value_name = "FILE", conflicts_with_all = ["scenario", "map", "rules", "time_limit", "seed", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"])]
    pub resume: Option<PathBuf>,
    /// Save and load the world every so many ticks, and hold it to what it was and how it goes on.
    #[arg(long, value_name = "TICKS", value_parser = clap::value_parser!(u32).range(1..))]
    pub sync_test: Option<u32>,
    /// Between processes.
    #[command(flatten)]
    pub lockstep: LockstepArgs,
    /// Threads that play it: worth their while from about a thousand units on.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Print the result as JSON, samples and timelines included.
    #[arg(long)]
    pub json: bool,
}

impl MatchArgs {
    /// The strategies given, by player.
    pub fn strategies(&self) -> [Option<&str>; 8] {
        let given = [&self.p1, &self.p2, &self.p3, &self.p4, &self.p5, &self.p6, &self.p7, &self.p8];
        given.map(|strategy| strategy.as_deref())
    }
}

/// Arguments of `tournament`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable tournament
  sandtable tournament scenarios/tournaments/fairness.toml --threads 2
  sandtable tournament my-tournament.toml --out results/monday --json
  sandtable tournament --resume results/monday
  sandtable tournament my-tournament.toml --shard 2/4 --out results/part2

The folder gets games.jsonl (a line a game), summary.json, summary.md,
report.html, games.csv, junit.xml, timing.json and, unless the file says otherwise,
replays/. All but timing.json are the same for any number of threads, and
however often the tournament was stopped and resumed. Results are never
written over.

Exits with 1 when something does not come as an [[expect]] table of the file
says.")]
pub struct TournamentArgs {
    /// The tournament: a file or a name.
    #[arg(default_value = "classic")]
    pub file: String,
    /// Where the results go [default: sandtable-out/NAME, or the next free NAME-2, NAME-3, …].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with a tournament that was stopped, whose results are in this folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "out", "seed", "shard"])]
    pub resume: Option<PathBuf>,
    /// Play this part of the pairs only; `sandtable merge` puts parts together.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Threads that play [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// A tournament seed instead of the file's.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// The subcommands of `map`.
#[derive(Debug, Subcommand)]
pub enum MapCommand {
    /// Draw a map on the terminal.
    #[command(after_help = "Examples:\n  sandtable map show meadow\n  sandtable map show duel16 --rules duel")]
    Show(MapShow),
    /// Turn a MovingAI .map file into the terrain of a map.
    #[command(after_help = "Examples:\n  sandtable map import arena.map -o scenarios/maps/arena.map")]
    Import(MapImport),
    /// Make a symmetric map from noise.
    #[command(
        after_help = "Examples:\n  sandtable map generate --seed 7 -o my.map\n  sandtable map generate --seed 7 --width 96 --height 64\n  sandtable map generate --players 4 -o four.map"
    )]
    Generate(MapGenerate),
    /// Look for mistakes and unfairness in maps.
    #[command(after_help = "Examples:\n  sandtable map check scenarios/maps/*.map")]
    Check(CheckArgs),
}

/// Arguments of `map show`.
#[derive(Debug, Args)]
pub struct MapShow {
    /// The map: a file or a name.
    pub map: String,
    /// The ruleset whose terrain and nodes it uses.
    #[arg(long, default_value = "classic")]
    pub rules: String,
}

/// Arguments of `map import`.
#[derive(Debug, Args)]
pub struct MapImport {
    /// The MovingAI file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The name of the map [default: the file's].
    #[arg(long)]
    pub name: Option<String>,
    /// The file to write; only an earlier map is written over [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `map generate`.
#[derive(Debug, Args)]
pub struct MapGenerate {
    /// The seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Cells eastwards.
    #[arg(long)]
    pub width: Option<u16>,
    /// Cells southwards.
    #[arg(long)]
    pub height: Option<u16>,
    /// Players: 2, 4 or 8.
    #[arg(long)]
    pub players: Option<u8>,
    /// Percent of the map under forest.
    #[arg(long, value_name = "PERCENT")]
    pub forest: Option<u8>,
    /// Percent of the map under water.
    #[arg(long, value_name = "PERCENT")]
    pub water: Option<u8>,
    /// Percent of the map that is cliff.
    #[arg(long, value_name = "PERCENT")]
    pub cliff: Option<u8>,
    /// The greatest height; 0 is flat.
    #[arg(long)]
    pub relief: Option<u8>,
    /// Expansions of each player besides its start.
    #[arg(long)]
    pub expansions: Option<u8>,
    /// The symmetry: rotate2, mirror_x or mirror_y for 2 players, rotate4 for more [default: rotate2, or rotate4].
    #[arg(long)]
    pub symmetry: Option<String>,
    /// The name of the map [default: made of the seed].
    #[arg(long)]
    pub name: Option<String>,
    /// The ruleset whose terrain and nodes it uses.
    #[arg(long, default_value = "classic")]
    pub rules: String,
    /// The file to write; only an earlier map is written over [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `path`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  sandtable path meadow --from 6,10 --to 41,37
  sandtable path ford --from 8,20 --to 60,50 --class hover --algorithm dijkstra
  sandtable path arena.map --from 1,11 --to 40,30 --json
  sandtable path bench arena.map.scen

Cells are counted from 0,0 in the north-west. Moves are straight or diagonal and cut
no corner. A MovingAI .map without --class is open or closed as its benchmark has it;
anything else costs what the ruleset says for the class. Resource nodes block.

Exits with 1 when there is no way."
)]
pub struct PathArgs {
    /// Solve a benchmark file instead.
    #[command(subcommand)]
    pub command: Option<PathCommand>,
    /// What to find.
    #[command(flatten)]
    pub find: Option<PathFind>,
}

/// Arguments of `path` with a map.
#[derive(Debug, Args)]
pub struct PathFind {
    /// The map: a file (MovingAI's as well) or a name.
    pub map: String,
    /// The cell to start from.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    pub from: Cell,
    /// The cell to get to.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    pub to: Cell,
    /// How to look for it.
    #[arg(long, default_value = "astar", value_parser = algorithm_parser())]
    pub algorithm: Algorithm,
    /// How the traveller moves [default: foot].
    #[arg(long, value_parser = class_parser())]
    pub class: Option<Locomotion>,
    /// The ruleset with the costs.
    #[arg(long, default_value = "classic")]
    pub rules: String,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The subcommands of `path`.
#[derive(Debug, Subcommand)]
pub enum PathCommand {
    /// Solve every row of a MovingAI scenario file and compare the lengths.
    Bench(PathBench),
}

/// Arguments of `path bench`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable path bench arena.map.scen
  sandtable path bench maze512-8-0.map.scen --algorithm dijkstra

The map is the file beside it: X.map for X.map.scen and for X.scen. Lengths may differ
by 1e-4 of the file's, and by the rounding of lengths it prints to two decimals or
more. Times are of the processor. The last line reads
  queries N mismatches M max_rel E
and the exit code is 1 when M is not 0.")]
pub struct PathBench {
    /// The scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How to look for the ways.
    #[arg(long, default_value = "astar", value_parser = algorithm_parser())]
    pub algorithm: Algorithm,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Reads `x,y`.
fn parse_cell(text: &str) -> Result<Cell, String> {
    let number = |text: &str| text.trim().parse().ok();
    let cell = text.split_once(',').and_then(|(x, y)| Some(Cell::new(number(x)?, number(y)?)));
    cell.ok_or_else(|| "expected a cell as X,Y: two whole numbers".to_owned())
}

fn algorithm_parser() -> impl TypedValueParser<Value = Algorithm> {
    named(ALGORITHMS.map(|algorithm| (algorithm.name(), algorithm)))
}

fn class_parser() -> impl TypedValueParser<Value = Locomotion> {
    named(LOCOMOTIONS.map(|class| (class.name(), class)))
}

/// Reads one of several names, with suggestions.
fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(values.map(|(name, _)| name));
    names.try_map(move |text| {
        let value = values.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        value.ok_or_else(|| format!("no {text}"))
    })
}

/// Arguments of `list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  sandtable list\n  sandtable list --json")]
pub struct ListArgs {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
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
