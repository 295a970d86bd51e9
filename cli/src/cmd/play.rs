//! `sandtable match`: one match, told.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::lockstep::InputDelay;
use sandtable_match::play::{PlayTerms, PlayedMatch, play_match, play_on};
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::runner::{Termination, tell};
use sandtable_match::store::Product;
use sandtable_match::work_bar::WorkBar;

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
        let text = "--input-delay: a range adapts only between processes; expected one number of ticks";
        return Err(Failure::Usage(text.to_owned()));
    }
    if let Some(path) = &args.replay {
        Product::Replay.may_replace(path)?;
    }
    let bar = WorkBar::unmeasured("ticks").stopped_by(interrupt());
    let terms = PlayTerms {
        progress: &bar,
        replay: args.replay.as_deref(),
        keyframes: args.keyframes,
        save_at: args.save_at,
        sync_test: args.sync_test,
        threads: args.threads,
    };
    let played = match &args.resume {
        Some(file) => play_on(file, registry, &terms),
        None => setup(args, registry).and_then(|setup| play_match(setup, args.seed, registry, &terms)),
    };
    bar.finish();
    let PlayedMatch { result, restores } = played?;
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
    if bar.is_interrupted() && result.termination == Termination::Interrupted {
        let (kept, again) = match &args.replay {
            Some(path) => ("the match is saved up to here", format!("match --continue {}", path.display())),
            None => ("a match without --replay is not saved", "match … --replay FILE".to_owned()),
        };
        return Err(tell_of_the_rest(kept, &again, Failure::Interrupted));
    }
    result.failure().map_or(Ok(()), Err)
}
