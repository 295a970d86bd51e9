//! The Kung-Fu circle: who gets a place round a target, who waits, and that nobody pushes, overlaps or strikes beyond what there is
//! room for.

use std::collections::BTreeMap;

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::scenario::{Fog, PlayerFeatures, Scenario};
use sandtable_sim::attack_slots::{ObservedReservation, SlotWeights};
use sandtable_state::id::{Handle, UnitId};
use sandtable_tests::{Fixture, Game};

mod laws;

/// Makes a kind last.
fn toughen(scenario: &mut Scenario, kind: &str) {
    let kinds = scenario.rules.kinds.iter_mut().filter(|one| one.name == kind);
    kinds.for_each(|kind| kind.max_hp = Fx::from_int(20_000));
}

/// A tough spearman told to stand in the middle of a meadow, and a number of units of some kinds sent against it from the west, in
/// ranks of ten.
fn mob_with(attackers: &[(&str, u16)], change: impl FnOnce(&mut Scenario)) -> (Game, UnitId) {
    let mut fixture = Fixture::meadow(44, 32).fog(Fog::Full).with(|scenario| {
        toughen(scenario, "spearman");
        change(scenario);
    });
    for (row, (kind, count)) in attackers.iter().enumerate() {
        for number in 0..*count as i16 {
            fixture = fixture.place(1, kind, 12 - 2 * row as i16 - number / 10, 10 + number % 10, 1);
        }
    }
    let mut game = fixture.place(1, "worker", 26, 20, 1).place(2, "spearman", 26, 15, 1).start(3);
    let victim = game.own(2, "spearman")[0];
    game.order(2, &[victim], OrderKind::Hold);
    game.step();
    let known = game.view(1).foreign()[0].handle;
    for (kind, _) in attackers {
        let units = game.own(1, kind);
        game.order(1, &units, OrderKind::Attack(known));
    }
    (game, UnitId(victim.0))
}

fn mob(kind: &str, count: u16) -> (Game, UnitId) {
    mob_with(&[(kind, count)], |_| {})
}

fn position(game: &Game, id: UnitId) -> Vec2 {
    game.position(Handle(id.0)).expect("it lives")
}

fn length(vector: Vec2) -> f64 {
    f64::from(vector.length_floor().bits()) / 65_536.0
}

/// Steps until somebody has been hit.
fn wait_for_blood(game: &mut Game, victim: UnitId) {
    let full = game.hp(Handle(victim.0));
    game.run_until(30, "the first blow", |game| game.hp(Handle(victim.0)) < full);
}

/// How far one is from its place, in cells.
fn off(game: &Game, reservation: &ObservedReservation) -> f64 {
    let (_, place) = reservation.place.expect("a place");
    length(position(game, reservation.unit) - place)
}

/// The deepest overlap of two bodies, in parts of the smaller radius.
fn overlap(game: &Game) -> f64 {
    let radius = |kind: sandtable_state::id::KindId| {
        let body = game.world.rules().kinds[kind.index()].body.as_ref().expect("a body");
        f64::from(body.radius.bits()) / 65_536.0
    };
    let units: Vec<_> = game.world.observe_units().map(|unit| (unit.position, radius(unit.kind))).collect();
    let pairs =
        units.iter().enumerate().flat_map(|(number, one)| units[number + 1..].iter().map(move |two| (one, two)));
    let depth = |(one, two): (&(Vec2, f64), &(Vec2, f64))| (one.1 + two.1 - length(one.0 - two.0)) / one.1.min(two.1);
    pairs.map(depth).fold(0.0, f64::max)
}

/// The bars of the circle: twenty swords on one target.
#[test]
fn twenty_on_one_fill_all_places_and_the_rest_stand_still() {
    let (mut game, victim) = mob("swordsman", 20);
    wait_for_blood(&mut game, victim);
    let mut places: BTreeMap<UnitId, Vec<u16>> = BTreeMap::new();
    let mut filled = None;
    for tick in 0..12 * 16 {
        game.step();
        let reservations = game.world.observe_reservations();
        for reservation in reservations.iter().filter(|reservation| reservation.unit.owner() != victim.owner()) {
            let Some((place, _)) = reservation.place else { continue };
            let had = places.entry(reservation.unit).or_default();
            if had.last() != Some(&place) {
                had.push(place);
            }
        }
        let there = reservations
            .iter()
            .filter(|reservation| reservation.place.is_some() && off(&game, reservation) < 0.25)
            .count();
        filled = filled.or((there == 8).then_some(tick));
        if filled.is_some_and(|since| tick >= since + 16) {
            let overlap = overlap(&game);
            assert!(overlap <= 0.1, "tick {tick} after contact: {overlap:.3} of a radius");
        }
    }
    assert!(filled.is_some_and(|ticks| ticks <= 3 * 16), "filled {filled:?} ticks after contact");
    let changes: usize = places.values().map(Vec::len).sum();
    assert!(2 * changes <= 3 * 20, "{changes} places taken by 20");
    assert_eq!(game.world.observe_reservations().iter().filter(|reservation| reservation.place.is_none()).count(), 12);
}

/// Who waits stands, from soon after the last place was taken.
#[test]
fn who_waits_neither_pushes_nor_fidgets() {
    let (mut game, victim) = mob("swordsman", 20);
    wait_for_blood(&mut game, victim);
    game.run(8);
    let waiting: Vec<UnitId> = waiting(&game).collect();
    let start: Vec<Vec2> = waiting.iter().map(|id| position(&game, *id)).collect();
    let mut walked = vec![0.0; waiting.len()];
    let mut last = start.clone();
    for _ in 0..8 * 16 {
        game.step();
        for (number, id) in waiting.iter().enumerate() {
            let now = position(&game, *id);
            walked[number] += length(now - last[number]);
            last[number] = now;
        }
    }
    assert_eq!(waiting.len(), 12);
    assert!(walked.iter().all(|way| *way < 0.25), "cells walked in 8 s while waiting: {walked:?}");
    let outside = |id: &UnitId| length(position(&game, *id) - position(&game, victim)) > 1.0;
    assert!(waiting.iter().all(outside), "they wait outside");
}

fn waiting(game: &Game) -> impl Iterator<Item = UnitId> {
    let reservations = game.world.observe_reservations();
    reservations.into_iter().filter(|reservation| reservation.place.is_none()).map(|reservation| reservation.unit)
}

fn placed(game: &Game) -> Vec<ObservedReservation> {
    game.world.observe_reservations().into_iter().filter(|reservation| reservation.place.is_some()).collect()
}

/// The trace of the book: a grid that holds twelve and attacks that may weigh ten, soldiers of 4 and trolls of 8, whose
/// blows weigh 4 and 6.
#[test]
fn weights_never_exceed_capacities() {
    let (mut game, victim) = mob_with(&[("knight", 4), ("swordsman", 8)], |scenario| {
        for kind in &mut scenario.rules.kinds {
            match kind.name.as_str() {
                "spearman" => (kind.crowd.grid_capacity, kind.crowd.attack_capacity) = (Some(12), Some(10)),
                "swordsman" => (kind.crowd.grid_weight, kind.crowd.attack_weight) = (Some(4), Some(4)),
                "knight" => (kind.crowd.grid_weight, kind.crowd.attack_weight) = (Some(8), Some(6)),
                _ => {}
            }
        }
    });
    let (mut standing, mut striking) = (0, 0);
    for _ in 0..40 * 16 {
        game.step();
        let near: u16 = placed(&game).iter().map(|reservation| reservation.weight).sum();
        let attacks = game.world.observe_attack_weight(victim);
        assert!(near <= 12 && attacks <= 10, "{near} near, {attacks} striking");
        (standing, striking) = (standing.max(near), striking.max(attacks));
    }
    assert_eq!((standing, striking), (12, 10), "the room is used");
}

#[test]
fn the_heavier_come_first() {
    let room_for_one = |scenario: &mut Scenario| {
        for kind in &mut scenario.rules.kinds {
            match kind.name.as_str() {
                "spearman" => kind.crowd.grid_capacity = Some(10),
                "knight" => kind.crowd.grid_weight = Some(10),
                _ => {}
            }
        }
    };
    let (mut game, victim) = mob_with(&[("swordsman", 2), ("knight", 1)], room_for_one);
    wait_for_blood(&mut game, victim);
    game.run(1);
    let knight = game.kind("knight");
    let kind = |id: UnitId| game.world.observe_units().find(|unit| unit.id == id).map(|unit| unit.kind);
    let near = placed(&game);
    assert!(near.len() == 1 && kind(near[0].unit) == Some(knight), "{near:?}");
}

#[test]
fn there_is_more_room_round_a_building() {
    let rules = Fixture::meadow(8, 8).scenario().rules;
    let places = |name: &str| {
        SlotWeights::for_kind(&rules.kinds[rules.kind_named(name).expect("a kind").index()]).grid_capacity / 4
    };
    assert_eq!(places("swordsman"), 8);
    assert!(places("house") >= 16 && places("town_centre") > places("house"));
}

/// Three sides of the target are walls.
#[test]
fn places_in_walls_do_not_count() {
    let rows = ["#.............................."; 9].join("\n");
    let fixture = Fixture::classic(&rows).fog(Fog::Full).with(|scenario| toughen(scenario, "spearman"));
    let mut game = fixture.place(1, "swordsman", 12, 2, 10).place(2, "spearman", 1, 0, 1).start(3);
    let victim = game.own(2, "spearman")[0];
    game.order(2, &[victim], OrderKind::Hold);
    let to = game.at(1, 0);
    let swords = game.own(1, "swordsman");
    game.order(1, &swords, OrderKind::AttackMove(to));
    wait_for_blood(&mut game, UnitId(victim.0));
    game.run(4);
    let places = placed(&game);
    let open = |place: Vec2| place.x >= Fx::ONE && place.y >= Fx::ZERO;
    assert!((2..=4).contains(&places.len()), "{places:?}");
    assert!(places.iter().filter_map(|reservation| reservation.place).all(|(_, place)| open(place)), "{places:?}");
}

#[test]
fn a_place_returns_when_its_holder_dies_flees_or_is_told_something_else() {
    let (mut game, victim) = mob("swordsman", 12);
    wait_for_blood(&mut game, victim);
    game.run(5);
    let before: Vec<UnitId> = placed(&game).iter().map(|reservation| reservation.unit).collect();
    assert_eq!((before.len(), waiting(&game).count()), (8, 4));
    let gone: Vec<Handle> = before[..3].iter().map(|id| Handle(id.0)).collect();
    let away = game.at(4, 4);
    game.order(1, &gone, OrderKind::Move(away));
    game.run(4);
    let after: Vec<UnitId> = placed(&game).iter().map(|reservation| reservation.unit).collect();
    assert_eq!((after.len(), waiting(&game).count()), (8, 1), "those who waited have taken them");
    assert!(gone.iter().all(|unit| !after.contains(&UnitId(unit.0))));
}

/// How many of twenty swords with this range, in thousandths of a cell, have places, and how many of those reach their target, when it
/// has room for all.
fn placed_and_in_reach(range: i32) -> (usize, usize) {
    let (range, touch) = (Fx::from_thousandths(range), 0.6);
    let (mut game, victim) = mob_with(&[("swordsman", 20)], |scenario| {
        for kind in &mut scenario.rules.kinds {
            (kind.crowd.grid_capacity, kind.crowd.attack_capacity) = (Some(1_000), Some(1_000));
            kind.weapon.iter_mut().filter(|_| kind.name == "swordsman").for_each(|weapon| weapon.range = range);
        }
    });
    wait_for_blood(&mut game, victim);
    game.run(12);
    let reach = touch + f64::from(range.bits()) / 65_536.0 + 0.001;
    let near = |one: &&ObservedReservation| length(position(&game, one.unit) - position(&game, victim)) <= reach;
    let placed = placed(&game);
    (placed.len(), placed.iter().filter(near).count())
}

/// Nine swords fit beside each other round one target where eight have even places; of those with a long reach twelve, and
/// some beside the target, between them.
#[test]
fn as_many_strike_as_fit() {
    let (placed, near) = placed_and_in_reach(350);
    assert!(placed == 9 && near == 9, "{near} of {placed}");
    let (placed, near) = placed_and_in_reach(700);
    assert!(placed > 12 && near > 12, "{near} of {placed}");
}

#[test]
fn archers_stand_in_an_arc() {
    let (mut game, victim) = mob("archer", 12);
    wait_for_blood(&mut game, victim);
    game.run(4);
    let archers = game.own(1, "archer");
    let at: Vec<Vec2> = archers.iter().map(|unit| position(&game, UnitId(unit.0))).collect();
    let middle = position(&game, victim);
    let away: Vec<f64> = at.iter().map(|point| length(*point - middle)).collect();
    let (least, most) = away.iter().fold((f64::MAX, 0.0f64), |(least, most), away| (least.min(*away), most.max(*away)));
    assert!(most <= 6.2 && least > 3.5, "from {least} to {most} cells off");
    assert!(overlap(&game) <= 0.1);
}

#[test]
fn without_slots_there_are_no_reservations() {
    let without: [fn(&mut Scenario); 2] = [
        |scenario| scenario.rules.slots = false,
        |scenario| scenario.players[0].features.set(PlayerFeatures::SLOTS, false),
    ];
    for change in without {
        let (mut game, victim) = mob_with(&[("swordsman", 6)], change);
        wait_for_blood(&mut game, victim);
        assert_eq!((game.world.observe_reservations(), game.world.observe_attack_weight(victim)), (Vec::new(), 0));
    }
}

#[test]
fn twenty_swords_and_one_spear() {
    let (mut game, victim) = mob("swordsman", 20);
    wait_for_blood(&mut game, victim);
    let mut story = Vec::new();
    let mut left = game.hp(Handle(victim.0)).expect("it lives");
    for second in 0..9 {
        let near = placed(&game);
        let there = near.iter().filter(|reservation| off(&game, reservation) < 0.25).count();
        let hp = game.hp(Handle(victim.0)).expect("it lives");
        let lost = (std::mem::replace(&mut left, hp) - hp).floor_int();
        story.push(format!(
            "{second} s after the first blow: {} have a place, {there} stand in it, {} wait, it has lost {lost} hit points",
            near.len(),
            waiting(&game).count(),
        ));
        if second == 5 {
            let gone: Vec<Handle> = near[..4].iter().map(|reservation| Handle(reservation.unit.0)).collect();
            let away = game.at(4, 4);
            game.order(1, &gone, OrderKind::Move(away));
            story.push("four are called away".to_owned());
        }
        game.run(1);
    }
    insta::assert_snapshot!(story.join("\n"));
}
