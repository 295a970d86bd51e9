//! `sandtable replay`: what can be done with recorded matches, a file each.

mod bisect;
mod bless;
mod compare;
mod engine_file;
mod fork;
mod info;
mod minimize;
mod picture;
mod regression;
mod render;
mod rerun;
mod state;
mod verify;

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::replays::ResumeError;
use sandtable_match::runner::threads_of_a_match;
use sandtable_match::store::read_replay;
use sandtable_replay::Replay;
use sandtable_sim::Threads;

use super::{say, say_json};
use crate::args::ReplayCommand;

pub(super) use engine_file::{engine, remedy};
pub(super) use render::run as render;

pub fn run(command: &ReplayCommand, registry: &Registry) -> Result<(), Failure> {
    match command {
        ReplayCommand::Verify(args) => verify::run(args, registry),
        ReplayCommand::Info(files) => info::run(files),
        ReplayCommand::State(args) => state::run(args),
        ReplayCommand::Dump(args) => state::dump(args),
        ReplayCommand::Diff(args) => compare::run(args),
        ReplayCommand::Fork(args) => fork::run(args, registry),
        ReplayCommand::Bisect(args) => bisect::run(args, registry),
        ReplayCommand::Rerun(args) if regression::is_asked(args) => regression::run(args, registry),
        ReplayCommand::Rerun(args) => rerun::run(&args.paths, args.json, registry),
        ReplayCommand::Minimize(args) => minimize::run(args),
        ReplayCommand::Bless(args) => bless::run(args, registry),
        ReplayCommand::Render(args) => render::run(args, registry),
        ReplayCommand::Picture(args) => picture::run(args, registry),
    }
}

/// A replay, or its damage told.
pub(super) fn open(file: &Path) -> Result<Replay, Failure> {
    match read_replay(file)? {
        Ok(replay) => Ok(replay),
        Err(error) => Err(failed(file, &error.explained())?),
    }
}

/// Tells what is wrong with a replay; the failure that goes with it.
pub(super) fn failed(file: &Path, why: &str) -> Result<Failure, Failure> {
    say(&format!("{}: FAILED: {why}\n", file.display()))?;
    Ok(Failure::Checked)
}

/// Tells why a match cannot be taken up.
fn refused(file: &Path, error: &ResumeError) -> Result<Failure, Failure> {
    match error {
        ResumeError::NoSuchTick { .. } => Ok(Failure::Usage(format!("--tick: {error}"))),
        ResumeError::Engine(message) => Ok(Failure::Engine(message.clone())),
        error => failed(file, &error.to_string()),
    }
}

/// Threads to step worlds on, their passes cut so small that every match spreads over them; none when none are asked for.
fn fine_threads(asked: Option<u16>) -> Result<Threads, Failure> {
    asked.map_or_else(|| Ok(Threads::default()), |count| Ok(threads_of_a_match(count)?.finely()))
}

/// Threads to use: as many as asked for, or one for each processor, but no more than there are jobs.
fn threads(asked: Option<u16>, jobs: usize) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(processors, usize::from).min(jobs.max(1))
}
