//! How a recorded match stood after a tick.

use std::fmt::Write as _;

use sandtable_replay::{Playback, Replay};
use sandtable_sim::World;
use sandtable_state::id::PlayerId;
use serde_json::{Value, json};

use super::other_versions::OtherVersions;
use crate::runner::{clock, guarded};

/// Why the world of a recorded match cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorldAtError {
    /// The replay does not play here as it was recorded.
    Replay(String),
    /// The engine failed.
    Engine(String),
}

/// The world of a recorded match after a tick, which is one of its ticks.
///
/// # Errors
/// When this engine does not play it as it was recorded.
pub fn world_at(replay: &Replay, tick: u32) -> Result<World, WorldAtError> {
    let played = guarded(|| Playback::at(replay, tick).map(Playback::into_world));
    let world = match played.map_err(|fault| WorldAtError::Engine(fault.message))? {
        Ok(world) => world,
        Err(error) => return Err(WorldAtError::Replay(error.to_string())),
    };
    match replay.is_recorded(tick, world.state_hash()) {
        true => Ok(world),
        false => {
            let blame = OtherVersions::from_header(&replay.header).blame();
            Err(WorldAtError::Replay(format!("{blame}plays differently by tick {tick}; try replay verify")))
        }
    }
}

/// How a match stands, in a few lines.
pub fn state_text(world: &World) -> String {
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
    world.score(PlayerId(row as u8))
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

/// How a match stands, as JSON.
pub fn state_json(world: &World) -> Value {
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
