//! `sandtable replay state` and `dump`: how a match stood after a tick, in a few lines or in every field.

use sandtable_diagnostics::nearest;
use sandtable_match::Failure;
use sandtable_match::replays::{self, WorldAtError, state_json, state_text};
use sandtable_sim::World;
use sandtable_sim::snapshot::{PART_NAMES, dump as dump_state};
use serde_json::json;

use super::{failed, open, say, say_json};
use crate::args::{AtTick, DumpArgs};

pub fn run(args: &AtTick) -> Result<(), Failure> {
    let world = world_at(args)?;
    if args.json { say_json(&state_json(&world)) } else { say(&state_text(&world)) }
}

pub fn dump(args: &DumpArgs) -> Result<(), Failure> {
    if let Some(part) = args.part.as_deref().filter(|part| !PART_NAMES.contains(part)) {
        let known = PART_NAMES.join(", ");
        return Err(Failure::Usage(format!("--part: found {part:?}; expected one of {known}")));
    }
    let world = world_at(&args.at)?;
    let wanted = |given: &Option<String>, found: &str| given.as_deref().is_none_or(|given| given == found);
    let lines = dump_state(&world);
    let lines = lines.iter().filter(|line| wanted(&args.part, line.part) && wanted(&args.owner, &line.owner));
    if args.at.json {
        let row = |line: &sandtable_sim::snapshot::DumpLine| json!({ "part": line.part, "owner": line.owner, "field": line.field, "value": line.value });
        return say_json(&lines.map(row).collect::<Vec<_>>());
    }
    let mut text = String::new();
    lines.for_each(|line| text += &format!("{line}\n"));
    if text.is_empty() { Err(Failure::Usage(nothing_of(args, &world))) } else { say(&text) }
}

/// That there is nothing of an owner, or of a part, and what else there is.
fn nothing_of(args: &DumpArgs, world: &World) -> String {
    let (tick, of) = (args.at.tick, args.part.as_ref().map(|part| format!(" in {part}")).unwrap_or_default());
    let Some(owner) = &args.owner else { return format!("--part: there is nothing{of} after tick {tick}") };
    let mut owners: Vec<String> = dump_state(world).into_iter().map(|line| line.owner).collect();
    owners.sort_unstable();
    owners.dedup();
    let near = nearest(owner, owners.iter().map(String::as_str)).map(|name| format!("; did you mean \"{name}\"?"));
    let near = near.unwrap_or_default();
    format!(
        "--owner: found {owner:?}, of which there is nothing{of} after tick {tick}; expected a player (p1), a team (t1) or an entity (p1#2){near}"
    )
}

/// The world of a replay after a tick.
fn world_at(args: &AtTick) -> Result<World, Failure> {
    let replay = open(&args.file)?;
    let last = replay.last_tick();
    if args.tick > last {
        let text = format!("--tick: found {}, past the end; expected 0 to {last}", args.tick);
        return Err(Failure::Usage(text));
    }
    match replays::world_at(&replay, args.tick) {
        Ok(world) => Ok(world),
        Err(WorldAtError::Engine(message)) => Err(Failure::Engine(message)),
        Err(WorldAtError::Replay(why)) => Err(failed(&args.file, &why)?),
    }
}
