//! Crowds: everybody gets there, nobody in a wall, no lasting overlaps.

use super::*;
use sandtable_math::mix;
use sandtable_state::limits::MAX_ORDER_UNITS;

#[test]
fn a_hundred_pass_a_gap_of_three() {
    let fixture = arena(&choke(60, 40, 30, 3));
    let mut game = fixture.block(1, "soldier", (4, 15), (10, 10)).start(7);
    let ids = game.own(1, "soldier");
    game.send(&ids, Vec2::cell_centre(50, 20));
    let run = run(&mut game, 6 * ticks_to_walk(46));
    println!("{run:?} free {}", ticks_to_walk(46));
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(run.ticks <= 4 * ticks_to_walk(46), "{run:?}");
    assert!(run.deep_pair_ticks * 500 <= run.unit_ticks, "{run:?}");
}

#[test]
fn thirty_pass_a_gap_of_one() {
    let fixture = arena(&choke(40, 21, 20, 1));
    let mut game = fixture.block(1, "soldier", (4, 8), (6, 5)).start(7);
    let ids = game.own(1, "soldier");
    game.send(&ids, Vec2::cell_centre(32, 10));
    let run = run(&mut game, 8 * ticks_to_walk(28));
    println!("{run:?} free {}", ticks_to_walk(28));
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(run.ticks <= 4 * ticks_to_walk(28), "{run:?}");
}

#[test]
fn two_columns_pass_in_a_corridor_of_four() {
    let wall = "#".repeat(50);
    let corridor = [wall.clone(), field(50, 4), wall].join("\n");
    let fixture = arena(&corridor);
    let mut game = fixture.block(1, "soldier", (2, 1), (5, 4)).block(1, "soldier", (43, 1), (5, 4)).start(7);
    let all = game.own(1, "soldier");
    let (east, west) = all.split_at(20);
    game.send(east, Vec2::cell_centre(45, 2));
    game.send(west, Vec2::cell_centre(4, 3));
    let run = run(&mut game, 8 * ticks_to_walk(43));
    println!("{run:?} free {}", ticks_to_walk(43));
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(run.ticks <= 4 * ticks_to_walk(43), "{run:?}");
    assert!(run.deep_pair_ticks * 60 <= run.unit_ticks, "{run:?}");
}

#[test]
fn a_group_settles_round_one_point() {
    let fixture = arena(&field(40, 40));
    let mut game = fixture.block(1, "soldier", (4, 4), (8, 8)).start(7);
    let ids = game.own(1, "soldier");
    let goal = Vec2::cell_centre(28, 28);
    game.send(&ids, goal);
    let run = run(&mut game, 2_000);
    println!("{run:?}");
    assert_eq!(run.moving, 0, "{run:?}");
    let farthest = ids.iter().map(|id| position(&game, *id).distance_squared_wide(goal)).max().unwrap();
    let farthest = Fx::root_of_wide(farthest);
    println!("farthest {farthest}");
    assert!(farthest <= Fx::from_int(5), "{farthest}");
    assert!(run.ticks <= ticks_to_walk(35) + 8 * 16, "{run:?}");
}

#[test]
fn a_host_comes_abreast_to_a_point_and_leaves_nobody_outside() {
    for seed in 0..3 {
        let drawn = |stream: u64, below: u64| (mix(seed, stream) % below) as u16;
        let (side, way) = (28 + drawn(1, 3), 30 + drawn(2, 10));
        let fixture = arena(&field(usize::from(2 * side + way), usize::from(side + 8)));
        let mut game = fixture.block(1, "trooper", (4, 4), (side, side)).start(seed);
        let (goal, units) =
            (Vec2::cell_centre(i32::from(way + side + side / 2), i32::from(side / 2 + 4)), usize::from(side).pow(2));
        let ids = game.own(1, "trooper");
        assert_eq!(ids.len(), units);
        for order in ids.chunks(MAX_ORDER_UNITS) {
            game.send(order, goal);
        }
        let run = run(&mut game, 2_400);
        let farthest = ids.iter().map(|id| position(&game, *id).distance_squared_wide(goal)).max().unwrap();
        let farthest = Fx::root_of_wide(farthest);
        println!("seed {seed}: {units} over {way}: farthest {farthest}, {run:?}");
        assert_eq!(run.moving, 0, "seed {seed}: {run:?}");
        // A disc of the area of all bodies has a radius of 0.45 cells for the root of their number.
        assert!(farthest <= Fx::from_int(side as i16).percent_floor(45 * 175 / 100), "seed {seed}: {farthest}");
    }
}

#[test]
fn the_small_yield_to_the_large_and_resting_friends_to_walkers() {
    let wall = "#".repeat(30);
    let fixture = arena(&[wall.clone(), field(30, 1), wall].join(" "));
    let mut game = fixture.block(1, "giant", (2, 1), (1, 1)).block(1, "soldier", (10, 1), (1, 1)).start(7);
    let giant = game.own(1, "giant");
    let soldier = game.own(1, "soldier");
    game.send(&giant, Vec2::cell_centre(20, 1));
    run(&mut game, 600);
    assert!(position(&game, giant[0]).x > Fx::from_int(18));
    assert!(position(&game, soldier[0]).x > Fx::from_int(19));
}

/// A rough map with units of every kind all over it, each sent somewhere else.
fn rabble(seed: u64, players: u8) -> Game {
    let random = |stream: u64, n: u64, below: u64| mix(seed + stream, n) % below;
    let glyph = |n: u64| ["#", "~", ".", ".", ".", "."][random(0, n, 6) as usize];
    let drawn: Vec<String> = (0..24).map(|y| (0..24).map(|x| glyph(y * 24 + x)).collect()).collect();
    let (mut fixture, mut goals) = (arena(&drawn.join("\n")), [Vec::new(), Vec::new()]);
    for n in 0..48 {
        let (x, y) = (random(9, n, 24), random(10, n, 24));
        if glyph(y * 24 + x) != "#" {
            let kind = ["soldier", "giant", "flyer"][random(8, n, 3) as usize];
            let player = (n % u64::from(players)) as u8;
            fixture = fixture.place(player + 1, kind, x as i16, y as i16, 1);
            goals[usize::from(player)].push(Vec2::cell_centre(random(11, n, 24) as i32, random(12, n, 24) as i32));
        }
    }
    let mut game = fixture.start(7);
    let all: Vec<Handle> = game.world.observe_units().map(|unit| Handle(unit.id.0)).collect();
    for (unit, goal) in all.into_iter().zip(goals.concat()) {
        game.send(&[unit], goal);
    }
    game
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
