//! A drawn map, a few kinds with different eyes, and ways to move them about.

use std::sync::Arc;

use crate::component::{ConstructionStage, Motion};
use crate::world::World;
use sandtable_decide::MindFeatures;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Map, Symmetry};
use sandtable_model::rules::{Class, FootprintSize, Kind, Locomotion, Rules, StartingForce, Stock, Terrain, UnitBody};
use sandtable_model::scenario::{Fog, PlayerFeatures, PlayerSetup, Scenario, Victory};
use sandtable_state::id::{KindId, PlayerId, ResourceId, TeamId, UnitId};

/// A unit that sees 6 cells at the height of a man.
pub const SCOUT: KindId = KindId(0);
/// A unit that sees 3 cells.
pub const DIGGER: KindId = KindId(1);
/// A flyer that sees 6 cells from high above.
pub const BIRD: KindId = KindId(2);
/// A building of 2 × 2 cells that sees 5.
pub const HOUSE: KindId = KindId(3);
/// A building of one cell, 3 high, that sees 7.
pub const TOWER: KindId = KindId(4);
/// A gate of one cell that sees nothing.
pub const GATE: KindId = KindId(5);
/// A node of one cell.
pub const TREE: KindId = KindId(6);

/// Cells to fixed point.
fn cells(eighths: i32) -> Fx {
    Fx::from_bits(eighths << 13)
}

fn unit(name: &str, sight: u8, eye_height: u8) -> Kind {
    let body = UnitBody {
        locomotion: Locomotion::Foot,
        navigator: Default::default(),
        radius: cells(2),
        speed: cells(1),
        mass: 80,
        cargo_size: 1,
    };
    Kind {
        max_hp: Fx::from_int(20),
        sight,
        eye_height,
        vital: true,
        body: Some(body),
        ..Kind::plain(name, Class::Unit)
    }
}

fn building(name: &str, side: u8, sight: u8, eye_height: u8) -> Kind {
    let footprint = Some(FootprintSize { width: side, height: side, gate: name == "gate" });
    Kind { class: Class::Building, body: None, footprint, ..unit(name, sight, eye_height) }
}

fn terrain(name: &str, glyph: char, height: u8, blocks_sight: bool) -> Terrain {
    Terrain { name: name.into(), glyph, costs: [8; 5], height, blocks_sight, buildable: !blocks_sight }
}

fn rules() -> Rules {
    let mut bird = unit("bird", 6, 15);
    bird.body.as_mut().expect("a unit").locomotion = Locomotion::Air;
    let stock = Some(Stock { resource: ResourceId(0), amount: 100, workers: 2 });
    Rules {
        name: "eyes".into(),
        resources: vec!["wood".into()],
        terrain: vec![terrain("grass", '.', 0, false), terrain("forest", 'f', 1, true)],
        damage_kinds: vec!["plain".into()],
        armour_classes: vec!["plain".into()],
        damage_percent: vec![vec![100]],
        kinds: vec![
            unit("scout", 6, 1),
            unit("digger", 3, 1),
            bird,
            building("house", 2, 5, 1),
            building("tower", 1, 7, 3),
            building("gate", 1, 0, 1),
            Kind { class: Class::Node, stock, ..building("tree", 1, 0, 0) },
        ],
        techs: Vec::new(),
        abilities: Vec::new(),
        refund_percent: 75,
        repair_cost_percent: 25,
        supply_limit: 200,
        start: StartingForce { resources: [0; 4], base: HOUSE, units: Vec::new() },
        conduct: None,
        jobs: None,
        perception: Default::default(),
        slots: false,
    }
}

/// A scenario drawn with `.` and `f` (ground and forest at height 0), digits (ground at that height) and `t`
/// (a tree); teams by player.
pub fn scenario(drawing: &[String], teams: &[u8], fog: Fog) -> Scenario {
    let (width, height) = (drawing[0].len() as u16, drawing.len() as u16);
    let glyphs: Vec<char> = drawing.iter().flat_map(|line| line.chars()).collect();
    let place = |at: usize| Cell::new((at % width as usize) as i16, (at / width as usize) as i16);
    let trees = glyphs.iter().enumerate().filter(|(_, glyph)| **glyph == 't').map(|(at, _)| (TREE, place(at)));
    let player = |team: &u8| PlayerSetup {
        name: "somebody".into(),
        team: TeamId(*team),
        start: None,
        resources: [0; 4],
        strategy: "idle".into(),
        minds: true,
        faculties: MindFeatures::ALL,
        features: PlayerFeatures::ALL.without(PlayerFeatures::JOBS),
    };
    let map = Map {
        name: "drawn".into(),
        width,
        height,
        terrain: glyphs.iter().map(|glyph| u8::from(*glyph == 'f')).collect(),
        heights: glyphs.iter().map(|glyph| glyph.to_digit(10).unwrap_or(0) as u8).collect(),
        starts: Vec::new(),
        nodes: trees.collect(),
        symmetry: Symmetry::None,
        islands: false,
    };
    Scenario {
        name: "eyes".into(),
        rules: rules(),
        map,
        players: teams.iter().map(player).collect(),
        placed: Vec::new(),
        fog,
        time_limit_ticks: 100_000,
        order_delay_ticks: 1,
        victory: Victory { annihilation: false, score_at_limit: false },
        start_forces: false,
        schedules: Vec::new(),
    }
}

/// A drawing of open ground.
pub fn meadow(side: usize) -> Vec<String> {
    vec![".".repeat(side); side]
}

/// A world on a drawing under full fog, a player for each team.
pub fn world(drawing: &[String], teams: &[u8]) -> World {
    World::new(Arc::new(scenario(drawing, teams, Fog::Full)), 7)
}

pub fn spawn(world: &mut World, kind: KindId, player: u8, x: i16, y: i16) -> UnitId {
    let (owner, cell) = (PlayerId(player), Cell::new(x, y));
    match world.kind(kind).class {
        Class::Unit => world.spawn_unit(kind, owner, cell.centre()),
        _ => world.spawn_building(kind, owner, cell, ConstructionStage::Complete),
    }
    .expect("room")
}

/// Puts a unit somewhere else.
pub fn put(world: &World, id: UnitId, position: Vec2) {
    let row = world.place(id).expect("alive").row as usize;
    world.column_mut::<Motion>(&world.entities.units)[row].position = position;
}

/// A tick of nothing but sight.
pub fn tick(world: &mut World) {
    world.parts.clock.tick += 1;
    crate::sight::run(world.sight_context());
}
