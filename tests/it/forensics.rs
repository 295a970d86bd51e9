//! What is learnt from recorded matches: where two go apart, what strategies decide again, how it goes on, what of it fails.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sandtable_ai::Registry;
use sandtable_match::progress::Unseen;
use sandtable_match::replays::{
    DesyncKind, Fails, ForkTerms, MAX_TRIES, ReductionLimits, Reproducer, ResumeError, SyncTest, bisect, compare, diff,
    fork, recorded_here, reduce, reduce_within, rerun, resume,
};
use sandtable_match::runner::Silent;
use sandtable_match::runner::threads_of_a_match;
use sandtable_match::store::pack_replay;
use sandtable_replay::{Playback, RecordStatus, Recorder, Replay, verify};
use sandtable_sim::World;
use sandtable_state::id::PlayerId;
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::{golden, recorded};

/// A match of commanders that can be saved.
const FERRY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/agents/ferry.toml");

/// A golden without one of its orders, recorded again.
fn with_an_order_less(name: &str, row: usize) -> (Reproducer, Replay) {
    let mut reproducer = Reproducer::from_replay(&golden(name)).expect("it decodes");
    reproducer.orders.remove(row);
    let replay = Replay::decode(&reproducer.record("an order less")).expect("just recorded");
    (reproducer, replay)
}

#[test]
fn the_sync_test_finds_nothing_in_a_match_and_changes_nothing() {
    let replay = golden("couriers");
    let table = resume(&replay, &Registry::standard(), 0, &[]).expect("it can be taken up");
    let mut test = SyncTest::new(64, Silent);
    let result = table.play(&mut test);
    assert_eq!(test.found, None);
    assert_eq!(test.restores, replay.last_tick() / 64);
    assert_eq!(Some(result.hash), replay.chunks.last().map(|chunk| format!("{:016x}", chunk.total)));
}

#[test]
fn two_worlds_are_told_apart_by_part_entity_and_field() {
    let replay = golden("duel");
    let world = Playback::at(&replay, 400).expect("it plays").into_world();
    assert_eq!(compare(&world, &world.fork()), None);
    let (mut straight, mut other) = (world.fork(), world.fork());
    let orders = replay.chunk_of(401).map_or(&[][..], |chunk| chunk.orders_of(401));
    straight.step(orders);
    other.step(&[]);
    straight.step(&[]);
    other.step(&[]);
    let differs = straight.state_hash() != other.state_hash();
    match compare(&straight, &other) {
        Some(DesyncKind::OtherState { parts, fields }) => {
            assert!(differs && !parts.is_empty() && !fields.is_empty());
            assert!(fields.iter().all(|field| parts.contains(&field.part)), "{parts:?} {fields:?}");
        }
        other => assert!(!differs && other.is_none(), "{other:?}"),
    }
}

#[test]
fn bisection_names_the_tick_and_the_fields_of_an_order_left_out() {
    let replay = golden("duel");
    let (reproducer, other) = with_an_order_less("duel", 6);
    let gone = Reproducer::from_replay(&replay).expect("it decodes").orders[6].clone();
    assert_eq!(reproducer.orders.len() + 1, replay.orders() as usize);
    let found = bisect(&replay, &other).expect("both decode").expect("they differ");
    assert_eq!(found.tick, gone.tick, "{found}");
    assert_eq!(found.compared_at, Some(gone.tick));
    assert!(found.fields.iter().any(|field| field.owner.starts_with("p")), "{found}");
    assert_eq!(bisect(&replay, &recorded_here(&replay, &Unseen).expect("it plays")), Ok(None));
}

#[test]
fn a_record_that_plays_differently_here_is_bisected_by_its_keyframes() {
    // As if another machine had gone another way: the record of one match under the orders of another.
    let (reproducer, _) = with_an_order_less("duel", 6);
    let mut strange = recorded_with_keyframes(&reproducer, 1);
    let whole = Reproducer::from_replay(&golden("duel")).expect("it decodes");
    let at = strange.chunks.iter().position(|chunk| chunk.last_tick() == whole.orders[6].tick).expect("a chunk a tick");
    strange.chunks[at].orders = whole.orders_of(whole.orders[6].tick).to_vec();
    assert!(verify(&strange).is_err());
    let found = bisect(&strange, &recorded_here(&strange, &Unseen).expect("it plays"))
        .expect("they decode")
        .expect("they differ");
    assert_eq!((found.tick, found.compared_at), (whole.orders[6].tick, Some(whole.orders[6].tick)));
    assert!(!found.fields.is_empty(), "{found}");
}

/// A reproducer recorded with a keyframe every `keyframes` ticks.
fn recorded_with_keyframes(reproducer: &Reproducer, every: u32) -> Replay {
    let mut replay = Replay::decode(&reproducer.record("with keyframes")).expect("just recorded");
    let mut playback = Playback::new(&replay).expect("it decodes");
    let mut recorder = sandtable_replay::Recorder::new(&replay.header);
    for tick in 1..=replay.last_tick() {
        let orders = playback.orders();
        playback.advance();
        recorder.tick(playback.world(), orders);
        if tick.is_multiple_of(every) {
            recorder.keyframe(playback.world(), Vec::new());
        }
    }
    recorder.flush(playback.world());
    replay = Replay::decode(&recorder.take_bytes()).expect("just recorded");
    replay
}

#[test]
fn recorded_strategies_decide_the_same_again_and_others_are_found_out() {
    let registry = Registry::standard();
    for name in ["couriers", "duel"] {
        let replay = golden(name);
        match rerun(&replay, &registry) {
            Ok(again) => assert_eq!((again.ticks, again.orders), (replay.last_tick(), replay.orders())),
            // Goldens hold orders, not strategies: those may have learnt since. It must be said which decision is another.
            Err(ResumeError::OtherDecision(first)) => assert!(first.recorded != first.given, "{first}"),
            Err(other) => panic!("{name}: {other}"),
        }
    }
}

#[test]
fn the_first_decision_of_a_changed_strategy_is_named() {
    let home = Folder::new("changed");
    let path = home.0.join("ferry.replay");
    sandtable(&["match", FERRY, "--replay", path.to_str().expect("text")]).expect("it plays");
    let mut replay = recorded(&path);
    assert!(rerun(&replay, &Registry::standard()).is_ok());
    let source = &mut replay.header.contestants[0].source;
    *source = source.replacen("at = 12", "at = 14", 1);
    let Err(ResumeError::OtherDecision(first)) = rerun(&replay, &Registry::standard()) else {
        panic!("another strategy must show");
    };
    assert_eq!((first.player, first.number, first.given.clone()), (PlayerId(0), 1, None));
    assert!(first.recorded.as_ref().is_some_and(|order| order.contains("unload")), "{first}");
    assert!((12 * 16..14 * 16).contains(&first.tick), "{first}");
}

#[test]
fn a_fork_with_nothing_changed_is_the_recorded_match() {
    let (registry, home) = (Registry::standard(), Folder::new("fork"));
    let path = home.0.join("duel.replay");
    let file = path.to_str().expect("text");
    sandtable(&["match", "duel", "--seed", "11", "--replay", file]).expect("it plays");
    let replay = recorded(&path);
    let terms = |tick: u32, seeds: u32| ForkTerms { tick, strategies: vec![None, None], seeds, threads: 2 };
    let once = fork(&replay, &registry, &terms(900, 1), &Unseen).expect("it is played").expect("it can be taken up");
    let winner =
        replay.end.as_ref().and_then(|end| end.outcome).and_then(|outcome| outcome.winner).expect("somebody won");
    assert_eq!(once.teams[winner.index()].wins, 1);
    let many = fork(&replay, &registry, &terms(900, 6), &Unseen).expect("it is played").expect("it can be taken up");
    assert_eq!(many.teams.iter().map(|team| team.wins).sum::<u32>() + many.draws, many.games);
    for team in &many.teams {
        assert!(team.interval[0] <= team.probability && team.probability <= team.interval[1], "{team:?}");
    }
    let again = fork(&replay, &registry, &terms(900, 6), &Unseen).expect("it is played").expect("it can be taken up");
    assert_eq!(many, again, "the same forks, whichever thread played them");
    let beyond = fork(&replay, &registry, &terms(replay.last_tick() + 1, 1), &Unseen).expect("nothing else is wrong");
    assert!(matches!(beyond, Err(ResumeError::NoSuchTick { .. })));
}

#[test]
fn a_match_saved_and_continued_is_the_match_played_straight_through() {
    let home = Folder::new("continue");
    let path = |name: &str| home.0.join(name).to_str().expect("text").to_owned();
    let matches: [(&str, &[&str]); 2] = [("duel", &["duel", "--seed", "11"]), ("ferry", &[FERRY])];
    for (name, played) in matches {
        let (whole, half, rest) = (path("whole.replay"), path("half.replay"), path("rest.replay"));
        let play = |more: &[&str]| sandtable(&[&["match"], played, more].concat()).expect("it plays");
        play(&["--replay", &whole, "--keyframes", "384"]);
        // In a chunk, where one is full, where a keyframe is due, and one tick after that.
        for at in [333, 256, 384, 385] {
            let keyframes = ["--keyframes", "384"];
            play(&[&["--replay", &half, "--save-at", &at.to_string()], &keyframes[..]].concat());
            let saved = recorded(Path::new(&half));
            assert_eq!((saved.last_tick(), saved.status()), (at, RecordStatus::Incomplete), "{name}");
            let keyframe = saved.keyframes.last().expect("to go on from");
            assert_eq!(keyframe.tick, at);
            assert!(name != "ferry" || !keyframe.table.is_empty(), "scripted commanders can be saved");
            assert_eq!(error_of(&["replay", "verify", &half]).0, 5, "{name}: right as far as it goes");
            let go_on = ["match", "--continue", &half, "--replay", &rest];
            sandtable(&[&go_on[..], &keyframes].concat()).expect("it goes on");
            let same = fs::read(&whole).expect("written") == fs::read(&rest).expect("written");
            assert!(
                same,
                "{name}, stopped after {at}: {:?}",
                diff(&recorded(Path::new(&whole)), &recorded(Path::new(&rest)))
            );
        }
        assert!(verify(&recorded(Path::new(&rest))).is_ok_and(|verified| verified.complete), "{name}");
    }
    let (code, text) = error_of(&["match", "--continue", &path("whole.replay")]);
    assert!(code == 2 && text.contains("a finished match"), "{text}");
}

#[test]
fn what_a_killed_match_leaves_is_continued() {
    let home = Folder::new("killed");
    let path = |name: &str| home.0.join(name).to_str().expect("text").to_owned();
    sandtable(&["match", "duel", "--seed", "11", "--replay", &path("whole.replay")]).expect("it plays");
    let whole = fs::read(path("whole.replay")).expect("it was written");
    // The first blocks are what is on disk when the process is killed.
    let first = 10 + 16 + u32::from_le_bytes([whole[10], whole[11], whole[12], whole[13]]) as usize;
    assert!(first < whole.len(), "a match of several blocks");
    fs::write(path("cut.replay"), &whole[..first]).expect("it can be written");
    let cut = recorded(Path::new(&path("cut.replay")));
    assert_eq!(cut.status(), RecordStatus::Incomplete);
    sandtable(&["match", "--continue", &path("cut.replay"), "--replay", &path("rest.replay")]).expect("it goes on");
    let rest = fs::read(path("rest.replay")).expect("it was written");
    assert!(
        rest == whole,
        "{:?}",
        diff(&recorded(Path::new(&path("whole.replay"))), &recorded(Path::new(&path("rest.replay"))))
    );
}

#[test]
fn a_failing_match_is_made_small_and_still_fails() {
    let mut reproducer = Reproducer::from_replay(&golden("duel")).expect("it decodes");
    reproducer.ticks = reproducer.ticks.min(1400);
    let lost = |world: &World| world.players()[1].totals.units_lost > 0;
    let fails = |reproducer: &Reproducer| lost(&reproducer.play(reproducer.start(), |world| !lost(world)));
    assert!(fails(&reproducer), "somebody dies in it");
    let small = reduce(&reproducer, MAX_TRIES, fails).expect("it fails").reproducer;
    assert!(fails(&small) && small.scenario.check().is_empty());
    assert!(small.ticks < reproducer.ticks && small.orders.len() < reproducer.orders.len() / 4, "{small:?}");
    let mut shorter = small.clone();
    shorter.ticks -= 1;
    assert!(!fails(&shorter), "no tick too many");
    for row in 0..small.orders.len() {
        let mut fewer = small.clone();
        fewer.orders.remove(row);
        assert!(!fails(&fewer), "order {row} is one too many");
    }
    let replay = Replay::decode(&small.record("somebody died")).expect("just recorded");
    assert!(verify(&replay).is_ok());
    assert_eq!(reduce(&small, MAX_TRIES, |_| false), None);
    // With no time it is what it was; with three tries it is told three times how far it has come.
    let (mut told, goes_on) = (0, AtomicBool::new(false));
    let mut within = |time: Option<u64>, tries: u32| {
        let limits = ReductionLimits {
            tries,
            time: time.map(Duration::from_secs),
            told: &mut |_, _| told += 1,
            interrupt: &goes_on,
        };
        reduce_within(&reproducer, limits, |_| true)
    };
    assert_eq!(within(Some(0), MAX_TRIES), None, "there was no time to see it fail");
    assert!(within(None, 3).is_some_and(|some| some.tries == 3 && !some.finished));
    assert!(within(None, MAX_TRIES).is_some_and(|all| all.finished && all.reproducer.orders.is_empty()));
    assert!(told > 3);
    // An interruption keeps the smallest so far.
    let interrupt = AtomicBool::new(false);
    let mut stop = |_: &Reproducer, tries: u32| interrupt.store(tries == 2, Ordering::Relaxed);
    let limits = ReductionLimits { tries: MAX_TRIES, time: None, told: &mut stop, interrupt: &interrupt };
    let stopped = reduce_within(&reproducer, limits, |_| true).expect("it fails to begin with");
    assert!(stopped.tries == 2 && !stopped.finished);
    let threads = threads_of_a_match(3).expect("threads");
    assert!(Fails::ALL.iter().all(|(_, fails)| !fails.holds(&small, &threads)), "nothing is wrong with it");
}

#[test]
fn states_are_told_at_any_tick_and_differences_by_exit_code() {
    let home = Folder::new("states");
    let path = |name: &str| home.0.join(name).to_str().expect("text").to_owned();
    let (one, other) = (path("one.replay"), path("other.replay"));
    sandtable(&["match", "duel", "--seed", "11", "--keyframes", "100", "--replay", &one]).expect("it plays");
    sandtable(&["match", "duel", "--seed", "12", "--replay", &other]).expect("it plays");
    sandtable(&["replay", "state", &one, "--tick", "777"]).expect("it tells");
    sandtable(&["replay", "state", &one, "--tick", "777", "--json"]).expect("it tells");
    sandtable(&["replay", "dump", &one, "--tick", "777", "--part", "players", "--owner", "p1"]).expect("it tells");
    sandtable(&["replay", "verify", "--commanders", &one, &other]).expect("they decide the same");
    sandtable(&["replay", "diff", &one, &one]).expect("no difference");
    sandtable(&["replay", "bisect", &one]).expect("no difference");
    sandtable(&["replay", "fork", &one, "--tick", "1500", "--p2", "idle", "--seeds", "2"]).expect("it plays");
    sandtable(&["match", "duel", "--seed", "11", "--sync-test", "100"]).expect("no difference");
    assert_eq!(error_of(&["replay", "diff", &one, &other]).0, 1);
    assert_eq!(error_of(&["replay", "bisect", &one, &other]).0, 1);
    let small = path("small.replay");
    assert_eq!(error_of(&["replay", "minimize", &one, "-o", &small]).0, 1, "nothing fails in it");
    let (code, text) = error_of(&["replay", "minimize", &one, "-o", &small, "--run", "/nowhere/at/all"]);
    assert!(code == 2 && text.contains("cannot run /nowhere/at/all"), "{text}");
    // `yes` never ends: the time that was given holds for it too.
    let (code, text) = error_of(&["replay", "minimize", &one, "-o", &small, "--run", "yes", "--seconds", "1"]);
    assert!(code == 2 && text.contains("--run: yes exceeded the time limit"), "{text}");
    assert!(!Path::new(&small).exists() && !Path::new(&small).with_extension("candidate").exists());
    let missing = path("missing.replay");
    assert_eq!(error_of(&["replay", "verify", &missing, &one]).0, 3);
    let damaged = home.file("damaged.replay", "no replay").to_str().expect("text").to_owned();
    assert_eq!(error_of(&["replay", "verify", &missing, &damaged, &one]).0, 1, "the gravest counts");
    let (code, text) = error_of(&["replay", "dump", &one, "--tick", "1", "--owner", "p1#77"]);
    assert!(code == 2 && text.contains("\"p1#77\"") && text.contains("(p1#2)"), "{text}");
    let (code, text) = error_of(&["replay", "state", &one, "--tick", "99999"]);
    assert!(code == 2 && text.contains("expected 0 to"), "{text}");
    let (code, text) = error_of(&["replay", "dump", &one, "--tick", "1", "--part", "unit.motoin"]);
    assert!(code == 2 && text.contains("unit.motion"), "{text}");
    let (code, text) = error_of(&["replay", "fork", &one, "--tick", "1", "--p3", "idle"]);
    assert!(code == 2 && text.contains("2 commanders"), "{text}");
}

/// A golden as a file whose header says something else.
fn with_another_header(home: &Folder, name: &str, change: impl FnOnce(&mut Replay)) -> String {
    let mut replay = golden("duel");
    change(&mut replay);
    let plain = Recorder::resume(&replay, replay.last_tick()).take_bytes();
    let path = home.0.join(name);
    fs::write(&path, pack_replay(&plain).expect("it packs")).expect("it can be written");
    path.to_str().expect("text").to_owned()
}

#[test]
fn a_replay_of_other_rules_or_another_layout_is_refused_by_what_differs_and_still_described() {
    let home = Folder::new("others");
    let rules = golden("duel").header.rules_fingerprint;
    let layout = with_another_header(&home, "layout.replay", |replay| replay.header.provenance.scenario_layout = 9);
    let other = with_another_header(&home, "rules.replay", |replay| replay.header.rules_fingerprint ^= 1);
    for (file, differs) in [
        (&layout, "of layout 9; this program reads layouts".to_owned()),
        (&other, format!("rules have fingerprint {rules:016x}; the header says {:016x}", rules ^ 1)),
    ] {
        assert_eq!(error_of(&["replay", "verify", file]).0, 1);
        let told = verify(&recorded(Path::new(file))).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(told.contains(&differs), "{told}");
        sandtable(&["replay", "info", file]).expect("it is described all the same");
    }
}
