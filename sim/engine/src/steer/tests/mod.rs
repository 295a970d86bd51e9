//! Small maps with units that are sent about: what the tests of steering share.

mod crowds;
mod quality;
mod walks;

use std::sync::Arc;

use crate::component::{GoalProgress, Motion};
use crate::world::World;
use sandtable_decide::MindFeatures;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Map, Rect, Symmetry};
use sandtable_model::rules::{
    Class, FootprintSize, Kind, Locomotion, Rules, StartingForce, Terrain, UnitBody, WALL_COST,
};
use sandtable_model::scenario::{Fog, PlayerFeatures, PlayerSetup, Scenario, Victory};
use sandtable_nav::flow_field::group;
use sandtable_nav::flow_field::group::PlaceStanding;
use sandtable_state::id::{KindId, PlayerId, TeamId, UnitId};

const SOLDIER: KindId = KindId(0);
const GIANT: KindId = KindId(1);
const FLYER: KindId = KindId(2);
const HOUSE: KindId = KindId(3);
const TROOPER: KindId = KindId(4);
const HAWK: KindId = KindId(5);

/// The radius of most.
const SIZE: Fx = Fx::from_thousandths(450);
const SPEED: Fx = Fx::from_thousandths(150); // 2.4 cells a second

fn kind(name: &str, class: Class) -> Kind {
    Kind { make_ticks: 1, max_hp: Fx::from_int(10), sight: 4, ..Kind::plain(name, class) }
}

fn unit(name: &str, locomotion: Locomotion, radius_percent: i32, mass: u16) -> Kind {
    let radius = Fx::ONE.percent_floor(radius_percent);
    let body = UnitBody { locomotion, navigator: Default::default(), radius, speed: SPEED, mass, cargo_size: 1 };
    Kind { body: Some(body), ..kind(name, Class::Unit) }
}

fn terrain(name: &str, glyph: char, ground: u8) -> Terrain {
    let costs = [ground, ground, ground, ground, 8];
    Terrain { name: name.into(), glyph, costs, height: 0, blocks_sight: false, buildable: true }
}

fn rules() -> Rules {
    let footprint = Some(FootprintSize { width: 2, height: 2, gate: false });
    Rules {
        name: "crowds".into(),
        resources: vec!["gold".into()],
        terrain: vec![terrain("grass", '.', 8), terrain("cliff", '#', WALL_COST), terrain("swamp", '~', 24)],
        damage_kinds: vec!["blow".into()],
        armour_classes: vec!["none".into()],
        damage_percent: vec![vec![100]],
        kinds: vec![
            unit("soldier", Locomotion::Foot, 35, 80),
            unit("giant", Locomotion::Foot, 48, 1_000),
            unit("flyer", Locomotion::Air, 40, 80),
            Kind { footprint, ..kind("house", Class::Building) },
            unit("trooper", Locomotion::Foot, 45, 80),
            unit("hawk", Locomotion::Air, 45, 80),
        ],
        techs: Vec::new(),
        abilities: Vec::new(),
        refund_percent: 100,
        repair_cost_percent: 0,
        supply_limit: 4096,
        start: StartingForce { resources: Default::default(), base: HOUSE, units: Vec::new() },
        conduct: None,
        jobs: None,
        perception: Default::default(),
        slots: false,
    }
}

/// A world on the drawn map with two hostile players and nothing on it.
fn arena(drawn: &str) -> World {
    let rules = rules();
    let lines: Vec<&str> = drawn.split_whitespace().collect();
    let row =
        |glyph: char| rules.terrain.iter().position(|terrain| terrain.glyph == glyph).expect("a glyph of the rules");
    let terrain: Vec<u8> = lines.iter().flat_map(|line| line.chars()).map(|glyph| row(glyph) as u8).collect();
    let map = Map {
        name: "arena".into(),
        width: lines[0].len() as u16,
        height: lines.len() as u16,
        heights: vec![0; terrain.len()],
        terrain,
        starts: Vec::new(),
        nodes: Vec::new(),
        symmetry: Symmetry::None,
        islands: false,
    };
    let player = |team: u8| PlayerSetup {
        name: format!("{team}"),
        team: TeamId(team),
        start: None,
        resources: Default::default(),
        strategy: String::new(),
        minds: true,
        faculties: MindFeatures::ALL,
        features: PlayerFeatures::ALL.without(PlayerFeatures::JOBS),
    };
    let scenario = Scenario {
        name: "arena".into(),
        rules,
        map,
        players: vec![player(0), player(1)],
        placed: Vec::new(),
        fog: Fog::Off,
        time_limit_ticks: 100_000,
        order_delay_ticks: 0,
        victory: Victory { annihilation: false, score_at_limit: false },
        start_forces: false,
        schedules: Vec::new(),
    };
    World::new(Arc::new(scenario), 7)
}

/// An open map of this size.
fn field(width: usize, height: usize) -> String {
    vec![".".repeat(width); height].join("\n")
}

/// A map cut by a wall at column `at`, with a gap of `gap` cells in the middle.
fn choke(width: usize, height: usize, at: usize, gap: usize) -> String {
    let first = (height - gap) / 2;
    let open = ".".repeat(width);
    let shut = format!("{}#{}", ".".repeat(at), ".".repeat(width - at - 1));
    (0..height)
        .map(|y| if (first..first + gap).contains(&y) { open.clone() } else { shut.clone() })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Units in a block with its north-west corner at `corner`, a cell each.
fn block(world: &mut World, kind: KindId, owner: u8, corner: (i16, i16), (columns, rows): (u16, u16)) -> Vec<UnitId> {
    let cells = Rect { x: corner.0, y: corner.1, width: columns, height: rows }.cells();
    cells.map(|cell| world.spawn_unit(kind, PlayerId(owner), cell.centre()).expect("room for a unit")).collect()
}

fn motion(world: &World, id: UnitId) -> Motion {
    let row = world.place(id).expect("alive").row as usize;
    world.column::<Motion>(&world.entities.units)[row]
}

/// Sends units of one size to a point, or to places around it.
fn send(world: &World, ids: &[UnitId], point: Vec2) {
    let mut motions = world.column_mut::<Motion>(&world.entities.units);
    let rows: Vec<usize> = ids.iter().map(|id| world.place(*id).expect("alive").row as usize).collect();
    let positions: Vec<Vec2> = rows.iter().map(|row| motions[*row].position).collect();
    let onward = point - group::mean(&positions);
    let is_fit = |place: Vec2| {
        ids.len() == 1 || place == point || world.derived.ground.is_roomy(Cell::at(place), Locomotion::Foot)
    };
    let standing = |place: Vec2| if is_fit(place) { PlaceStanding::Free } else { PlaceStanding::Unfit };
    let places = group::places(point, onward, SIZE.mul_int(2) + Fx::from_bits(SIZE.bits() / 8), ids.len(), standing);
    for (row, place) in rows.into_iter().zip(group::assign(point, onward, &positions, places)) {
        let (motion, place) = (&mut motions[row], place.unwrap_or(point));
        (motion.goal, motion.place, motion.goal_cell) = (point, place, Cell::at(point));
        motion.progress.set(GoalProgress::MOVES, true);
        (motion.goal_width, motion.goal_height, motion.reach) = (0, 0, Fx::ZERO);
    }
}

/// What a run showed.
#[derive(Debug, Default)]
struct Run {
    /// Ticks until everybody stood, or the limit.
    ticks: u32,
    /// Units still moving at the limit.
    moving: usize,
    /// The deepest overlap, in percent of the sum of radii.
    deepest_percent: i32,
    /// Pair-ticks deeper than 35 %.
    deep_pair_ticks: u32,
    /// Unit-ticks.
    unit_ticks: u32,
}

fn tick(world: &mut World) {
    world.parts.clock.tick += 1;
    crate::scene::gather_frame(world.frame_context());
    super::run(world.steer_context());
}

/// Steps until everybody stands, checking walls at every tick and measuring overlaps.
fn run(world: &mut World, limit: u32) -> Run {
    let mut run = Run::default();
    while run.ticks < limit {
        tick(world);
        run.ticks += 1;
        observe(world, &mut run);
        if run.moving == 0 {
            break;
        }
    }
    run
}

fn observe(world: &mut World, run: &mut Run) {
    crate::scene::gather_frame(world.frame_context());
    let bodies = &world.workspaces.frame.bodies[..world.workspaces.frame.units];
    run.moving = bodies.iter().filter(|body| body.moves()).count();
    run.unit_ticks += bodies.len() as u32;
    for (row, body) in bodies.iter().enumerate() {
        let class = world.kind(body.kind).body.as_ref().expect("a unit").locomotion;
        assert!(
            world.derived.ground.passable(Cell::at(body.position), class, TeamId(body.team)),
            "{} in a wall",
            body.id
        );
        world.workspaces.frame.grid.for_each_within(body.position, Fx::ONE, |other| {
            let other_body = &bodies[other];
            if other > row && other_body.flies() == body.flies() {
                let sum = body.radius + other_body.radius;
                let depth = sum - (other_body.position - body.position).length_floor();
                let percent = depth.mul_int(100).div_trunc(sum).round_int();
                run.deepest_percent = run.deepest_percent.max(percent);
                run.deep_pair_ticks += u32::from(percent > 35);
            }
        });
    }
}

fn ticks_to_walk(cells: i32) -> u32 {
    ((cells << 16) / SPEED.bits()) as u32
}
