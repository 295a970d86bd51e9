//! Minds in matches: what units with minds do, that it is state, and that it is the same however it is computed.

use std::collections::BTreeSet;
use std::sync::Arc;

use sandtable_content::codec::{decode_scenario, encode_scenario};
use sandtable_content::{MemorySource, load_rules_with};
use sandtable_decide::MindFeatures;
use sandtable_lab::fight::fight;
use sandtable_match::runner::threads_of_a_match;
use sandtable_math::Fx;
use sandtable_model::OrderKind;
use sandtable_model::scenario::Fog;
use sandtable_sim::event::Event;
use sandtable_sim::snapshot::{dump, load, save};
use sandtable_state::id::{Handle, PlayerId, UnitId};
use sandtable_state::limits::MIN_ROWS_FOR_THREADS;
use sandtable_tests::{Fixture, Game};

/// All arms of the drill ground against each other, a number of each kind on a side.
fn battle(each: u16) -> Fixture {
    let arms = ["swordsman", "spearman", "archer", "knight", "catapult", "healer", "line_archer"];
    let mut fixture = Fixture::drill(72, 48).fog(Fog::Full);
    for (row, kind) in arms.into_iter().enumerate() {
        let y = 3 + 6 * row as i16;
        fixture = fixture.place(1, kind, 26, y, each).place(2, kind, 71 - 26, 47 - y, each);
    }
    fixture
}

/// Sends everybody at the other side's middle.
fn advance(game: &mut Game) {
    for player in [1, 2] {
        let to = game.at(if player == 1 { 45 } else { 26 }, 24);
        let all: Vec<Handle> = game
            .world
            .observe_units()
            .filter(|unit| unit.id.owner().0 + 1 == player)
            .map(|unit| Handle(unit.id.0))
            .collect();
        for units in all.chunks(500) {
            game.order(player, units, OrderKind::AttackMove(to));
        }
    }
}

#[test]
fn a_battle_saved_and_loaded_again_and_again_goes_on_bit_for_bit() {
    let mut game = battle(4).start(5);
    advance(&mut game);
    let mut twin = game.world.fork();
    for tick in 0..400 {
        let before = game.world.tick();
        if tick == 0 {
            advance(&mut game);
            game.step();
            twin = game.world.fork();
            continue;
        }
        game.step();
        if tick % 13 == 0 {
            twin = load(Arc::clone(twin.scenario()), &save(&twin)).expect("its own bytes");
        }
        twin.step(&[]);
        if twin.state_hash() != game.world.state_hash() {
            let (ours, theirs) = (dump(&twin), dump(&game.world));
            let differing = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs);
            panic!("tick {}: {differing:?}", before + 1);
        }
    }
    assert!(game.world.population()[0] < 50, "they fought");
}

#[test]
fn any_number_of_threads_thinks_the_same() {
    let [mut alone, mut three] = [1, 3].map(|threads| {
        let mut game = battle(48).start(7);
        game.world.use_threads(threads_of_a_match(threads).expect("threads"));
        advance(&mut game);
        game
    });
    assert!(alone.world.population()[0] > MIN_ROWS_FOR_THREADS);
    for tick in 1..=120 {
        alone.step();
        three.step();
        assert_eq!(alone.world.state_hash(), three.world.state_hash(), "tick {tick}");
    }
    assert_eq!(alone.events, three.events);
}

/// Neither the number of a player nor its side of the field is worth anything to minds of the same sort.
#[test]
fn minds_favour_nobody() {
    let scenario = battle(2).fog(Fog::Explored).with(|scenario| scenario.time_limit_ticks = 16 * 90).scenario();
    let ends: Vec<_> = (0..40).map(|number| fight(&scenario, number / 2, number % 2 == 1)).collect();
    let wins = |player: usize| ends.iter().filter(|end| end.winner() == Some(player)).count();
    let (first, second) = (wins(0), wins(1));
    assert!(first + second >= 20 && first.abs_diff(second) <= 12, "{first} to {second} of {}", ends.len());
}

#[test]
fn a_scenario_carries_the_minds_of_its_units() {
    let scenario = battle(1).scenario();
    let read = decode_scenario(&encode_scenario(&scenario)).expect("its own bytes");
    assert_eq!(read, scenario);
    let minds = |scenario: &sandtable_model::scenario::Scenario| {
        scenario.rules.behaviours().map(|behaviours| behaviours.minds().len())
    };
    assert!(minds(&read).is_some_and(|minds| minds > 5));
}

#[test]
fn what_a_ruleset_says_of_minds_is_checked() {
    let behaviours = "[minds.stander]\ntree = \"stand\"\n\n[trees.stand]\ndo = \"hold\"\n";
    let source = MemorySource::new()
        .with("behaviours/mine.toml", behaviours)
        .with("behaviours/bad.toml", "[trees.a]\ndo = \"hodl\"\n");
    let drill = include_str!("../../scenarios/rules/drill.toml");
    let first = |behaviours: &str, mind: &str| {
        let text = drill.replace("behaviours = \"classic\"\n", behaviours);
        let text = text.lines().filter(|line| !line.starts_with("mind =")).collect::<Vec<_>>().join("\n");
        let text = text.replace("[units.archer]\n", &format!("[units.archer]\n{mind}\n"));
        let issues = load_rules_with(&source, "rules.toml", &text).err().map(|issues| issues.0);
        issues.and_then(|issues| issues.first().map(|issue| issue.to_string())).unwrap_or_default()
    };
    let told = [
        first("behaviours = \"mine\"\n", "mind = \"stander\""),
        first("behaviours = \"mine\"\n", "mind = \"standee\""),
        first("behaviours = \"mime\"\n", ""),
        first("", "mind = \"stander\""),
        first("behaviours = \"bad\"\n", ""),
        first("behaviours = \"mine\"\n", "minds = \"stander\""),
    ];
    insta::assert_snapshot!(told.join("\n"));
}

/// The least distance between the first units of two kinds while `seconds` pass.
fn nearest_approach(game: &mut Game, seconds: u32, one: &str, other: &str) -> Fx {
    let mut least = Fx::MAX;
    for _ in 0..seconds * 16 {
        game.step();
        let at = |player: u8, kind: &str| game.own(player, kind).first().and_then(|unit| game.position(*unit));
        if let (Some(one), Some(other)) = (at(1, one), at(2, other)) {
            least = least.min((one - other).length_floor());
        }
    }
    least
}

#[test]
fn an_archer_keeps_away_from_a_sword_and_kills_it() {
    let near = |minds: bool| {
        let fixture = Fixture::drill(48, 24).place(1, "archer", 16, 12, 1).place(2, "swordsman", 26, 12, 1);
        let mut game =
            fixture.with(|scenario| scenario.players.iter_mut().for_each(|player| player.minds = minds)).start(3);
        let (archer, sword) = (game.own(1, "archer"), game.own(2, "swordsman"));
        let (west, east) = (game.at(16, 12), game.at(26, 12));
        game.order(1, &archer, OrderKind::AttackMove(east));
        game.order(2, &sword, OrderKind::AttackMove(west));
        (
            nearest_approach(&mut game, 30, "archer", "swordsman"),
            game.own(2, "swordsman").is_empty(),
            game.hp(archer[0]),
        )
    };
    let (kept, killed, hp) = near(true);
    assert!(killed && hp == Some(Fx::from_int(45)), "unhurt: {hp:?}");
    assert!(kept > Fx::from_int(2), "{kept}");
    assert!(near(false).0 < Fx::ONE, "without a mind it comes to blows");
}

#[test]
fn a_plain_order_to_walk_is_obeyed_to_the_letter() {
    let mut game = Fixture::drill(48, 24).place(1, "knight", 10, 12, 1).place(2, "archer", 22, 16, 1).start(3);
    let knight = game.own(1, "knight");
    let (to, mut aimed) = (game.at(40, 12), false);
    game.order(1, &knight, OrderKind::Move(to));
    for _ in 0..16 * 16 {
        game.step();
        aimed |= game.world.observe_units().any(|unit| unit.id.0 == knight[0].0 && unit.target.is_some());
    }
    assert!(!aimed, "it strikes nobody on the way");
    let at = game.position(knight[0]).expect("it lives");
    assert!((at - to).length_floor() < Fx::ONE, "{at:?}");
}

#[test]
fn who_breaks_goes_against_its_orders_and_rallies() {
    let breaks = |knights: u16| {
        let fixture = Fixture::drill(64, 32).place(1, "swordsman", 24, 16, 5);
        let mut game = fixture.place(2, "knight", 30, 16, knights).start(3);
        let to = game.at(30, 16);
        let swords = game.own(1, "swordsman");
        game.order(1, &swords, OrderKind::AttackMove(to));
        game.run(20);
        let own = |event: &Event| matches!(event, Event::Disobeyed { id, .. } if id.owner().0 == 0);
        game.events.iter().any(own).then_some(game)
    };
    let game = (3..10).find_map(breaks).expect("too many knights break them");
    let morale: Vec<String> = dump(&game.world)
        .iter()
        .filter(|line| line.part == "minds" && line.field == "morale")
        .map(ToString::to_string)
        .collect();
    assert_eq!(morale.len(), game.world.population()[0], "every unit of the drill ground has one");
}

#[test]
fn a_healer_mends_friends_and_leaves_the_line_to_others() {
    let fixture = Fixture::drill(48, 24).place(1, "swordsman", 20, 12, 4).place(1, "healer", 16, 12, 2);
    let fixture = fixture.place(2, "swordsman", 24, 12, 4).with(|scenario| scenario.players[1].minds = false);
    let mut game = fixture.start(3);
    let to = game.at(24, 12);
    let all: Vec<Handle> = game.own(1, "swordsman").into_iter().chain(game.own(1, "healer")).collect();
    game.order(1, &all, OrderKind::AttackMove(to));
    game.run(40);
    assert_eq!(game.own(2, "swordsman").len(), 0, "they win by being mended");
    assert_eq!(game.own(1, "healer").len(), 2);
}

/// What the minds of player 1 have been at in twelve seconds of battle, and how often its units went against orders.
fn deeds(change: impl Fn(&mut MindFeatures)) -> (BTreeSet<String>, usize) {
    let fixture = battle(3).with(|scenario| change(&mut scenario.players[0].mind_features));
    let mut game = fixture.start(7);
    advance(&mut game);
    let mut seen = BTreeSet::new();
    for _ in 0..12 * 16 {
        game.step();
        let own: Vec<UnitId> =
            game.world.observe_units().map(|unit| unit.id).filter(|id| id.owner() == PlayerId(0)).collect();
        let minds = own.into_iter().filter_map(|id| game.world.observe_mind(id));
        seen.extend(minds.flat_map(|mind| mind.at.into_iter().map(str::to_owned).collect::<Vec<_>>()));
    }
    let defies = |event: &&Event| matches!(event, Event::Disobeyed { id, .. } if id.owner() == PlayerId(0));
    (seen, game.events.iter().filter(defies).count())
}

#[test]
fn a_player_can_do_without_any_part_of_minds() {
    let has = |seen: &BTreeSet<String>, names: &[&str]| names.iter().any(|name| seen.contains(*name));
    let [goals, states, trees] =
        [["fight", "survive", "finish"], ["travel", "charge", "bombard"], ["brawl", "kite", "mend"]];
    let (all, disobeyed) = deeds(|_| ());
    assert!(has(&all, &goals) && has(&all, &states) && has(&all, &trees) && disobeyed > 0, "{all:?}");
    let (seen, disobeyed) = deeds(|mind_features| mind_features.set(MindFeatures::GOALS, false));
    assert!(!has(&seen, &goals) && has(&seen, &trees) && disobeyed == 0, "{seen:?}");
    let (seen, _) = deeds(|mind_features| mind_features.set(MindFeatures::MACHINES, false));
    assert!(!has(&seen, &states) && has(&seen, &trees), "{seen:?}");
    let (seen, _) = deeds(|mind_features| mind_features.set(MindFeatures::TREES, false));
    assert!(!has(&seen, &trees) && has(&seen, &states), "{seen:?}");
    let (seen, _) = deeds(|mind_features| mind_features.set(MindFeatures::REACTIONS, false));
    assert!(!seen.contains("spring_aside") && has(&seen, &trees), "{seen:?}");
}

#[test]
fn a_player_without_minds_has_nothing_to_remember() {
    let scenario =
        |minds: bool| battle(1).with(|scenario| scenario.players.iter_mut().for_each(|player| player.minds = minds));
    let (with, without) = (scenario(true).start(1), scenario(false).start(1));
    let lines = |game: &Game| dump(&game.world).iter().filter(|line| line.part == "minds").count();
    assert!(lines(&with) > 100 && lines(&without) == 0);
    assert!(save(&with.world).len() > save(&without.world).len());
}
