//! `sandtable replay rerun`: recorded strategies run again, and what they do otherwise.

use std::path::PathBuf;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::replays::{RerunError, Rerunning, check_keyframes, rerun_json, rerun_text, rerun_whole, worse};
use sandtable_match::runner::guarded;
use sandtable_match::work_bar::WorkBar;
use sandtable_replay::Replay;

use super::{open, say, say_json, threads};
use crate::cmd::interrupt::files_left;

/// Runs them in parallel and reports in the order they were given.
pub fn run(files: &[PathBuf], json: bool, registry: &Registry) -> Result<(), Failure> {
    let bar = WorkBar::of_replays();
    bar.expect(files.len() as u64);
    let mut left = files_left(&bar, "the files above are done", "replay rerun", files);
    let mut worst = None;
    let job = |number: u32| {
        let file = &files[number as usize];
        (file, open(file).map(|replay| (guarded(|| rerun_whole(&replay, registry)), replay)))
    };
    in_order(files.len() as u32, threads(None, files.len()), job, |(file, ran)| {
        let failure = match ran {
            Err(failure) => Some(failure),
            Ok((ran, replay)) => {
                let ran = ran.unwrap_or_else(|fault| Err(RerunError::Engine(fault.message)));
                bar.suspended(|| match json {
                    true => say_json(&rerun_json(file, &replay, &ran)),
                    false => say(&format!("{}: {}\n", file.display(), rerun_text(&replay, &ran))),
                })?;
                let failure = failure_of(&replay, ran);
                let bad = check_keyframes(&replay).err();
                if let Some(bad) = &bad {
                    eprintln!("{}: {bad}", file.display());
                }
                worse(failure, bad.map(|_| Failure::Checked))
            }
        };
        left.one_done();
        bar.advance(1);
        worst = worse(worst.take(), failure);
        Ok(())
    })?;
    bar.finish();
    worst.map_or(Ok(()), Err)
}

fn failure_of(replay: &Replay, ran: Result<Rerunning, RerunError>) -> Option<Failure> {
    match ran {
        Ok(ran) if ran.is_as_recorded(replay) => None,
        Err(RerunError::Engine(message)) => Some(Failure::Engine(message)),
        Ok(_) | Err(_) => Some(Failure::Checked),
    }
}
