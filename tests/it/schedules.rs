//! Schedules: when groups are told what, that ends are jittered as said, and that it is all state.

use std::sync::Arc;

use sandtable_content::{MemorySource, load_scenario};
use sandtable_match::library::Library;
use sandtable_model::map::Cell;
use sandtable_model::scenario::{PlayerFeatures, Scenario};
use sandtable_model::schedule::{ReinforcementWave, ScheduleAction, ScheduleEntry, SchedulePlan};
use sandtable_sim::World;
use sandtable_sim::event::Event;
use sandtable_sim::snapshot::{dump, load, save};
use sandtable_state::id::PlayerId;
use sandtable_tests::Fixture;
use sandtable_tests::command::{Folder, sandtable};

fn shipped(name: &str) -> Scenario {
    let path = format!("agents/{name}.toml");
    load_scenario(&Library::here(), &path).unwrap_or_else(|issues| panic!("{issues}")).value
}

/// A drill ground on which one spearman comes every ten seconds, with this jitter.
fn drips(jitter_ticks: u16) -> Scenario {
    let fixture = Fixture::drill(32, 16).with(|scenario| {
        let kind = scenario.rules.kind_named("spearman").expect("a kind of the drill ground");
        let wave = Some(ReinforcementWave { kind, count: 1, cell: Cell::new(16, 8) });
        let slices = vec![ScheduleEntry { ticks: 160, jitter_ticks, wave, action: Some(ScheduleAction::Hold) }];
        let plan = SchedulePlan {
            name: "drip".into(),
            player: PlayerId(0),
            placed: vec![],
            start_tick: 160,
            repeats: true,
            slices,
        };
        scenario.schedules.push(plan);
    });
    fixture.scenario()
}

/// The ticks at which somebody came, among the first `ticks`.
fn arrivals(scenario: &Arc<Scenario>, seed: u64, ticks: u32) -> Vec<u32> {
    let mut world = World::new(Arc::clone(scenario), seed);
    let came = |event: &Event| matches!(event, Event::Born { .. });
    (0..ticks)
        .filter_map(|_| Some(world.step(&[])).filter(|report| report.events.iter().any(came)))
        .map(|it| it.tick)
        .collect()
}

#[test]
fn a_day_plan_keeps_its_hours_however_its_ends_are_jittered() {
    let plain = Arc::new(drips(0));
    assert_eq!(arrivals(&plain, 1, 800), [160, 320, 480, 640, 800]);
    let jittered = Arc::new(drips(24));
    let mut off: Vec<f64> = Vec::new();
    for seed in 0..24 {
        let ticks = arrivals(&jittered, seed, 1_700);
        assert!((9..=11).contains(&ticks.len()), "{ticks:?}");
        assert_eq!(ticks[0], 160, "the first begins when it is said to");
        off.extend(ticks.iter().zip(1..).skip(1).map(|(tick, nth)| f64::from(*tick) - f64::from(nth * 160)));
    }
    let mean = off.iter().sum::<f64>() / off.len() as f64;
    let deviation = (off.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / off.len() as f64).sqrt();
    assert!(mean.abs() < 6.0 && (19.0..29.0).contains(&deviation), "{mean} ± {deviation}");
    assert!(off.iter().all(|one| one.abs() <= 3.5 * 24.0), "the curve ends");
    assert_ne!(arrivals(&jittered, 1, 800), arrivals(&jittered, 2, 800), "each match has its own");
}

#[test]
fn a_player_can_do_without_its_schedules() {
    let mut scenario = shipped("waves");
    scenario.players[1].features.set(PlayerFeatures::SCHEDULES, false);
    let scenario = Arc::new(scenario);
    assert_eq!(arrivals(&scenario, 1, 800), [] as [u32; 0]);
}

#[test]
fn a_match_under_way_is_saved_with_its_schedules() {
    let scenario = Arc::new(shipped("patrol"));
    let mut world = World::new(Arc::clone(&scenario), 4);
    let mut twin = world.fork();
    let mut changes = 0;
    for tick in 0..1_200 {
        let before = world.part_hashes();
        world.step(&[]);
        let part = |parts: &[sandtable_sim::snapshot::PartHash]| {
            parts.iter().find(|part| part.name == "schedules").map(|it| it.hash)
        };
        changes += u32::from(part(&before) != part(&world.part_hashes()));
        if tick % 97 == 0 {
            twin = load(Arc::clone(&scenario), &save(&twin)).expect("its own bytes");
        }
        twin.step(&[]);
        assert_eq!(twin.state_hash(), world.state_hash(), "tick {tick}");
    }
    assert!((4..=7).contains(&changes), "{changes} turns");
    assert!(
        dump(&world).iter().any(|line| line.part == "schedules" && line.owner == "watch" && line.field == "members")
    );
}

#[test]
fn a_replay_holds_no_order_of_a_schedule_and_plays_again_all_the_same() {
    let folder = Folder::new("schedules");
    let file = folder.0.join("patrol.replay").to_string_lossy().into_owned();
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/agents/patrol.toml");
    sandtable(&["match", scenario, "--replay", &file]).expect("a match");
    sandtable(&["replay", "verify", &file]).expect("the same again");
}

/// What happens on a scheduled day, in a few lines.
#[test]
fn the_story_of_the_waves() {
    let scenario = Arc::new(shipped("waves"));
    let mut world = World::new(Arc::clone(&scenario), 1);
    let mut told = String::new();
    let (mut born, mut lost) = (0, [0, 0]);
    for _ in 0..scenario.time_limit_ticks {
        let report = world.step(&[]);
        let came = report.events.iter().filter(|event| matches!(event, Event::Born { .. })).count();
        for event in &report.events {
            if let Event::Died { id, .. } = event {
                lost[id.owner().index()] += 1;
            }
        }
        if came > 0 {
            born += came;
            told += &format!(
                "{:5.1} s: {came} come, {born} in all; lost so far {} to {}\n",
                f64::from(report.tick) / 16.0,
                lost[0],
                lost[1]
            );
        }
    }
    told += &format!("the end: lost {} of 10, {} of {born}\n", lost[0], lost[1]);
    insta::assert_snapshot!(told);
}

/// What a match file with this schedule is told.
fn refused(placed: &str, schedule: &str) -> String {
    let source = MemorySource::new()
        .with("rules/tiny.toml", super::content_refused::RULES)
        .with("maps/field.map", &format!("name = \"Field\"\n---\n{}", "............\n".repeat(12)))
        .with("matches/one.toml", &format!("rules = \"tiny\"\nmap = \"field\"\nstart_forces = false\nvictory.annihilation = false\n[[players]]\n[[players]]\n[[placed]]\nkind = \"fighter\"\nplayer = 1\nat = [3, 3]\n{placed}\n[[schedules]]\n{schedule}\n"));
    match load_scenario(&source, "matches/one.toml") {
        Ok(checked) => checked
            .warnings
            .0
            .iter()
            .map(ToString::to_string)
            .find(|hint| hint.starts_with("matches/"))
            .unwrap_or("ok".to_owned()),
        Err(issues) => issues.0.first().map(ToString::to_string).unwrap_or_default(),
    }
}

#[test]
fn a_former_key_is_read_with_a_hint() {
    let former = "name = \"watch\"\nplayer = 1\nentries = [{ lasts = 5, order = \"hold\" }]";
    let hint = refused("group = \"watch\"", former);
    assert!(hint.ends_with("lasts: found the old name of \"duration\"; expected the key \"duration\""), "{hint}");
    let both = former.replace("lasts = 5", "lasts = 5, duration = 5");
    assert!(refused("group = \"watch\"", &both).contains("lasts: found an unknown key"), "one of both is too many");
}

#[test]
fn what_is_no_schedule_is_refused() {
    let entry = "entries = [{ duration = 5, order = \"move\", to = [4, 4] }]";
    let plain = format!("name = \"watch\"\nplayer = 1\n{entry}");
    assert_eq!(refused("group = \"watch\"", &plain), "ok");
    let entries = |entry: &str| format!("name = \"watch\"\nplayer = 1\nentries = [{entry}]");
    let all = [
        refused("group = \"wacht\"", &plain),
        refused("", &plain),
        refused("group = \"watch\"", &plain.replace("player = 1", "player = 2")),
        refused("group = \"watch\"", "name = \"watch\"\nplayer = 1"),
        refused("group = \"watch\"", &plain.replace("player = 1", "player = 1\nrepeat = true")),
        refused("group = \"watch\"", &entries("{ order = \"hold\" }")),
        refused("group = \"watch\"", &entries("{ duration = 5, jiter = 2 }")),
        refused("group = \"watch\"", &entries("{ duration = 5, jitter = 601 }")),
        refused("group = \"watch\"", &entries("{ duration = 5, order = \"march\", to = [3, 3] }")),
        refused("group = \"watch\"", &entries("{ duration = 5, order = \"move\" }")),
        refused("group = \"watch\"", &entries("{ duration = 5, order = \"hold\", to = [3, 3] }")),
        refused("group = \"watch\"", &entries("{ duration = 5, order = \"move\", to = [30, 3] }")),
        refused("group = \"watch\"", &entries("{ duration = 5, spawn = \"base\", at = [3, 3] }")),
        refused("group = \"watch\"", &entries("{ duration = 5, count = 3 }")),
        refused("group = \"watch\"", &format!("{plain}\n[[schedules]]\n{plain}")),
    ];
    insta::assert_snapshot!(all.join("\n"));
}
