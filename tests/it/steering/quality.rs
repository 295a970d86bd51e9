//! Large crowds against what the best could do: how long they take, how deep in each other they get, how often they turn.

use super::*;
use sandtable_math::Angle;
use sandtable_state::limits::MAX_ORDERS_PER_TICK;

/// Ticks for the first to walk `cells`, and for `count` to follow in `lanes` (in tenths), a diameter of 0.9 apart.
fn ideal_ticks(cells: i32, count: i32, lanes_tenths: i32) -> u32 {
    ticks_to_walk(cells) + ((count * 10 / lanes_tenths) as u32 * 9 * 65_536 / 10) / SPEED.bits() as u32
}

/// How many of them have come east of a column.
fn east_of(game: &Game, ids: &[Handle], x: i16) -> usize {
    ids.iter().filter(|id| position(game, **id).x > Fx::from_int(x)).count()
}

#[test]
fn five_hundred_pass_a_gap_of_two() {
    let fixture = arena(&choke(84, 44, 30, 2));
    let mut game = fixture.block(1, "trooper", (4, 9), (20, 25)).start(7);
    let ids = game.own(1, "trooper");
    game.send(&ids, Vec2::cell_centre(62, 22));
    let ideal = ideal_ticks(7, 500, 22);
    let mut quality = CrowdMeter::default();
    while east_of(&game, &ids, 31) < ids.len() && quality.ticks < 4 * ideal {
        quality.tick(&mut game);
    }
    quality.show("choke of two, 500", ideal);
    assert_eq!(east_of(&game, &ids, 31), ids.len());
    assert!(quality.ticks * 2 <= 5 * ideal);
    quality.check();
}

/// Two rooms of `side` × `side`, joined by a corridor in the middle.
fn rooms(side: usize, length: usize, width: usize) -> String {
    let first = (side - width) / 2;
    let fill = |y: usize| if (first..first + width).contains(&y) { "." } else { "#" };
    let room = ".".repeat(side);
    (0..side).map(|y| format!("{room}{}{room}", fill(y).repeat(length))).collect::<Vec<_>>().join("\n")
}

#[test]
fn two_crowds_pass_in_a_corridor_of_four() {
    let fixture = arena(&rooms(28, 20, 4));
    let mut game = fixture.block(1, "trooper", (14, 3), (12, 21)).block(2, "trooper", (50, 3), (12, 21)).start(7);
    let east = game.own(1, "trooper");
    let west = game.own(2, "trooper");
    game.send(&east, Vec2::cell_centre(62, 14));
    game.send(&west, Vec2::cell_centre(13, 14));
    let ideal = ideal_ticks(24, 250, 44);
    let mut quality = CrowdMeter::default();
    let passed = |game: &Game| east_of(game, &east, 48) + west.len() - east_of(game, &west, 28);
    while passed(&game) < east.len() + west.len() && quality.ticks < 5 * ideal {
        quality.tick(&mut game);
    }
    quality.show("corridor of four, 250 against 250", ideal);
    assert!(passed(&game) * 2 > east.len() + west.len(), "{}", passed(&game));
    quality.check();
}

/// Hawks on a sunflower's disc, each sent to the opposite point.
fn antipodal(count: u16, radius: i32) -> Game {
    let side = 2 * radius as u16 + 8;
    let columns = 20;
    let hawks = arena(&field(side.into(), side.into())).block(1, "hawk", (5, 7), (columns, count / columns));
    let mut game = hawks.start(7);
    let middle = Vec2::new(Fx::from_int(radius as i16 + 4), Fx::from_int(radius as i16 + 4));
    let offset = |n: i64| {
        // The golden angle; the radius grows with the root of the number.
        let way = Angle((n * 25_033 % 65_536) as u16).direction();
        let away = Fx::from_bits(((n * 2 + 1) * (1 << 15) / i64::from(count)) as i32).sqrt_floor();
        sandtable_nav::vector::scaled(way, away.mul_int(radius))
    };
    send_each(&mut game, |n| middle + offset(n));
    run(&mut game, 600);
    send_each(&mut game, |n| middle - offset(n));
    game
}

/// Sends each hawk by itself, not more of them in a tick than a player may.
fn send_each(game: &mut Game, to: impl Fn(i64) -> Vec2) {
    for (n, unit) in game.own(1, "hawk").into_iter().enumerate() {
        if n > 0 && n.is_multiple_of(MAX_ORDERS_PER_TICK) {
            assert_eq!(game.step(), []);
        }
        game.send(&[unit], to(n as i64));
    }
}

#[test]
fn three_hundred_swap_places_across_a_disc() {
    let mut game = antipodal(300, 11);
    let ideal = ticks_to_walk(22);
    let mut quality = CrowdMeter::default();
    while quality.ticks < 4 * ideal && (quality.ticks == 0 || quality.moving > 0) {
        quality.tick(&mut game);
    }
    quality.show("antipodal disc", ideal);
    assert!(quality.moving * 20 <= 300);
    assert!(quality.deepest <= 25);
}

fn rally(count: (u16, u16)) {
    let mut game = arena(&field(80, 60)).block(1, "trooper", (3, 5), count).start(7);
    let ids = game.own(1, "trooper");
    let goal = Vec2::cell_centre(56, 30);
    game.send(&ids, goal);
    let mut quality = CrowdMeter::default();
    while quality.ticks < 3_000 && (quality.ticks == 0 || quality.moving > 0) {
        quality.tick(&mut game);
    }
    let farthest = ids.iter().map(|id| position(&game, *id).distance_squared_wide(goal)).max().unwrap();
    quality.show("rally", ticks_to_walk(60));
    // The root of the discs' areas over π.
    let disc = Fx::root_of_wide(Fx::ONE.percent_floor(45).squared_wide() * ids.len() as i64);
    let farthest = Fx::root_of_wide(farthest).mul_int(100).div_trunc(disc).floor_int();
    println!("  {} units: farthest {farthest} % of that", ids.len());
    assert_eq!(quality.moving, 0);
    assert!(farthest <= 145, "{farthest}");
    quality.check();
}

#[test]
fn packs_round_a_point_are_tight() {
    rally((5, 4));
    rally((10, 10));
    rally((12, 15));
}

#[test]
fn four_crowds_cross() {
    let starts = [((2, 25), (57, 30)), ((48, 25), (2, 30)), ((25, 2), (30, 57)), ((25, 48), (30, 2))];
    let players = [1, 2, 1, 2];
    let crowds = players.into_iter().zip(starts);
    let fixture = crowds.fold(arena(&field(60, 60)), |fixture, (player, (corner, _))| {
        fixture.block(player, "trooper", corner, (10, 10))
    });
    let mut game = fixture.start(7);
    for player in [1, 2] {
        // In the order in which they were placed.
        let goals = starts.iter().skip(usize::from(player) - 1).step_by(2).map(|(_, goal)| goal);
        for (crowd, goal) in game.own(player, "trooper").chunks(100).zip(goals) {
            game.send(crowd, Vec2::cell_centre(goal.0, goal.1));
        }
    }
    let ideal = ticks_to_walk(50);
    let mut quality = CrowdMeter::default();
    while quality.ticks < 4 * ideal && (quality.ticks == 0 || quality.moving > 0) {
        quality.tick(&mut game);
    }
    quality.show("four-way crossing, 4 x 100", ideal);
    assert!(quality.moving * 20 <= 400);
    quality.check();
}
