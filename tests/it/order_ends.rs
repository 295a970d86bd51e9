//! How orders end: each to a destination that is full, walled, lost or unreachable ends within a bound, and its player is told how.

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::scenario::Fog;
use sandtable_sim::component::OrderEnd;
use sandtable_sim::order::Order;
use sandtable_sim::view::LastOrder;
use sandtable_state::id::Handle;
use sandtable_state::rng::Rng;
use sandtable_tests::{Fixture, Game, ground};

/// Layouts drawn for each case.
const LAYOUTS: u64 = 6;
/// The most game seconds from an order until it has ended, the way there included: a minute before who stands in the
/// way, or four of waiting for a turn.
const BOUND_SECONDS: u32 = 330;

/// How the last order of a unit ended, as its player is shown.
fn ended(game: &Game, unit: Handle) -> Option<LastOrder> {
    let player = sandtable_state::id::UnitId(unit.0).owner().0 + 1;
    game.view(player).own_units().into_iter().find(|own| own.handle == unit)?.ended
}

/// Steps until the orders of these units have ended; how. Panics when one never does.
fn ends(game: &mut Game, what: &str, units: &[Handle]) -> Vec<OrderEnd> {
    // The orders are taken.
    game.step();
    let busy = |game: &Game| {
        let own = game.view(1).own_units();
        own.iter().any(|unit| units.contains(&unit.handle) && !unit.idle())
    };
    for _ in 0..BOUND_SECONDS * 16 {
        if !busy(game) {
            break;
        }
        game.step();
    }
    if busy(game) {
        let moving = game.view(1).own_units().into_iter().filter(|unit| !unit.idle()).collect::<Vec<_>>();
        panic!("{what}: not within {BOUND_SECONDS} game seconds: {moving:?}");
    }
    let end = |unit: &Handle| ended(game, *unit).unwrap_or_else(|| panic!("{what}: {unit:?} is told nothing"));
    let all: Vec<LastOrder> = units.iter().map(end).collect();
    assert!(
        all.iter().all(|last| last.since == 0 && last.tick > 0 && last.tick <= game.world.tick()),
        "{what}: {all:?}"
    );
    all.into_iter().map(|last| last.end).collect()
}

/// A layout by its number, so that a failure names it.
fn draws() -> impl Iterator<Item = (u64, Rng)> {
    (0..LAYOUTS).map(|seed| (seed, Rng::stream(seed, "order ends")))
}

#[test]
fn who_gets_there_has_arrived() {
    for (seed, mut rng) in draws() {
        let count = rng.between(1, 24) as u16;
        let mut game = Fixture::meadow(40, 32).block(1, "swordsman", (3, 3), (3, count.div_ceil(3))).start(seed);
        let (units, to) = (game.own(1, "swordsman"), game.at(rng.between(16, 36) as i16, rng.between(4, 28) as i16));
        game.send(&units, to);
        let ends = ends(&mut game, &format!("layout {seed}"), &units);
        let arrived = ends.iter().filter(|end| **end == OrderEnd::Arrived).count();
        assert!(arrived * 10 >= ends.len() * 9, "layout {seed}: {ends:?}");
        assert!(ends.iter().all(|end| matches!(end, OrderEnd::Arrived | OrderEnd::Full)), "layout {seed}: {ends:?}");
    }
}

/// Who is fast could step over its point and back again for ever.
#[test]
fn who_is_fast_comes_to_rest_on_its_point() {
    for (seed, mut rng) in (0..20).map(|seed| (seed, Rng::stream(seed, "fast"))) {
        let kinds = ["gryphon", "scout", "knight"];
        let rows = kinds.iter().zip([4, 20, 36]);
        let fixture = rows.fold(Fixture::meadow(60, 48), |fixture, (kind, row)| {
            (0..9).fold(fixture, |fixture, column| fixture.place(1, kind, 4 + 6 * column, row, 1))
        });
        let mut game = fixture.start(seed);
        let units: Vec<Handle> = kinds.iter().flat_map(|kind| game.own(1, kind)).collect();
        for unit in &units {
            let from = game.position(*unit).expect("it lives");
            let mut off = || Fx::from_bits(rng.between(-2 << 16, 2 << 16));
            let to = from + Vec2::new(off(), off() + Fx::from_int(6));
            game.send(&[*unit], to);
        }
        game.step();
        game.run(12);
        let left: Vec<_> = game.view(1).own_units().into_iter().filter(|unit| !unit.idle()).collect();
        assert!(left.is_empty(), "layout {seed}: after 12 s still on their way: {left:?}");
    }
}

/// Once their own places lie behind a house, they would walk to and fro over the group's point for ever.
#[test]
fn who_cannot_see_its_place_any_more_comes_to_rest_by_the_point() {
    for (seed, mut rng) in (0..12).map(|seed| (seed, Rng::stream(seed, "hidden places"))) {
        let (x, y) = (rng.between(28, 34) as i16, rng.between(6, 18) as i16);
        let side = rng.between(0, 1) as i16;
        let kind = ["swordsman", "knight", "archer"][rng.below(3) as usize];
        let fixture = Fixture::meadow(40, 24).fog(Fog::Off).stock(1, [900, 900, 0, 0]);
        let fixture = fixture.block(1, kind, (3, 8), (4, rng.between(3, 8) as u16));
        let mut game = fixture.place(1, "worker", x - 2, y - 2, 1).start(seed);
        let (units, mason) = (game.own(1, kind), game.own(1, "worker"));
        let (to, house) = (game.at(x, y), game.kind("house"));
        game.order(1, &units, OrderKind::AttackMove(to));
        game.order(1, &mason, OrderKind::Build { kind: house, cell: Cell::new(x + side, y + 1) });
        let ends = ends(&mut game, &format!("layout {seed}"), &units);
        assert_eq!(ends.len(), units.len());
    }
}

#[test]
fn a_place_that_somebody_stands_on_is_full() {
    for (seed, mut rng) in draws() {
        let (x, y) = (rng.between(14, 34) as i16, rng.between(4, 20) as i16);
        let foreign = rng.below(2) == 1;
        let fixture = Fixture::meadow(40, 24).place(1, "swordsman", 4, 12, 1);
        let fixture = if foreign {
            fixture.teams(&[0, 1]).place(2, "worker", x, y, 1)
        } else {
            fixture.place(1, "worker", x, y, 1)
        };
        let mut game = fixture.start(seed);
        let holder = game.own(if foreign { 2 } else { 1 }, "worker");
        game.order(if foreign { 2 } else { 1 }, &holder, OrderKind::Hold);
        let (unit, to) = (game.own(1, "swordsman"), game.position(holder[0]).expect("it lives"));
        game.send(&unit, to);
        assert_eq!(ends(&mut game, &format!("layout {seed}"), &unit), [OrderEnd::Full], "layout {seed}");
    }
}

#[test]
fn a_room_too_small_for_a_group_is_full_for_the_last_of_them() {
    for (seed, mut rng) in draws() {
        // A room of a few cells with a door, and far more than fit in it.
        let (wide, high) = (rng.between(2, 4) as i16, rng.between(2, 4) as i16);
        let (left, top) = (20, 8);
        let is_wall = |x: i16, y: i16| {
            let inside = (left..left + wide).contains(&x) && (top..top + high).contains(&y);
            let around = (left - 1..=left + wide).contains(&x) && (top - 1..=top + high).contains(&y);
            around && !inside && !(x == left - 1 && y == top)
        };
        let fixture = Fixture::classic(&ground(40, 24, '#', is_wall)).block(1, "swordsman", (3, 3), (6, 9));
        let mut game = fixture.start(seed);
        let (units, to) = (game.own(1, "swordsman"), game.at(left + wide - 1, top + high - 1));
        game.send(&units, to);
        let ends = ends(&mut game, &format!("layout {seed}"), &units);
        let given_up = ends.iter().filter(|end| matches!(end, OrderEnd::Full | OrderEnd::Blocked)).count();
        assert!(ends.contains(&OrderEnd::Arrived) && given_up > 0, "layout {seed}: {ends:?}");
        assert!(ends.iter().all(|end| matches!(end.kind(), "arrived" | "gave up")), "layout {seed}: {ends:?}");
    }
}

#[test]
fn who_finds_somebody_in_a_passage_that_stays_gives_up() {
    for (seed, mut rng) in draws() {
        // A wall with a passage one wide, in which somebody holds; the rest of the map has no other way.
        let (gap, deep, own) = (rng.between(3, 20) as i16, rng.between(1, 6) as i16, rng.below(2) == 0);
        let is_wall = |x: i16, y: i16| (18..18 + deep).contains(&x) && y != gap;
        let holder = if own { 1 } else { 2 };
        let fixture = Fixture::classic(&ground(40, 24, '#', is_wall)).teams(&[0, 1]);
        let mut game = fixture.place(1, "swordsman", 6, 12, 1).place(holder, "worker", 18, gap, 1).start(seed);
        let stays = game.own(holder, "worker");
        game.order(holder, &stays, OrderKind::Hold);
        let (unit, to) = (game.own(1, "swordsman"), game.at(32, rng.between(3, 20) as i16));
        game.send(&unit, to);
        assert_eq!(ends(&mut game, &format!("layout {seed}"), &unit), [OrderEnd::Blocked], "layout {seed}");
    }
}

#[test]
fn a_pocket_that_idle_friends_fill_ends_a_walk_to_its_end() {
    for (seed, mut rng) in draws() {
        let (deep, y) = (rng.between(2, 6) as i16, rng.between(4, 20) as i16);
        let is_wall = |x: i16, row: i16| (24..26 + deep).contains(&x) && (row != y || x >= 24 + deep);
        let fixture = Fixture::classic(&ground(40, 24, '#', is_wall)).block(1, "worker", (24, y), (deep as u16, 1));
        let mut game = fixture.place(1, "swordsman", 6, 12, 1).start(seed);
        let (unit, to) = (game.own(1, "swordsman"), game.at(23 + deep, y));
        game.send(&unit, to);
        let ends = ends(&mut game, &format!("layout {seed}"), &unit);
        assert!(matches!(ends[0], OrderEnd::Blocked | OrderEnd::Full | OrderEnd::Arrived), "layout {seed}: {ends:?}");
    }
}

#[test]
fn a_goal_of_walls_is_unreachable_and_so_is_one_behind_them() {
    for (seed, mut rng) in draws() {
        let (left, top) = (rng.between(14, 28) as i16, rng.between(4, 14) as i16);
        let size = rng.between(3, 6) as i16;
        let edge = |x: i16, y: i16| {
            let (x, y) = (x - left, y - top);
            (0..=size).contains(&x) && (0..=size).contains(&y) && (x == 0 || y == 0 || x == size || y == size)
        };
        for (to, end) in [((left, top + 1), OrderEnd::Walled), ((left + 1, top + 1), OrderEnd::NoWay)] {
            let fixture = Fixture::classic(&ground(40, 24, '#', edge)).block(
                1,
                "swordsman",
                (3, 3),
                (2, rng.between(1, 3) as u16),
            );
            let mut game = fixture.start(seed);
            let (units, to) = (game.own(1, "swordsman"), game.at(to.0, to.1));
            game.send(&units, to);
            let ends = ends(&mut game, &format!("layout {seed}, {end:?}"), &units);
            assert!(ends.contains(&end), "layout {seed}, {end:?}: {ends:?}");
            // A group's places round a goal in a room may lie outside: who has one there has arrived at it.
            let alone = ends.len() == 1;
            let is_told = |one: &OrderEnd| one.is_failure() || !alone && *one == OrderEnd::Arrived;
            assert!(ends.iter().all(is_told), "layout {seed}: {ends:?}");
        }
    }
}

/// A map with an island, cut off by deep water on which nobody on foot walks, and what stands there.
fn island(rng: &mut Rng) -> (Fixture, Cell) {
    let (x, y) = (rng.between(20, 30) as i16, rng.between(6, 16) as i16);
    let is_water = move |cell_x: i16, cell_y: i16| {
        let far = (cell_x - x).abs().max((cell_y - y).abs());
        (4..=6).contains(&far)
    };
    (Fixture::classic(&ground(40, 24, 'w', is_water)), Cell::new(x, y))
}

#[test]
fn work_that_no_way_leads_to_is_unreachable() {
    for (seed, mut rng) in draws() {
        let (fixture, at) = island(&mut rng);
        let fixture = fixture.place(0, "tree", at.x - 2, at.y, 1).place(1, "house", at.x, at.y + 1, 1);
        let fixture = fixture.place(2, "worker", at.x + 2, at.y - 2, 1).place(1, "swordsman", 4, 4, 1);
        let mut game = fixture.place(1, "worker", 4, 6, 3).stock(1, [5_000, 5_000, 0, 0]).start(seed);
        let (workers, soldier) = (game.own(1, "worker"), game.own(1, "swordsman"));
        let (house, tree, theirs) = (game.own(1, "house")[0], game.nodes()[0], game.own(2, "worker")[0]);
        game.order(2, &[theirs], OrderKind::Hold);
        let kind = game.kind("house");
        game.order(1, &workers[..1], OrderKind::Gather(tree));
        game.order(1, &workers[1..2], OrderKind::Build { kind, cell: Cell::new(at.x - 1, at.y - 2) });
        game.order(1, &workers[2..], OrderKind::Repair(house));
        game.order(1, &soldier, OrderKind::Attack(theirs));
        let units = [workers.clone(), soldier].concat();
        let ends = ends(&mut game, &format!("layout {seed}"), &units);
        assert_eq!(ends, [OrderEnd::NoWay; 4], "layout {seed}");
    }
}

#[test]
fn a_target_that_is_lost_ends_what_is_about_it() {
    for (seed, mut rng) in draws() {
        let fixture =
            Fixture::meadow(60, 24).fog(Fog::Full).place(1, "swordsman", 4, 12, 1).place(1, "spearman", 5, 14, 1);
        let fixture = fixture.place(1, "scout", 8, 12, 1).place(2, "scout", 9, rng.between(10, 14) as i16, 1);
        let mut game = fixture.place(1, "worker", 4, 18, 1).start(seed);
        let soldier = game.own(1, "swordsman");
        let prey = game.own(2, "scout");
        let worker = game.own(1, "worker");
        game.step();
        let seen = game.view(1).foreign().first().map(|body| body.handle).expect("it sees the scout");
        game.order(1, &soldier, OrderKind::Attack(seen));
        let to = game.at(56, rng.between(2, 22) as i16);
        game.order(2, &prey, OrderKind::Move(to));
        let ends = ends(&mut game, &format!("layout {seed}"), &soldier);
        assert_eq!(ends, [OrderEnd::Lost], "layout {seed}");
        game.order(1, &worker, OrderKind::ReturnCargo);
        assert_eq!(self::ends(&mut game, "nothing to deliver", &worker), [OrderEnd::Done]);
    }
}

#[test]
fn what_follows_one_that_falls_has_lost_it_and_who_felled_it_is_done() {
    for (seed, mut rng) in draws() {
        let y = rng.between(4, 20) as i16;
        let fixture = Fixture::meadow(40, 24).place(1, "swordsman", 20, y, 4).place(2, "worker", 23, y, 1);
        let mut game = fixture.place(1, "scout", 24, y + 1, 1).start(seed);
        let (soldiers, follower, victim) = (game.own(1, "swordsman"), game.own(1, "scout"), game.own(2, "worker"));
        game.order(2, &victim, OrderKind::Hold);
        game.order(1, &soldiers, OrderKind::Attack(victim[0]));
        game.order(1, &follower, OrderKind::Follow(victim[0]));
        let units = [soldiers.clone(), follower].concat();
        let ends = ends(&mut game, &format!("layout {seed}"), &units);
        assert_eq!(ends[4], OrderEnd::Lost, "layout {seed}: {ends:?}");
        assert_eq!(ends[..4], [OrderEnd::Done; 4], "layout {seed}");
    }
}

#[test]
fn an_order_that_another_replaces_has_not_ended() {
    let mut game = Fixture::meadow(40, 24).place(1, "swordsman", 4, 12, 1).start(1);
    let unit = game.own(1, "swordsman");
    let (near, far) = (game.at(8, 12), game.at(34, 12));
    game.send(&unit, near);
    assert_eq!(ends(&mut game, "there", &unit), [OrderEnd::Arrived]);
    let first = ended(&game, unit[0]).expect("it has arrived");
    game.send(&unit, far);
    game.run(2);
    game.order(1, &unit, OrderKind::Stop);
    game.run(2);
    let last = ended(&game, unit[0]).expect("what ended stays known");
    assert_eq!((last.end, last.tick, last.since), (OrderEnd::Arrived, first.tick, 2));
    // Of queued orders the last to end is told.
    game.give(1, Order::to(unit.iter().copied(), OrderKind::Move(near)));
    let appended = Order {
        queueing: sandtable_sim::order::Queueing::Append,
        ..Order::to(unit.iter().copied(), OrderKind::Move(far))
    };
    game.give(1, appended);
    game.run_until(BOUND_SECONDS, "the first", |game| ended(game, unit[0]).is_some_and(|last| last.since == 1));
    assert_eq!(ends(&mut game, "the second", &unit), [OrderEnd::Arrived]);
}

#[test]
fn a_squad_in_formation_tells_how_its_members_ended_even_where_no_way_leads() {
    use sandtable_model::{Formation, FormationShape};
    for (seed, mut rng) in draws() {
        let (fixture, at) = island(&mut rng);
        let mut game = fixture.block(1, "swordsman", (3, 3), (3, 2)).start(seed);
        let units = game.own(1, "swordsman");
        let formation = Formation { shape: FormationShape::Box, ..Formation::default() };
        game.order(1, &units, OrderKind::Form(formation));
        game.step();
        let squad = game.view(1).own_squads()[0].id;
        game.give(1, Order::squad(squad, OrderKind::Move(at.centre())));
        let ends = ends(&mut game, &format!("layout {seed}"), &units);
        assert_eq!(ends.len(), units.len());
    }
}

/// The longest that one of these units keeps within half a cell while it means to move and waits for no turn, in ticks, until all have
/// come to rest or `seconds` have passed.
fn longest_on_the_spot(game: &mut Game, seconds: u32, units: &[Handle]) -> u32 {
    let mut anchors: Vec<(Vec2, u32)> = units.iter().map(|unit| (game.position(*unit).expect("it lives"), 0)).collect();
    let mut longest = 0;
    for tick in 1..=seconds * 16 {
        game.step();
        let observed: Vec<_> = game.world.observe_units().collect();
        for (unit, anchor) in units.iter().zip(&mut anchors) {
            let one = observed.iter().find(|one| one.id.0 == unit.0).expect("it lives");
            let is_near = anchor.0.distance_squared_wide(one.position) <= Fx::HALF.squared_wide();
            if !is_near || !one.moving || one.hindrance.is_some() {
                *anchor = (one.position, tick);
            }
            longest = longest.max(tick - anchor.1);
        }
    }
    longest
}

/// Two columns that are to fight elsewhere meet where three ways one cell wide come together, which is no passage with turns.
#[test]
fn soldiers_on_their_way_to_a_fight_get_past_each_other() {
    for seed in 0..LAYOUTS {
        let is_wall = |x: i16, y: i16| (14..=34).contains(&x) && y != 12 && !(x == 24 && y > 12);
        let fixture = Fixture::classic(&ground(49, 25, '#', is_wall));
        let fixture = fixture.block(1, "swordsman", (3, 10), (4, 4)).block(1, "archer", (42, 10), (4, 4));
        let mut game = fixture.start(seed);
        let (east, west) = (game.own(1, "swordsman"), game.own(1, "archer"));
        let (to_east, to_west) = (game.at(44, 12), game.at(4, 12));
        game.order(1, &east, OrderKind::AttackMove(to_east));
        game.order(1, &west, OrderKind::AttackMove(to_west));
        let all = [east, west].concat();
        let longest = longest_on_the_spot(&mut game, 90, &all);
        assert!(longest < 80, "layout {seed}: {longest} ticks on the spot");
        assert!(game.view(1).own_units().iter().all(|unit| unit.idle()), "layout {seed}: some are still on their way");
    }
}

/// A few who are to fight at a point beside a wall that they cannot all stand at come to rest there soon.
#[test]
fn soldiers_sent_to_fight_at_a_narrow_place_come_to_rest() {
    for (seed, mut rng) in draws() {
        let (wide, high) = (rng.between(1, 2) as i16, rng.between(2, 4) as i16);
        let is_wall = |x: i16, y: i16| {
            let inside = (20..20 + wide).contains(&x) && (8..8 + high).contains(&y);
            (19..=20 + wide).contains(&x) && (8..=8 + high).contains(&y) && !inside
        };
        let fixture = Fixture::classic(&ground(40, 24, '#', is_wall)).block(1, "swordsman", (3, 3), (5, 4));
        let mut game = fixture.start(seed);
        let (units, to) = (game.own(1, "swordsman"), game.at(20, 7 + high));
        game.order(1, &units, OrderKind::AttackMove(to));
        let longest = longest_on_the_spot(&mut game, 60, &units);
        assert!(longest < 80, "layout {seed}: {longest} ticks on the spot");
        assert!(game.view(1).own_units().iter().all(|unit| unit.idle()), "layout {seed}: some are still on their way");
    }
}
