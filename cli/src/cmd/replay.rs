//! `sandtable replay`: verify, info, render.

use std::fmt::Write as _;
use std::path::Path;

use sandtable_sim::codec::rules_fingerprint;
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::replay::{Header, Replay, SIM_VERSION, Status, Verified, VerifyError, verify};
use serde_json::{Value, json};

use super::{say, say_json};
use crate::args::{RenderArgs, ReplayCommand, ReplayFiles};
use crate::exit::Failure;
use crate::library::Library;
use crate::render::render;
use crate::runner::{clock, ending_name, guarded};
use crate::store::{Product, ReplayFileError, SystemDisk, read_replay, write_whole};
use crate::tournament::in_order;

pub fn run(command: &ReplayCommand) -> Result<(), Failure> {
    match command {
        ReplayCommand::Verify(files) => verify_all(files),
        ReplayCommand::Info(files) => info_all(files),
        ReplayCommand::Render(args) => render_one(args),
    }
}

/// What verifying one file came to.
enum Verdict {
    Good(Verified),
    Unreadable(ReplayFileError),
    Bad(VerifyError),
    Panicked(String),
}

impl Verdict {
    fn of(file: &Path) -> Result<Verdict, Failure> {
        let replay = match read_replay(file)? {
            Ok(replay) => replay,
            Err(error) => return Ok(Verdict::Unreadable(error)),
        };
        Ok(match guarded(|| verify(&replay)) {
            Ok(Ok(verified)) => Verdict::Good(verified),
            Ok(Err(error)) => Verdict::Bad(error),
            Err(fault) => Verdict::Panicked(fault.message),
        })
    }

    fn failure(&self) -> Option<Failure> {
        match self {
            Verdict::Good(Verified { complete: true, .. }) => None,
            Verdict::Good(_) => Some(Failure::Incomplete),
            Verdict::Unreadable(_) | Verdict::Bad(_) => Some(Failure::Checked),
            Verdict::Panicked(message) => Some(Failure::Engine(message.clone())),
        }
    }

    fn text(&self) -> String {
        match self {
            Verdict::Good(Verified { ticks, total, complete }) => {
                let how = if *complete { "ok" } else { "ok as far as it goes, but incomplete" };
                format!("{how}: {ticks} ticks ({}), final state {total:016x}", clock(*ticks))
            }
            Verdict::Unreadable(error) => format!("FAILED: {}", error.explained()),
            Verdict::Bad(error) => format!("FAILED: {error}"),
            Verdict::Panicked(message) => format!("FAILED: the engine failed: {message}"),
        }
    }

    fn json(&self, file: &Path) -> Value {
        let file = file.display().to_string();
        match self {
            Verdict::Good(Verified { ticks, total, complete }) => {
                let hash = format!("{total:016x}");
                json!({ "file": file, "ok": true, "complete": complete, "ticks": ticks, "hash": hash })
            }
            Verdict::Bad(VerifyError::BadTick(bad)) => {
                let error = self.text();
                json!({ "file": file, "ok": false, "error": error, "first_bad_tick": bad.tick, "parts": bad.parts })
            }
            _ => json!({ "file": file, "ok": false, "error": self.text() }),
        }
    }
}

/// Verifies the files in parallel and reports in the order they were given.
fn verify_all(args: &ReplayFiles) -> Result<(), Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(args.files.len());
    let mut worst = None;
    let job = |number: u32| {
        let file = &args.files[number as usize];
        (file, Verdict::of(file))
    };
    in_order(args.files.len() as u32, threads, job, |(file, verdict)| {
        let verdict = verdict?;
        if args.json {
            say_json(&verdict.json(file))?;
        } else {
            say(&format!("{}: {}\n", file.display(), verdict.text()))?;
        }
        worst = worse(worst.take(), verdict.failure());
        Ok(())
    })?;
    worst.map_or(Ok(()), Err)
}

/// A difference outweighs an engine failure, which outweighs a replay that is merely incomplete.
fn worse(first: Option<Failure>, second: Option<Failure>) -> Option<Failure> {
    let weight = |failure: &Option<Failure>| match failure {
        None => 0,
        Some(Failure::Incomplete) => 1,
        Some(Failure::Engine(_)) => 2,
        Some(_) => 3,
    };
    if weight(&second) > weight(&first) { second } else { first }
}

fn info_all(args: &ReplayFiles) -> Result<(), Failure> {
    for file in &args.files {
        let replay = open(file)?;
        if args.json {
            say_json(&info_json(file, &replay))?;
        } else {
            say(&info_text(file, &replay))?;
        }
    }
    Ok(())
}

fn open(file: &Path) -> Result<Replay, Failure> {
    match read_replay(file)? {
        Ok(replay) => Ok(replay),
        Err(error) => {
            say(&format!("{}: FAILED: {}\n", file.display(), error.explained()))?;
            Err(Failure::Checked)
        }
    }
}

const fn status_name(status: Status) -> &'static str {
    match status {
        Status::Complete => "complete",
        Status::Incomplete => "incomplete",
        Status::EngineError => "engine error",
    }
}

fn ending_text(replay: &Replay) -> String {
    let outcome = replay.end.as_ref().and_then(|end| end.outcome);
    match outcome {
        None => "undecided".to_owned(),
        Some(outcome) => match outcome.winner {
            Some(team) => format!("team {} won by {}", team.0 + 1, ending_name(outcome.ending)),
            None => format!("draw by {}", ending_name(outcome.ending)),
        },
    }
}

fn info_text(file: &Path, replay: &Replay) -> String {
    let header = &replay.header;
    let (ticks, titles) = (replay.last_tick(), &header.titles);
    let mut text = format!("{}\n", file.display());
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<10} {value}");
    };
    line("scenario", format!("{} (map {}, rules {})", titles.scenario, titles.map, titles.rules));
    let here = match header.sim_version == SIM_VERSION {
        true => "as this one".to_owned(),
        false => format!("this one is version {SIM_VERSION} and plays differently"),
    };
    line("engine", format!("version {}, {here}", header.sim_version));
    line("rules", format!("{:016x}, {}", header.rules_fingerprint, rules_here(header)));
    line("seed", header.seed.to_string());
    for (row, contestant) in header.contestants.iter().enumerate() {
        let from = if contestant.strategy.is_empty() { "no file" } else { &contestant.strategy };
        line(&format!("player {}", row + 1), format!("{} ({from})", contestant.name));
    }
    line("status", status_name(replay.status()).to_owned());
    line("ending", format!("{} at {} (tick {ticks})", ending_text(replay), clock(ticks)));
    line("orders", replay.orders().to_string());
    line("keyframes", replay.keyframes.len().to_string());
    line("sources", header.sources.iter().map(|source| source.name.clone()).collect::<Vec<_>>().join(", "));
    if let Some(end) = &replay.end {
        for forfeit in &end.forfeits {
            line("forfeit", format!("player {} at {}: {}", forfeit.player.0 + 1, clock(forfeit.tick), forfeit.why));
        }
        if !end.note.is_empty() {
            line("note", end.note.clone());
        }
    }
    text
}

/// How the rules of a replay stand to those of that name that would be played now.
fn rules_here(header: &Header) -> String {
    let name = &header.titles.rules;
    match crate::assemble::load_rules(&mut Library::here(), name) {
        Err(_) => format!("embedded; there is no ruleset {name} here"),
        Ok(rules) => match rules_fingerprint(&rules) {
            same if same == header.rules_fingerprint => format!("as {name} is here"),
            other => format!("embedded; {name} here is another, {other:016x}"),
        },
    }
}

fn info_json(file: &Path, replay: &Replay) -> Value {
    let header = &replay.header;
    let outcome = replay.end.as_ref().and_then(|end| end.outcome);
    let contestants: Vec<Value> = header
        .contestants
        .iter()
        .map(|contestant| json!({ "name": contestant.name, "strategy": contestant.strategy, "seed": contestant.seed }))
        .collect();
    json!({
        "file": file.display().to_string(),
        "scenario": header.titles.scenario,
        "map": header.titles.map,
        "rules": header.titles.rules,
        "sim_version": header.sim_version,
        "rules_fingerprint": format!("{:016x}", header.rules_fingerprint),
        "seed": header.seed,
        "contestants": contestants,
        "status": status_name(replay.status()),
        "outcome": outcome,
        "ticks": replay.last_tick(),
        "seconds": replay.last_tick() / TICKS_PER_SECOND,
        "orders": replay.orders(),
        "keyframes": replay.keyframes.len(),
        "sources": header.sources.iter().map(|source| &source.name).collect::<Vec<_>>(),
    })
}

fn render_one(args: &RenderArgs) -> Result<(), Failure> {
    Product::Page.may_replace(&args.output)?;
    let replay = open(&args.file)?;
    let page = guarded(|| render(&replay)).map_err(|fault| Failure::Engine(fault.message))?;
    let page = match page {
        Ok(page) => page,
        Err(error) => {
            say(&format!("{}: FAILED: {error}\n", args.file.display()))?;
            return Err(Failure::Checked);
        }
    };
    write_whole(&SystemDisk, &args.output, page.as_bytes()).map_err(|error| Failure::writing(&args.output, error))?;
    say(&format!("{}\n", args.output.display()))
}
