//! `sandtable why`: the chain from a commander's goal to one unit's step.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_match::runner::guarded;
use sandtable_match::why::{
    DecisionChange, LoggedDecision, Refusal, UnitExplanation, entry_json, follow, json, tell, tell_entry,
    tell_timeline, timeline, timeline_json, why,
};
use sandtable_match::work_bar::WorkBar;
use sandtable_replay::Replay;
use sandtable_state::id::PlayerId;

use super::replay::{failed, open};
use super::{say, say_json};
use crate::args::WhyArgs;

pub fn run(args: &WhyArgs, registry: &Registry) -> Result<(), Failure> {
    let replay = open(&args.file)?;
    let bar = WorkBar::counting("ticks");
    bar.expect(args.tick.into());
    let mut played = |_| bar.advance(1);
    let told = match (args.unit, args.from) {
        (Some(unit), Some(from)) => {
            guarded(|| timeline(&replay, registry, unit, (from, args.tick), &mut played).map(Told::Timeline))
        }
        (Some(unit), None) => {
            guarded(|| why(&replay, registry, unit, args.tick, &mut played).map(|story| Told::Unit(Box::new(story))))
        }
        (None, _) => guarded(|| decision(&replay, registry, args, &mut played).map(Told::Commander)),
    };
    bar.finish();
    match told.map_err(|fault| Failure::Engine(fault.message))? {
        Ok(Told::Unit(story)) if args.json => say_json(&json(&story)),
        Ok(Told::Unit(story)) => say(&tell(&story)),
        Ok(Told::Timeline(changes)) if args.json => say_json(&timeline_json(&changes)),
        Ok(Told::Timeline(changes)) => say(&tell_timeline(&changes)),
        Ok(Told::Commander(entry)) if args.json => say_json(&entry_json(&entry)),
        Ok(Told::Commander(entry)) => say(&tell_entry(&entry)),
        Err(Refusal::Replay(text)) => Err(failed(&args.file, &text)?),
        Err(Refusal::Asked(text)) => Err(Failure::Usage(text)),
    }
}

/// What was asked for.
enum Told {
    Unit(Box<UnitExplanation>),
    Timeline(Vec<DecisionChange>),
    Commander(LoggedDecision),
}

/// The latest decision of a player's commander by a tick.
fn decision(
    replay: &Replay,
    registry: &Registry,
    args: &WhyArgs,
    played: &mut dyn FnMut(u32),
) -> Result<LoggedDecision, Refusal> {
    let mut latest = None;
    let player = args.player.map(|number| PlayerId(number - 1));
    follow(replay, registry, player, args.tick, &mut |entry| latest = Some(entry), played)?;
    latest.ok_or_else(|| {
        Refusal::Asked(format!("--tick: found {}, before its first decision; expected a later one", args.tick))
    })
}
