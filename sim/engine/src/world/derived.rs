//! What follows from scenario, entities and parts, and is kept up beside them: it is in no snapshot, and made anew on load.

use super::World;
use crate::component::{ConstructionStage, Footprint, Identity};
use crate::sight::Sight;
use crate::state::{PartSetting, Player};
use sandtable_model::rules::{Stats, derive_stats};
use sandtable_model::scenario::Scenario;
use sandtable_nav::ground::GroundMap;

/// Everything derived that no single part keeps.
#[derive(Clone)]
pub(crate) struct DerivedState {
    /// Stats by player and kind, from the players' technologies.
    pub(crate) stats: Vec<Vec<Stats>>,
    /// Who sees which cell, from where everybody is.
    pub(crate) sight: Sight,
    /// What stands on the cells, from buildings and nodes.
    pub(crate) ground: GroundMap,
}

impl DerivedState {
    /// That of a world without an entity, in which nobody knows anything.
    pub(crate) fn new(scenario: &Scenario) -> DerivedState {
        DerivedState {
            stats: scenario.players.iter().map(|_| derive_stats(&scenario.rules, 0)).collect(),
            sight: Sight::new(scenario),
            ground: GroundMap::new(&scenario.map, &scenario.rules),
        }
    }
}

/// Makes all of it anew from the state, which is loaded, and what the parts keep of their own.
///
/// # Errors
/// Says what of the state cannot be.
pub(crate) fn rebuild(world: &mut World) -> Result<(), &'static str> {
    let World { scenario, parts, derived, .. } = world;
    let stats = |player: &Player| derive_stats(&scenario.rules, player.researched);
    derived.stats = parts.players.iter().map(stats).collect();
    let mut standing = Vec::new();
    for roster in [&world.entities.buildings, &world.entities.nodes] {
        let (identity, footprint) = (world.column::<Identity>(roster), world.column::<Footprint>(roster));
        let blocking = roster
            .rows()
            .iter()
            .map(|row| *row as usize)
            .filter(|row| footprint[*row].stage != ConstructionStage::Planned);
        standing.extend(blocking.map(|row| (identity[row].id, identity[row].kind, footprint[row].cell)));
    }
    for (id, kind, cell) in standing {
        world.lifecycle_context().block_cells(id, kind, cell);
    }
    crate::sight::rebuild(world.sight_context());
    let World { scenario, entities, parts, derived, .. } = world;
    let known = (&derived.ground, &parts.knowledge[..]);
    parts.flow.restore(known.0, known.1).map_err(|_| "flow fields that cannot be of this map")?;
    let routes = parts.routes.restore(PartSetting { scenario, entities }, &mut parts.flow, known);
    routes.map_err(|_| "routes that cannot be of this world")
}
