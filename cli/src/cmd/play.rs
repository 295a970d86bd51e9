//! `sandtable match`: one match, told.

use std::sync::atomic::Ordering;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::lockstep::InputDelay;
use sandtable_match::play::{PlayTerms, PlayedMatch, play_match, play_on};
use sandtable_match::runner::{Termination, tell};
use sandtable_match::store::Product;

use super::interrupt::{interrupt, tell_of_the_rest};
use super::match_setup::setup;
use super::{peers, processes, say, say_json};
use crate::args::MatchArgs;

pub fn run(args: &MatchArgs, registry: &Registry) -> Result<(), Failure> {
    if let Some(role) = args.lockstep.role() {
        return peers::run_one(args, registry, role);
    }
    if let Some(count) = args.lockstep.peers {
        return processes::run_all(args, count);
    }
    if args.lockstep.input_delay.is_some_and(|it| it.delay != InputDelay::Fixed) {
        let text = "--input-delay: only between processes it adapts; expected one number of ticks";
        return Err(Failure::Usage(text.to_owned()));
    }
    if let Some(path) = &args.replay {
        Product::Replay.may_replace(path)?;
    }
    let interrupt = interrupt();
    let terms = PlayTerms {
        interrupt: &interrupt,
        replay: args.replay.as_deref(),
        keyframes: args.keyframes,
        save_at: args.save_at,
        sync_test: args.sync_test,
        threads: args.threads,
    };
    let PlayedMatch { result, restores } = match &args.resume {
        Some(file) => play_on(file, registry, &terms)?,
        None => play_match(setup(args, registry)?, args.seed, registry, &terms)?,
    };
    if args.json {
        say_json(&result)?;
    } else {
        if let Some(restores) = restores {
            say(&format!("{restores}\n\n"))?;
        }
        say(&tell(&result))?;
        if let Some(path) = &args.replay {
            say(&format!("\nreplay: {}\n", path.display()))?;
        }
    }
    if interrupt.load(Ordering::Relaxed) && result.termination == Termination::Interrupted {
        let (kept, again) = match &args.replay {
            Some(path) => ("the match so far is kept", format!("match --continue {}", path.display())),
            None => ("nothing is kept of a match without --replay", "match … --replay FILE".to_owned()),
        };
        return Err(tell_of_the_rest(kept, &again, Failure::Interrupted));
    }
    result.failure().map_or(Ok(()), Err)
}
