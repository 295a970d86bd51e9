//! Crowds: everybody gets there, nobody in a wall, no lasting overlaps.

use super::*;
use sandtable_math::mix;

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
    assert!(run.deep_pair_ticks * 60 <= run.unit_ticks, "{run:?}");
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
        if world.derived.ground.passable(cell, Locomotion::Foot, TeamId(owner)) {
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
        let run = run(&mut rabble(seed, 1), 2_400);
        assert_eq!(run.moving, 0, "seed {seed}: {run:?}");
    }
}

#[test]
fn enemies_on_rough_maps_get_into_no_wall() {
    for seed in 0..8 {
        run(&mut rabble(seed, 2), 600);
    }
}
