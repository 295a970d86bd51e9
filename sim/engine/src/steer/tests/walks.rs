//! Single walkers and small groups: where they end up, and why.

use super::*;
use crate::component::ConstructionStage;
use crate::flow;
use crate::state::StatePart;
use sandtable_state::ByteReader;

#[test]
fn one_walks_straight_and_stops_on_the_spot() {
    let mut world = arena(&field(40, 40));
    let ids = block(&mut world, SOLDIER, 0, (2, 2), (1, 1));
    let goal = Vec2::new(Fx::parse_decimal("33.25").unwrap(), Fx::parse_decimal("17.75").unwrap());
    send(&world, &ids, goal);
    let run = run(&mut world, 1_000);
    let motion = motion(&world, ids[0]);
    assert!(motion.has_arrived() && !motion.moves());
    assert!(motion.position.distance_squared_wide(goal) <= Fx::from_ratio(1, 16).squared_wide());
    let straight = (goal - Vec2::cell_centre(2, 2)).length_floor();
    let ideal = (straight.bits() / SPEED.bits()) as u32;
    assert!(run.ticks <= ideal + 16, "{run:?} ideal {ideal}");
}

#[test]
fn fields_made_again_change_nothing() {
    let trace = |again: bool| {
        let mut world = arena(&choke(40, 30, 20, 3));
        let ids = block(&mut world, SOLDIER, 0, (3, 10), (6, 6));
        send(&world, &ids, Vec2::cell_centre(34, 3));
        let mut places = Vec::new();
        for at in 0..300 {
            if again {
                let mut bytes = Vec::new();
                world.parts.flow.put(world.setting(), &mut bytes);
                let mut fresh = flow::FlowFields::new(&world.scenario);
                fresh.take(world.setting(), &mut ByteReader::new(&bytes)).unwrap();
                world.parts.flow = fresh;
                let World { parts, derived, .. } = &mut world;
                parts.flow.restore(&derived.ground, &parts.knowledge).ok().unwrap();
            }
            if at == 100 {
                world.spawn_building(HOUSE, PlayerId(0), Cell::new(20, 14), ConstructionStage::Complete);
                crate::sight::run(world.sight_context());
                flow::run(world.flow_context());
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
    world.spawn_building(HOUSE, PlayerId(1), Cell::new(8, 8), ConstructionStage::Rising);
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
    let run = run(&mut world, 800);
    assert_eq!(run.moving, 0, "{run:?}");
    assert!(ids.iter().any(|id| Cell::at(motion(&world, *id).position) == Cell::new(3, 3)));
}

#[test]
fn a_walled_goal_is_reached_by_standing_beside_it() {
    let mut world = arena(&field(20, 20));
    world.spawn_building(HOUSE, PlayerId(0), Cell::new(12, 10), ConstructionStage::Complete);
    crate::sight::run(world.sight_context());
    let point = block(&mut world, SOLDIER, 0, (2, 10), (2, 2));
    send(&world, &point, Vec2::cell_centre(12, 10));
    assert_eq!(run(&mut world, 600).moving, 0);
    assert!(point.iter().any(|id| Cell::at(motion(&world, *id).position).chebyshev(Cell::new(12, 10)) == 1));
    let beside = block(&mut world, SOLDIER, 0, (14, 2), (3, 1));
    send(&world, &beside, Vec2::cell_centre(13, 11));
    for id in &beside {
        let mut motions = world.column_mut::<Motion>(&world.entities.units);
        let motion = &mut motions[world.place(*id).unwrap().row as usize];
        (motion.goal_cell, motion.goal_width, motion.goal_height) = (Cell::new(12, 10), 2, 2);
        motion.reach = Fx::from_ratio(1, 4);
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

/// The walking distance of a team's units on foot.
fn distance(world: &World, from: Vec2, to: Vec2) -> (Option<Fx>, u32) {
    let known = (&world.derived.ground, &world.parts.knowledge[0]);
    flow::walking_distance(&world.scenario.map, known, Locomotion::Foot, from, to)
}

#[test]
fn walking_distance_goes_round_walls_and_counts_dear_ground() {
    let world = arena("........ .######. .#....#. .#....#. ..~~~~#. ........");
    let walk = |from: (i32, i32), to: (i32, i32)| {
        let (from, to) = (Vec2::cell_centre(from.0, from.1), Vec2::cell_centre(to.0, to.1));
        distance(&world, from, to).0
    };
    assert_eq!(walk((0, 0), (7, 0)), Some(Fx::from_int(7)));
    // Half a step on plain ground, half in the swamp.
    assert_eq!(walk((2, 5), (2, 4)), Some(Fx::from_int(2)));
    assert_eq!(walk((2, 4), (2, 5)), Some(Fx::from_int(2)));
    // The goal itself may be built on.
    assert_eq!(walk((0, 0), (2, 1)), Some(Fx::from_int(3)));
    let closed = arena(".#. ##. ...");
    let corner = distance(&closed, Vec2::cell_centre(0, 0), Vec2::cell_centre(2, 2)).0;
    assert_eq!(corner, None);
}
