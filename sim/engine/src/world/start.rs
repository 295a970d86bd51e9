//! The world at tick 0.

use std::sync::Arc;

use super::{Derived, Entities, Parts, Scene, Workspaces, World};
use crate::component::Stage;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::Class;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{KindId, PlayerId, UnitId};

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
        derived: Derived::new(&scenario),
        workspaces: Workspaces::default(),
        threads: crate::threads::Threads::default(),
        scenario,
    }
}

fn place_nodes(world: &mut World) {
    let scenario = Arc::clone(&world.scenario);
    for (kind, cell) in &scenario.map.nodes {
        world.spawn_node(*kind, *cell);
    }
}

fn place_starting_forces(world: &mut World) {
    let scenario = Arc::clone(&world.scenario);
    for (row, setup) in scenario.players.iter().enumerate() {
        let (owner, force) = (PlayerId(row as u8), &scenario.rules.start);
        let Some(cell) = setup.start.and_then(|start| scenario.map.starts.get(start as usize)) else { continue };
        world.spawn_building(force.base, owner, *cell, Stage::Complete);
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
                    let _ = crate::squad::form(world, placed.owner, formation, &units);
                }
                *ids = units;
            }
            Class::Building => {
                world.spawn_building(placed.kind, placed.owner, placed.cell, Stage::Complete);
            }
            Class::Node => {
                world.spawn_node(placed.kind, placed.cell);
            }
        }
    }
    all
}

impl Scene<'_> {
    /// The cell with its centre nearest to `middle` that a unit of `kind` can stand in and is not `taken`, within 32 cells.
    ///
    /// Ties go to the cell nearer to the middle of the map, then to the one clockwise of the line to it:
    /// rules that a rotation of the map carries along, so that no start is favoured. For the same reason `middle` is a
    /// point: the middle of a building with an even number of cells lies in no cell.
    pub(crate) fn free_cell_near(&self, kind: KindId, owner: PlayerId, middle: Vec2, taken: &[Cell]) -> Option<Cell> {
        let class = self.kind(kind).body.as_ref()?.locomotion;
        let team = self.team(owner)?;
        let centre = self.scenario.map.bounds().centre();
        let key = |cell: &Cell| {
            let (away, inward) = (cell.centre() - middle, centre - middle);
            let side = inward.x.bits() as i64 * away.y.bits() as i64 - inward.y.bits() as i64 * away.x.bits() as i64;
            (away.length_squared_wide(), cell.centre().distance_squared_wide(centre), side < 0, *cell)
        };
        let from = Cell::at(middle);
        let rings = [2i16, 4, 8, 16, 32];
        rings.iter().find_map(|reach| {
            let side = (2 * reach + 3) as u16;
            let square =
                sandtable_model::map::Rect { x: from.x - reach - 1, y: from.y - reach - 1, width: side, height: side };
            let free = square.cells().filter(|cell| self.ground.passable(*cell, class, team) && !taken.contains(cell));
            free.filter(|cell| key(cell).0 <= Fx::from_int(*reach).squared_wide()).min_by_key(key)
        })
    }
}

impl World {
    /// Spawns units on free cells around `middle`, nearest first, one to a cell; returns their ids, ascending.
    pub(crate) fn spawn_around(&mut self, kind: KindId, owner: PlayerId, middle: Vec2, count: u16) -> Vec<UnitId> {
        let mut taken: Vec<Cell> = Vec::new();
        let mut units = Vec::new();
        for _ in 0..count {
            let Some(cell) = self.scene().free_cell_near(kind, owner, middle, &taken) else { break };
            taken.push(cell);
            units.extend(self.spawn_unit(kind, owner, cell.centre()));
        }
        units
    }

    /// Recounts the supply of every player from what lives; construction and training keep it from there.
    pub(crate) fn recount_supply(&mut self) {
        crate::economy::recount_supply(self);
    }
}
