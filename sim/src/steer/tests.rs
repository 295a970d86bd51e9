//! Crowds on small maps: everybody gets there, nobody in a wall, no lasting overlaps.

use std::sync::Arc;

use crate::component::{Motion, Stage};
use crate::flow;
use crate::id::{KindId, PlayerId, TeamId, UnitId};
use crate::map::{Cell, Map, Rect, Symmetry};
use crate::math::{Fx, Vec2, mix};
use crate::rules::{Body, Class, Footprint, Kind, Locomotion, Rules, StartingForce, Terrain, WALL_COST};
use crate::scenario::{Fog, PlayerSetup, Scenario, Victory};
use crate::world::World;

const SOLDIER: KindId = KindId(0);
const GIANT: KindId = KindId(1);
const FLYER: KindId = KindId(2);
const HOUSE: KindId = KindId(3);

const SPEED: Fx = Fx::from_bits(9_830); // 2.4 cells a second

fn kind(name: &str, class: Class) -> Kind {
    Kind {
        name: name.into(),
        class,
        tags: Vec::new(),
        cost: Default::default(),
        make_ticks: 1,
        needs: Vec::new(),
        supply_cost: 0,
        supply_given: 0,
        max_hp: Fx::from_int(10),
        armour: Fx::ZERO,
        armour_class: 0,
        sight: 4,
        eye_height: 0,
        score: 0,
        vital: false,
        weapon: None,
        abilities: Vec::new(),
        trains: Vec::new(),
        researches: Vec::new(),
        drop_off: 0,
        body: None,
        worker: None,
        cargo: None,
        footprint: None,
        stock: None,
    }
}

fn unit(name: &str, locomotion: Locomotion, radius_percent: i32, mass: u16) -> Kind {
    let radius = Fx::ONE.percent_floor(radius_percent);
    let body = Body { locomotion, radius, speed: SPEED, mass, cargo_size: 1 };
    Kind { body: Some(body), ..kind(name, Class::Unit) }
}

fn terrain(name: &str, glyph: char, ground: u8) -> Terrain {
    let costs = [ground, ground, ground, ground, 8];
    Terrain { name: name.into(), glyph, costs, height: 0, blocks_sight: false, buildable: true }
}

fn rules() -> Rules {
    let footprint = Some(Footprint { width: 2, height: 2, gate: false });
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
        ],
        techs: Vec::new(),
        abilities: Vec::new(),
        refund_percent: 100,
        repair_cost_percent: 0,
        supply_limit: 4096,
        start: StartingForce { resources: Default::default(), base: HOUSE, units: Vec::new() },
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
    world.column::<Motion>(&world.units)[row]
}

fn send(world: &World, ids: &[UnitId], point: Vec2) {
    let mut motions = world.column_mut::<Motion>(&world.units);
    for id in ids {
        let motion = &mut motions[world.place(*id).expect("alive").row as usize];
        (motion.goal, motion.goal_cell, motion.moving) = (point, Cell::at(point), true);
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
    world.tick += 1;
    world.gather_frame();
    super::run(world);
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
    world.gather_frame();
    let bodies = &world.frame.bodies[..world.frame.units];
    run.moving = bodies.iter().filter(|body| body.moving).count();
    run.unit_ticks += bodies.len() as u32;
    for (row, body) in bodies.iter().enumerate() {
        let class = world.kind(body.kind).body.as_ref().expect("a unit").locomotion;
        assert!(world.ground.passable(Cell::at(body.position), class, TeamId(body.team)), "{} in a wall", body.id);
        world.frame.grid.for_each_within(body.position, Fx::ONE, |other| {
            let other_body = &bodies[other];
            if other > row && other_body.flies == body.flies {
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

#[test]
fn one_walks_straight_and_stops_on_the_spot() {
    let mut world = arena(&field(40, 40));
    let ids = block(&mut world, SOLDIER, 0, (2, 2), (1, 1));
    let goal = Vec2::new(Fx::parse_decimal("33.25").unwrap(), Fx::parse_decimal("17.75").unwrap());
    send(&world, &ids, goal);
    let run = run(&mut world, 1_000);
    let motion = motion(&world, ids[0]);
    assert!(motion.arrived && !motion.moving);
    assert!(motion.position.distance_squared_wide(goal) <= Fx::from_bits(1 << 12).squared_wide());
    let straight = (goal - Vec2::cell_centre(2, 2)).length_floor();
    let ideal = (straight.bits() / SPEED.bits()) as u32;
    assert!(run.ticks <= ideal + 16, "{run:?} ideal {ideal}");
}

#[test]
fn a_hundred_pass_a_gap_of_three() {
    let mut world = arena(&choke(60, 40, 30, 3));
    let ids = block(&mut world, SOLDIER, 0, (4, 15), (10, 10));
    send(&world, &ids, Vec2::cell_centre(50, 20));
    let run = run(&mut world, 6 * ticks_to_walk(46));
    println!("{run:?} free {}", ticks_to_walk(46));
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(run.ticks <= 4 * ticks_to_walk(46), "{run:?}");
    assert!(run.deep_pair_ticks * 500 <= run.unit_ticks, "{run:?}");
}

#[test]
fn thirty_pass_a_gap_of_one() {
    let mut world = arena(&choke(40, 21, 20, 1));
    let ids = block(&mut world, SOLDIER, 0, (4, 8), (6, 5));
    send(&world, &ids, Vec2::cell_centre(32, 10));
    let run = run(&mut world, 8 * ticks_to_walk(28));
    println!("{run:?} free {}", ticks_to_walk(28));
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(run.ticks <= 4 * ticks_to_walk(28), "{run:?}");
}

#[test]
fn two_columns_pass_in_a_corridor_of_four() {
    let wall = "#".repeat(50);
    let corridor = [wall.clone(), field(50, 4), wall].join("\n");
    let mut world = arena(&corridor);
    let east = block(&mut world, SOLDIER, 0, (2, 1), (5, 4));
    let west = block(&mut world, SOLDIER, 0, (43, 1), (5, 4));
    send(&world, &east, Vec2::cell_centre(45, 2));
    send(&world, &west, Vec2::cell_centre(4, 3));
    let run = run(&mut world, 8 * ticks_to_walk(43));
    println!("{run:?} free {}", ticks_to_walk(43));
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(run.ticks <= 4 * ticks_to_walk(43), "{run:?}");
    assert!(run.deep_pair_ticks * 200 <= run.unit_ticks, "{run:?}");
}

#[test]
fn a_group_settles_round_one_point() {
    let mut world = arena(&field(40, 40));
    let ids = block(&mut world, SOLDIER, 0, (4, 4), (8, 8));
    let goal = Vec2::cell_centre(28, 28);
    send(&world, &ids, goal);
    let run = run(&mut world, 2_000);
    println!("{run:?}");
    assert_eq!(run.moving, 0, "{run:?}");
    let farthest = ids.iter().map(|id| motion(&world, *id).position.distance_squared_wide(goal)).max().unwrap();
    let farthest = Fx::root_of_wide(farthest);
    println!("farthest {farthest}");
    assert!(farthest <= Fx::from_int(5), "{farthest}");
    assert!(run.ticks <= ticks_to_walk(35) + 8 * 16, "{run:?}");
}

#[test]
fn a_cold_cache_changes_nothing() {
    let trace = |cold: bool| {
        let mut world = arena(&choke(40, 30, 20, 3));
        let ids = block(&mut world, SOLDIER, 0, (3, 10), (6, 6));
        send(&world, &ids, Vec2::cell_centre(34, 3));
        let mut places = Vec::new();
        for at in 0..300 {
            if cold {
                world.flow = flow::Flow::default();
            }
            if at == 100 {
                world.spawn_building(HOUSE, PlayerId(0), Cell::new(20, 14), Stage::Complete);
                crate::sight::run(&mut world);
            }
            tick(&mut world);
            places.extend(ids.iter().map(|id| motion(&world, *id)));
        }
        places
    };
    assert!(trace(false) == trace(true));
}

#[test]
fn a_house_raised_on_units_puts_them_out() {
    let mut world = arena(&field(20, 20));
    let ids = block(&mut world, SOLDIER, 0, (8, 8), (3, 3));
    world.spawn_building(HOUSE, PlayerId(1), Cell::new(8, 8), Stage::Rising);
    let run = run(&mut world, 40);
    assert_eq!(run.moving, 0);
    let house = Rect { x: 8, y: 8, width: 2, height: 2 };
    assert!(ids.iter().all(|id| !house.contains(Cell::at(motion(&world, *id).position))));
}

#[test]
fn an_island_is_looked_at_from_the_nearest_shore() {
    let mut world = arena("....#.... ....#.... ....#.... ....#....");
    let ids = block(&mut world, SOLDIER, 0, (0, 0), (2, 3));
    send(&world, &ids, Vec2::cell_centre(7, 3));
    let run = run(&mut world, 400);
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(ids.iter().any(|id| Cell::at(motion(&world, *id).position) == Cell::new(3, 3)));
}

#[test]
fn a_walled_goal_is_reached_by_standing_beside_it() {
    let mut world = arena(&field(20, 20));
    world.spawn_building(HOUSE, PlayerId(0), Cell::new(12, 10), Stage::Complete);
    crate::sight::run(&mut world);
    let point = block(&mut world, SOLDIER, 0, (2, 10), (2, 2));
    send(&world, &point, Vec2::cell_centre(12, 10));
    assert_eq!(run(&mut world, 600).moving, 0);
    assert!(point.iter().any(|id| Cell::at(motion(&world, *id).position).chebyshev(Cell::new(12, 10)) == 1));
    let beside = block(&mut world, SOLDIER, 0, (14, 2), (3, 1));
    send(&world, &beside, Vec2::cell_centre(13, 11));
    for id in &beside {
        let mut motions = world.column_mut::<Motion>(&world.units);
        let motion = &mut motions[world.place(*id).unwrap().row as usize];
        (motion.goal_cell, motion.goal_width, motion.goal_height) = (Cell::new(12, 10), 2, 2);
        motion.reach = Fx::from_bits(1 << 14);
    }
    let run = run(&mut world, 600);
    assert_eq!(run.moving, 0, "{run:?}");
    let house = Rect { x: 12, y: 10, width: 2, height: 2 };
    for id in &beside {
        let position = motion(&world, *id).position;
        let edge = house.nearest(position).distance_squared_wide(position);
        assert!(edge <= Fx::from_bits((1 << 14) + (35 << 16) / 100 + 512).squared_wide(), "{position:?}");
    }
}

#[test]
fn flyers_cross_cliffs_and_mind_only_flyers() {
    let mut world = arena(&choke(30, 12, 15, 0));
    let flyers = block(&mut world, FLYER, 0, (3, 4), (2, 2));
    let soldiers = block(&mut world, SOLDIER, 0, (12, 2), (2, 8));
    let before: Vec<Vec2> = soldiers.iter().map(|id| motion(&world, *id).position).collect();
    send(&world, &flyers, Vec2::cell_centre(25, 6));
    let run = run(&mut world, 400);
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(flyers.iter().all(|id| motion(&world, *id).position.x > Fx::from_int(23)));
    assert!(soldiers.iter().zip(before).all(|(id, place)| motion(&world, *id).position == place));
}

#[test]
fn the_small_yield_to_the_large_and_resting_friends_to_walkers() {
    let mut world = arena(
        &"#".repeat(30)
            .split(' ')
            .chain([field(30, 1).as_str()])
            .chain(["#".repeat(30).as_str()])
            .collect::<Vec<_>>()
            .join(" "),
    );
    let giant = block(&mut world, GIANT, 0, (2, 1), (1, 1));
    let soldier = block(&mut world, SOLDIER, 0, (10, 1), (1, 1));
    send(&world, &giant, Vec2::cell_centre(20, 1));
    run(&mut world, 600);
    assert!(motion(&world, giant[0]).position.x > Fx::from_int(18));
    assert!(motion(&world, soldier[0]).position.x > Fx::from_int(19));
}

/// A rough map with units of every kind all over it, each sent somewhere else.
fn rabble(seed: u64, owners: u8) -> World {
    let random = |stream: u64, n: u64, below: u64| mix(seed + stream, n) % below;
    let glyph = |n: u64| ["#", "~", ".", ".", ".", "."][random(0, n, 6) as usize];
    let drawn: Vec<String> = (0..24).map(|y| (0..24).map(|x| glyph(y * 24 + x)).collect()).collect();
    let mut world = arena(&drawn.join("\n"));
    for n in 0..48 {
        let owner = (n % u64::from(owners)) as u8;
        let cell = Cell::new(random(9, n, 24) as i16, random(10, n, 24) as i16);
        if world.ground.passable(cell, Locomotion::Foot, TeamId(owner)) {
            let kind = [SOLDIER, GIANT, FLYER][random(8, n, 3) as usize];
            let id = world.spawn_unit(kind, PlayerId(owner), cell.centre()).expect("room for a unit");
            let goal = Cell::new(random(11, n, 24) as i16, random(12, n, 24) as i16);
            send(&world, &[id], goal.centre());
        }
    }
    world
}

#[test]
fn friends_on_rough_maps_all_come_to_rest_and_nobody_gets_into_a_wall() {
    for seed in 0..8 {
        let run = run(&mut rabble(seed, 1), 1_600);
        assert_eq!(run.moving, 0, "seed {seed}: {run:?}");
    }
}

#[test]
fn enemies_on_rough_maps_get_into_no_wall() {
    for seed in 0..8 {
        run(&mut rabble(seed, 2), 600);
    }
}

#[test]
fn walking_distance_goes_round_walls_and_counts_dear_ground() {
    let world = arena("........ .######. .#....#. .#....#. ..~~~~#. ........");
    let walk = |from: (i32, i32), to: (i32, i32)| {
        let (from, to) = (Vec2::cell_centre(from.0, from.1), Vec2::cell_centre(to.0, to.1));
        flow::walking_distance(&world, TeamId(0), Locomotion::Foot, from, to)
    };
    assert_eq!(walk((0, 0), (7, 0)), Some(Fx::from_int(7)));
    assert_eq!(walk((2, 5), (2, 4)), Some(Fx::from_int(1)));
    assert_eq!(walk((2, 4), (2, 5)), Some(Fx::from_int(3)));
    assert_eq!(walk((0, 0), (1, 1)), walk((0, 0), (1, 1)));
    let closed = arena(".#. ##. ...");
    let corner =
        flow::walking_distance(&closed, TeamId(0), Locomotion::Foot, Vec2::cell_centre(0, 0), Vec2::cell_centre(2, 2));
    assert_eq!(corner, None);
}

/// Prints what steering costs; run with `cargo test --release -p sandtable-sim steering_cost -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, not a check"]
fn steering_cost() {
    let mut world = arena(&field(128, 128));
    let ids = block(&mut world, SOLDIER, 0, (4, 4), (32, 32));
    // Time on the processor, where the system tells: other processes do not count.
    let origin = std::time::Instant::now();
    let busy_nanos = || {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
        let busy = told.and_then(|line| line.split(' ').next().and_then(|word| word.parse().ok()));
        busy.unwrap_or_else(|| origin.elapsed().as_nanos())
    };
    let timed = |name: &str, world: &mut World, ticks: u32| {
        let (mut gather, mut steer) = (0, 0);
        for _ in 0..ticks {
            world.tick += 1;
            let start = busy_nanos();
            world.gather_frame();
            let middle = busy_nanos();
            super::run(world);
            gather += middle - start;
            steer += busy_nanos() - middle;
        }
        let unit_ticks = u128::from(ticks) * ids.len() as u128;
        println!("{name}: frame {} ns, steering {} ns a unit-tick", gather / unit_ticks, steer / unit_ticks);
    };
    timed("idle", &mut world, 200);
    send(&world, &ids, Vec2::cell_centre(110, 100));
    timed("march", &mut world, 400);
    timed("arriving", &mut world, 400);
    let enemies = block(&mut world, SOLDIER, 1, (60, 4), (32, 32));
    send(&world, &ids, Vec2::cell_centre(76, 20));
    send(&world, &enemies, Vec2::cell_centre(110, 100));
    timed("two armies crossing (twice the units)", &mut world, 400);
}
