//! Combat rules, one by one.

mod field;

use field::{BLAST, BOW, FLYER, Field, HEALER, HUT, MONK, MORTAR, PEASANT, REST, SLOW, SWORD, TOWER, WITCH, fx};

use crate::component::{Agent, ConstructionStage, Motion, TimedEffects};
use sandtable_math::Fx;
use sandtable_state::id::UnitId;

#[test]
fn a_sword_hits_after_its_windup_and_again_after_its_cooldown() {
    let mut field = Field::new(1);
    let (sword, victim) = (field.unit(SWORD, 1, 20, 20), field.unit(PEASANT, 2, 23, 20));
    field.order(sword, victim);
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
    let mut field = Field::new(1);
    let pair = [field.unit(SWORD, 1, 20, 20), field.unit(SWORD, 2, 23, 20)];
    field.order(pair[0], pair[1]);
    field.order(pair[1], pair[0]);
    field.ticks(100);
    assert_eq!((field.alive(1), field.alive(2)), (0, 0));
    let totals = |player: usize| &field.0.players()[player].totals;
    assert_eq!((totals(0).damage_done, totals(1).damage_done), (20, 20));
    assert_eq!((totals(0).units_killed, totals(1).units_lost), (1, 1));
}

#[test]
fn a_projectile_takes_its_time_and_overkill_is_not_counted() {
    let mut field = Field::new(1);
    let (bow, victim) = (field.unit(BOW, 1, 20, 20), field.unit(PEASANT, 2, 36, 20));
    field.order(bow, victim);
    // Four cells at half a cell a tick, two of wind-up: launched in the third tick, landing eight later.
    field.ticks(10);
    assert_eq!(field.hp(victim), fx("20"));
    field.tick();
    assert_eq!(field.hp(victim), fx("16"));
    field.ticks(12 * 5);
    assert_eq!(field.alive(2), 0);
    assert_eq!(field.0.players()[0].totals.damage_done, 20);
}

#[test]
fn arrows_are_not_wasted_on_the_doomed() {
    let mut field = Field::new(1);
    for x in 0..3 {
        field.unit(BOW, 1, 20 + 4 * x, 20);
    }
    let victims = [field.unit(PEASANT, 2, 30, 28), field.unit(PEASANT, 2, 22, 28)];
    for id in victims {
        field.busy(id);
    }
    field.ticks(200);
    assert_eq!(field.alive(2), 0);
    // Ten hits of four kill two of twenty; three archers cannot have loosed many more.
    assert!(field.0.parts.clock.shot_serial <= 12, "{} arrows", field.0.parts.clock.shot_serial);
}

#[test]
fn splash_meets_friend_and_foe_and_minimum_range_holds() {
    let mut field = Field::new(1);
    let mortar = field.unit(MORTAR, 1, 20, 20);
    let near = field.unit(PEASANT, 2, 25, 20);
    field.order(mortar, near);
    field.ticks(40);
    assert_eq!(field.hp(near), fx("20"), "too near");
    let far = field.unit(PEASANT, 2, 44, 20);
    let friend = field.unit(PEASANT, 1, 44, 25);
    let out = field.unit(PEASANT, 2, 44, 40);
    field.order(mortar, far);
    field.ticks(30);
    assert_eq!(field.hp(far), fx("9"), "12 less 1");
    // A cell between the point of impact and the edge, half the radius: three quarters of 12, less 1.
    assert_eq!(field.hp(friend), fx("12"));
    assert_eq!(field.hp(out), fx("20"));
}

#[test]
fn a_splash_shot_lands_where_its_target_was_a_plain_one_fizzles() {
    for (kind, expected) in [(MORTAR, fx("9")), (BOW, fx("20"))] {
        let mut field = Field::new(1);
        let shooter = field.unit(kind, 1, 20, 20);
        let (target, bystander) = (field.unit(PEASANT, 2, 36, 20), field.unit(PEASANT, 2, 36, 21));
        field.order(shooter, target);
        field.ticks(4);
        assert_eq!(field.0.entities.shots.len(), 1);
        field.0.remove(target);
        field.ticks(8);
        assert_eq!((field.0.entities.shots.len(), field.hp(bystander)), (0, expected));
    }
}

#[test]
fn healers_restore_the_most_hurt_friend_and_no_more_than_full() {
    let mut field = Field::new(1);
    let healer = field.unit(HEALER, 1, 20, 20);
    let (scratched, dying, foe) =
        (field.unit(SWORD, 1, 22, 20), field.unit(SWORD, 1, 30, 20), field.unit(HEALER, 2, 20, 24));
    for (id, hp) in [(scratched, "19"), (dying, "4"), (foe, "2")] {
        field.wound(id, hp);
        field.busy(id);
    }
    field.ticks(9);
    assert_eq!((field.target(healer), field.hp(scratched)), (dying, fx("19")));
    field.ticks(80);
    assert_eq!([scratched, dying, foe].map(|id| field.hp(id)), [fx("20"), fx("20"), fx("2")]);
}

#[test]
fn flyers_are_hit_only_by_what_reaches_the_air() {
    let mut field = Field::new(1);
    let flyer = field.unit(FLYER, 2, 22, 20);
    let (sword, bow) = (field.unit(SWORD, 1, 20, 20), field.unit(BOW, 1, 22, 24));
    field.busy(flyer);
    field.order(sword, flyer);
    field.ticks(24);
    assert_eq!((field.hp(sword), field.target(bow)), (fx("20"), flyer));
    assert!(field.hp(flyer) < fx("20"));
    assert_eq!(field.vitals(flyer).map(|vitals| vitals.hurt_by), Some(bow));
}

#[test]
fn towers_shoot_once_they_are_whole() {
    for (stage, hurt) in
        [(ConstructionStage::Planned, false), (ConstructionStage::Rising, false), (ConstructionStage::Complete, true)]
    {
        let mut field = Field::new(1);
        field.building(TOWER, 1, 4, 4, stage);
        let victim = field.unit(PEASANT, 2, 36, 20);
        field.ticks(40);
        assert_eq!(field.hp(victim) < fx("20"), hurt, "{stage:?}");
    }
}

#[test]
fn fighters_are_preferred_to_workers_and_workers_to_buildings() {
    for others in 0..3 {
        let mut field = Field::new(7);
        let archer = field.unit(BOW, 1, 40, 40);
        field.busy(archer);
        let hut = field.building(HUT, 2, 11, 9, ConstructionStage::Complete);
        let worker = (others > 0).then(|| field.unit(PEASANT, 2, 56, 40));
        let fighter = (others > 1).then(|| field.unit(SWORD, 2, 60, 40));
        let row = field.0.place(archer).expect("alive").row as usize;
        field.0.column_mut::<Agent>(&field.0.entities.units)[row].acts.clear();
        field.ticks(8);
        assert_eq!(field.target(archer), fighter.or(worker).unwrap_or(hut));
    }
}

#[test]
fn a_target_that_leaves_ends_the_windup_and_what_was_announced() {
    let mut field = Field::new(1);
    let (sword, victim) = (field.unit(SWORD, 1, 20, 20), field.unit(PEASANT, 2, 23, 20));
    field.order(sword, victim);
    field.ticks(2);
    assert_eq!(field.vitals(victim).map(|vitals| vitals.incoming), Some(fx("4")));
    let row = field.0.place(victim).expect("alive").row as usize;
    field.0.column_mut::<Motion>(&field.0.entities.units)[row].position.x = fx("12");
    field.ticks(8);
    assert_eq!(field.vitals(victim).map(|vitals| (vitals.incoming, vitals.hp)), Some((Fx::ZERO, fx("20"))));
}

#[test]
fn an_ability_at_a_point_hurts_enemies_and_heals_friends_around_it() {
    let mut field = Field::new(1);
    let witch = field.unit(WITCH, 1, 20, 20);
    let (friend, foe, far) =
        (field.unit(PEASANT, 1, 32, 20), field.unit(PEASANT, 2, 34, 20), field.unit(PEASANT, 2, 40, 20));
    field.wound(friend, "10");
    assert!(!field.cast(witch, BLAST, UnitId::NONE, 40, 20), "out of range: it stays");
    assert!(field.cast(witch, BLAST, UnitId::NONE, 33, 20));
    assert_eq!([friend, foe, far].map(|id| field.hp(id)), [fx("12"), fx("12"), fx("20")]);
    assert!(field.cast(witch, BLAST, UnitId::NONE, 33, 20), "not ready: over, without effect");
    assert_eq!(field.hp(foe), fx("12"));
    field.ticks(20);
    assert!(field.cast(witch, BLAST, UnitId::NONE, 33, 20));
    assert_eq!(field.hp(foe), fx("4"));
}

#[test]
fn a_status_changes_damage_for_its_time() {
    let mut field = Field::new(1);
    let (witch, sword) = (field.unit(WITCH, 1, 20, 20), field.unit(SWORD, 2, 23, 20));
    assert!(field.cast(witch, SLOW, witch, 0, 0), "no enemy: over, without effect");
    assert!(field.cast(witch, SLOW, sword, 0, 0));
    let row = field.0.place(sword).expect("alive").row as usize;
    let speed = |field: &Field| {
        field.0.column::<TimedEffects>(&field.0.entities.units)[row].speed_percent(field.0.parts.clock.tick)
    };
    assert_eq!(speed(&field), 50);
    field.order(sword, witch);
    field.ticks(9);
    assert_eq!((speed(&field), field.hp(witch)), (50, fx("18")), "60 % of 5, less 1");
    field.ticks(2);
    assert_eq!(speed(&field), 100);
}

#[test]
fn an_ability_on_oneself_needs_no_aim_and_stops_at_full() {
    let mut field = Field::new(1);
    let monk = field.unit(MONK, 1, 20, 20);
    field.wound(monk, "17");
    assert!(field.cast(monk, REST, UnitId::NONE, 0, 0));
    assert_eq!(field.hp(monk), fx("20"));
}

/// Mirrored lines of archers shoot it out where they stand; neither side may have an edge.
#[test]
fn mirrored_fights_are_even() {
    let (mut wins, mut results) = ([0u32; 2], std::collections::BTreeSet::new());
    for seed in 0..200 {
        let mut field = Field::new(seed);
        for n in 0..10 {
            field.unit(BOW, 1, 20, 20 + 2 * n);
            field.unit(BOW, 2, 23, 20 + 2 * n);
        }
        while field.alive(1) > 0 && field.alive(2) > 0 && field.0.parts.clock.tick < 2_000 {
            field.tick();
        }
        let left = (field.alive(1), field.alive(2));
        assert!(left.0 == 0 || left.1 == 0);
        results.insert((field.0.parts.clock.tick, left));
        wins[0] += u32::from(left.0 > left.1);
        wins[1] += u32::from(left.1 > left.0);
    }
    let share = 100 * wins[0] / (wins[0] + wins[1]);
    assert!((40..=60).contains(&share), "{wins:?}");
    assert!(results.len() > 50, "the match seed decides: {} different ends", results.len());
}
