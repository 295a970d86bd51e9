//! `sandtable why`: its stories, that they tell what happens, and that asking changes nothing.

use std::collections::BTreeSet;
use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::why::{
    Refusal, UnitExplanation, follow, json, tell, tell_entry, tell_timeline, timeline, timeline_json, why,
};
use sandtable_math::Vec2;
use sandtable_replay::{Playback, Replay};
use sandtable_sim::World;
use sandtable_state::id::{PlayerId, UnitId};
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::{golden, recorded};

/// Kiting archers, sent at each other by a script.
fn kiting() -> Replay {
    let home = Folder::new("why");
    let send = |x: u16, y: u16| {
        let order =
            |who: &str| format!("[[orders]]\nat = 1\nwho = \"{who}\"\norder = \"attack-move\"\nto = [{x}, {y}]\n");
        format!("bot = \"scripted\"\nabout = \"Sends all.\"\n{}{}", order("archer"), order("swordsman"))
    };
    let (p1, p2) = (home.file("east.toml", &send(38, 14)), home.file("west.toml", &send(10, 14)));
    let file = home.0.join("kite.replay");
    let text = |path: &Path| path.to_str().expect("text").to_owned();
    let fight = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/agents/kite.toml");
    sandtable(&["match", fight, "--p1", &text(&p1), "--p2", &text(&p2), "--replay", &text(&file)]).expect("it records");
    let mut replay = recorded(&file);
    for (contestant, name) in replay.header.contestants.iter_mut().zip(["east", "west"]) {
        (contestant.name, contestant.strategy) = (name.to_owned(), format!("{name}.toml"));
    }
    replay
}

fn unit(player: u8, serial: u32) -> UnitId {
    UnitId::new(PlayerId(player - 1), serial)
}

fn ask(replay: &Replay, unit: UnitId, tick: u32) -> Result<UnitExplanation, Refusal> {
    why(replay, &Registry::standard(), unit, tick, &mut |_| {})
}

fn story(replay: &Replay, unit: UnitId, tick: u32) -> UnitExplanation {
    ask(replay, unit, tick).unwrap_or_else(|refusal| panic!("{unit} after tick {tick}: {refusal:?}"))
}

#[test]
fn a_soldier_of_a_golden_match_goes_to_war() {
    insta::assert_snapshot!(tell(&story(&golden("meadow-rush-tech"), unit(1, 28), 2800)));
}

#[test]
fn an_archer_with_a_mind_keeps_its_distance() {
    insta::assert_snapshot!(tell(&story(&kiting(), unit(1, 7), 218)));
}

#[test]
fn a_worker_that_flees_and_comes_back_has_a_line_for_each_change_of_mind() {
    let replay = golden("agents-labour");
    let changes = timeline(&replay, &Registry::standard(), unit(1, 3), (0, 800), &mut |_| {}).expect("it lives");
    insta::assert_snapshot!(tell_timeline(&changes));
    // What a line says is what the unit does when it is asked at that tick.
    let fled =
        changes.iter().find(|change| change.parts.iter().any(|(_, says)| says.contains("flee"))).expect("it flees");
    assert!(tell(&story(&replay, unit(1, 3), fled.tick)).contains("step_back: running"));
    let value = timeline_json(&changes);
    let lines = value.as_array().expect("an array");
    assert!(lines.len() == changes.len() && lines[0]["movement"] == "nothing", "{value}");
}

#[test]
fn a_timeline_ends_with_the_unit() {
    let replay = golden("meadow-rush-tech");
    let ask = |unit, from, to| timeline(&replay, &Registry::standard(), unit, (from, to), &mut |_| {});
    let last = replay.last_tick();
    let fallen = (10..40).find_map(|serial| {
        Some(ask(unit(1, serial), 0, last).ok()?)
            .filter(|told| told.last().is_some_and(|last| last.parts[0].0 == "died"))
    });
    let fallen = fallen.expect("a soldier of the rush falls");
    let death = fallen.last().expect("there are lines").tick;
    assert!(fallen.iter().all(|change| change.tick <= death), "{fallen:?}");
    assert!(
        matches!(ask(unit(1, 20), 9, 8), Err(Refusal::Asked(text)) if text.starts_with("--from: found 9, after --tick 8"))
    );
    assert!(matches!(ask(unit(1, 4_000), 0, 8), Err(Refusal::Asked(text)) if text.contains("there is no p1#4000")));
}

#[test]
fn the_json_of_a_story_has_what_its_text_has() {
    let value = json(&story(&golden("meadow-rush-tech"), unit(1, 28), 2800));
    assert_eq!(value["unit"], "p1#28");
    assert_eq!(value["order"]["plan"]["goal"], "rush");
    assert_eq!(value["order"]["plan"]["steps"][0], "strike with 8");
    assert_eq!(value["movement"][0]["task"], "go to");
    assert_eq!(value["decided"]["steering"]["forces"][0]["force"], "flow");
    assert_eq!(value["decided"]["steering"]["hidden"], false);
}

/// Where every unit is.
fn places(world: &World) -> Vec<(UnitId, Vec2)> {
    world.observe_units().map(|unit| (unit.id, unit.position)).collect()
}

/// Plays a replay and asks about everybody at regular intervals: the world is as it would be unasked, state for state, and what was
/// told comes to pass. Returns how many moves were told.
fn play_and_ask(replay: &Replay, period: u32) -> usize {
    let mut told = 0;
    let mut asked = Playback::new(replay).expect("it decodes");
    let mut unasked = Playback::new(replay).expect("it decodes");
    while let Some(chunk) = asked.chunk() {
        let (world, mut moves) = (asked.world(), Vec::new());
        if world.tick() % period == 0 {
            let orders = chunk.orders_of(world.tick() + 1);
            for (id, at) in places(world) {
                let explanation = world.explain(id, orders).expect("it lives");
                let moved = explanation.steering.map_or(Vec2::ZERO, |steering| steering.moved);
                moves.push((id, at + moved));
            }
        }
        asked.advance();
        unasked.advance();
        assert_eq!(asked.world().state_hash(), unasked.world().state_hash(), "tick {}", asked.world().tick());
        let after = places(asked.world());
        for (id, to) in moves {
            let now = after.iter().find(|(other, _)| *other == id);
            assert!(now.is_none_or(|(_, at)| *at == to), "{id}: told {to:?}, is {now:?}");
            told += 1;
        }
    }
    assert_eq!(asked.world().part_hashes(), unasked.world().part_hashes());
    told
}

#[test]
fn asking_changes_no_hash_and_what_is_told_comes_to_pass() {
    assert!(play_and_ask(&golden("meadow-rush-tech"), 97) > 500);
    assert!(play_and_ask(&golden("duel"), 31) > 50);
    assert!(play_and_ask(&kiting(), 17) > 500);
}

#[test]
fn a_commander_run_again_gives_the_orders_that_were_recorded() {
    for name in ["meadow-rush-tech", "duel", "highlands-expand-rush"] {
        let replay = golden(name);
        let mut playback = Playback::new(&replay).expect("it decodes");
        while playback.advance().is_some() {}
        let living = playback.world().observe_units().map(|unit| unit.id).next().expect("somebody lives");
        let story = story(&replay, living, replay.last_tick());
        assert!(!story.commander.pursuits.expect("it agrees").is_empty(), "{name}");
        assert_eq!(story.state, playback.world().state_hash(), "{name}");
    }
}

/// A match played without accounts is followed with them: every order and every state comes out as recorded, and each decision names
/// winners, losers and orders.
#[test]
fn decisions_of_shipped_strategies_are_exported_and_told() {
    let home = Folder::new("trace");
    let path = |name: &str| home.0.join(name).to_str().expect("text").to_owned();
    let (replay, lines) = (path("match.replay"), path("trace.jsonl"));
    let play = ["match", "--map", "meadow", "--p1", "adaptive", "--p2", "minds/goap", "--time-limit", "240"];
    sandtable(&[&play[..], &["--replay", &replay]].concat()).expect("it records");
    sandtable(&["trace", &replay, "--output", &lines]).expect("it can be followed");
    sandtable(&["why", &replay, "--player", "2", "--tick", "3000"]).expect("it decided by then");
    assert!(error_of(&["why", &replay, "--player", "3", "--tick", "3000"]).1.contains("expected 1 to 2"));
    let text = std::fs::read_to_string(&lines).expect("lines");
    let told: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let ids: BTreeSet<&str> = told.iter().filter_map(|line| line["decision"].as_str()).collect();
    assert!(told.len() > 400 && ids.len() == told.len(), "{} decisions, {} ids", told.len(), ids.len());
    for line in &told {
        assert!(line["goals"].as_array().is_some_and(|goals| goals.len() > 5), "{line}");
    }
    assert!(told.iter().any(|line| line["orders"].as_array().is_some_and(|orders| !orders.is_empty())));
}

/// The priority that the figures of an option add up to; none of one whose priority is not weighed, or that is vetoed.
fn summed(option: &serde_json::Value) -> Option<f64> {
    let (mut base, mut times) = (option["base"].as_f64()?, option["inertia"].as_f64()?);
    for one in option["considerations"].as_array()? {
        base += one["weight"]["base"].as_f64()?;
        times *= one["weight"]["times"].as_f64()?;
    }
    Some((base * times).max(0.0))
}

/// The same of the lines of a text: the name of each option with its priority and what its lines come to.
fn summed_lines(text: &str) -> Vec<(String, f64, f64)> {
    let mut found: Vec<(String, f64, [f64; 2])> = Vec::new();
    for line in text.lines() {
        if let Some((head, priority)) = line.split_once(", priority ") {
            found.extend(priority.trim().parse().ok().map(|number| (head.to_owned(), number, [0.0, 1.0])));
        }
        let Some((name, _, sums)) = found.last_mut().filter(|_| line.starts_with("       ")) else { continue };
        let number = |mark: &str| {
            let (_, rest) = line.rsplit_once(mark)?;
            rest.split(',').next()?.trim().parse::<f64>().ok()
        };
        if line.ends_with("veto") || line.contains("set by the architecture") {
            name.clear();
        }
        sums[0] += number(": + ").unwrap_or(0.0);
        sums[1] *= number("× ").unwrap_or(1.0);
    }
    found.retain(|(name, ..)| !name.is_empty());
    found.into_iter().map(|(name, priority, [base, times])| (name, priority, (base * times).max(0.0))).collect()
}

#[test]
fn a_priority_is_the_sum_of_what_is_printed() {
    let home = Folder::new("why-sums");
    let (mut sums, mut raised) = (0, 0);
    for strategies in [["adaptive", "balanced"], ["turtle", "harass"], ["list", "tech"]] {
        let path = |ending: &str| home.0.join(strategies[0]).with_extension(ending).to_string_lossy().into_owned();
        let (replay, lines) = (path("replay"), path("jsonl"));
        let sides = ["--p1", strategies[0], "--p2", strategies[1], "--time-limit", "240", "--replay", &replay];
        sandtable(&[&["match", "--map", "meadow"][..], &sides].concat()).expect("it records");
        sandtable(&["trace", &replay, "--output", &lines]).expect("it can be followed");
        for line in std::fs::read_to_string(&lines).expect("lines").lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let options = ["stances", "goals"].into_iter().filter_map(|key| line[key].as_array()).flatten();
            for (option, sum) in options.filter_map(|option| Some((option, summed(option)?))) {
                let priority = option["priority"].as_f64().expect("a number");
                assert!((priority - sum).abs() <= 0.01 + 0.001 * sum, "{sum} of {option}");
                (sums, raised) = (sums + 1, raised + usize::from(option["inertia"] != 1.0));
            }
        }
        for (name, priority, sum) in summed_lines(&decisions_text(&replay)) {
            assert!((priority - sum).abs() <= 0.1 + 0.02 * sum, "{name}: {priority}, printed figures come to {sum}");
        }
    }
    assert!(sums > 1_000 && raised > 100, "{sums} sums, {raised} with inertia");
}

/// Every decision of a replay up to the 3,000th tick as text.
fn decisions_text(file: &str) -> String {
    let replay = recorded(Path::new(file));
    let mut text = String::new();
    let mut tell = |entry| text += &tell_entry(&entry);
    follow(&replay, &Registry::standard(), None, 3_000, &mut tell, &mut |_| {}).expect("it can be followed");
    text
}

#[test]
fn what_is_not_there_is_refused_with_what_is() {
    let replay = golden("meadow-rush-tech");
    let said = |unit, tick| match ask(&replay, unit, tick) {
        Err(Refusal::Asked(text)) => text,
        other => panic!("{:?}", other.map(|story| tell(&story))),
    };
    let dead = said(unit(1, 28), 4500);
    assert_eq!(dead, "--unit: p1#28 died at tick 3514 (3:39), by p2#21; expected an earlier --tick");
    assert!(said(unit(1, 99_999), 400).contains("did you mean one of p1#"));
    assert!(said(unit(1, 1), 400).contains("is a building (town_centre); expected a unit"));
    assert_eq!(said(unit(1, 20), 4801), "--tick: found 4801, past the end; expected 0 to 4800");
    for name in ["17", "p9#1", "p1#0", "p1#x", "n#3"] {
        let (code, text) = error_of(&["why", "game.replay", "--unit", name, "--tick", "1"]);
        assert!(code == 2 && text.contains("as p1#17"), "{name}: {text}");
    }
}

#[test]
fn what_a_schedule_tells_is_told_apart_from_orders() {
    let home = Folder::new("why-schedule");
    let file = home.0.join("patrol.replay");
    let patrol = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/agents/patrol.toml");
    sandtable(&["match", patrol, "--p1", "idle", "--p2", "idle", "--replay", &file.to_string_lossy()])
        .expect("it records");
    let replay = recorded(&file);
    let watch = story(&replay, unit(1, 1), 200);
    let line = |text: &str| text.lines().find(|line| line.starts_with("order: ")).unwrap_or_default().to_owned();
    assert_eq!(line(&tell(&watch)), "order: patrol to 30.50,12.50, by entry 1 of schedule watch at tick 1 (0:00)");
    let turn = watch.schedule.as_ref().expect("a schedule");
    assert_eq!((turn.name.as_str(), turn.entry), ("watch", 1));
    assert_eq!(json(&watch)["schedule"]["name"], "watch");
    let raid = story(&replay, unit(2, 1), 32).schedule;
    assert_eq!(raid, None, "its hour has not come");
}

/// A squad told to guard by a script: its order names what it guards as the world does.
#[test]
fn what_a_squad_was_told_names_units_and_abilities() {
    let home = Folder::new("why-squad");
    let guard = "[[orders]]\nat = 2\nsquad = 1\norder = \"guard\"\nwhat = \"archer\"\n";
    let script = home.file("guard.toml", &format!("bot = \"scripted\"\nabout = \"Guards.\"\n{guard}"));
    let file = home.0.join("ranks.replay");
    let ranks = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/agents/ranks.toml");
    let (script, path) = (script.to_string_lossy(), file.to_string_lossy());
    sandtable(&["match", ranks, "--p1", &script, "--p2", "idle", "--replay", &path]).expect("it records");
    let told = story(&recorded(&file), unit(1, 1), 60).told;
    assert!(matches!(&told[..], [one] if one.starts_with("guard p1#")), "{told:?}");
}

#[test]
fn a_watchman_knows_what_it_sees_and_what_its_part_is() {
    let home = Folder::new("why-senses");
    let file = home.0.join("feint.replay");
    let feint = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/agents/feint.toml");
    sandtable(&["match", feint, "--replay", file.to_str().expect("text")]).expect("it records");
    let replay = recorded(&file);
    let parts: Vec<(String, UnitExplanation)> = (1..=12)
        .filter_map(|serial| {
            let story = ask(&replay, unit(1, serial), 110).ok()?;
            let part = json(&story)["senses"]["interest"]["role"].as_str()?.to_owned();
            Some((part, story))
        })
        .collect();
    let told = |part: &str| {
        let (_, story) = parts.iter().find(|(held, _)| held == part).unwrap_or_else(|| panic!("no {part}"));
        let text = tell(story);
        let lines = text.lines().skip_while(|line| !line.starts_with("mind:"));
        lines.take_while(|line| !line.starts_with("steering")).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!([told("sentry"), told("investigator"), told("bystander")].join("\n\n"));
}
