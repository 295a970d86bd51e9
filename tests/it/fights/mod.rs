//! Combat rules, one by one.

mod field;

use std::collections::BTreeSet;

use field::{Field, field};
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::event::Rejection;
use sandtable_state::id::Handle;
use sandtable_tests::kinds::fx;

#[test]
fn a_sword_hits_after_its_windup_and_again_after_its_cooldown() {
    let mut field = Field::new(field().place(1, "sword", 5, 5, 1).place(2, "peasant", 6, 5, 1), 1);
    let (sword, victim) = (field.one(1, "sword"), field.one(2, "peasant"));
    field.attack(sword, victim);
    let mut hits = Vec::new();
    for tick in 1..=40 {
        let before = field.hp(victim);
        field.tick();
        if field.hp(victim) < before {
            hits.push((tick, before - field.hp(victim)));
        }
    }
    assert_eq!(hits, [(5, fx("4")), (21, fx("4")), (37, fx("4"))], "5 less armour 1; 4 of wind-up, 12 of cooldown");
}

#[test]
fn two_who_strike_together_kill_each_other() {
    let mut field = Field::new(field().place(1, "sword", 5, 5, 1).place(2, "sword", 6, 5, 1), 1);
    let pair = [field.one(1, "sword"), field.one(2, "sword")];
    field.attack(pair[0], pair[1]);
    field.attack(pair[1], pair[0]);
    field.ticks(100);
    assert_eq!((field.alive(1), field.alive(2)), (0, 0));
    let totals = |player: usize| &field.0.world.players()[player].totals;
    assert_eq!((totals(0).damage_done, totals(1).damage_done), (20, 20));
    assert_eq!((totals(0).units_killed, totals(1).units_lost), (1, 1));
}

#[test]
fn a_projectile_takes_its_time_and_overkill_is_not_counted() {
    let mut field = Field::new(field().place(1, "bow", 5, 5, 1).place(2, "peasant", 9, 5, 1), 1);
    let (bow, victim) = (field.one(1, "bow"), field.one(2, "peasant"));
    field.attack(bow, victim);
    // Four cells at half a cell a tick, two of wind-up: launched in the third tick, landing eight later.
    field.ticks(10);
    assert_eq!(field.hp(victim), fx("20"));
    field.tick();
    assert_eq!(field.hp(victim), fx("16"));
    field.ticks(12 * 5);
    assert_eq!(field.alive(2), 0);
    assert_eq!(field.0.world.players()[0].totals.damage_done, 20);
}

#[test]
fn arrows_are_not_wasted_on_the_doomed() {
    let fixture = field().block(1, "bow", (5, 5), (3, 1)).place(2, "peasant", 7, 7, 1).place(2, "peasant", 5, 7, 1);
    let mut field = Field::new(fixture, 1);
    let mut arrows = BTreeSet::new();
    for _ in 0..200 {
        field.tick();
        arrows.extend(field.0.world.observe_shots().map(|shot| shot.id));
    }
    assert_eq!(field.alive(2), 0);
    // Ten hits of four kill two of twenty; three archers cannot have loosed many more.
    assert!((10..=12).contains(&arrows.len()), "{} arrows", arrows.len());
}

#[test]
fn splash_meets_friend_and_foe_and_minimum_range_holds() {
    let fixture = field().place(1, "mortar", 5, 5, 1).place(1, "peasant", 11, 6, 1);
    let foes = [(6, 5), (11, 5), (11, 10)].into_iter();
    let mut field = Field::new(foes.fold(fixture, |fixture, (x, y)| fixture.place(2, "peasant", x, y, 1)), 1);
    let (mortar, friend, foes) = (field.one(1, "mortar"), field.one(1, "peasant"), field.0.own(2, "peasant"));
    let [near, far, out] = foes[..] else { panic!("three") };
    field.attack(mortar, near);
    field.ticks(40);
    assert_eq!(field.hp(near), fx("20"), "too near");
    field.attack(mortar, far);
    field.ticks(30);
    assert_eq!(field.hp(far), fx("9"), "12 less 1");
    // Three quarters of a cell between the point of impact and the edge, of a radius of 2: 13 sixteenths of 12, less 1.
    assert_eq!(field.hp(friend), fx("11.25"));
    assert_eq!((field.hp(out), field.hp(near)), (fx("20"), fx("20")));
}

#[test]
fn a_splash_shot_lands_where_its_target_was_a_plain_one_fizzles() {
    for (kind, expected) in [("mortar", fx("11.25")), ("bow", fx("20"))] {
        let fixture = field().place(1, kind, 5, 5, 1).place(1, "wound_100", 25, 25, 1);
        let mut field = Field::new(fixture.place(2, "peasant", 9, 5, 1).place(2, "peasant", 9, 6, 1), 1);
        let (shooter, foes) = (field.one(1, kind), field.0.own(2, "peasant"));
        field.attack(shooter, foes[0]);
        field.ticks(4);
        assert_eq!(field.0.world.observe_shots().count(), 1);
        field.wound(foes[0], 100);
        field.ticks(7);
        assert_eq!((field.alive(2), field.0.world.observe_shots().count(), field.hp(foes[1])), (1, 0, expected));
    }
}

#[test]
fn healers_restore_the_most_hurt_friend_and_no_more_than_full() {
    let fixture = field().place(1, "healer", 5, 5, 1).place(1, "sword", 6, 5, 1).place(1, "sword", 8, 5, 1);
    let fixture = fixture.place(2, "healer", 5, 13, 1).place(1, "wound_18", 25, 25, 1);
    let mut field = Field::new(fixture.place(2, "wound_16", 25, 0, 1).place(2, "wound_1", 25, 2, 1), 1);
    let (healer, foe, friends) = (field.one(1, "healer"), field.one(2, "healer"), field.0.own(1, "sword"));
    let (scratched, dying) = (friends[0], friends[1]);
    field.wound(dying, 16);
    field.wound(scratched, 1);
    field.wound(foe, 18);
    field.ticks(9);
    assert_eq!((field.target(healer), field.hp(scratched)), (dying, fx("19")));
    field.ticks(80);
    assert_eq!([scratched, dying, foe].map(|id| field.hp(id)), [fx("20"), fx("20"), fx("2")]);
}

#[test]
fn flyers_are_hit_only_by_what_reaches_the_air() {
    let fixture = field().place(1, "sword", 5, 5, 1).place(1, "bow", 6, 7, 1);
    let mut field = Field::new(fixture.place(2, "kite", 6, 5, 1), 1);
    let (kite, sword, bow) = (field.one(2, "kite"), field.one(1, "sword"), field.one(1, "bow"));
    field.attack(sword, kite);
    assert_eq!(field.tick(), [Rejection::CannotDo]);
    field.ticks(23);
    assert_eq!((field.target(sword), field.target(bow)), (Handle::NONE, kite));
    assert!(field.hp(kite) < fx("20"));
    assert_eq!(field.body(kite).hurt_by.0, bow.0);
}

#[test]
fn towers_shoot_once_they_are_whole() {
    // The builder is too far off, beside the site, or not needed.
    for (builder, stage) in [
        (Some((28, 28)), ConstructionStage::Planned),
        (Some((3, 4)), ConstructionStage::Rising),
        (None, ConstructionStage::Complete),
    ] {
        let fixture = field().place(2, "peasant", 9, 5, 1);
        let mut field = Field::new(
            match builder {
                Some((x, y)) => fixture.place(1, "peasant", x, y, 1),
                None => fixture.place(1, "tower", 4, 4, 1),
            },
            1,
        );
        if builder.is_some() {
            let (peasant, kind) = (field.one(1, "peasant"), field.0.kind("tower"));
            field.0.order(1, &[peasant], OrderKind::Build { kind, cell: Cell::new(4, 4) });
        }
        let victim = field.one(2, "peasant");
        field.ticks(40);
        assert_eq!(field.0.world.observe_buildings().next().map(|tower| tower.stage), Some(stage));
        assert_eq!(field.hp(victim) < fx("20"), stage == ConstructionStage::Complete, "{stage:?}");
    }
}

#[test]
fn fighters_are_preferred_to_workers_and_workers_to_buildings() {
    for others in 0..3 {
        let fixture = field().place(1, "bow", 10, 10, 1).place(2, "hut", 11, 9, 1);
        let fixture = fixture.place(2, "peasant", 14, 10, u16::from(others > 0));
        let mut field = Field::new(fixture.place(2, "sword", 15, 10, u16::from(others > 1)), 7);
        field.ticks(8);
        let preferred = field.one(2, ["hut", "peasant", "sword"][others]);
        assert_eq!(field.target(field.one(1, "bow")), preferred);
    }
}

#[test]
fn a_target_that_leaves_ends_the_windup_and_what_was_announced() {
    let fixture = field().place(1, "sword", 5, 5, 1).place(2, "peasant", 6, 5, 1).with(|scenario| {
        let kinds = &mut scenario.rules.kinds;
        kinds.iter_mut().filter_map(|kind| kind.body.as_mut()).for_each(|body| body.speed = Fx::HALF);
        kinds.iter_mut().filter_map(|kind| kind.weapon.as_mut()).for_each(|weapon| weapon.windup_ticks = 20);
    });
    let mut field = Field::new(fixture, 1);
    let (sword, victim) = (field.one(1, "sword"), field.one(2, "peasant"));
    field.attack(sword, victim);
    field.ticks(2);
    assert_eq!(field.incoming(victim), fx("4"));
    let away = field.0.at(20, 5);
    field.0.order(2, &[victim], OrderKind::Move(away));
    field.ticks(8);
    assert_eq!((field.incoming(victim), field.hp(victim)), (Fx::ZERO, fx("20")));
}

#[test]
fn an_ability_at_a_point_hurts_enemies_and_heals_friends_around_it() {
    let fixture = field().place(1, "witch", 5, 5, 1).place(1, "peasant", 8, 5, 1).place(2, "wound_10", 25, 25, 1);
    let mut field = Field::new(fixture.place(2, "peasant", 9, 5, 1).place(2, "peasant", 11, 5, 1), 1);
    let (witch, friend, foes) = (field.one(1, "witch"), field.one(1, "peasant"), field.0.own(2, "peasant"));
    field.wound(friend, 10);
    let at = |x: i16| Vec2::new(Fx::from_int(x), field_row());
    assert!(!field.cast(witch, "blast", Handle::NONE, at(12)), "out of range: it stays");
    assert!(field.cast(witch, "blast", Handle::NONE, at(9)));
    assert_eq!([friend, foes[0], foes[1]].map(|id| field.hp(id)), [fx("12"), fx("12"), fx("20")]);
    assert!(field.cast(witch, "blast", Handle::NONE, at(9)), "not ready: over, without effect");
    assert_eq!(field.hp(foes[0]), fx("12"));
    field.ticks(20);
    assert!(field.cast(witch, "blast", Handle::NONE, at(9)));
    assert_eq!(field.hp(foes[0]), fx("4"));
}

/// The middle of the row in which those stand whom abilities meet.
fn field_row() -> Fx {
    fx("5.5")
}

#[test]
fn a_status_changes_damage_for_its_time() {
    let mut field = Field::new(field().place(1, "witch", 5, 5, 1).place(2, "sword", 6, 5, 1), 1);
    let (witch, sword) = (field.one(1, "witch"), field.one(2, "sword"));
    assert_eq!(field.try_cast(witch, "slow", witch, Vec2::ZERO), [Rejection::WrongTarget]);
    assert!(field.cast(witch, "slow", sword, Vec2::ZERO));
    let name = field.body(sword).id.to_string();
    assert_eq!(field.status(&name), Some([50, 60]));
    let before = field.hp(witch);
    field.attack(sword, witch);
    field.ticks(9);
    assert_eq!((field.status(&name), before - field.hp(witch)), (Some([50, 60]), fx("2")), "60 % of 5, less 1");
    field.ticks(2);
    assert_eq!(field.status(&name), None);
}

#[test]
fn an_ability_on_oneself_needs_no_aim_and_stops_at_full() {
    let mut field = Field::new(field().place(1, "monk", 5, 5, 1).place(2, "wound_3", 25, 25, 1), 1);
    let monk = field.one(1, "monk");
    field.wound(monk, 3);
    assert!(field.cast(monk, "rest", Handle::NONE, Vec2::ZERO));
    assert_eq!(field.hp(monk), fx("20"));
}

/// Mirrored lines of archers shoot it out where they stand; neither side may have an edge.
#[test]
fn mirrored_fights_are_even() {
    let (mut wins, mut results) = ([0u32; 2], BTreeSet::new());
    for seed in 0..200 {
        let fixture = field().block(1, "bow", (4, 5), (2, 5)).block(2, "bow", (6, 5), (2, 5));
        let mut field = Field::new(fixture, seed);
        while field.alive(1) > 0 && field.alive(2) > 0 && field.0.world.tick() < 2_000 {
            // What is on its way is checked in the first fights: it takes longer than the fight.
            if seed < 8 {
                field.tick()
            } else {
                field.0.step()
            };
        }
        let left = (field.alive(1), field.alive(2));
        assert!(left.0 == 0 || left.1 == 0);
        results.insert((field.0.world.tick(), left));
        wins[0] += u32::from(left.0 > left.1);
        wins[1] += u32::from(left.1 > left.0);
    }
    let share = 100 * wins[0] / (wins[0] + wins[1]);
    assert!((40..=60).contains(&share), "{wins:?}");
    assert!(results.len() > 50, "the match seed decides: {} different ends", results.len());
}
