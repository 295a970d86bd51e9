//! What a player may name and where it may build, judged by what its team knows.

use super::Scene;
use crate::component::{ConstructionStage, Footprint, Identity, Sightings};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Class, WALL_COST};
use sandtable_model::scenario::Fog;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::{Handle, KindId, PlayerId, TeamId, UnitId};

/// The entity a handle names for a player, dead or alive: own and neutral ids stand for themselves, foreign
/// ones go through the player's aliases.
pub(crate) fn resolve(scene: &Scene<'_>, player: PlayerId, handle: Handle) -> Option<UnitId> {
    if handle.is_none() {
        return None;
    }
    if handle.owner() == player || handle.owner().is_neutral() {
        return Some(UnitId(handle.0));
    }
    let id = scene.players.get(player.index())?.aliases.get(handle.serial())?;
    (id.owner() == handle.owner()).then_some(id)
}

/// The handle by which a player names an entity, dead or alive; none for a foreign one it never saw.
#[inline]
pub(crate) fn handle_for(scene: &Scene<'_>, player: PlayerId, id: UnitId) -> Handle {
    // Most are nobody.
    if id.is_none() || id.owner() == player || id.owner().is_neutral() {
        return Handle(id.0);
    }
    alias_of(scene, player, id)
}

/// The handle by which a player names what is another player's; none for what it never saw.
fn alias_of(scene: &Scene<'_>, player: PlayerId, id: UnitId) -> Handle {
    let Some(place) = scene.place(id) else { return handle_of_the_dead(scene, player, id) };
    let roster = match place.class {
        Class::Unit => &scene.entities.units,
        Class::Building => &scene.entities.buildings,
        Class::Node => return Handle::NONE,
    };
    match scene.entities.column::<Sightings>(roster)[place.row as usize].alias.0[player.index()] {
        0 => Handle::NONE,
        alias => Handle::new(id.owner(), alias),
    }
}

/// The handle by which a player names what is gone: its own record of names went with it. Only ghosts in memories are asked for, seldom.
fn handle_of_the_dead(scene: &Scene<'_>, player: PlayerId, id: UnitId) -> Handle {
    let Some(viewer) = scene.players.get(player.index()) else { return Handle::NONE };
    let alias = (1..=viewer.aliases.len()).find(|alias| viewer.aliases.get(*alias) == Some(id));
    alias.map_or(Handle::NONE, |alias| Handle::new(id.owner(), alias))
}

/// The entity a handle names, when the player knows of it now: its own if it lives, a foreign one that is
/// visible or remembered, a node it does not know to be empty.
pub(crate) fn known_entity(scene: &Scene<'_>, player: PlayerId, handle: Handle) -> Option<UnitId> {
    let id = resolve(scene, player, handle)?;
    let team = scene.team(player)?;
    if id.owner() == player {
        return scene.place(id).map(|_| id);
    }
    let remembered = scene.knowledge[team.index()].memory(id).is_some();
    (remembered || !id.owner().is_neutral() && is_in_sight(scene, player, id)).then_some(id)
}

/// Where a team believes an entity to be.
#[derive(Clone, Copy)]
pub(crate) enum Whereabouts<'w> {
    /// A unit of the team's or one in sight.
    Unit(&'w SpatialRow),
    /// The cells of a building or node that is the team's, in sight or remembered: it may be gone by now.
    Cells(Rect),
}

/// Where a team believes an entity to be; none when it knows of no such thing. What units do about entities they
/// do not see goes by this, or their steps would tell what became of them.
pub(crate) fn whereabouts<'w>(scene: &Scene<'w>, team: TeamId, id: UnitId) -> Option<Whereabouts<'w>> {
    let own = scene.team(id.owner()) == Some(team);
    match scene.body(id).filter(|body| body.class == Class::Unit) {
        Some(body) => (own || body.seen_by_team(team.0)).then_some(Whereabouts::Unit(body)),
        None if own => scene.rect_of(id).map(Whereabouts::Cells),
        None => {
            let memory = scene.knowledge.get(team.index())?.memory(id)?;
            Some(Whereabouts::Cells(scene.rect(memory.kind, memory.cell)))
        }
    }
}

impl Whereabouts<'_> {
    /// Its middle.
    pub(crate) fn position(&self) -> Vec2 {
        match self {
            Whereabouts::Unit(body) => body.position,
            Whereabouts::Cells(rect) => rect.centre(),
        }
    }

    /// Whether its edge is at most `distance` from `point`.
    pub(crate) fn is_within(&self, point: Vec2, distance: Fx) -> bool {
        match self {
            Whereabouts::Unit(body) => body.is_near(point, distance),
            Whereabouts::Cells(rect) => rect.nearest(point).distance_squared_wide(point) <= distance.squared_wide(),
        }
    }
}

/// Whether the player's team sees the living entity now; buildings and nodes by any of their cells.
pub(crate) fn is_in_sight(scene: &Scene<'_>, player: PlayerId, id: UnitId) -> bool {
    let (Some(team), Some(place)) = (scene.team(player), scene.place(id)) else { return false };
    let roster = match place.class {
        Class::Unit => &scene.entities.units,
        Class::Building => &scene.entities.buildings,
        Class::Node => return scene.rect_of(id).is_some_and(|rect| any_in_sight(scene, team.index(), rect)),
    };
    scene.entities.column::<Sightings>(roster)[place.row as usize].seen_by >> team.0 & 1 != 0
}

/// Whether the team sees any of these cells now.
#[inline]
pub(crate) fn any_in_sight(scene: &Scene<'_>, team: usize, rect: Rect) -> bool {
    scene.sight.seen_in(rect) >> team & 1 != 0
}

/// Whether, as far as the player's team knows, a worker of this kind could stand beside a node whose north-west cell this is.
pub(crate) fn has_open_side(scene: &Scene<'_>, player: PlayerId, worker: KindId, node: KindId, cell: Cell) -> bool {
    let Some(body) = scene.kind(worker).body.as_ref() else { return false };
    let Some(team) = scene.team(player) else { return false };
    let (map, knowledge) = (&scene.scenario.map, &scene.knowledge[team.index()]);
    let open = |cell: Cell| {
        scene.ground.terrain_cost(cell, body.locomotion) != WALL_COST && !knowledge.is_blocked(map.index(cell))
    };
    scene.rect(node, cell).grown(1).cells().any(open)
}

/// Whether, as far as the player's team knows, a building may be marked out with its north-west cell here:
/// on buildable ground that is explored (under full fog), not known to be blocked, and not taken by a building of
/// the team in any stage (a gate blocks no way, and a site not begun blocks nothing). Units are no hindrance.
pub(crate) fn can_place(scene: &Scene<'_>, player: PlayerId, kind: KindId, cell: Cell) -> bool {
    let map = &scene.scenario.map;
    let (Some(team), Some(kind_row)) = (scene.team(player), scene.rules().kinds.get(kind.index())) else {
        return false;
    };
    if kind_row.class != Class::Building || kind_row.footprint.is_none() || !map.contains(cell) {
        return false;
    }
    let rect = scene.rect(kind, cell);
    let knowledge = &scene.knowledge[team.index()];
    let fit = |cell: Cell| {
        let index = map.index(cell);
        let terrain = &scene.rules().terrain[map.terrain[index] as usize];
        let explored = scene.scenario.fog != Fog::Full || knowledge.is_explored(index);
        terrain.buildable && explored && !knowledge.is_blocked(index)
    };
    rect.cells().all(|cell| map.contains(cell) && fit(cell)) && !is_taken(scene, player, rect)
}

/// Whether a building of the player's team that blocks nothing, but will or would, overlaps these cells.
fn is_taken(scene: &Scene<'_>, player: PlayerId, rect: Rect) -> bool {
    let (identity, footprint) = (
        scene.entities.column::<Identity>(&scene.entities.buildings),
        scene.entities.column::<Footprint>(&scene.entities.buildings),
    );
    let mut rows = identity.iter().zip(footprint.iter());
    rows.any(|(identity, footprint)| {
        let gate = scene.kind(identity.kind).footprint.as_ref().is_some_and(|footprint| footprint.gate);
        (gate || footprint.stage == ConstructionStage::Planned)
            && scene.rect(identity.kind, footprint.cell).overlaps(rect)
            && scene.team(identity.owner()) == scene.team(player)
    })
}
