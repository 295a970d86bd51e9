//! What is not the player's own, as its team sees or remembers it.

use super::{Foreign, KnownNode};
use crate::component::{Deposit, Identity, Motion, Sightings, Site, Stage, Vitals};
use crate::id::{Handle, PlayerId, TeamId, UnitId};
use crate::math::{Fx, Vec2};
use crate::rules::Class;
use crate::sight::{Memory, any_in_sight, handle_for, is_in_sight};
use crate::world::World;

/// Units and buildings in sight, and buildings remembered, by ascending handle.
pub(super) fn bodies(world: &World, player: PlayerId, bodies: &mut Vec<Foreign>) {
    let Some(team) = world.team(player) else { return };
    units_in_sight(world, player, team, bodies);
    buildings_in_sight(world, player, team, bodies);
    let memories = world.knowledge[team.index()].memories().iter();
    let buildings = memories.take_while(|memory| !memory.id.owner().is_neutral());
    bodies.extend(
        buildings
            .filter(|memory| !is_in_sight(world, player, memory.id))
            .map(|memory| remembered(world, player, memory)),
    );
    // Handles are sorted alone first: bodies are much longer, and each of them is moved once.
    bodies.sort_by_cached_key(|body| body.handle);
}

/// Whether a row is another player's, and in sight of the team.
#[inline]
fn is_seen(player: PlayerId, team: TeamId, identity: &Identity, sightings: &Sightings) -> bool {
    sightings.seen_by >> team.0 & 1 != 0 && identity.owner() != player
}

/// What a row in sight has in common with others, whatever its class.
fn in_sight(world: &World, player: PlayerId, identity: &Identity, sightings: &Sightings) -> Foreign {
    let owner = identity.owner();
    let alias = sightings.alias.0.get(player.index()).copied().unwrap_or(0);
    Foreign {
        handle: Handle::new(owner, alias),
        owner,
        kind: identity.kind,
        class: Class::Unit,
        position: Vec2::ZERO,
        hp: Fx::ZERO,
        stage: Stage::Complete,
        visible: true,
        seen_tick: world.tick,
        hostile: world.hostile(player, owner),
    }
}

fn units_in_sight(world: &World, player: PlayerId, team: TeamId, bodies: &mut Vec<Foreign>) {
    let identity = world.column::<Identity>(&world.units);
    let motion = world.column::<Motion>(&world.units);
    let vitals = world.column::<Vitals>(&world.units);
    let sightings = world.column::<Sightings>(&world.units);
    for (row, (identity, sightings)) in identity.iter().zip(sightings.iter()).enumerate() {
        if is_seen(player, team, identity, sightings) {
            let common = in_sight(world, player, identity, sightings);
            bodies.push(Foreign { position: motion[row].position, hp: vitals[row].hp, ..common });
        }
    }
}

fn buildings_in_sight(world: &World, player: PlayerId, team: TeamId, bodies: &mut Vec<Foreign>) {
    let identity = world.column::<Identity>(&world.buildings);
    let site = world.column::<Site>(&world.buildings);
    let vitals = world.column::<Vitals>(&world.buildings);
    let sightings = world.column::<Sightings>(&world.buildings);
    for (row, (identity, sightings)) in identity.iter().zip(sightings.iter()).enumerate() {
        if is_seen(player, team, identity, sightings) {
            let site = &site[row];
            bodies.push(Foreign {
                class: Class::Building,
                position: world.rect(identity.kind, site.cell).centre(),
                hp: vitals[row].hp,
                stage: site.stage,
                ..in_sight(world, player, identity, sightings)
            });
        }
    }
}

fn remembered(world: &World, player: PlayerId, memory: &Memory) -> Foreign {
    Foreign {
        handle: handle_for(world, player, memory.id),
        owner: memory.id.owner(),
        kind: memory.kind,
        class: Class::Building,
        position: world.rect(memory.kind, memory.cell).centre(),
        hp: memory.hp,
        stage: memory.stage,
        visible: false,
        seen_tick: memory.tick,
        hostile: world.hostile(player, memory.id.owner()),
    }
}

/// Nodes that the team does not know to be empty, by ascending handle.
pub(super) fn nodes(world: &World, team: TeamId) -> impl Iterator<Item = KnownNode> {
    let deposits = world.column::<Deposit>(&world.nodes);
    let amount_left = move |node: UnitId| {
        let place = world.place(node).filter(|place| place.class == Class::Node)?;
        Some(deposits[place.row as usize].amount)
    };
    let known = move |memory: &Memory| {
        let rect = world.rect(memory.kind, memory.cell);
        let visible = any_in_sight(world, team.index(), rect);
        let left = if visible { amount_left(memory.id) } else { Some(memory.amount) };
        let amount = left.filter(|amount| *amount > 0)?;
        let (handle, position) = (Handle(memory.id.0), rect.centre());
        Some(KnownNode { handle, kind: memory.kind, cell: memory.cell, position, amount, visible })
    };
    let memories = world.knowledge[team.index()].memories();
    // Players come before nodes.
    let first = memories.partition_point(|memory| !memory.id.owner().is_neutral());
    memories[first..].iter().filter_map(known)
}
