//! Senses in matches: who notices what, who goes and looks, that it is state, and that it is the same however it is computed.

use std::sync::Arc;

use sandtable_content::codec::{decode_scenario, encode_scenario};
use sandtable_content::{MemorySource, load_rules_with};
use sandtable_match::runner::threads_of_a_match;
use sandtable_math::Fx;
use sandtable_model::OrderKind;
use sandtable_model::rules::{Falloff, Hostility, HostilitySet, Stimulus};
use sandtable_model::scenario::{Fog, PlayerFeatures};
use sandtable_sim::senses::{AwarenessRole, ObservedSenses};
use sandtable_sim::snapshot::{dump, load, save};
use sandtable_state::id::{Handle, UnitId};
use sandtable_state::limits::MIN_ROWS_FOR_THREADS;
use sandtable_tests::{Fixture, Game};

/// Watchmen of the first player, and all sorts of noise of the second.
fn skirmish(each: u16) -> Fixture {
    let mut fixture = Fixture::drill(72, 48).fog(Fog::Full);
    for (row, kind) in ["watchman", "archer", "watchman", "knight", "catapult", "watchman"].into_iter().enumerate() {
        let y = 3 + 7 * row as i16;
        fixture = fixture.place(1, kind, 24, y, each).place(2, kind, 71 - 24, 47 - y, each);
    }
    fixture
}

/// Sends the second player's units at the first's, and leaves those alone.
fn raid(game: &mut Game) {
    let to = game.at(24, 24);
    let all: Vec<Handle> =
        game.world.observe_units().filter(|unit| unit.id.owner().0 == 1).map(|unit| Handle(unit.id.0)).collect();
    for units in all.chunks(500) {
        game.order(2, units, OrderKind::AttackMove(to));
    }
}

fn watchmen(game: &Game) -> Vec<(UnitId, ObservedSenses)> {
    let ids = game.world.observe_units().map(|unit| unit.id);
    ids.filter_map(|id| Some((id, game.world.observe_senses(id)?))).collect()
}

fn with_role(game: &Game, role: AwarenessRole) -> usize {
    let roles = watchmen(game)
        .into_iter()
        .map(|(_, senses)| senses.concern.map_or(AwarenessRole::None, |concern| concern.role));
    roles.filter(|held| *held == role).count()
}

#[test]
fn a_skirmish_saved_and_loaded_again_and_again_goes_on_bit_for_bit() {
    let mut game = skirmish(4).start(5);
    raid(&mut game);
    game.step();
    let (mut twin, mut forked) = (game.world.fork(), false);
    for tick in 0..400 {
        game.step();
        if tick % 13 == 0 {
            twin = load(Arc::clone(twin.scenario()), &save(&twin)).expect("its own bytes");
        }
        if tick % 17 == 0 {
            twin = twin.fork();
            forked = true;
        }
        twin.step(&[]);
        if twin.state_hash() != game.world.state_hash() {
            let (ours, theirs) = (dump(&twin), dump(&game.world));
            let differing = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs);
            panic!("tick {tick}: {differing:?}");
        }
    }
    assert!(forked && dump(&game.world).iter().any(|line| line.part == "senses" && line.field == "sentry"));
}

#[test]
fn any_number_of_threads_perceives_the_same() {
    let [mut alone, mut three] = [1, 3].map(|threads| {
        let mut game = skirmish(50).start(7);
        game.world.use_threads(threads_of_a_match(threads).expect("threads"));
        raid(&mut game);
        game
    });
    assert!(alone.world.population()[0] > MIN_ROWS_FOR_THREADS);
    for tick in 1..=120 {
        alone.step();
        three.step();
        assert_eq!(alone.world.state_hash(), three.world.state_hash(), "tick {tick}");
    }
    assert!(with_role(&alone, AwarenessRole::Investigator) > 0);
}

/// Whatever happens, of one concern one keeps watch and no more go than its interest asks for; and what units say of their
/// parts and what the concern says of its units is the same.
#[test]
fn of_one_concern_one_keeps_watch_and_few_go() {
    let mut game = skirmish(6).start(3);
    raid(&mut game);
    let (mut sentries, mut bystanders) = (0, 0);
    for _ in 0..600 {
        game.step();
        for (unit, senses) in watchmen(&game) {
            let Some(concern) = senses.concern else { continue };
            let goes = concern.investigators.iter().filter(|id| id.is_some()).count();
            let interest = game.world.rules().perception.interest(concern.incident).expect("it interests");
            assert!(goes <= usize::from(interest.investigators), "{unit}: {concern:?}");
            assert!(concern.value > Fx::ZERO && concern.value <= Fx::from_int(interest.priority.into()));
            let (goes, watches) = (concern.investigators.contains(&unit), concern.sentry == unit);
            let held = (concern.role == AwarenessRole::Investigator, concern.role == AwarenessRole::Sentry);
            assert_eq!((goes, watches), held, "{unit}: {concern:?}");
            sentries += u32::from(watches);
            bystanders += u32::from(concern.role == AwarenessRole::Bystander);
        }
    }
    assert!(sentries > 0 && bystanders > 0, "{sentries} ticks of watch, {bystanders} of standing by");
}

/// How many of twelve watchmen leave their post for one rider who shows himself and rides off.
fn drawn_off(senses: bool) -> usize {
    let fixture = Fixture::drill(64, 28).fog(Fog::Explored).place(1, "watchman", 16, 14, 12);
    let fixture = fixture.place(2, "knight", 34, 14, 1).with(|scenario| {
        scenario.players[0].features.set(PlayerFeatures::SENSES, senses);
        scenario.players[1].minds = false;
    });
    let mut game = fixture.start(1);
    let (rider, near, away) = (game.own(2, "knight"), game.at(22, 14), game.at(60, 14));
    game.order(2, &rider, OrderKind::Move(near));
    game.run(5);
    game.order(2, &rider, OrderKind::Move(away));
    let post = game.at(16, 14);
    let mut most = 0;
    for _ in 0..16 * 10 {
        game.step();
        let off = |unit: &Handle| game.position(*unit).is_some_and(|at| (at - post).length_floor() > Fx::from_int(4));
        most = most.max(game.own(1, "watchman").iter().filter(|unit| off(unit)).count());
    }
    most
}

#[test]
fn a_feint_does_not_pull_the_whole_watch() {
    let (with, without) = (drawn_off(true), drawn_off(false));
    assert!((1..=2).contains(&with), "{with} go and look");
    assert!(without >= 4, "without senses {without} run after him");
}

#[test]
fn an_interest_fades_and_is_let_go() {
    let fixture = Fixture::drill(64, 28).place(1, "watchman", 10, 14, 4).place(2, "catapult", 36, 14, 1);
    // Nobody goes and looks: what they heard is all they learn.
    let fixture = fixture.place(1, "camp", 22, 12, 1).with(|scenario| {
        scenario.rules.perception.interests.iter_mut().for_each(|interest| interest.investigators = 0);
        scenario.players[1].minds = false;
    });
    let mut game = fixture.start(1);
    let (catapult, to) = (game.own(2, "catapult"), game.at(30, 14));
    game.order(2, &catapult, OrderKind::AttackMove(to));
    game.run_until(30, "its stones are heard", |game| with_role(game, AwarenessRole::None) < 4);
    let away = game.at(60, 14);
    game.order(2, &catapult, OrderKind::Move(away));
    game.run(1);
    let value = |game: &Game| watchmen(game).iter().filter_map(|(_, senses)| senses.concern).map(|it| it.value).max();
    let first = value(&game).expect("they heard it");
    game.run(3);
    assert!(value(&game).is_none_or(|later| later < first));
    game.run(20);
    assert_eq!((value(&game), with_role(&game, AwarenessRole::None)), (None, 4));
}

#[test]
fn who_is_not_registered_is_not_noticed() {
    let parts = |notices: HostilitySet| {
        let fixture = Fixture::drill(48, 24).place(1, "watchman", 12, 12, 4).place(2, "spearman", 19, 12, 1);
        let fixture = fixture.with(|scenario| scenario.players[1].minds = false);
        let mut game = fixture.with(|scenario| scenario.rules.perception.senses[0].notices = notices).start(1);
        game.run(3);
        let seen = watchmen(&game).into_iter().flat_map(|(_, senses)| senses.sees).map(|(level, _)| level);
        let mut seen: Vec<Hostility> = seen.collect();
        seen.sort_unstable();
        seen.dedup();
        (seen, with_role(&game, AwarenessRole::None))
    };
    let (enemy, own) = (HostilitySet::default().with(Hostility::Enemy), HostilitySet::default().with(Hostility::Own));
    assert_eq!(parts(enemy), (vec![Hostility::Enemy], 0));
    assert_eq!(parts(own), (vec![Hostility::Own], 4));
}

#[test]
fn what_is_behind_is_not_seen_but_heard() {
    let facing = |kind: &str| {
        let fixture = Fixture::drill(48, 24).place(1, "watchman", 24, 12, 1).place(2, kind, 18, 12, 1);
        // Nobody goes and looks.
        let still = fixture.with(|scenario| {
            scenario.rules.perception.interests.iter_mut().for_each(|interest| interest.investigators = 0);
        });
        let mut game = still.start(1);
        let (other, to) = (game.own(2, kind), game.at(18, 20));
        game.order(2, &other, OrderKind::Move(to));
        game.run(2);
        let senses = watchmen(&game).remove(0).1;
        (senses.sees.len(), senses.heard.is_some(), senses.concern.map(|concern| concern.incident))
    };
    // Units stand facing east at first: the other is in the west.
    assert_eq!(facing("spearman"), (0, false, None));
    let (sees, hears, what) = facing("catapult");
    assert_eq!((sees, hears, what), (0, true, Some(Stimulus::Steps)));
}

#[test]
fn the_strength_of_a_noise_falls_with_distance() {
    let strength = |falloff: Falloff| {
        let at = |eighths: i32| falloff.strength(Fx::from_int(10), Fx::from_bits(eighths << 13).squared_wide());
        [0, 4, 8, 20, 40, 60, 79, 80, 81].map(at)
    };
    assert_eq!(strength(Falloff::Linear), [100, 95, 90, 75, 50, 25, 1, 0, 0]);
    assert_eq!(strength(Falloff::InverseSquare), [100, 100, 100, 16, 4, 1, 1, 1, 0]);
    assert_eq!(Falloff::Linear.strength(Fx::ZERO, 0), 0);
}

#[test]
fn a_player_can_do_without_and_then_there_is_nothing_to_save() {
    let scenario = |both: bool| {
        skirmish(1)
            .with(|scenario| {
                scenario.players.iter_mut().for_each(|player| player.features.set(PlayerFeatures::SENSES, both))
            })
            .start(1)
    };
    let (with, without) = (scenario(true), scenario(false));
    let lines = |game: &Game| dump(&game.world).iter().filter(|line| line.part == "senses").count();
    assert!(lines(&with) > 12 && lines(&without) == 0);
    assert!(save(&with.world).len() > save(&without.world).len());
    let mut mixed =
        skirmish(2).with(|scenario| scenario.players[1].features.set(PlayerFeatures::SENSES, false)).start(1);
    raid(&mut mixed);
    mixed.run(20);
    assert!(watchmen(&mixed).iter().all(|(id, _)| id.owner().0 == 0), "on and off can meet");
}

#[test]
fn a_scenario_carries_the_senses_of_its_units() {
    let scenario = skirmish(1).scenario();
    let read = decode_scenario(&encode_scenario(&scenario)).expect("its own bytes");
    assert_eq!(read, scenario);
    assert!(!read.rules.perception.senses.is_empty() && read.rules.perception.interests.len() == 5);
}

/// Each mistake with the message it gives.
#[test]
fn what_a_ruleset_says_of_senses_is_checked() {
    let source =
        MemorySource::new().with("behaviours/classic.toml", include_str!("../../scenarios/behaviours/classic.toml"));
    let drill = include_str!("../../scenarios/rules/drill.toml");
    let first = |old: &str, new: &str| {
        assert!(drill.contains(old), "{old}");
        let issues = load_rules_with(&source, "rules.toml", &drill.replacen(old, new, 1)).err().map(|issues| issues.0);
        issues.and_then(|issues| issues.first().map(|issue| issue.to_string())).unwrap_or_default()
    };
    let told = [
        first("senses = \"watchman\"", "senses = \"watchmen\""),
        first("[senses.watchman]\nsight = 9", "[senses.watchman]\nsight = 17"),
        first("[senses.watchman]\nsight = 9", "[senses.watchman]"),
        first("view = 200", "view = 400"),
        first("view = 200", "field_of_view = 200"),
        first("hearing = 100", "hearing = -1"),
        first("look = 0.5", "look = 0"),
        first("notices = [\"enemy\", \"ally\", \"own\"]", "notices = [\"enemies\"]"),
        first("notices = [\"enemy\", \"ally\", \"own\"]", "notices = []"),
        first("[interests.steps]", "[interests.step]"),
        first("[interests.sighting]\n", "[interests.sighting]\nsense = \"hearing\"\n"),
        first("falloff = \"inverse_square\"", "falloff = \"square\""),
        first("investigators = 3", "investigators = 5"),
        first("[interests.sighting]\npriority = 60\nduration = 6", "[interests.sighting]\npriority = 60"),
        first("noise = { walk = 6, cry = 8 }", "noise = { walk = 60 }"),
        first("noise = { walk = 6, cry = 8 }", "noise = { shout = 6 }"),
        first("[buildings.camp]\n", "[buildings.camp]\nsenses = \"watchman\"\n"),
        first("splash = 1.25\nnoise = 28", "splash = 1.25\nnoise = 33"),
    ];
    insta::assert_snapshot!(told.join("\n"));
}
