//! The world at tick 0.

use std::sync::Arc;

use super::{DerivedState, Parts, Workspaces, World};
use crate::component::ConstructionStage;
use crate::entities::Entities;
use sandtable_model::rules::Class;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{PlayerId, UnitId};

/// Builds the world of a scenario.
pub(super) fn new_world(scenario: Arc<Scenario>, seed: u64) -> World {
    let mut world = empty_world(scenario, seed);
    place_nodes(&mut world);
    if world.scenario.start_forces {
        place_starting_forces(&mut world);
    }
    let placed = place_extras(&mut world);
    world.parts.schedules = crate::schedule::fresh(&world.scenario, seed, &placed);
    world.recount_supply();
    crate::sight::run(world.sight_context());
    world
}

/// A world without an entity.
pub(crate) fn empty_world(scenario: Arc<Scenario>, seed: u64) -> World {
    let mut parts = Parts::new(&scenario);
    parts.clock.seed = seed;
    World {
        entities: Entities::new(),
        parts,
        derived: DerivedState::new(&scenario),
        workspaces: Workspaces::default(),
        threads: crate::threads::Threads::default(),
        scenario,
    }
}

fn place_nodes(world: &mut World) {
    let scenario = Arc::clone(&world.scenario);
    for (kind, cell) in &scenario.map.nodes {
        world.lifecycle_context().spawn_node(*kind, *cell);
    }
}

fn place_starting_forces(world: &mut World) {
    let scenario = Arc::clone(&world.scenario);
    for (row, setup) in scenario.players.iter().enumerate() {
        let (owner, force) = (PlayerId(row as u8), &scenario.rules.start);
        let Some(cell) = setup.start.and_then(|start| scenario.map.starts.get(start as usize)) else { continue };
        world.spawn_building(force.base, owner, *cell, ConstructionStage::Complete);
        let rect = world.rect(force.base, *cell);
        let middle = rect.centre();
        for (kind, count) in &force.units {
            world.spawn_around(*kind, owner, middle, *count);
        }
    }
}

/// Puts down what the scenario places; returns the units of each entry.
fn place_extras(world: &mut World) -> Vec<Vec<UnitId>> {
    let scenario = Arc::clone(&world.scenario);
    let mut all = vec![Vec::new(); scenario.placed.len()];
    for (placed, ids) in scenario.placed.iter().zip(&mut all) {
        match world.kind(placed.kind).class {
            Class::Unit => {
                let units = world.spawn_around(placed.kind, placed.owner, placed.cell.centre(), placed.count);
                if let Some(formation) = placed.formation {
                    // A valid scenario passes no limit of squads; where nobody found room there is none.
                    let validator = &mut world.validator_context();
                    let _ = crate::squad::form(&mut validator.life, validator.squads, placed.owner, formation, &units);
                }
                *ids = units;
            }
            Class::Building => {
                world.spawn_building(placed.kind, placed.owner, placed.cell, ConstructionStage::Complete);
            }
            Class::Node => {
                world.lifecycle_context().spawn_node(placed.kind, placed.cell);
            }
        }
    }
    all
}

impl World {
    /// Recounts the supply of every player from what lives; construction and training keep it from there.
    pub(crate) fn recount_supply(&mut self) {
        crate::economy::recount_supply(&mut self.lifecycle_context());
    }
}
