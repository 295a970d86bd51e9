//! Finding the way in a match: what a team knows decides, and what waits for the budget of a tick is state.

use std::sync::Arc;

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::scenario::Fog;
use sandtable_sim::snapshot::{dump, load, save};
use sandtable_tests::{Fixture, Game};

/// Whether requests for tiles wait.
fn is_pending(game: &Game) -> bool {
    dump(&game.world).iter().any(|line| line.field == "pending" && line.value != "[]")
}

#[test]
fn a_match_goes_on_from_a_snapshot_in_the_middle_of_requests() {
    let row = format!("{}####{}\n", ".".repeat(98), ".".repeat(98));
    let open = format!("{}\n", ".".repeat(200));
    let rows: String = (0..200).map(|y| if y % 50 == 0 { open.as_str() } else { row.as_str() }).collect();
    let fixture = Fixture::classic(&rows).place(1, "swordsman", 20, 75, 120).place(2, "archer", 180, 75, 120);
    let mut game = fixture.start(1);
    for (player, kind) in [(1, "swordsman"), (2, "archer")] {
        for (n, unit) in game.own(player, kind).into_iter().enumerate() {
            let x = if player == 1 { 150 } else { 30 };
            let to = game.at(x + n as i16 % 12, 4 + 7 * (n as i16 / 12));
            game.order(player, &[unit], OrderKind::Move(to));
        }
    }
    let mut waited = 0;
    for _ in 0..12 {
        game.step();
        waited += u32::from(is_pending(&game));
        let mut loaded = load(Arc::clone(game.world.scenario()), &save(&game.world)).expect("a snapshot");
        assert_eq!(loaded.part_hashes(), game.world.part_hashes(), "tick {}", game.world.tick());
        let mut fork = game.world.fork();
        for _ in 0..4 {
            let _ = (loaded.step(&[]), fork.step(&[]));
            assert_eq!(loaded.part_hashes(), fork.part_hashes(), "tick {}", fork.tick());
        }
    }
    assert!(waited >= 3, "the budget was to be exceeded: {waited}");
}

/// A soldier on the way east through a gap, which a house of player 2 fills.
fn blocked_gap(fog: Fog) -> Game {
    let wall = format!("{}#{}\n", ".".repeat(20), ".".repeat(19));
    let open = format!("{}\n", ".".repeat(40));
    let rows: String = (0..40).map(|y| if matches!(y, 4 | 20 | 21) { open.as_str() } else { wall.as_str() }).collect();
    Fixture::classic(&rows).fog(fog).place(1, "swordsman", 4, 20, 1).place(2, "house", 19, 20, 1).start(1)
}

/// The southernmost and the eastmost row and column that a unit comes to.
fn walk(game: &mut Game, to: Vec2) -> (bool, Fx) {
    let unit = game.own(1, "swordsman")[0];
    game.order(1, &[unit], OrderKind::Move(to));
    let mut nearest = Fx::ZERO;
    for _ in 0..90 * 16 {
        game.step();
        let at = game.position(unit).expect("it lives");
        if (at.y - game.at(0, 20).y).abs() < Fx::from_int(2) && at.x < Fx::from_int(20) {
            nearest = nearest.max(at.x);
        }
        if at.distance_squared_wide(to) < Fx::ONE.squared_wide() {
            return (true, nearest);
        }
    }
    (false, nearest)
}

#[test]
fn a_wall_that_nobody_has_seen_is_walked_at_then_seen_and_walked_round() {
    let mut known = blocked_gap(Fog::Off);
    let to = known.at(35, 20);
    let (arrived, nearest) = walk(&mut known, to);
    assert!(arrived, "round by the other gap");
    assert!(nearest < Fx::from_int(8), "it sets out northwards at once: {nearest}");
    let mut unknown = blocked_gap(Fog::Full);
    let (arrived, nearest) = walk(&mut unknown, to);
    assert!(arrived, "round by the other gap");
    assert!(nearest > Fx::from_int(9), "it walks at what it cannot know of: {nearest}");
}

/// Whether a building stands, so that its cells are blocked.
fn has_broken_ground(game: &Game) -> bool {
    dump(&game.world).iter().any(|line| line.field == "stage" && line.value.contains("Rising"))
}

#[test]
fn a_wall_that_goes_up_before_a_walker_turns_it_within_two_ticks() {
    let wall = format!("{}#{}\n", ".".repeat(20), ".".repeat(19));
    let open = format!("{}\n", ".".repeat(40));
    let rows: String = (0..40).map(|y| if matches!(y, 4 | 20 | 21) { open.as_str() } else { wall.as_str() }).collect();
    let fixture = Fixture::classic(&rows).fog(Fog::Off).stock(1, [900, 900, 0, 0]);
    let mut game = fixture.place(1, "swordsman", 3, 20, 1).place(1, "worker", 15, 24, 1).start(1);
    let (walker, mason) = (game.own(1, "swordsman"), game.own(1, "worker"));
    let (to, kind) = (game.at(37, 20), game.kind("house"));
    game.order(1, &walker, OrderKind::Move(to));
    game.order(1, &mason, OrderKind::Build { kind, cell: Cell::new(19, 20) });
    let place = |game: &Game| game.position(walker[0]).expect("it lives");
    while !has_broken_ground(&game) {
        game.step();
        assert!(place(&game).x < Fx::from_int(15), "the gap was to be closed before it");
    }
    let before = place(&game);
    game.step();
    game.step();
    let after = place(&game);
    assert!(after.y < before.y, "it turns to the northern gap: {before:?} {after:?}");
}

/// Thirty swordsmen, sent to one point in orders of `size` units each.
fn sent_in_orders_of(count: usize) -> (Game, Vec2) {
    let mut game = Fixture::meadow(60, 40).place(1, "swordsman", 10, 20, 30).start(1);
    let to = game.at(45, 20);
    send(&mut game, to, count);
    game.run(40);
    (game, to)
}

fn send(game: &mut Game, to: Vec2, count: usize) {
    for units in game.own(1, "swordsman").chunks(count) {
        game.order(1, units, OrderKind::Move(to));
    }
}

fn places(game: &Game) -> Vec<Vec2> {
    game.own(1, "swordsman").iter().map(|unit| game.position(*unit).expect("it lives")).collect()
}

#[test]
fn a_group_sent_to_one_point_packs_around_it_and_stays_when_told_again() {
    for count in [30, 7] {
        let (mut game, to) = sent_in_orders_of(count);
        let before = places(&game);
        // The bar: 1.3 times the radius of a disc as large as all of them together, at a radius of 0.32 at most.
        let farthest = before.iter().map(|place| place.distance_squared_wide(to)).max().expect("thirty");
        let radius = Fx::parse_decimal("0.32").expect("a number").mul_int(13);
        assert!(farthest <= radius.squared_wide() * 30 / 100, "{}", Fx::root_of_wide(farthest));
        assert!(before.iter().enumerate().all(|(n, one)| !before[..n].contains(one)));
        // Nobody shuffles; who was kept far from its place by others tries again.
        for again in 1..=3 {
            send(&mut game, to, count);
            game.run(3);
            let walked = |(old, new): &(&Vec2, Vec2)| old.distance_squared_wide(*new) > Fx::HALF.squared_wide();
            let walked = before.iter().zip(places(&game)).filter(walked).count();
            assert!(walked <= 3, "{again}: {walked}");
        }
    }
}
