//! What a player may name and where it may build, judged by what its team knows.

use crate::component::{Identity, Sightings, Site, Stage};
use crate::id::{Handle, KindId, PlayerId, UnitId};
use crate::map::Cell;
use crate::rules::Class;
use crate::scenario::Fog;
use crate::world::World;

/// The entity a handle names for a player, dead or alive: own and neutral ids stand for themselves, foreign
/// ones go through the player's aliases.
pub(crate) fn resolve(world: &World, player: PlayerId, handle: Handle) -> Option<UnitId> {
    if handle.is_none() {
        return None;
    }
    if handle.owner() == player || handle.owner().is_neutral() {
        return Some(UnitId(handle.0));
    }
    let id = world.players.get(player.index())?.aliases.get(handle.serial())?;
    (id.owner() == handle.owner()).then_some(id)
}

/// The handle by which a player names an entity; none for a foreign one it never saw.
pub(crate) fn handle_for(world: &World, player: PlayerId, id: UnitId) -> Handle {
    if id.is_none() || id.owner() == player || id.owner().is_neutral() {
        return Handle(id.0);
    }
    let Some(place) = world.place(id) else { return Handle::NONE };
    let roster = match place.class {
        Class::Unit => &world.units,
        Class::Building => &world.buildings,
        Class::Node => return Handle::NONE,
    };
    let alias = world.column::<Sightings>(roster)[place.row as usize].alias[player.index()];
    if alias == 0 { Handle::NONE } else { Handle::new(id.owner(), alias) }
}

/// The entity a handle names, when the player knows of it now: its own if it lives, a foreign one that is
/// visible or remembered, a node it does not know to be empty.
pub(crate) fn known_entity(world: &World, player: PlayerId, handle: Handle) -> Option<UnitId> {
    let id = resolve(world, player, handle)?;
    let team = world.team(player)?;
    if id.owner() == player {
        return world.place(id).map(|_| id);
    }
    let remembered = world.knowledge[team.index()].memory(id).is_some();
    let visible = world.place(id).is_some_and(|place| {
        let roster = match place.class {
            Class::Unit => &world.units,
            Class::Building => &world.buildings,
            Class::Node => return false,
        };
        world.column::<Sightings>(roster)[place.row as usize].seen_by & (1 << team.0) != 0
    });
    (remembered || visible).then_some(id)
}

/// Whether, as far as the player's team knows, a building may be marked out with its north-west cell here:
/// on buildable ground that is explored (under full fog), not known to be blocked, and not marked out already.
pub(crate) fn can_place(world: &World, player: PlayerId, kind: KindId, cell: Cell) -> bool {
    let map = &world.scenario.map;
    let Some(team) = world.team(player) else { return false };
    if world.kind(kind).footprint.is_none() || !map.contains(cell) {
        return false;
    }
    let rect = world.rect(kind, cell);
    let knowledge = &world.knowledge[team.index()];
    let fit = |cell: Cell| {
        let index = map.index(cell);
        let terrain = &world.rules().terrain[map.terrain[index] as usize];
        let explored = world.scenario.fog != Fog::Full || knowledge.is_explored(index);
        terrain.buildable && explored && !knowledge.is_blocked(index)
    };
    rect.cells().all(|cell| map.contains(cell) && fit(cell)) && !is_marked_out(world, player, kind, cell)
}

/// Whether a planned building of the player's team overlaps these cells.
fn is_marked_out(world: &World, player: PlayerId, kind: KindId, cell: Cell) -> bool {
    let rect = world.rect(kind, cell);
    let (identity, site) = (world.column::<Identity>(&world.buildings), world.column::<Site>(&world.buildings));
    (0..identity.len()).any(|row| {
        site[row].stage == Stage::Planned
            && world.team(identity[row].owner()) == world.team(player)
            && world.rect(identity[row].kind, site[row].cell).overlaps(rect)
    })
}
