//! Records that lie: whoever changes one can write its checksums anew, so what it says of itself is held to the match played again.

use std::path::Path;
use std::sync::Arc;

use sandtable::exit::code;
use sandtable_ai::{Commander, Orders, Registry};
use sandtable_content::MatchTerms;
use sandtable_match::replays::{Depth, ReplayVerdict, diff, info_text};
use sandtable_match::runner::{Recording, clock, commander_seed, run_match_with};
use sandtable_match::store::pack_replay;
use sandtable_replay::{Chunk, Contestant, Forfeit, RecordStatus, Recorder, Replay, SourceText};
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::view::View;
use sandtable_sim::{SIM_VERSION, Threads};
use sandtable_state::id::PlayerId;
use sandtable_tests::Fixture;
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::mutation::stopped_at;
use sandtable_tests::{golden, recorded};

/// A replay as if it had been recorded so, its checksums right.
fn bytes_of(replay: &Replay) -> Vec<u8> {
    let mut recorder = Recorder::resume(replay, replay.last_tick());
    if let Some(end) = &replay.end {
        recorder.finish(None, end);
    }
    pack_replay(&recorder.take_bytes()).expect("it packs")
}

fn verdict_of(file: &Path, depth: Depth, registry: &Registry) -> ReplayVerdict {
    ReplayVerdict::of_file(file, depth, registry, &Threads::default(), &sandtable_match::progress::Unseen)
}

/// What the command line and the library say of a replay.
fn told(replay: &Replay) -> (u8, String) {
    told_of(replay, Depth::Strategies)
}

fn told_of(replay: &Replay, depth: Depth) -> (u8, String) {
    let home = Folder::new("lies");
    let path = home.0.join("lie.replay");
    std::fs::write(&path, bytes_of(replay)).expect("it is written");
    let how: &[&str] = if depth == Depth::Orders { &["--orders-only"] } else { &[] };
    let args = [&["replay", "verify", path.to_str().expect("text")], how].concat();
    let exit = sandtable(&args).map_or_else(|failure| code(&failure), |()| 0);
    (exit, verdict_of(&path, depth, &Registry::standard()).text())
}

/// Holds a changed replay to be refused with these words.
fn refused(replay: &Replay, words: &str) {
    let (exit, text) = told(replay);
    assert!(exit == 1 && text.starts_with("FAILED: ") && text.contains(words), "exit {exit}, {text:?}, not {words:?}");
}

/// A golden of which something is changed.
fn changed(change: impl FnOnce(&mut Replay)) -> Replay {
    let mut replay = golden("duel");
    change(&mut replay);
    replay
}

/// A match of commanders that remember, with keyframes that hold what.
fn remembered() -> Replay {
    let home = Folder::new("remembered");
    let path = home.0.join("match.replay");
    let file = path.to_str().expect("text");
    let what = ["match", "--map", "duel16", "--rules", "duel", "--p1", "duel/rush", "--p2", "duel/rush"];
    let how = ["--seed", "3", "--time-limit", "50", "--keyframes", "256", "--replay", file];
    sandtable(&[&what[..], &how].concat()).expect("it plays");
    recorded(&path)
}

#[test]
fn what_is_recorded_is_accepted_with_nothing_claimed() {
    for replay in [golden("duel"), remembered()] {
        let (exit, text) = told(&replay);
        assert!(exit == 0 && text.starts_with("ok: ") && !text.contains("claimed"), "{text}");
    }
}

#[test]
fn a_match_cut_short_and_marked_complete_is_refused() {
    let cut = |status: RecordStatus| {
        changed(|replay| {
            replay.chunks.retain(|chunk| chunk.last_tick() <= 768);
            let end = replay.end.as_mut().expect("it is whole");
            (end.status, end.last_tick, end.outcome) = (status, 768, None);
        })
    };
    refused(&cut(RecordStatus::Complete), "marked complete, but nothing is decided at tick 768");
    let (exit, text) = told(&cut(RecordStatus::Incomplete));
    assert!(exit == 5 && text.contains("incomplete"), "{text}");
    let (exit, text) = told(&cut(RecordStatus::EngineError));
    assert!(exit == 5 && text.contains("claimed: the engine failed"), "{text}");
}

#[test]
fn a_match_that_is_over_and_not_marked_complete_is_refused() {
    let marked = |status: RecordStatus| changed(|replay| replay.end.as_mut().expect("it is whole").status = status);
    let decided = golden("duel").last_tick();
    for (status, words) in [
        (RecordStatus::Incomplete, "marked incomplete"),
        (RecordStatus::EngineError, "marked ended by an engine error"),
    ] {
        refused(&marked(status), &format!("{words}, but the match is decided at tick {decided}"));
    }
}

/// Nobody stops a match in the tick that decides it: its record is complete.
#[test]
fn a_match_stopped_in_the_tick_that_decides_it_is_complete() {
    let replay = golden("duel");
    let stopped = stopped_at(&replay, replay.last_tick());
    assert_eq!((stopped.status(), stopped.last_tick()), (RecordStatus::Complete, replay.last_tick()));
    assert_eq!(stopped.end.as_ref().and_then(|end| end.outcome), replay.end.as_ref().and_then(|end| end.outcome));
    sandtable_replay::verify(&stopped).expect("it is no lie");
}

#[test]
fn engine_version_0_is_another_version_and_told() {
    let mut replay = remembered();
    replay.header.sim_version = 0;
    replay.keyframes[0].world[40] ^= 1;
    let (exit, text) = told(&replay);
    assert!(exit == 0 && text.contains("recorded by engine version 0, plays identically in"), "{text}");
    assert!(text.contains("claimed: the keyframes and memories of commanders"), "{text}");
    // Of commanders 0 says that their version is not recorded: what they remember is compared all the same.
    replay.header.sim_version = sandtable_sim::SIM_VERSION;
    replay.header.provenance.commanders = 0;
    refused(&replay, "keyframe");
}

#[test]
fn hashes_of_parts_left_out_where_the_engine_did_not_fail_are_refused() {
    type Leave = fn(&mut [Chunk]);
    let cases: [(Leave, u32); 3] = [
        (|chunks| chunks[1].parts.clear(), 512),
        (|chunks| chunks.iter_mut().for_each(|chunk| chunk.parts.clear()), 256),
        (|chunks| chunks.last_mut().expect("a chunk").parts.clear(), golden("duel").last_tick()),
    ];
    for (leave, tick) in cases {
        let lie = changed(|replay| leave(&mut replay.chunks));
        refused(&lie, &format!("the chunk up to tick {tick} has no hashes of its parts"));
        let clock = clock(tick);
        let told = format!("first hashes of parts that differ: tick {tick} ({clock}): one record has no hashes");
        assert_eq!(diff(&golden("duel"), &lie), [told]);
    }
    // Where it did, the last chunk has none, and a record that was cut off there is no lie.
    let failed = |end: bool| {
        changed(|replay| {
            replay.chunks.truncate(2);
            replay.chunks[1].parts.clear();
            let mut failed = replay.end.take().expect("it is whole");
            (failed.status, failed.last_tick, failed.outcome) = (RecordStatus::EngineError, 512, None);
            replay.end = end.then_some(failed);
        })
    };
    for end in [true, false] {
        assert_eq!(told(&failed(end)).0, 5, "it ends with an error of the engine: {end}");
    }
    let replay = remembered();
    let mut lie = replay.clone();
    *lie.chunks[0].parts.last_mut().expect("a memory") ^= 1;
    assert_eq!(diff(&replay, &lie), ["first hashes of parts that differ: tick 256 (0:16): memory.p2"]);
}

fn forfeit(player: u8, tick: u32) -> Forfeit {
    Forfeit { player: PlayerId(player), tick, why: "cheated!!".to_owned() }
}

#[test]
fn an_invented_forfeit_is_refused() {
    let with = |forfeits: Vec<Forfeit>| changed(|replay| replay.end.as_mut().expect("it is whole").forfeits = forfeits);
    refused(
        &with(vec![forfeit(1, 768)]),
        "player 2 cannot have forfeited after tick 768: the player did not give up then",
    );
    refused(&with(vec![forfeit(1, 9999)]), "the record ends before");
    refused(&with(vec![forfeit(7, 768)]), "there is no such player");
    // After the last tick there is nothing that could contradict it but the strategy itself.
    let last = golden("duel").last_tick();
    refused(&with(vec![forfeit(1, last)]), "its strategy does not forfeit");
    refused(&with(vec![forfeit(1, last), forfeit(1, last)]), "it is recorded twice");
}

#[test]
fn changed_titles_and_names_are_refused() {
    let titles = changed(|replay| replay.header.titles.scenario = "Grand Final".to_owned());
    refused(&titles, "the header calls the scenario \"Grand Final\"");
    refused(&changed(|replay| replay.header.titles.map = "crown".to_owned()), "the header calls the map");
    refused(&changed(|replay| replay.header.titles.rules = "classic".to_owned()), "the header calls the rules");
    refused(&changed(|replay| replay.header.parts[0] = "luck".to_owned()), "other parts of the state");
    let more = changed(|replay| replay.header.contestants.push(Contestant::default()));
    refused(&more, "a commander of player 3; the match has 2 players");
    refused(
        &changed(|replay| replay.header.contestants[0].name = "champion".to_owned()),
        "player 1 is not \"champion\"",
    );
    let other = changed(|replay| {
        let contestant = &mut replay.header.contestants[0];
        (contestant.name, contestant.strategy) = ("first/rush".to_owned(), "strategies/first/rush.toml".to_owned());
    });
    refused(&other, "player 1 is not \"first/rush\": its text is that of \"duel/rush\"");
    refused(&changed(|replay| replay.header.contestants[1].seed ^= 1), "player 2's commander has seed");
    let mine = changed(|replay| {
        let contestant = &mut replay.header.contestants[0];
        (contestant.name, contestant.strategy) = ("my/rush".to_owned(), "my/rush.toml".to_owned());
    });
    let (exit, text) = told(&mine);
    let claim = "claimed: player 1 has the name \"my/rush\", from the file \"my/rush.toml\", cannot be checked";
    assert!(exit == 0 && text.contains(claim), "{text}");
}

/// What cannot be built is not run again, so that its player's decisions were claimed, whatever they were.
#[test]
fn texts_of_strategies_that_cannot_have_played_are_refused() {
    let with = |source: &str| changed(|replay| replay.header.contestants[0].source = source.to_owned());
    let unknown_key = format!("{}\nnonsense = 1\n", golden("duel").header.contestants[0].source.replace("[", "#["));
    for (source, words) in [
        ("", "the record has no text of it"),
        ("gibberish ][", "cannot be built: "),
        ("about = \"Rushes.\"", "missing key bot"),
        ("bot = \"goals\"", "missing key about"),
        (&unknown_key, "cannot be built: "),
    ] {
        let lie = with(source);
        refused(&lie, "player 1's strategy duel/rush cannot be built: ");
        refused(&lie, words);
        // Of other versions nobody knows what they could read.
        let mut other = lie;
        other.header.provenance.commanders = 99;
        let (exit, text) = told(&other);
        assert!(exit == 0 && text.contains("claimed: player 1 gave the recorded orders"), "{text}");
    }
    // Bots from outside and of other programs are claimed, and records that hold no texts at all.
    let none = changed(|replay| replay.header.contestants.iter_mut().for_each(|one| one.source.clear()));
    for replay in [with("bot = \"psychic\"\nabout = \"Knows.\""), none] {
        let (exit, text) = told(&replay);
        assert!(exit == 0 && text.contains("claimed: player 1 gave the recorded orders"), "{text}");
    }
}

#[test]
fn changed_texts_of_content_are_refused() {
    let with = |name: &'static str, change: fn(&str) -> String| {
        changed(|replay| {
            let source = replay.header.sources.iter_mut().find(|source| source.name == name).expect("it is recorded");
            let text = change(&source.text);
            assert_ne!(text, source.text, "{name}");
            source.text = text;
        })
    };
    // `replay rerun --set` builds on the text of the rules.
    let rules = with("rules/duel.toml", |text| text.replacen("hp = ", "hp = 1", 1));
    refused(&rules, "text \"rules/duel.toml\" of the record: found rules other than");
    let (exit, text) = told_of(&rules, Depth::Orders);
    assert!(exit == 1 && text.contains("found rules other than"), "{text}");
    refused(&with("rules/duel.toml", |_| "armour_classes = 7".to_owned()), "it cannot be read: ");
    let map = with("maps/duel16.map", |text| text.replacen("name = \"Duel\"", "name = \"Dual\"", 1));
    refused(&map, "text \"maps/duel16.map\" of the record: found a map other than");
    let other = with("matches/duel.toml", |text| text.replacen("time_limit = ", "time_limit = 1", 1));
    refused(&other, "text \"matches/duel.toml\" of the record: found a match other than");
    refused(&changed(|replay| replay.header.sources.extend_from_within(..1)), "the record has it twice");
    // What nothing was made from, what is not there, what another version may have read otherwise: told as claimed.
    let note = SourceText { name: "notes.txt".to_owned(), text: "mine".to_owned() };
    let cases: [(&str, Replay); 3] = [
        ("\"notes.txt\" (no other text names it)", changed(|replay| replay.header.sources.push(note))),
        (
            "\"matches/duel.toml\" (the record lacks a text that it names)",
            changed(|replay| replay.header.sources.retain(|source| source.name != "rules/duel.toml")),
        ),
        ("\"rules/duel.toml\" (other versions may read it differently)", {
            let mut rules = rules;
            rules.header.provenance.commanders = 99;
            rules
        }),
    ];
    for (claim, replay) in cases {
        let (exit, text) = told(&replay);
        assert!(exit == 0 && text.contains("claimed: the match was made from") && text.contains(claim), "{text}");
    }
}

#[test]
fn a_build_that_is_not_this_one_is_claimed() {
    let (exit, text) = told(&changed(|replay| replay.header.provenance.build = "0123456789abcdef".to_owned()));
    assert!(exit == 0 && text.contains("claimed: build 0123456789abcdef recorded it, this is "), "{text}");
}

#[test]
fn what_is_claimed_begins_no_line_of_its_own() {
    let (exit, text) = told(&changed(|replay| {
        replay.header.provenance.build = "0123\nlie.replay: ok: 9 ticks".to_owned();
        replay.end.as_mut().expect("it is whole").note = "a\r\n  status complete\u{1b}[2J".to_owned();
    }));
    let lines: Vec<&str> = text.split(['\n', '\r']).collect();
    assert!(exit == 0 && lines.len() == 3 && !text.contains('\u{1b}'), "{text:?}");
    assert!(lines[1].contains(r"claimed: build 0123\nlie.replay: ok: 9 ticks recorded it"), "{text:?}");
    let mut replay = golden("duel");
    replay.header.contestants[0].name = "boss\n  status     incomplete".to_owned();
    let info = info_text(Path::new("a.replay"), &replay);
    assert_eq!(info.lines().filter(|line| line.trim_start().starts_with("status ")).count(), 1, "{info}");
}

/// The record would say its version of all ticks, those of this engine included.
#[test]
fn a_match_of_another_version_is_not_gone_on_with() {
    let home = Folder::new("another");
    let (path, rest) = (home.0.join("half.replay"), home.0.join("rest.replay"));
    let stopped = stopped_at(&remembered(), 300);
    type Change = fn(&mut Replay);
    let versions: [(Change, String); 3] = [
        (
            |replay| replay.header.sim_version -= 1,
            format!("engine version {}, this is {SIM_VERSION}: ", SIM_VERSION - 1),
        ),
        (|replay| replay.header.provenance.commanders = 99, "commanders version 99, this is ".to_owned()),
        (|replay| replay.header.provenance.scenario_layout = 77, "scenario layout version 77, this is ".to_owned()),
    ];
    let go_on = ["match", "--continue", path.to_str().expect("text"), "--replay", rest.to_str().expect("text")];
    for (change, words) in versions {
        let mut other = stopped.clone();
        change(&mut other);
        std::fs::write(&path, bytes_of(&other)).expect("it is written");
        let (code, text) = error_of(&go_on);
        assert!(
            code == 2 && text.contains(&words) && text.contains("only by the versions that recorded it"),
            "{code} {text}"
        );
        assert!(!rest.exists());
    }
    std::fs::write(&path, bytes_of(&stopped)).expect("it is written");
    sandtable(&go_on).expect("one of these versions is");
}

#[test]
fn states_in_keyframes_that_cannot_be_compared_are_claimed_whoever_plays() {
    let mut replay = remembered();
    replay.header.sim_version = 7;
    replay.keyframes[0].world[40] ^= 1;
    for depth in [Depth::Orders, Depth::Strategies] {
        let (exit, text) = told_of(&replay, depth);
        assert!(exit == 0 && text.contains("claimed: the keyframes and memories of commanders"), "{text}");
    }
}

#[test]
fn a_corrupted_memory_of_a_commander_is_refused() {
    let replay = remembered();
    let keyframe = &replay.keyframes[1];
    assert!(keyframe.tick == 512 && keyframe.table.len() > 64);
    let mut named = [false; 2];
    for at in (0..keyframe.table.len()).step_by(11) {
        let mut lie = replay.clone();
        lie.keyframes[1].table[at] ^= 1;
        let error = sandtable_match::replays::audit(&lie, &Registry::standard(), &sandtable_match::progress::Unseen)
            .expect_err("every byte counts");
        let text = error.to_string();
        assert!(text.contains("keyframe of tick 512"), "byte {at}: {text}");
        named[0] |= text.contains("player 1's memory (knowledge.") && text.contains("first at byte");
        named[1] |= text.contains("player 2's figures (");
        if at == 44 {
            refused(&lie, "the keyframe of tick 512");
        }
    }
    assert_eq!(named, [true; 2]);
}

#[test]
fn changed_keyframes_are_told_by_diff_bisect_and_rerun() {
    let (replay, home) = (remembered(), Folder::new("keyframes"));
    let path = home.0.join("lie.replay");
    let file = path.to_str().expect("text");
    let told = |change: &dyn Fn(&mut Replay)| {
        let mut lie = replay.clone();
        change(&mut lie);
        std::fs::write(&path, bytes_of(&lie)).expect("it is written");
        for command in ["bisect", "rerun"] {
            assert_eq!(sandtable(&["replay", command, file]).map_err(|failure| code(&failure)), Err(1), "{command}");
        }
        diff(&replay, &lie)
    };
    assert_eq!(diff(&replay, &replay), Vec::<String>::new());
    assert_eq!(told(&|lie| lie.keyframes[1].world[40] ^= 1), ["keyframe of tick 512: the world differs"]);
    let memory = told(&|lie| lie.keyframes[1].table[44] ^= 1);
    assert_eq!(memory, ["keyframe of tick 512: player 1's memory (memory.p1) differs"]);
}

/// Plays along for a while, then fails.
struct Shaky;

impl Commander for Shaky {
    fn name(&self) -> &str {
        "shaky"
    }

    fn decide(&mut self, view: &View<'_>, _: &mut Orders) {
        assert!(view.tick() < 100, "its hands tremble");
    }
}

/// A match that the first player forfeits.
fn shaken() -> Replay {
    let terms = MatchTerms { time_limit_ticks: 60 * 16, ..MatchTerms::default() };
    let scenario = Arc::new(Fixture::shipped("duel", "duel16", terms).scenario());
    let source = "bot = \"shaky\"\nabout = \"Trembles.\"\n".to_owned();
    let shaky =
        Contestant { name: "shaky".to_owned(), strategy: String::new(), source, seed: commander_seed(5, PlayerId(0)) };
    let mut recording = Recording::new(&scenario, 5, vec![shaky], Vec::new(), Vec::new());
    run_match_with(&scenario, vec![Box::new(Shaky)], 5, &mut recording);
    Replay::decode(&recording.into_sink()).expect("just recorded")
}

/// What the library says of a replay where the shaky commander is known, from outside or built in.
fn told_with_shaky(replay: &Replay, outside: bool) -> (String, serde_json::Value) {
    let mut registry = Registry::standard();
    match outside {
        true => registry.add_outside("shaky", |_, _| panic!("nobody may start it")),
        false => registry.add("shaky", |_, _| Box::new(Shaky)),
    }
    let home = Folder::new("shaky");
    let path = home.0.join("shaky.replay");
    std::fs::write(&path, bytes_of(replay)).expect("it is written");
    let verdict = verdict_of(&path, Depth::Strategies, &registry);
    (verdict.text(), verdict.json(&path))
}

#[test]
fn a_forfeit_is_run_again_where_it_can_be_and_claimed_where_not() {
    let replay = shaken();
    let (text, json) = told_with_shaky(&replay, false);
    assert!(
        text.starts_with("ok: ") && !text.contains("claimed") && json["claimed"] == serde_json::json!([]),
        "{text}"
    );
    let (text, json) = told_with_shaky(&replay, true);
    assert!(text.starts_with("ok: ") && text.contains("claimed: player 1 forfeited at 0:0"), "{text}");
    assert!(text.contains("its hands tremble"), "{text}");
    assert_eq!((&json["ok"], &json["claimed"][1]["what"]), (&true.into(), &"forfeit".into()), "{json}");
    // Other words, another tick, none at all.
    let lie = |change: fn(&mut Vec<Forfeit>)| {
        let mut replay = shaken();
        change(&mut replay.end.as_mut().expect("it is whole").forfeits);
        replay
    };
    for change in [|all: &mut Vec<Forfeit>| all[0].why = "cheated!!".to_owned(), |all: &mut Vec<Forfeit>| all.clear()] {
        let (text, _) = told_with_shaky(&lie(change), false);
        assert!(text.starts_with("FAILED: player 1 is recorded") && text.contains("its hands tremble"), "{text}");
    }
    let (text, _) = told_with_shaky(&lie(|all| all[0].tick -= 20), true);
    assert!(
        text.starts_with("FAILED: player 1 cannot have forfeited"),
        "claimed or not, the world must follow: {text}"
    );
}

#[test]
fn who_gives_up_by_no_decision_of_its_own_is_told() {
    let mut replay = golden("duel-short");
    let header = replay.header.clone();
    let (scenario, seed) = (Arc::new(header.decode_scenario().expect("it decodes")), header.seed);
    // As an adjudication does it, and as a liar could: the orders up to a tick, and a surrender.
    let mut recorder = Recorder::new(&header);
    let mut world = sandtable_sim::World::new(scenario, seed);
    while world.outcome().is_none() {
        let tick = world.tick() + 1;
        let mut orders = replay.chunk_of(tick).expect("recorded").orders_of(tick).to_vec();
        if tick == 200 {
            let player = PlayerId(0);
            orders.retain(|order| order.player != player);
            orders.insert(0, StampedOrder { tick, player, seq: 0, order: Order::surrender() });
        }
        world.step(&orders);
        recorder.tick(&world, &orders);
    }
    let mut end = replay.end.take().expect("it is whole");
    end.outcome = world.outcome().copied();
    recorder.finish(Some(&world), &end);
    let replay = Replay::decode(&recorder.take_bytes()).expect("just recorded");
    assert_eq!(replay.last_tick(), 200);
    let (exit, text) = told(&replay);
    assert!(exit == 0 && text.contains("claimed: player 1 was surrendered at 0:12 (tick 200)"), "{text}");
}

#[test]
fn what_commanders_did_is_claimed_when_orders_alone_are_played() {
    let home = Folder::new("orders-only");
    let path = home.0.join("lie.replay");
    let lie = changed(|replay| replay.header.contestants[0].name = "champion".to_owned());
    std::fs::write(&path, bytes_of(&lie)).expect("it is written");
    let file = path.to_str().expect("text");
    assert!(sandtable(&["replay", "verify", file]).is_err());
    sandtable(&["replay", "verify", "--orders-only", file]).expect("the orders play as recorded");
    let text = verdict_of(&path, Depth::Orders, &Registry::standard()).text();
    assert!(text.contains("claimed: the decisions, memories and names of the commanders"), "{text}");
}
