//! `sandtable replay verify`: plays recorded matches again and compares every state, and every decision when asked to.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::replays::{RerunError, rerun};
use sandtable_match::runner::{clock, guarded};
use sandtable_match::store::{ReplayFileError, read_replay};
use sandtable_sim::replay::{Verified, VerifyError, verify_on};
use serde_json::{Value, json};

use super::{fine_threads, say, say_json, threads};
use crate::args::VerifyArgs;
use crate::progress::replay_bar;

/// What verifying one file came to.
enum Verdict {
    Good(Verified),
    /// There is no such file, or it cannot be read.
    Missing(Failure),
    Unreadable(ReplayFileError),
    Bad(VerifyError),
    /// Its states are right, but not what its strategies decide, or nobody can tell.
    OtherDecision(RerunError),
    Panicked(String),
}

impl Verdict {
    fn of(file: &Path, strategies: Option<&Registry>, count: Option<u16>) -> Result<Verdict, Failure> {
        let threads = fine_threads(count)?;
        let replay = match read_replay(file) {
            Ok(Ok(replay)) => replay,
            Ok(Err(error)) => return Ok(Verdict::Unreadable(error)),
            Err(failure) => return Ok(Verdict::Missing(failure)),
        };
        Ok(match guarded(|| verify_on(&replay, &threads)) {
            Ok(Ok(verified)) => match strategies.map(|registry| rerun(&replay, registry)) {
                Some(Err(error)) => Verdict::OtherDecision(error),
                _ => Verdict::Good(verified),
            },
            Ok(Err(error)) => Verdict::Bad(error),
            Err(fault) => Verdict::Panicked(fault.message),
        })
    }

    fn into_failure(self) -> Option<Failure> {
        match self {
            Verdict::Good(Verified { complete: true, .. }) => None,
            Verdict::Good(_) => Some(Failure::Incomplete),
            Verdict::Missing(failure) => Some(failure),
            Verdict::Unreadable(_) | Verdict::Bad(_) | Verdict::OtherDecision(_) => Some(Failure::Checked),
            Verdict::Panicked(message) => Some(Failure::Engine(message)),
        }
    }

    fn text(&self) -> String {
        match self {
            Verdict::Good(Verified { ticks, total, complete }) => {
                let how = if *complete { "ok" } else { "ok as far as it goes, but incomplete" };
                format!("{how}: {ticks} ticks ({}), final state {total:016x}", clock(*ticks))
            }
            Verdict::Missing(failure) => format!("FAILED: {failure}"),
            Verdict::Unreadable(error) => format!("FAILED: {}", error.explained()),
            Verdict::Bad(error) => format!("FAILED: {error}"),
            Verdict::OtherDecision(error) => format!("FAILED: {error}"),
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
            Verdict::OtherDecision(RerunError::OtherDecision(first)) => {
                let (tick, player) = (first.tick, first.player.0 + 1);
                let (recorded, given) = (&first.recorded, &first.given);
                let first = json!({ "tick": tick, "player": player, "recorded": recorded, "given": given });
                json!({ "file": file, "ok": false, "error": self.text(), "first_differing_decision": first })
            }
            _ => json!({ "file": file, "ok": false, "error": self.text() }),
        }
    }
}

/// Verifies the files in parallel and reports in the order they were given.
pub fn run(args: &VerifyArgs, registry: &Registry) -> Result<(), Failure> {
    let files = &args.of.files;
    let strategies = args.commanders.then_some(registry);
    let progress = replay_bar(files.len() as u64);
    let mut worst = None;
    let job = |number: u32| {
        let file = &files[number as usize];
        let verdict = Verdict::of(file, strategies, args.threads);
        progress.set_message(file.display().to_string());
        progress.inc(1);
        (file, verdict)
    };
    in_order(files.len() as u32, threads(None, files.len()), job, |(file, verdict)| {
        let verdict = verdict?;
        if args.of.json {
            progress.suspend(|| say_json(&verdict.json(file)))?;
        } else {
            progress.suspend(|| say(&format!("{}: {}\n", file.display(), verdict.text())))?;
        }
        worst = worse(worst.take(), verdict.into_failure());
        Ok(())
    })?;
    progress.finish_and_clear();
    worst.map_or(Ok(()), Err)
}

/// A difference outweighs an engine failure, which outweighs a file that cannot be read, and that a replay that is merely incomplete.
fn worse(first: Option<Failure>, second: Option<Failure>) -> Option<Failure> {
    let weight = |failure: &Option<Failure>| match failure {
        None => 0,
        Some(Failure::Incomplete) => 1,
        Some(Failure::Io { .. }) => 2,
        Some(Failure::Engine(_)) => 3,
        Some(_) => 4,
    };
    if weight(&second) > weight(&first) { second } else { first }
}
