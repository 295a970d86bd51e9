//! The world at tick 0.

use std::sync::Arc;

use super::{Aliases, Directory, Frame, Player, Roster, Totals, World};
use super::{BuildingBundle, NodeBundle, ShotBundle, UnitBundle};
use crate::component::{
    Agent, Arms, Deposit, Identity, Labour, Motion, Shot, Sightings, Site, Stage, Statuses, Vitals, Works,
};
use crate::ground::Ground;
use crate::id::{KindId, PlayerId, UnitId};
use crate::map::Cell;
use crate::math::{Fx, Vec2};
use crate::rules::{Class, derive_stats};
use crate::scenario::{PlayerSetup, Scenario};

/// Builds the world of a scenario.
pub(super) fn new_world(scenario: Arc<Scenario>, seed: u64) -> World {
    let mut world = empty_world(scenario, seed);
    place_nodes(&mut world);
    if world.scenario.start_forces {
        place_starting_forces(&mut world);
    }
    let placed = place_extras(&mut world);
    world.schedules = crate::schedule::fresh(&world.scenario, seed, &placed);
    world.recount_supply();
    crate::sight::run(&mut world);
    world
}

/// A world without an entity; archetypes exist, so that rosters can name them.
pub(crate) fn empty_world(scenario: Arc<Scenario>, seed: u64) -> World {
    let (ecs, [units, buildings, nodes, shots]) = empty_ecs();
    let players: Vec<Player> = scenario.players.iter().map(new_player).collect();
    let stats = players.iter().map(|_| derive_stats(&scenario.rules, 0)).collect();
    let ground = Ground::new(&scenario.map, &scenario.rules);
    let (knowledge, sight) = crate::sight::fresh(&scenario);
    let flow = crate::flow::Flow::new(&scenario.map, scenario.teams());
    let routes = crate::route::Routes::new(&scenario);
    let minds = crate::agent::Minds::new(&scenario);
    let senses = crate::senses::Perceived::new(&scenario);
    World {
        seed,
        tick: 0,
        ecs,
        units,
        buildings,
        nodes,
        shots,
        directory: Directory::default(),
        players,
        neutral_serial: 0,
        shot_serial: 0,
        stats,
        knowledge,
        sight,
        ground,
        flow,
        routes,
        frame: Frame::default(),
        wishes: Vec::new(),
        walkers: Vec::new(),
        volley: crate::combat::Volley::default(),
        marches: Vec::new(),
        squads: Vec::new(),
        schedules: Vec::new(),
        minds,
        senses,
        rings: crate::ring::Rings::new(&scenario.rules),
        duties: Vec::new(),
        duties_by_chunk: Vec::new(),
        claims: Vec::new(),
        events: Vec::new(),
        threads: crate::threads::Threads::default(),
        outcome: None,
        scenario,
    }
}

/// Spawns and removes one entity of each class, so that each archetype stands at a known place.
pub(super) fn empty_ecs() -> (hecs::World, [Roster; 4]) {
    let mut ecs = hecs::World::new();
    let identity = Identity { id: UnitId::NONE, kind: KindId(0) };
    let unit: UnitBundle = (
        identity,
        Motion::default(),
        Vitals::default(),
        Arms::default(),
        Agent::default(),
        Labour::default(),
        Statuses::default(),
        Sightings::default(),
    );
    let building: BuildingBundle =
        (identity, Site::default(), Vitals::default(), Arms::default(), Works::default(), Sightings::default());
    let node: NodeBundle = (identity, Site::default(), Deposit::default());
    let shot: ShotBundle = (identity, Shot::default());
    let entities = [ecs.spawn(unit), ecs.spawn(building), ecs.spawn(node), ecs.spawn(shot)];
    for entity in entities {
        let _ = ecs.despawn(entity);
    }
    let at = |holds: fn(&hecs::Archetype) -> bool| {
        let place = ecs.archetypes().position(holds).expect("the archetype was just made");
        Roster::new(place as u32)
    };
    let rosters = [
        at(|archetype| archetype.has::<Motion>()),
        at(|archetype| archetype.has::<Works>()),
        at(|archetype| archetype.has::<Deposit>()),
        at(|archetype| archetype.has::<Shot>()),
    ];
    (ecs, rosters)
}

fn new_player(setup: &PlayerSetup) -> Player {
    Player {
        team: setup.team,
        resources: setup.resources.map(u32::from),
        supply_used: 0,
        supply_cap: 0,
        researched: 0,
        researching: 0,
        serial: 0,
        squad_serial: 0,
        out: false,
        surrendered: false,
        totals: Totals::default(),
        aliases: Aliases::default(),
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

impl World {
    /// Spawns units on free cells around `middle`, nearest first, one to a cell; returns their ids, ascending.
    pub(crate) fn spawn_around(&mut self, kind: KindId, owner: PlayerId, middle: Vec2, count: u16) -> Vec<UnitId> {
        let mut taken: Vec<Cell> = Vec::new();
        let mut units = Vec::new();
        for _ in 0..count {
            let Some(cell) = self.free_cell_near(kind, owner, middle, &taken) else { break };
            taken.push(cell);
            units.extend(self.spawn_unit(kind, owner, cell.centre()));
        }
        units
    }

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
            let square = crate::map::Rect { x: from.x - reach - 1, y: from.y - reach - 1, width: side, height: side };
            let free = square.cells().filter(|cell| self.ground.passable(*cell, class, team) && !taken.contains(cell));
            free.filter(|cell| key(cell).0 <= Fx::from_int(*reach).squared_wide()).min_by_key(key)
        })
    }

    /// Recounts the supply of every player from what lives; construction and training keep it from there.
    pub(crate) fn recount_supply(&mut self) {
        crate::economy::recount_supply(self);
    }
}
