//! What holds of places round targets whoever fights whom: reservations are state, favour no side, and stay within capacity.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::scenario::{Fog, Scenario};
use sandtable_sim::attack_slots::SlotWeights;
use sandtable_sim::snapshot::{load, save};
use sandtable_state::id::{Handle, KindId, UnitId};
use sandtable_tests::{Fixture, Game};

use super::{mob, placed, position, toughen, wait_for_blood};
use crate::properties::cases;

#[test]
fn reservations_are_saved_and_forked() {
    let (mut game, victim) = mob("swordsman", 14);
    wait_for_blood(&mut game, victim);
    let mut twin = game.world.fork();
    for tick in 0..160 {
        if tick % 7 == 0 {
            twin = load(twin.scenario().clone(), &save(&twin)).expect("its own bytes");
        }
        game.step();
        twin.step(&[]);
        assert_eq!(twin.state_hash(), game.world.state_hash(), "tick {tick}");
    }
}

/// What happens here happens there, turned by half a circle, whoever owns it.
#[test]
fn places_turn_with_the_map() {
    let (width, height) = (48, 40);
    let mut fixture = Fixture::meadow(width, height).fog(Fog::Full).with(|scenario| toughen(scenario, "spearman"));
    for player in [1, 2] {
        let at = |of: u8, x: i16, y: i16| match of {
            1 => (x, y),
            _ => (width as i16 - 1 - x, height as i16 - 1 - y),
        };
        for (x, y) in [(9, 9), (14, 3), (20, 4)] {
            let (x, y) = at(player, x, y);
            fixture = fixture.place(player, "swordsman", x, y, 1);
        }
        let ((eye_x, eye_y), (x, y)) = (at(player, 16, 14), at(3 - player, 16, 9));
        fixture = fixture.place(player, "worker", eye_x, eye_y, 1).place(player, "spearman", x, y, 1);
    }
    let mut game = fixture.start(9);
    for player in [1, 2] {
        let spears = game.own(player, "spearman");
        game.order(player, &spears, OrderKind::Hold);
    }
    game.step();
    for player in [1, 2] {
        let (swords, foes) = (game.own(player, "swordsman"), game.view(player).foreign());
        let spear = game.kind("spearman");
        let known = foes.iter().find(|foe| foe.kind == spear).expect("in sight").handle;
        game.order(player, &swords, OrderKind::Attack(known));
    }
    let end = Vec2::new(Fx::from_int(width as i16), Fx::from_int(height as i16));
    let mut fought = 0;
    for tick in 0..300 {
        game.step();
        let (ones, twos) = (game.own(1, "swordsman"), game.own(2, "swordsman"));
        for (one, two) in ones.iter().zip(&twos) {
            let (one, two) = (position(&game, UnitId(one.0)), position(&game, UnitId(two.0)));
            assert_eq!(one, end - two, "tick {tick}");
        }
        fought += placed(&game).len();
    }
    assert!(fought > 500);
}

/// What must hold of reservations at any time.
fn check_reservations(game: &Game) -> Result<(), TestCaseError> {
    let reservations = game.world.observe_reservations();
    let rules = game.world.rules();
    let kinds: BTreeMap<UnitId, KindId> = game.world.observe_units().map(|unit| (unit.id, unit.kind)).collect();
    let kind_of = |id: UnitId| kinds.get(&id).copied();
    let radius = |id: UnitId| kind_of(id).and_then(|kind| Some(rules.kinds[kind.index()].body.as_ref()?.radius));
    let mut near: BTreeMap<UnitId, u32> = BTreeMap::new();
    prop_assert!(reservations.windows(2).all(|pair| pair[0].unit < pair[1].unit), "one reservation a unit");
    for (number, one) in reservations.iter().enumerate() {
        let Some((_, place)) = one.place else { continue };
        *near.entry(one.target).or_default() += u32::from(one.weight);
        for two in reservations[number + 1..].iter().filter(|two| two.target == one.target) {
            let (Some((_, other)), Some(own), Some(others)) = (two.place, radius(one.unit), radius(two.unit)) else {
                continue;
            };
            prop_assert!((place - other).length_floor() >= own + others - Fx::from_bits(2), "{one:?} {two:?}");
        }
    }
    for (target, weight) in near {
        let Some(kind) = kind_of(target) else { continue };
        let sizes = SlotWeights::for_kind(&rules.kinds[kind.index()]);
        prop_assert!(weight <= u32::from(sizes.grid_capacity), "{weight} round {target}");
        let attacks = game.world.observe_attack_weight(target);
        prop_assert!(attacks <= u32::from(sizes.attack_capacity), "{attacks} on {target}");
    }
    Ok(())
}

/// Who fights: the kind, how many, and the cell where they stand.
type Party = (usize, u16, i16, i16);

const KINDS: [&str; 5] = ["swordsman", "spearman", "knight", "archer", "catapult"];

/// Lets two armies walk into each other for ten seconds, and checks the reservations at every tick.
fn clash(own: &[Party], others: &[Party], seed: u64, change: impl FnOnce(&mut Scenario)) -> Result<(), TestCaseError> {
    let mut fixture = Fixture::drill(30, 24).fog(Fog::Full).with(change);
    for (player, parts) in [(1, own), (2, others)] {
        for (kind, count, x, y) in parts {
            fixture = fixture.place(player, KINDS[*kind], *x, *y, *count);
        }
    }
    let mut game = fixture.start(seed);
    for (player, x) in [(1, 24), (2, 5)] {
        let to = game.at(x, 12);
        let all: Vec<Handle> = KINDS.iter().flat_map(|kind| game.own(player, kind)).collect();
        game.order(player, &all, OrderKind::AttackMove(to));
    }
    (0..160).try_for_each(|_| {
        game.step();
        check_reservations(&game)
    })
}

fn set_attack_capacity(scenario: &mut Scenario, capacity: u16) {
    scenario.rules.kinds.iter_mut().for_each(|kind| kind.crowd.attack_capacity = Some(capacity));
}

/// An archer with a place between two catapults hid the farther one from a newcomer for which the nearer one moved up.
#[test]
fn one_on_another_line_hides_nobody() {
    let others = [(4, 5, 21, 4), (3, 2, 15, 6)];
    clash(&[(3, 2, 3, 12)], &others, 178, |scenario| set_attack_capacity(scenario, 22)).expect("places apart");
}

proptest! {
    #![proptest_config(cases(12))]

    /// Whoever fights whom: no two have one place, and no target more weight round it than it has room for.
    #[test]
    fn places_are_given_once_and_within_capacity(
        own in prop::collection::vec((0usize..5, 1u16..7, 3i16..14, 3i16..21), 1..5),
        others in prop::collection::vec((0usize..5, 1u16..7, 14i16..26, 3i16..21), 1..5),
        seed in 0u64..1_000,
        attacks in 4u16..40,
        ranges in prop::option::of((8i32..64, 8i32..64)),
    ) {
        clash(&own, &others, seed, |scenario| {
            set_attack_capacity(scenario, attacks);
            let Some((archer, catapult)) = ranges else { return };
            for kind in &mut scenario.rules.kinds {
                let range = match kind.name.as_str() {
                    "archer" => archer,
                    "catapult" => catapult,
                    _ => continue,
                };
                let weapon = kind.weapon.as_mut().expect("it shoots");
                (weapon.min_range, weapon.range) = (Fx::ZERO, Fx::from_ratio(range, 8));
            }
        })?;
    }
}
