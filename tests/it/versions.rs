//! Versions: what a record says of the program that made it, records of other versions tried, and what earlier programs wrote still read.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandtable_ai::{COMMANDERS_VERSION, Registry};
use sandtable_content::codec::{SCENARIO_LAYOUT, decode_scenario, decode_scenario_of, encode_scenario};
use sandtable_match::BUILD;
use sandtable_match::replays::{Depth, ReplayVerdict};
use sandtable_match::store::{pack_replay, read_replay, unpack_replay};
use sandtable_replay::{FORMAT_VERSION, RecordStatus, Recorder, Replay, verify};
use sandtable_sim::snapshot::load;
use sandtable_sim::{SIM_VERSION, Threads, World};
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::golden;

#[path = "../../arena/lens/build_id.rs"]
mod build_id;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

fn read(path: &Path) -> Replay {
    read_replay(path).expect("it is there").expect("it is read")
}

/// A replay as a file, as the newest format writes it.
fn written(home: &Folder, name: &str, replay: &Replay) -> String {
    let plain = Recorder::resume(replay, replay.last_tick()).take_bytes();
    let whole = match &replay.end {
        None => plain,
        Some(end) => {
            let mut recorder = Recorder::resume(replay, replay.last_tick());
            recorder.finish(None, end);
            recorder.take_bytes()
        }
    };
    let path = home.0.join(name);
    fs::write(&path, pack_replay(&whole).expect("it packs")).expect("it can be written");
    path.to_str().expect("text").to_owned()
}

#[test]
fn the_build_id_is_a_digest_of_the_sources_wherever_they_lie() {
    let here = build_id::build_id(&root(), &build_id::FLOORS).expect("it reads").expect("sources");
    assert_eq!(here, BUILD, "the program says the id of these sources");
    let copy = |name: &str, ending: &str| {
        let home = Folder::new(name);
        for floor in build_id::FLOORS {
            let folder = home.0.join(floor).join("crate/src");
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("lib.rs"), format!("//! A crate.{ending}fn f() {{}}{ending}")).expect("a source");
            fs::write(folder.join("notes.txt"), name).expect("no source");
        }
        home
    };
    let (one, other) = (copy("build-one", "\n"), copy("build-other", "\r\n"));
    let id = |home: &Folder| build_id::build_id(&home.0, &build_id::FLOORS).expect("it reads").expect("sources");
    assert_eq!(id(&one), id(&other), "neither path nor ends of lines nor other files count");
    fs::write(other.0.join("ai/crate/src/lib.rs"), "//! A crate.\nfn g() {}\n").expect("a source");
    assert_ne!(id(&one), id(&other), "a changed line does");
    fs::remove_dir_all(other.0.join("ai")).expect("it goes");
    assert_eq!(
        build_id::build_id(&other.0, &build_id::FLOORS).expect("it reads"),
        None,
        "without the sources nobody knows"
    );
}

#[test]
fn matches_say_which_program_recorded_them_and_goldens_and_tournaments_do_not() {
    let home = Folder::new("provenance");
    let file = home.0.join("game.replay");
    let game = file.to_str().expect("text");
    sandtable(&["match", "duel", "--replay", game]).expect("it plays");
    let replay = read(&file);
    let said = &replay.header.provenance;
    assert_eq!((said.commanders, said.scenario_layout), (COMMANDERS_VERSION, SCENARIO_LAYOUT));
    assert_eq!(said.build, BUILD);
    let plain = unpack_replay(&fs::read(&file).expect("it is there")).expect("it unpacks");
    assert_eq!(Replay::check_prefix(&plain), Ok(FORMAT_VERSION));

    let text = "name = \"tiny\"\nabout = \"Two games\"\nrules = \"duel\"\nmaps = [\"duel16\"]\nstrategies = [\"duel/rush\", \"idle\"]\nseeds = 1\n";
    let tournament = home.file("tiny.toml", text);
    let folder = home.0.join("results");
    let out = folder.to_str().expect("text");
    sandtable(&["tournament", tournament.to_str().expect("text"), "--out", out]).expect("it plays");
    let game = folder.join("replays/00000-duel16.replay");
    assert_eq!(read(&game).header.provenance.build, "");
    let manifest = folder.join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("it is there");
    assert!(text.contains(BUILD), "the folder says it");

    // Another build that plays alike has begun the folder, and signed a replay.
    fs::write(&manifest, text.replace(BUILD, "0123456789abcdef")).expect("it can be written");
    let mut signed = read(&game);
    signed.header.provenance.build = "0123456789abcdef".to_owned();
    let signed = written(&home, "signed.replay", &signed);
    fs::copy(signed, &game).expect("it can be written");
    sandtable(&["verify", out]).expect("what two builds play alike is in order");
}

#[test]
fn the_version_tells_what_the_program_is_made_of() {
    let (_, told) = error_of(&["--version"]);
    let expected = format!(
        "engine {SIM_VERSION}, commanders {COMMANDERS_VERSION}, scenarios {SCENARIO_LAYOUT}, replays {FORMAT_VERSION}, build {BUILD}"
    );
    assert!(told.contains(&expected), "{told}");
}

#[test]
fn records_of_another_engine_are_tried_and_play_identically() {
    let home = Folder::new("tried");
    let mut other = golden("duel");
    other.header.sim_version = 8;
    let path = written(&home, "other.replay", &other);
    let told = verdict_of(Path::new(&path));
    let expected = format!("recorded by engine version 8, plays identically in {SIM_VERSION}");
    assert!(told.text().starts_with("ok: ") && told.text().contains(&expected), "{}", told.text());
    assert_eq!(told.json(Path::new(&path))["other_versions"]["engine"]["recorded"], 8);
    assert!(told.into_failure().is_none());
    sandtable(&["replay", "verify", &path]).expect("it is in order");
}

/// What engine version 8 recorded: units move otherwise since version 10, and where it first shows is told.
#[test]
fn what_a_former_engine_recorded_is_read_and_played() {
    for name in ["engine-8-duel", "engine-8-quarters"] {
        let path = fixture(&format!("replays/{name}.replay"));
        assert_eq!(read(&path).header.sim_version, 8);
        let told = verdict_of(&path).text();
        let expected = format!("recorded by engine version 8, this is {SIM_VERSION}: first differs at tick ");
        assert!(told.contains(&expected), "{told}");
        let (code, _) = error_of(&["replay", "state", path.to_str().expect("text"), "--tick", "100"]);
        assert_eq!(code, 1, "there is no such state here");
    }
}

#[test]
fn a_record_of_another_engine_that_plays_otherwise_says_versions_tick_and_part() {
    let home = Folder::new("departs");
    let mut other = golden("duel");
    other.header.sim_version = SIM_VERSION + 1;
    let gone = other.chunks[0].orders.remove(0);
    let file = written(&home, "other.replay", &other);
    let (code, _) = error_of(&["replay", "verify", &file]);
    assert_eq!(code, 1);
    let text = verdict_of(Path::new(&file)).text();
    let (newer, tick) = (SIM_VERSION + 1, gone.tick);
    // Goldens that play as they did keep the version of the commanders that recorded them.
    let (versions, departs) = (
        format!("recorded by engine version {newer}, this is {SIM_VERSION}"),
        format!(": first differs at tick {tick} (in "),
    );
    assert!(text.contains(&versions) && text.contains(&departs) && text.contains("players"), "{text}");
}

fn verdict_of(file: &Path) -> ReplayVerdict {
    ReplayVerdict::of_file(
        file,
        Depth::Strategies,
        &Registry::standard(),
        &Threads::default(),
        &sandtable_match::progress::Unseen,
    )
}

/// Engines name their parts as they will; what has the same name is compared.
#[test]
fn parts_of_other_names_do_not_keep_a_record_from_being_tried() {
    let mut other = golden("duel");
    other.header.sim_version = SIM_VERSION - 1;
    other.header.parts[0] = "time".to_owned();
    other.header.parts.pop();
    other.chunks.iter_mut().for_each(|chunk| chunk.parts.truncate(chunk.parts.len() - 1));
    verify(&other).expect("it plays identically all the same");
    other.header.sim_version = SIM_VERSION;
    assert!(verify(&other).is_err(), "this engine does not name its parts so");
}

#[test]
fn commanders_of_another_version_that_decide_otherwise_are_told_with_the_version() {
    let home = Folder::new("commanders");
    let mut other = golden("duel");
    other.header.provenance.commanders = COMMANDERS_VERSION + 1;
    let file = written(&home, "other.replay", &other);
    let text = verdict_of(Path::new(&file)).text();
    let newer = COMMANDERS_VERSION + 1;
    let told = format!("recorded by commanders version {newer}, here {COMMANDERS_VERSION}");
    assert!(text.starts_with("ok: ") && text.contains(&told), "{text}");
    let shown = other.header.contestants[0].source.clone();
    other.header.contestants[0].source = shown.replace("workers = 5", "workers = 3");
    assert_ne!(shown, other.header.contestants[0].source);
    let file = written(&home, "otherwise.replay", &other);
    let text = verdict_of(Path::new(&file)).text();
    assert!(
        text.contains(&format!("recorded by commanders version {newer}, this is {COMMANDERS_VERSION}: ")),
        "{text}"
    );
    assert!(text.contains("decides differently") || text.contains("is not"), "{text}");
}

#[test]
fn what_cannot_be_read_is_refused_by_its_layout() {
    let mut other = golden("duel");
    other.header.provenance.scenario_layout = SCENARIO_LAYOUT + 1;
    let error = other.header.decode_scenario().expect_err("nobody reads it").to_string();
    assert!(error.contains(&format!("of layout {}", SCENARIO_LAYOUT + 1)), "{error}");
    assert!(read(&fixture("replays/v1.replay")).header.decode_scenario().is_err(), "engine 5 laid it out otherwise");
}

/// Replays of formats 2 and 3 as engine version 9 wrote them, with hashes of memories.
#[test]
fn replays_of_former_formats_are_read() {
    for (name, format) in [("v2-memories", 2), ("v3-memories", 3)] {
        let path = fixture(&format!("replays/{name}.replay"));
        let plain = unpack_replay(&fs::read(&path).expect("it is there")).expect("it unpacks");
        assert_eq!(Replay::check_prefix(&plain), Ok(format));
        let replay = read(&path);
        assert_eq!((replay.header.memories(), replay.status()), (2, RecordStatus::Complete));
        assert_eq!((replay.header.provenance.commanders, replay.header.provenance.build.as_str()), (0, ""));
        let told = verdict_of(&path).text();
        assert!(told.contains("recorded by engine version 9"), "{told}");
        // Written anew, in the newest format, it is the same record.
        let home = Folder::new(name);
        let again = read(Path::new(&written(&home, "again.replay", &replay)));
        assert!(again.is_same_match(&replay));
    }
}

#[test]
fn scenarios_of_every_layout_are_read() {
    for (layout, name) in [(1, "relief"), (1, "ward")] {
        let bytes = fs::read(fixture(&format!("scenarios/layout-{layout}-{name}.scenario"))).expect("it is there");
        let scenario = decode_scenario_of(layout, &bytes).expect("it is read");
        let now = encode_scenario(&scenario);
        assert!(layout != SCENARIO_LAYOUT || now == bytes, "{name}: the layout changed, and its number did not");
        assert_eq!(decode_scenario(&now).expect("just written"), scenario);
        World::new(Arc::new(scenario), 1).step(&[]);
    }
}

/// A state holds what its engine keeps: another engine that keeps more, or other things, says where it is at a loss.
#[test]
fn states_of_former_engines_are_refused_by_field() {
    let duel = read(&fixture("replays/v2-memories.replay")).header.scenario;
    let relief = fs::read(fixture("scenarios/layout-1-relief.scenario")).expect("it is there");
    for (name, scenario) in [("duel", duel), ("relief", relief)] {
        let scenario = Arc::new(decode_scenario_of(1, &scenario).expect("it is read"));
        let bytes = fs::read(fixture(&format!("states/engine-9-{name}.state"))).expect("it is there");
        let refused = load(scenario, &bytes).err().expect("engine 9 kept less of how units move").to_string();
        assert!(refused.contains("byte "), "{name}: {refused}");
    }
}
