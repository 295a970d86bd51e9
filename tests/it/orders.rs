//! Orders end to end: each verb does what it says, queued or replacing, with priority, to units or a squad.

use sandtable_math::{Fx, Vec2};
use sandtable_model::{Formation, OrderKind};
use sandtable_sim::event::{Event, Rejection};
use sandtable_sim::order::Order;
use sandtable_state::id::{Handle, PlayerId, SquadId};
use sandtable_tests::{Fixture, Game};

/// Whether a unit stands within a number of cells of a place.
fn near(game: &Game, unit: Handle, place: Vec2, cells: i16) -> bool {
    game.position(unit).is_some_and(|at| {
        let far = Fx::from_int(cells);
        (at.x - place.x).abs() <= far && (at.y - place.y).abs() <= far
    })
}

/// A swordsman of player 1 in the middle of the west, whatever else is placed.
fn soldier(more: impl FnOnce(Fixture) -> Fixture) -> (Game, Handle) {
    let game = more(Fixture::meadow(40, 24).place(1, "swordsman", 8, 12, 1)).start(1);
    let soldier = game.own(1, "swordsman")[0];
    (game, soldier)
}

#[test]
fn a_patrol_goes_to_and_fro_until_it_is_told_otherwise() {
    let (mut game, unit) = soldier(|fixture| fixture);
    let (home, far) = (game.at(8, 12), game.at(18, 12));
    game.order(1, &[unit], OrderKind::Patrol(far));
    for lap in 0..2 {
        game.run_until(30, &format!("out, lap {lap}"), |game| near(game, unit, far, 1));
        game.run_until(30, &format!("back, lap {lap}"), |game| near(game, unit, home, 1));
    }
    game.order(1, &[unit], OrderKind::Stop);
    game.run(5);
    let there = game.position(unit).expect("it lives");
    game.run(10);
    assert!(near(&game, unit, there, 1), "it stays where it was stopped");
}

#[test]
fn who_holds_stands_and_who_does_not_gives_chase() {
    let chase = |verb: Option<OrderKind>| {
        let (mut game, unit) = soldier(|fixture| fixture.place(2, "tower", 12, 12, 1));
        if let Some(verb) = verb {
            game.order(1, &[unit], verb);
        }
        let home = game.at(8, 12);
        game.run(8);
        near(&game, unit, home, 1)
    };
    assert!(chase(Some(OrderKind::Hold)), "held");
    assert!(!chase(None), "left alone, it goes for what it sees");
}

#[test]
fn who_follows_and_who_guards_keeps_near_and_only_the_guard_fights() {
    let (mut game, unit) = soldier(|fixture| fixture.place(1, "scout", 10, 12, 1).place(2, "worker", 34, 20, 1));
    let scout = game.own(1, "scout");
    let far = game.at(30, 4);
    for verb in [OrderKind::Follow(scout[0]), OrderKind::Guard(scout[0])] {
        let far = if verb == OrderKind::Follow(scout[0]) { far } else { game.at(34, 18) };
        game.order(1, &[unit], verb);
        game.order(1, &scout, OrderKind::Move(far));
        game.run_until(60, "it comes along", |game| near(game, scout[0], far, 2) && near(game, unit, far, 4));
    }
    let theirs = game.own(2, "worker")[0];
    game.run_until(60, "the guard strikes down what is near", |game| game.hp(theirs).is_none());
    game.order(1, &[unit], OrderKind::Follow(unit));
    assert_eq!(game.step(), [Rejection::WrongTarget], "nobody follows itself");
}

#[test]
fn cargo_is_returned_when_it_is_asked_for() {
    let fixture = Fixture::meadow(40, 24).place(1, "town_centre", 4, 10, 1).place(1, "worker", 16, 12, 1);
    let mut game = fixture.place(0, "tree", 18, 12, 1).start(1);
    let worker = game.own(1, "worker");
    let node = game.nodes()[0];
    game.order(1, &worker, OrderKind::Gather(node));
    let carries = |game: &Game| game.view(1).own_units().iter().any(|unit| unit.carries.is_some());
    game.run_until(60, "it carries wood", carries);
    let before = game.stock(1, "wood");
    game.order(1, &worker, OrderKind::ReturnCargo);
    game.run_until(60, "it has delivered", |game| game.stock(1, "wood") > before);
}

#[test]
fn orders_are_appended_come_first_or_replace() {
    let (near_by, beyond) = ((14, 12), (14, 18));
    let visits = |join: fn(Order) -> Order| {
        let (mut game, unit) = soldier(|fixture| fixture);
        let (first, second) = (game.at(near_by.0, near_by.1), game.at(beyond.0, beyond.1));
        game.order(1, &[unit], OrderKind::Move(first));
        game.step();
        game.give(1, join(Order::to([unit], OrderKind::Move(second))));
        let mut seen = Vec::new();
        for _ in 0..30 * 16 {
            game.step();
            for (name, place) in [("first", first), ("second", second)] {
                if near(&game, unit, place, 1) && seen.last() != Some(&name) {
                    seen.push(name);
                }
            }
        }
        seen
    };
    assert_eq!(visits(Order::appended), ["first", "second"]);
    assert_eq!(visits(Order::first), ["second", "first"]);
    assert_eq!(visits(|order| order), ["second"]);
}

#[test]
fn an_order_does_not_displace_what_has_higher_priority() {
    let (mut game, unit) = soldier(|fixture| fixture);
    let (urgent, idle) = (game.at(18, 12), game.at(8, 20));
    game.give(1, Order { priority: 9, ..Order::to([unit], OrderKind::Move(urgent)) });
    game.step();
    game.order(1, &[unit], OrderKind::Move(idle));
    game.run_until(30, "the urgent errand is done first", |game| near(game, unit, urgent, 1));
    game.run_until(30, "then the other", |game| near(game, unit, idle, 1));
}

#[test]
fn a_squad_takes_orders_as_one_and_can_be_left() {
    let game = Fixture::meadow(40, 24).place(1, "swordsman", 8, 12, 3);
    let mut game = game.start(1);
    let units = game.own(1, "swordsman");
    let squad = game.view(1).next_squad();
    game.order(1, &units, OrderKind::Form(Formation::default()));
    game.step();
    game.order(1, &units[..1], OrderKind::Join(SquadId::NONE));
    game.step();
    let (home, far) = (game.at(8, 12), game.at(24, 12));
    game.give(1, Order::squad(squad, OrderKind::Move(far)));
    game.run_until(60, "its members are there", |game| units[1..].iter().all(|unit| near(game, *unit, far, 2)));
    assert!(near(&game, units[0], home, 2), "who left it stayed");
}

#[test]
fn an_ability_does_what_the_rules_say_and_then_recovers() {
    let fixture = Fixture::meadow(40, 24).place(1, "knight", 8, 12, 1).place(1, "knight", 8, 4, 1);
    let mut game = fixture.start(1);
    let knights = game.own(1, "knight");
    let ability = game.world.rules().ability_named("charge").expect("an ability of the rules");
    let charge = OrderKind::Ability { ability, target: Handle::NONE, point: Vec2::ZERO };
    game.order(1, &knights[..1], charge);
    assert_eq!(game.step(), []);
    let (one, other) = (game.at(30, 12), game.at(30, 4));
    game.order(1, &knights[..1], OrderKind::Move(one));
    game.order(1, &knights[1..], OrderKind::Move(other));
    game.run(5);
    let x = |unit: Handle| game.position(unit).expect("it lives").x;
    assert!(x(knights[0]) > x(knights[1]) + Fx::from_int(2), "the charge is faster");
    let mut game = Fixture::meadow(16, 16).place(1, "swordsman", 8, 8, 1).start(1);
    let unit = game.own(1, "swordsman");
    game.order(1, &unit, charge);
    assert_eq!(game.step(), [Rejection::CannotDo], "a swordsman has none");
}

#[test]
fn who_surrenders_is_out_and_the_other_wins() {
    let mut game = Fixture::duel(&format!("{}\n", ".".repeat(16)).repeat(16)).start(1);
    game.give(2, Order::surrender());
    game.step();
    let outcome = game.world.outcome().expect("decided");
    assert_eq!(outcome.winner.map(|team| team.0), Some(0));
    assert_eq!(outcome.ending, sandtable_sim::victory::Ending::Surrender);
    assert!(game.events.iter().any(|event| matches!(event, Event::PlayerOut { player: PlayerId(1) })));
}

/// Commanders aim at the middle of a base, which lies where four cells meet. The point counted as the south-eastern cell
/// alone, so that an army from the middle of the map stopped before a base in the north-west, and walked round one in
/// the south-east.
#[test]
fn issue_an_army_goes_round_half_of_the_bases() {
    for (base_x, base_y, side_x, side_y) in [(4, 18, 9, 20), (32, 18, 31, 20), (18, 4, 20, 9), (18, 32, 20, 31)] {
        let fixture = Fixture::meadow(40, 40).place(2, "town_centre", base_x, base_y, 1);
        let mut game = fixture.place(1, "scout", 20, 20, 1).start(1);
        let scout = game.own(1, "scout");
        let point = |x: i16, y: i16| Vec2::new(Fx::from_int(x), Fx::from_int(y));
        game.order(1, &scout, OrderKind::Move(point(base_x + 2, base_y + 2)));
        game.run(20);
        let at = game.position(scout[0]);
        assert!(near(&game, scout[0], point(side_x, side_y), 2), "base at {base_x}, {base_y}: {at:?}");
    }
}
