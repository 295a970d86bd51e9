//! `sandtable replay state` and `dump`: how a match stood after a tick, in a few lines or in every field.

use sandtable_match::Failure;
use sandtable_match::replays::{
    self, PlayedHere, StateField, TickSource as _, WorldAtError, fields_of, fields_text, nothing_of, phases_text,
    state_json, state_text,
};
use sandtable_match::runner::guarded;
use sandtable_replay::Replay;
use sandtable_sim::World;
use sandtable_sim::snapshot::PART_NAMES;

use super::{failed, open, say, say_json};
use crate::args::{AtTick, DumpArgs, StateArgs};
use crate::cmd::interrupt::working;

/// What takes its time.
const PLAYED_AGAIN: &str = "replaying match";

pub fn run(args: &StateArgs) -> Result<(), Failure> {
    if args.phases {
        return phases(&args.at);
    }
    let working = working("replay state", PLAYED_AGAIN);
    let world = world_at(&args.at)?;
    drop(working);
    if args.at.json { say_json(&state_json(&world)) } else { say(&state_text(&world)) }
}

/// The parts that each phase of a tick changes, or all hashes as JSON.
fn phases(args: &AtTick) -> Result<(), Failure> {
    let replay = open_at(args)?;
    let working = working("replay state", PLAYED_AGAIN);
    let phases = guarded(|| PlayedHere::new(&replay).phases(args.tick));
    drop(working);
    let phases = phases.map_err(|fault| Failure::Engine(fault.message))??;
    if args.json {
        return say_json(&phases);
    }
    say(&phases_text(&phases))
}

pub fn dump(args: &DumpArgs) -> Result<(), Failure> {
    if let Some(part) = args.part.as_deref().filter(|part| !PART_NAMES.contains(part)) {
        let known = PART_NAMES.join(", ");
        return Err(Failure::Usage(format!("--part: found {part:?}; expected one of {known}")));
    }
    let working = working("replay dump", PLAYED_AGAIN);
    let all = fields(args)?;
    drop(working);
    let wanted = |given: &Option<String>, found: &str| given.as_deref().is_none_or(|given| given == found);
    let is_wanted = |line: &&StateField| wanted(&args.part, &line.part) && wanted(&args.owner, &line.owner);
    let lines: Vec<&StateField> = all.iter().filter(is_wanted).collect();
    match args.at.json {
        true => say_json(&lines),
        false if lines.is_empty() => Err(nothing_of(&all, args.part.as_deref(), args.owner.as_deref(), args.at.tick)),
        false => say(&fields_text(&lines)),
    }
}

/// Every field after the tick, or after a phase of it.
fn fields(args: &DumpArgs) -> Result<Vec<StateField>, Failure> {
    let tick = args.at.tick;
    let Some(phase) = &args.phase else { return Ok(fields_of(&world_at(&args.at)?)) };
    let replay = open_at(&args.at)?;
    let fields = guarded(|| PlayedHere::new(&replay).fields(tick, phase));
    fields.map_err(|fault| Failure::Engine(fault.message))?
}

/// A replay that has the tick asked for.
fn open_at(args: &AtTick) -> Result<Replay, Failure> {
    let replay = open(&args.file)?;
    let last = replay.last_tick();
    if args.tick > last {
        let text = format!("--tick: found {}, past the end; expected 0 to {last}", args.tick);
        return Err(Failure::Usage(text));
    }
    Ok(replay)
}

/// The world of a replay after a tick.
fn world_at(args: &AtTick) -> Result<World, Failure> {
    let replay = open_at(args)?;
    match replays::world_at(&replay, args.tick) {
        Ok(world) => Ok(world),
        Err(WorldAtError::Engine(message)) => Err(Failure::Engine(message)),
        Err(WorldAtError::Replay(why)) => Err(failed(&args.file, &why)?),
    }
}
