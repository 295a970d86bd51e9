//! `sandtable replay state` and `dump`: how a match stood after a tick, in a few lines or in every field.

use std::fmt::Write as _;
use std::path::Path;

use sandtable_match::Failure;
use sandtable_match::runner::{clock, guarded};
use sandtable_sim::World;
use sandtable_sim::content::nearest;
use sandtable_sim::id::PlayerId;
use sandtable_sim::replay::{Playback, Replay, SIM_VERSION};
use sandtable_sim::state::{PART_NAMES, dump as dump_state};
use sandtable_sim::victory::score;
use serde_json::{Value, json};

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
        let row = |line: &sandtable_sim::state::DumpLine| json!({ "part": line.part, "owner": line.owner, "field": line.field, "value": line.value });
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
    play_to(&args.file, &replay, args.tick)
}

fn play_to(file: &Path, replay: &Replay, tick: u32) -> Result<World, Failure> {
    let recorded = replay.header.sim_version;
    if recorded != SIM_VERSION {
        let text = format!("recorded by engine version {recorded}; this is version {SIM_VERSION}");
        return Err(failed(file, &text)?);
    }
    let played = guarded(|| Playback::at(replay, tick).map(Playback::into_world));
    let world = match played.map_err(|fault| Failure::Engine(fault.message))? {
        Ok(world) => world,
        Err(error) => return Err(failed(file, &error.to_string())?),
    };
    match replay.is_recorded(tick, world.state_hash()) {
        true => Ok(world),
        false => Err(failed(file, &format!("plays differently by tick {tick}; try replay verify"))?),
    }
}

fn state_text(world: &World) -> String {
    let [units, buildings, nodes, shots] = world.population();
    let tick = world.tick();
    let mut text = format!("after tick {tick} ({}): state {:016x}\n", clock(tick), world.state_hash());
    let _ = writeln!(text, "  {units} units, {buildings} buildings, {nodes} nodes, {shots} projectiles");
    let resources = &world.rules().resources;
    for (row, player) in world.players().iter().enumerate() {
        let stock = resources.iter().zip(&player.resources).map(|(name, amount)| format!("{amount} {name}"));
        let stock = stock.collect::<Vec<_>>().join(", ");
        let (supply, score) = (format!("{} of {}", player.supply_used, player.supply_cap), score_of(world, row));
        let out = if player.out { ", out" } else { "" };
        let _ = writeln!(text, "  player {}: {stock}; supply {supply}; score {score}{out}", row + 1);
        let _ = writeln!(text, "    {}", forces(world, row as u8).join(", "));
    }
    for part in world.part_hashes() {
        let _ = writeln!(text, "  {:016x} {}", part.hash, part.name);
    }
    text
}

fn score_of(world: &World, row: usize) -> u64 {
    score(world, PlayerId(row as u8))
}

/// What a player has, by kind: `5 worker`.
fn forces(world: &World, player: u8) -> Vec<String> {
    let mut counts = vec![0u32; world.rules().kinds.len()];
    let units = world.observe_units().map(|unit| (unit.id, unit.kind));
    let buildings = world.observe_buildings().map(|building| (building.id, building.kind));
    for (_, kind) in units.chain(buildings).filter(|(id, _)| id.owner() == PlayerId(player)) {
        counts[kind.index()] += 1;
    }
    let kinds = world.rules().kinds.iter().zip(&counts).filter(|(_, count)| **count > 0);
    kinds.map(|(kind, count)| format!("{count} {}", kind.name)).collect()
}

fn state_json(world: &World) -> Value {
    let [units, buildings, nodes, projectiles] = world.population();
    let parts: Vec<Value> = world
        .part_hashes()
        .iter()
        .map(|part| json!({ "part": part.name, "hash": format!("{:016x}", part.hash) }))
        .collect();
    let resources = world.rules().resources.len();
    let players: Vec<Value> = world
        .players()
        .iter()
        .enumerate()
        .map(|(row, player)| {
            json!({
                "player": row + 1, "team": player.team.0 + 1, "out": player.out, "score": score_of(world, row),
                "resources": &player.resources[..resources], "supply": player.supply_used, "supply_cap": player.supply_cap,
                "forces": forces(world, row as u8),
            })
        })
        .collect();
    json!({
        "tick": world.tick(), "hash": format!("{:016x}", world.state_hash()), "outcome": world.outcome(),
        "units": units, "buildings": buildings, "nodes": nodes, "projectiles": projectiles,
        "players": players, "parts": parts,
    })
}
