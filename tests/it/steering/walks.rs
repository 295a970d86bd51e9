//! Single walkers and small groups: where they end up, and why.

use super::*;
use std::sync::Arc;

use sandtable_model::OrderKind;
use sandtable_model::rules::Locomotion;
use sandtable_sim::snapshot::{load, save};

#[test]
fn one_walks_straight_and_stops_on_the_spot() {
    let fixture = arena(&field(40, 40));
    let mut game = fixture.block(1, "soldier", (2, 2), (1, 1)).start(7);
    let ids = game.own(1, "soldier");
    let goal = Vec2::new(Fx::parse_decimal("33.25").unwrap(), Fx::parse_decimal("17.75").unwrap());
    game.send(&ids, goal);
    let run = run(&mut game, 1_000);
    game.step();
    let unit = game.unit(ids[0]).expect("alive");
    assert!(unit.task.is_none() && !unit.moving);
    assert!(unit.position.distance_squared_wide(goal) <= Fx::from_ratio(1, 16).squared_wide());
    let straight = (goal - Vec2::cell_centre(2, 2)).length_floor();
    let ideal = (straight.bits() / SPEED.bits()) as u32;
    assert!(run.ticks <= ideal + 16, "{run:?} ideal {ideal}");
}

/// A builder of a player puts up a house.
fn build(game: &mut Game, player: u8, cell: Cell) {
    let (builders, kind) = (game.own(player, "builder"), game.kind("house"));
    game.order(player, &builders, OrderKind::Build { kind, cell });
    assert_eq!(game.step(), []);
}

#[test]
fn fields_made_again_change_nothing() {
    let trace = |again: bool| {
        let fixture = arena(&choke(40, 30, 20, 3)).block(1, "builder", (23, 17), (1, 1));
        let mut game = fixture.block(1, "soldier", (3, 10), (6, 6)).start(7);
        let ids = game.own(1, "soldier");
        game.send(&ids, Vec2::cell_centre(34, 3));
        let mut places = Vec::new();
        for at in 0..300 {
            if again {
                game.world = load(Arc::clone(game.world.scenario()), &save(&game.world)).expect("its own bytes");
            }
            if at == 100 {
                build(&mut game, 1, Cell::new(20, 14));
            }
            game.step();
            places.extend(ids.iter().map(|id| game.unit(*id)));
        }
        let closed = !game.view(1).passable(Cell::new(20, 14), Locomotion::Foot);
        assert!(closed, "the house was to stand in the gap");
        places
    };
    assert!(trace(false) == trace(true));
}

#[test]
fn a_house_raised_on_units_puts_them_out() {
    let fixture = arena(&field(20, 20)).block(2, "builder", (11, 9), (1, 1));
    let mut game = fixture.block(1, "soldier", (8, 8), (3, 3)).start(7);
    let ids = game.own(1, "soldier");
    build(&mut game, 2, Cell::new(8, 8));
    let run = run(&mut game, 40);
    assert_eq!(run.moving, 0);
    let house = Rect { x: 8, y: 8, width: 2, height: 2 };
    assert!(!game.view(1).passable(Cell::new(8, 8), Locomotion::Foot), "it was to rise");
    assert!(ids.iter().all(|id| !house.contains(Cell::at(position(&game, *id)))));
}

#[test]
fn an_island_is_looked_at_from_the_nearest_shore() {
    let fixture = arena(&["....#...."; 8].join(" "));
    let mut game = fixture.block(1, "soldier", (0, 0), (2, 3)).start(7);
    let ids = game.own(1, "soldier");
    game.send(&ids, Vec2::cell_centre(7, 3));
    let run = run(&mut game, 800);
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(ids.iter().any(|id| Cell::at(position(&game, *id)) == Cell::new(3, 3)));
}

#[test]
fn a_walled_goal_is_reached_by_standing_beside_it() {
    let fixture = arena(&field(20, 20)).place(1, "house", 12, 10, 1).block(1, "soldier", (2, 10), (2, 2));
    let mut game = fixture.start(7);
    let point = game.own(1, "soldier");
    game.send(&point, Vec2::cell_centre(12, 10));
    assert_eq!(run(&mut game, 600).moving, 0);
    assert!(point.iter().any(|id| Cell::at(position(&game, *id)).chebyshev(Cell::new(12, 10)) == 1));
}

#[test]
fn who_builds_stands_beside_the_site() {
    let mut game = arena(&field(20, 20)).block(1, "builder", (14, 2), (3, 1)).start(7);
    build(&mut game, 1, Cell::new(12, 10));
    let run = run(&mut game, 600);
    assert_eq!(run.moving, 0, "{run:?}");
    let house = Rect { x: 12, y: 10, width: 2, height: 2 };
    for id in game.own(1, "builder") {
        let position = position(&game, id);
        let edge = house.nearest(position).distance_squared_wide(position);
        // The reach of work, and the radius.
        assert!(edge <= Fx::from_bits((40 << 16) / 100 + (35 << 16) / 100 + 512).squared_wide(), "{position:?}");
    }
}

#[test]
fn flyers_cross_cliffs_and_mind_only_flyers() {
    let fixture = arena(&choke(30, 12, 15, 0));
    let mut game = fixture.block(1, "flyer", (3, 4), (2, 2)).block(1, "soldier", (12, 2), (2, 8)).start(7);
    let flyers = game.own(1, "flyer");
    let soldiers = game.own(1, "soldier");
    let before: Vec<Vec2> = soldiers.iter().map(|id| position(&game, *id)).collect();
    game.send(&flyers, Vec2::cell_centre(25, 6));
    let run = run(&mut game, 400);
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(flyers.iter().all(|id| position(&game, *id).x > Fx::from_int(23)));
    assert!(soldiers.iter().zip(before).all(|(id, place)| position(&game, *id) == place));
}

#[test]
fn walking_distance_goes_round_walls_and_counts_dear_ground() {
    let distance = |game: &Game, from: (i32, i32), to: (i32, i32)| {
        let (from, to) = (Vec2::cell_centre(from.0, from.1), Vec2::cell_centre(to.0, to.1));
        game.view(1).walking_distance(Locomotion::Foot, from, to)
    };
    let game = arena("........ .######. .#....#. .#....#. ..~~~~#. ........").start(7);
    let walk = |from, to| distance(&game, from, to);
    assert_eq!(walk((0, 0), (7, 0)), Some(Fx::from_int(7)));
    // Half a step on plain ground, half in the swamp.
    assert_eq!(walk((2, 5), (2, 4)), Some(Fx::from_int(2)));
    assert_eq!(walk((2, 4), (2, 5)), Some(Fx::from_int(2)));
    // The goal itself may be built on.
    assert_eq!(walk((0, 0), (2, 1)), Some(Fx::from_int(3)));
    let closed = arena(".#. ##. ...").start(7);
    assert_eq!(distance(&closed, (0, 0), (2, 2)), None);
}
