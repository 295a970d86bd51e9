//! The subcommands, one file each.

mod ablate;
mod balance;
mod chances;
mod check;
mod check_bot;
mod completions;
mod conduct;
mod difficulty;
mod explain;
mod fight;
mod interrupt;
mod issue_text;
mod learn;
mod list;
mod man;
mod map;
mod match_setup;
mod merge;
mod movebench;
mod new;
mod opening;
mod output;
mod path;
mod peers;
mod play;
mod processes;
mod rehearse;
mod replay;
mod runner;
mod serve;
mod sprt;
mod swarm;
mod tournament;
mod trace;
mod trial;
mod tune;
mod tunebench;
mod verify;
mod view;
mod why;

use std::time::Duration;

use sandtable_ai::Registry;
use sandtable_match::Failure;

use crate::args::{Cli, Command};
use output::{say, say_json};

/// How often the page of a run is written while it goes on.
const PAGE_EVERY: Duration = Duration::from_secs(5);

/// Runs what the command line asks for.
pub fn run(cli: Cli, registry: &Registry) -> Result<(), Failure> {
    if cli.unsafe_bots {
        registry.terms().allow_unsafe();
    }
    let result = run_command(cli.command, registry);
    if let Some(isolation) = registry.terms().isolation() {
        eprintln!("isolation of bots: {isolation}");
    }
    result
}

fn run_command(command: Command, registry: &Registry) -> Result<(), Failure> {
    match command {
        Command::Match(args) => play::run(&args, registry),
        Command::Tournament(args) => tournament::run(&args, registry),
        Command::Merge(args) => merge::run(&args, registry),
        Command::Sprt(args) => sprt::run(&args, registry),
        Command::Verify(args) => verify::run(&args, registry),
        Command::Replay(command) => replay::run(&command, registry),
        Command::View(args) => view::run(&args, registry),
        Command::Serve(args) => serve::run(&args),
        Command::Swarm(args) => swarm::run(&args),
        Command::Check(args) => check::run(&args, registry),
        Command::CheckBot(args) => check_bot::run(&args, registry),
        Command::Map(command) => map::run(&command, registry),
        Command::Path(args) => path::run(&args),
        Command::Movebench(args) => movebench::run(&args),
        Command::Fight(args) => fight::run(&args),
        Command::Opening(args) => opening::run(&args, registry),
        Command::Rehearse(args) => rehearse::run(&args),
        Command::Ablate(args) => ablate::run(&args, registry),
        Command::Balance(args) => balance::run(&args, registry),
        Command::Tune(args) => tune::run(&args, registry),
        Command::Difficulty(args) => difficulty::run(&args, registry),
        Command::Runner(_) => runner::run(registry),
        Command::Tunebench(args) => tunebench::run(&args, registry),
        Command::Why(args) => why::run(&args, registry),
        Command::Conduct(args) => conduct::run(&args, registry),
        Command::Chances(args) => chances::run(&args),
        Command::Trace(args) => trace::run(&args, registry),
        Command::Learn(args) => learn::run(&args, registry),
        Command::Explain(args) => explain::run(&args),
        Command::List(args) => list::run(&args, registry),
        Command::New(args) => new::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}
