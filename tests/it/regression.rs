//! Recorded matches played again under changed content: which change, where, and with which result.

use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::regression::{Before, ContentChanges, RegressionReport, RegressionTerms, regress};
use sandtable_match::replays::{PlayedHere, Reproducer, TickSource, bisect, departure_in_tick};
use sandtable_match::runner::Referee;
use sandtable_replay::{Playback, Recorder, Replay};
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::golden;

const TOURNAMENT: &str = "name = \"tiny\"\nabout = \"Four games\"\nrules = \"duel\"\nmaps = [\"duel16\"]\nstrategies = [\"duel/rush\", \"idle\"]\nseeds = 2\n";

/// The results of a small tournament.
fn results(home: &Folder) -> PathBuf {
    let (file, folder) = (home.file("tiny.toml", TOURNAMENT), home.0.join("results"));
    sandtable(&["tournament", text(&file), "--out", text(&folder)]).expect("it plays");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

fn replays(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join("replays")).expect("replays").flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

fn report(files: &[PathBuf], changes: ContentChanges, orders_only: bool) -> Result<RegressionReport, Failure> {
    let nobody = |_: &Path| -> Result<Option<Box<dyn Referee>>, Failure> { Ok(None) };
    let terms =
        RegressionTerms { changes, orders_only, before: Before::Record, threads: 2, referee: &nobody, done: &|| {} };
    regress(files, &Registry::standard(), &terms)
}

fn set(settings: &[&str]) -> ContentChanges {
    let settings = settings.iter().map(|it| it.parse().expect("a setting")).collect();
    ContentChanges { settings, ..ContentChanges::default() }
}

#[test]
fn damage_changed_in_one_unit_is_told_by_key_order_state_and_score() {
    let home = Folder::new("damage");
    let folder = results(&home);
    sandtable(&["replay", "rerun", text(&folder)]).expect("nothing is changed");
    let files = replays(&folder);
    let same = report(&files, ContentChanges::default(), false).expect("it plays");
    assert_eq!((same.games.len(), same.counts()), (4, (0, 0)));

    let changed = report(&files, set(&["units.light.weapon.damage=5"]), false).expect("it plays");
    assert_eq!(changed.counts(), (4, 0));
    let [key] = &changed.keys[..] else { panic!("one key: {:?}", changed.keys) };
    assert_eq!(key.to_string(), "rules/duel.toml units.light.weapon.damage: 9 -> 5");
    for game in &changed.games {
        let game = game.comparison.as_ref().expect("it plays");
        let state = game.state.as_ref().expect("a state is another");
        // Both sides are played to the tick, whichever ticks the record has checks of.
        assert_eq!(state.phase.as_deref(), Some("combat"), "{state:?}");
        assert!(state.parts.iter().any(|part| part.ends_with(".health")), "{state:?}");
        let field = state.fields.iter().find(|gap| gap.field == "incoming").expect("the damage");
        assert!(field.owner.starts_with('p') && field.first != field.second, "{field:?}");
        assert!(game.before != game.now && game.changed);
    }
    let rush = changed.scores.iter().find(|score| score.strategy == "duel/rush").expect("its score");
    assert!(rush.groups == 2 && rush.change.low <= rush.change.value && rush.change.value <= rush.change.high);

    let (junit, json) = (home.0.join("changes.xml"), changed.json().expect("it is written"));
    let asked = ["replay", "rerun", text(&folder), "--set", "units.light.weapon.damage=5", "--junit", text(&junit)];
    assert_eq!(error_of(&asked).0, 1);
    let cases = std::fs::read_to_string(&junit).expect("it was written");
    assert!(cases.contains("tests=\"4\" failures=\"4\"") && cases.contains("damage: 9 -&gt; 5"), "{cases}");
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((&json["changed"], &json["changed_keys"][0]["now"]), (&4.into(), &"5".into()));
    assert_eq!(json["games"][0]["state"]["phase"], "combat");
}

#[test]
fn games_that_go_the_same_way_under_other_seeds_count_once_in_the_interval() {
    let home = Folder::new("repeated");
    let file = TOURNAMENT.replace("duel/rush", "my-idle").replace("seeds = 2", "seeds = 6\ntime_limit = 20");
    home.file("my-idle.toml", "bot = \"idle\"\nabout = \"Does nothing.\"\n");
    let (file, folder) = (home.file("same.toml", &file.replace("my-idle", "my-idle.toml")), home.0.join("same"));
    sandtable(&["tournament", text(&file), "--out", text(&folder)]).expect("it plays");
    let same = report(&replays(&folder), set(&["units.light.hp=31"]), false).expect("it plays");
    assert_eq!((same.games.len(), same.scores.len()), (12, 2));
    assert!(same.scores.iter().all(|score| score.groups == 1), "{:?}", same.scores);
    let other = report(&replays(&results(&home)), set(&["units.light.hp=31"]), false).expect("it plays");
    assert!(other.scores.iter().all(|score| score.groups == 2), "games that differ count: {:?}", other.scores);
}

#[test]
fn recorded_orders_alone_are_played_under_changed_rules() {
    let home = Folder::new("orders");
    let files = [home.0.join("duel.replay")];
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../replays/duel.replay"), &files[0]).expect("a golden");
    sandtable(&["replay", "rerun", "--orders", text(&home.0)]).expect("a folder of goldens plays as recorded");
    let changed = report(&files, set(&["units.light.hp=60"]), true).expect("it plays");
    let game = changed.games[0].comparison.as_ref().expect("it plays");
    assert!(game.changed && game.order.is_none() && game.state.is_some(), "the orders are the same: {game:?}");
}

#[test]
fn a_changed_strategy_is_told_by_its_first_order() {
    let home = Folder::new("strategy");
    let files = replays(&results(&home));
    let one = report(&files, set(&["duel/rush:goals.economy.priority=10"]), false).expect("it plays");
    assert!(one.keys.iter().all(|key| key.key == "goals.economy.priority" && key.now.as_deref() == Some("10")));
    let game = one.games[0].comparison.as_ref().expect("it plays");
    assert!(game.order.as_ref().is_some_and(|order| order.contains("(duel/rush), order ")), "{game:?}");
    assert_eq!(game.state.as_ref().and_then(|state| state.phase.as_deref()), Some("orders"));

    // The same from a folder of strategies, and another file of rules.
    let before = &golden("duel").header.contestants[0].source;
    std::fs::create_dir_all(home.0.join("mine/duel")).expect("a folder");
    std::fs::write(home.0.join("mine/duel/rush.toml"), before.replace("priority = 80", "priority = 10"))
        .expect("a file");
    let folder = ContentChanges { strategies: Some(home.0.join("mine")), ..ContentChanges::default() };
    let other = report(&files, folder, false).expect("it plays");
    assert_eq!(other.keys, one.keys);
    let ends = |report: &RegressionReport| -> Vec<_> {
        report.games.iter().map(|game| game.comparison.as_ref().expect("it plays").now.clone()).collect()
    };
    assert_eq!(ends(&other), ends(&one));
    let rules = include_str!("../../scenarios/rules/duel.toml").replace("damage = 9", "damage = 5");
    let rules = Some(home.file("mine.toml", &rules));
    let other = report(&files, ContentChanges { rules, ..ContentChanges::default() }, false).expect("it plays");
    assert_eq!(ends(&other), ends(&report(&files, set(&["units.light.weapon.damage=5"]), false).expect("it plays")));
}

#[test]
fn what_cannot_be_changed_is_an_error_that_says_what_can() {
    let home = Folder::new("unchangeable");
    let folder = results(&home);
    let ask = |more: &[&str]| error_of(&[&["replay", "rerun", text(&folder)], more].concat());
    let (one, other) = (&replays(&folder)[0], home.0.join("other.replay"));
    let to_record = [text(one), "--record", text(&other)];
    let (code, text) = ask(&["--set", "units.lihgt.hp=5"]);
    assert!(code == 2 && text.contains("did you mean \"units.light.hp\"?"), "{text}");
    let (code, text) = ask(&["--set", "units.light.hp"]);
    assert!(code == 2 && text.contains("KEY=VALUE"), "{text}");
    assert_ne!(ask(&["--set", "units.light.hp=-5"]).0, 1, "no such rules");
    let (code, text) = ask(&["--set", "duel/rsh:goals.rush.size=5"]);
    let expected = "a strategy that the records name (duel/rush, idle); did you mean \"duel/rush\"?";
    assert!(code == 2 && text.contains(expected), "{code}, {text}");
    let (code, text) = ask(&["--set", "foo:goals.x=1", "--set", "duel/rush:goals.economy.priority=10"]);
    assert!(code == 2 && text.contains("--set foo:goals.x: found \"foo\"; expected a strategy"), "{code}, {text}");
    let (code, text) = ask(&["--orders", "--set", "duel/rush:goals.economy.priority=10"]);
    assert!(code == 2 && text.contains("has no effect with --orders"), "{code}, {text}");
    let (code, text) = error_of(&[&["replay", "rerun"], &to_record[..], &["--set", "duel/rsh:goals.x=1"]].concat());
    assert!(code == 2 && text.contains("did you mean \"duel/rush\"?") && !other.exists(), "{code}, {text}");
    let (code, text) = ask(&["--strategies", "/nowhere"]);
    assert!(code == 2 && text.contains("no strategy that the records name"), "{text}");
    let (code, text) = ask(&["--program", "/nowhere/sandtable"]);
    assert!(code == 2 && text.contains("cannot be run"), "{text}");
    let renamed = include_str!("../../scenarios/rules/duel.toml").replace("light", "heavy");
    let renamed = home.file("renamed.toml", &renamed);
    let (code, text) = ask(&["--rules", renamed.to_str().expect("text")]);
    assert!(code == 2 && text.contains("found \"heavy\"; expected \"light\""), "{text}");
}

#[test]
fn a_tick_watched_is_the_tick_stepped_and_its_last_phase_the_state_after_it() {
    let replay = golden("duel");
    for tick in [1, 400, 900] {
        let (mut straight, mut watched) = (
            Playback::at(&replay, tick - 1).expect("it plays").into_world(),
            Playback::at(&replay, tick - 1).expect("it plays").into_world(),
        );
        let orders = replay.chunk_of(tick).map_or(&[][..], |chunk| chunk.orders_of(tick));
        let mut phases = Vec::new();
        let report = watched.step_watched(orders, |phase, world| phases.push((phase, world.state_hash())));
        assert_eq!(report, straight.step(orders));
        assert_eq!(phases.last(), Some(&("end", straight.state_hash())));
        let told = PlayedHere::new(&replay).phases(tick).expect("it plays");
        assert!(told.iter().map(|told| told.phase.as_str()).eq(phases.iter().map(|(phase, _)| *phase)));
    }
}

#[test]
fn bisection_names_the_phase_of_an_order_left_out() {
    let replay = golden("duel");
    let mut reproducer = Reproducer::from_replay(&replay).expect("it decodes");
    let gone = reproducer.orders.remove(6);
    let other = Replay::decode(&reproducer.record("")).expect("just recorded");
    let found = bisect(&replay, &other).expect("both decode").expect("they differ");
    assert_eq!((found.tick, found.phase.as_deref()), (gone.tick, Some("orders")), "{found}");
    let sources = [PlayedHere::new(&replay), PlayedHere::new(&other)];
    let departure = departure_in_tick(&sources[0], &sources[1], gone.tick).expect("it plays").expect("they differ");
    assert_eq!(departure.fields, found.fields);
    assert!(departure_in_tick(&sources[0], &sources[1], gone.tick - 1).expect("it plays").is_none());
}

/// The same match, recorded with a check every 16th tick, as tournaments record.
fn with_few_checks(replay: &Replay) -> Replay {
    let mut recorder = Recorder::new(&replay.header).checking_every(16);
    let mut playback = Playback::new(replay).expect("it decodes");
    loop {
        let orders = playback.orders();
        if playback.advance().is_none() {
            break;
        }
        recorder.tick(playback.world(), orders);
    }
    recorder.finish(Some(playback.world()), replay.end.as_ref().expect("it is whole"));
    Replay::decode(&recorder.take_bytes()).expect("just recorded")
}

#[test]
fn bisection_finds_the_tick_between_two_checks() {
    let replay = golden("duel");
    for row in [2, 6, 20] {
        let mut reproducer = Reproducer::from_replay(&replay).expect("it decodes");
        let gone = reproducer.orders.remove(row);
        let other = Replay::decode(&reproducer.record("")).expect("just recorded");
        let dense = bisect(&replay, &other).expect("both decode").expect("they differ");
        let found = bisect(&with_few_checks(&replay), &with_few_checks(&other)).expect("both decode");
        let found = found.expect("they differ");
        assert!(!gone.tick.is_multiple_of(16) && found.tick == gone.tick, "{gone:?}: {found}");
        assert_eq!((found.phase.as_deref(), &found.fields), (Some("orders"), &dense.fields), "{found}");
    }
}
