//! A folder of results: every file is made again by `verify`, and one process writes it at a time.

use std::fs;
use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::BUILD;
use sandtable_match::library::Library;
use sandtable_match::progress::Unseen;
use sandtable_match::replays::info_text;
use sandtable_match::store::{SystemDisk, pack_replay};
use sandtable_math::mix;
use sandtable_replay::{Chunk, Recorder, Replay};
use sandtable_sim::SIM_VERSION;
use sandtable_sim::snapshot::PART_NAMES;
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::recorded;
use sandtable_tournament::{Checked, Manifest, Prepared, Results, TournamentFile, read_games, verify};

const FILE: &str = "name = \"t\"\nabout = \"A test.\"\nrules = \"classic\"\nbase_seed = 5\nmaps = [\"meadow\"]\n\
                    strategies = [\"first/rush\", \"first/tech\", \"idle\"]\nseeds = 1\ntime_limit = 20\n";

/// A finished tournament, and where it is.
fn played() -> (Folder, String) {
    let home = Folder::new("results");
    let file = home.file("t.toml", FILE).to_string_lossy().into_owned();
    let out = home.0.join("out").to_string_lossy().into_owned();
    sandtable(&["tournament", &file, "--out", &out]).expect("it plays");
    (home, out)
}

fn checked(folder: &str, sample: Option<u32>) -> Checked {
    verify(Path::new(folder), sample, 2, &Registry::standard(), &Unseen).expect("readable")
}

/// What `verify` finds when the folder is as `change` leaves it; the folder is put back.
fn found(folder: &str, change: impl Fn(&Path)) -> Vec<String> {
    let copy = Folder::new("changed");
    let whole = Folder(folder.into());
    fs::create_dir_all(copy.0.join("replays")).expect("a folder");
    for (name, bytes) in whole.files() {
        fs::write(copy.0.join(name), bytes).expect("a file");
    }
    // It is not this one's to remove.
    std::mem::forget(whole);
    change(&copy.0);
    let copied = copy.0.to_string_lossy().into_owned();
    let differences = checked(&copied, None).differences;
    let code = error_of(&["verify", &copied]).0;
    assert_eq!(code, 1, "{differences:?}");
    differences
}

fn rewrite(path: &Path, change: impl Fn(String) -> String) {
    let text = fs::read_to_string(path).expect("a file");
    let changed = change(text.clone());
    assert_ne!(text, changed, "{}", path.display());
    fs::write(path, changed).expect("a file");
}

#[test]
fn every_file_of_a_folder_is_made_again() {
    let (_home, out) = played();
    let whole = checked(&out, None);
    assert_eq!((whole.games, whole.of, whole.differences.len(), whole.finished), (6, 6, 0, true), "{whole:?}");
    // Manifest, list, five that follow from the games, six replays.
    assert_eq!(whole.files, 13);
    for name in ["summary.json", "summary.md", "report.html", "games.csv", "junit.xml"] {
        let lost = found(&out, |folder| fs::remove_file(folder.join(name)).expect("it is there"));
        assert!(lost.len() == 1 && lost[0].starts_with(&format!("{name}: is missing")), "{lost:?}");
        let other = found(&out, |folder| rewrite(&folder.join(name), |text| text + "one more\n"));
        assert!(other.len() == 1 && other[0].starts_with(&format!("{name}: line ")), "{other:?}");
    }
    let other = found(&out, |folder| {
        rewrite(&folder.join("summary.json"), |text| text.replace("\"games\": 6", "\"games\": 7"));
    });
    assert!(other[0].starts_with("summary.json: line 5: games: recorded 7, regenerated 6"), "{other:?}");
    let other =
        found(&out, |folder| rewrite(&folder.join("games.csv"), |text| text.replace(",limit,320,", ",limit,321,")));
    assert!(other[0].starts_with("games.csv: line 2: ticks: recorded 321, regenerated 320"), "{other:?}");
    let other = found(&out, |folder| rewrite(&folder.join("games.csv"), |text| text.replace('\n', "\r\n")));
    let last = "hash: recorded \"hash\\r\", regenerated hash";
    assert!(other.len() == 1 && other[0] == format!("games.csv: line 1: {last}"), "{other:?}");
}

#[test]
fn what_the_clock_said_keeps_its_form_and_is_claimed() {
    let (_home, out) = played();
    for change in [|text: String| text + "x", |text: String| text.replace("\"threads\"", "\"thread\"")] {
        let other = found(&out, |folder| rewrite(&folder.join("timing.json"), change));
        assert!(other.len() == 1 && other[0].starts_with("timing.json: is not a possible timing"), "{other:?}");
    }
    // Of what has the form, too, a clock cannot have said everything.
    let lies: [(&str, &str, &str); 7] = [
        ("threads", "0", "threads: found 0; expected 1 or more"),
        ("wall_seconds", "-5.0", "wall_seconds: found -5; expected 0 or more"),
        ("games_per_second", "1e9", "games_per_second: found 1000000000; expected "),
        ("game_seconds", "[]", "games_per_second: found "),
        ("game_seconds", "[0.0,0.0,0.0,0.0,0.0,0.0,0.0]", "game_seconds: found 7 games; expected 6 at most"),
        ("game_seconds", "[0.0,0.0,0.0,-0.5,0.0,0.0]", "game_seconds[3]: found -0.5; expected 0 to "),
        ("game_seconds", "[0.0,0.0,0.0,0.0,0.0,9000.0]", "game_seconds[5]: found 9000; expected 0 to "),
    ];
    for (key, value, words) in lies {
        let other = found(&out, |folder| rewrite(&folder.join("timing.json"), |text| with(&text, key, value)));
        let told = format!("timing.json: is not a possible timing of the games: {words}");
        assert!(other.len() == 1 && other[0].starts_with(&told), "{other:?}");
    }
    let busy = found(&out, |folder| {
        rewrite(&folder.join("timing.json"), |text| {
            let busy = with(&with(&text, "wall_seconds", "3.0"), "games_per_second", "2.0");
            with(&with(&busy, "threads", "2"), "game_seconds", "[2.0,2.0,2.0,2.0,0.0,0.0]")
        });
    });
    assert!(busy.len() == 1 && busy[0].contains("game_seconds: found 8 s in all; expected 6 at most"), "{busy:?}");
    // The rest nothing shows: it is claimed.
    let timing = Path::new(&out).join("timing.json");
    let claims = checked(&out, None).claims;
    assert!(claims.len() == 1 && claims[0].starts_with("timing.json: 6 games in "), "{claims:?}");
    rewrite(&timing, |text| {
        let some = with(&with(&text, "wall_seconds", "2.0"), "games_per_second", "0.5");
        with(&with(&with(&some, "threads", "3"), "game_seconds", "[1.5]"), "isolation", "\"a wall\"")
    });
    let claims = ["timing.json: 1 of 6 games in 2.000 s, threads: 3", "timing.json: isolation of bots: a wall"];
    assert_eq!(checked(&out, None).claims, claims);
}

/// The text of a file of JSON with another value under a key.
fn with(text: &str, key: &str, value: &str) -> String {
    let mut file: serde_json::Value = serde_json::from_str(text).expect("JSON");
    assert!(file.get(key).is_some(), "{key}");
    file[key] = serde_json::from_str(value).expect("a value");
    format!("{file}\n")
}

#[test]
fn what_is_no_file_is_told_and_what_else_differs_too() {
    let (_home, out) = played();
    for name in ["summary.json", "games.csv", "timing.json"] {
        let told = found(&out, |folder| {
            fs::remove_file(folder.join(name)).expect("it is there");
            fs::create_dir(folder.join(name)).expect("a folder");
            fs::remove_file(folder.join("junit.xml")).expect("it is there");
        });
        let of = |text: &str| told.iter().any(|line| line.starts_with(text));
        assert!(of(&format!("{name}: cannot read ")) && of("junit.xml: is missing"), "{told:?}");
        assert_eq!(told.len(), 2, "each is told once: {told:?}");
    }
    let list = Path::new(&out).join("games.jsonl");
    fs::remove_file(&list).expect("it is there");
    fs::create_dir(&list).expect("a folder");
    let (code, said) = error_of(&["verify", &out]);
    assert!(code == 3 && said.contains("games.jsonl: it is a folder"), "{code} {said}");
}

#[test]
fn replays_of_games_that_can_be_asked_again_hold_hashes_of_memories() {
    let (_home, out) = played();
    let files: Vec<_> = fs::read_dir(Path::new(&out).join("replays")).expect("a folder").flatten().collect();
    assert_eq!(files.len(), 6);
    for file in files {
        let replay = recorded(&file.path());
        let known = |chunk: &Chunk| chunk.memories(PART_NAMES.len()).iter().all(|hash| *hash != 0);
        assert!(replay.header.memories() == 2 && replay.chunks.iter().all(known), "{}", file.path().display());
    }
}

#[test]
fn missing_and_surplus_games_and_replays_are_told_one_by_one() {
    let (_home, out) = played();
    let list = |folder: &Path, change: fn(&mut Vec<&str>)| {
        rewrite(&folder.join("games.jsonl"), |text| {
            let mut lines: Vec<&str> = text.lines().collect();
            change(&mut lines);
            lines.iter().map(|line| format!("{line}\n")).collect()
        });
    };
    let lost = found(&out, |folder| list(folder, |lines| drop(lines.drain(2..4))));
    assert!(lost.len() == 2 && lost[0].contains("game 2 ") && lost[1].contains("game 3 "), "{lost:?}");
    let lost = found(&out, |folder| list(folder, |lines| lines.clear()));
    assert!(lost.len() == 6 && lost.iter().all(|line| line.contains("is missing")), "{lost:?}");
    let twice = found(&out, |folder| list(folder, |lines| lines.push(lines[1])));
    assert!(twice.len() == 1 && twice[0].contains("line 7: game 1 is repeated"), "{twice:?}");
    let turned = found(&out, |folder| list(folder, |lines| lines.reverse()));
    assert!(turned.len() == 1 && turned[0].starts_with("games.jsonl: line 1: "), "{turned:?}");
    let replay = |folder: &Path, game: u32| folder.join(format!("replays/0000{game}-meadow.replay"));
    let lost = found(&out, |folder| fs::remove_file(replay(folder, 2)).expect("it is there"));
    assert!(lost.len() == 1 && lost[0].starts_with("replays/00002-meadow.replay: is missing"), "{lost:?}");
    let swapped = found(&out, |folder| {
        fs::copy(replay(folder, 2), replay(folder, 3)).expect("copied");
    });
    assert!(swapped.len() == 1 && swapped[0].contains("is not the replay of game 3 "), "{swapped:?}");
    let stray = found(&out, |folder| {
        fs::write(folder.join("notes.txt"), "mine").expect("a file");
        fs::copy(replay(folder, 2), replay(folder, 9)).expect("copied");
    });
    assert!(stray.len() == 2 && stray.iter().all(|line| line.contains("unexpected file")), "{stray:?}");
}

#[test]
fn fields_that_a_record_does_not_have_are_found() {
    let (_home, out) = played();
    let other = found(&out, |folder| {
        let (records, _) = read_games(folder).expect("results");
        let lines = records.iter().map(|record| {
            let mut value = serde_json::to_value(record).expect("JSON");
            value["note"] = "mine".into();
            sandtable_match::store::sealed(&value).expect("JSON") + "\n"
        });
        fs::write(folder.join("games.jsonl"), lines.collect::<String>()).expect("a file");
    });
    assert!(other.len() == 6 && other[0].contains("note: recorded \"mine\", regenerated nothing"), "{other:?}");
}

/// A folder as a program of engine 16 would have left it.
fn of_engine_16(folder: &Path) {
    let engine = format!("\"sim_version\": {SIM_VERSION}");
    rewrite(&folder.join("manifest.json"), |text| text.replace(&engine, "\"sim_version\": 16"));
    for file in fs::read_dir(folder.join("replays")).expect("a folder").flatten() {
        let mut replay = recorded(&file.path());
        replay.header.sim_version = 16;
        write_replay(&file.path(), &replay);
    }
}

fn write_replay(path: &Path, replay: &Replay) {
    let mut recorder = Recorder::resume(replay, replay.last_tick());
    recorder.finish(None, replay.end.as_ref().expect("it is whole"));
    fs::write(path, pack_replay(&recorder.take_bytes()).expect("it packs")).expect("a file");
}

#[test]
fn a_folder_of_another_version_is_tried_and_the_version_told() {
    let (_home, out) = played();
    let folder = Path::new(&out);
    of_engine_16(folder);
    let tried = checked(&out, None);
    assert!(tried.differences.is_empty() && tried.games == 6, "{tried:?}");
    let version = format!(
        "manifest.json: written by version {0} of the program, engine 16; this is {0}, engine {SIM_VERSION}",
        env!("CARGO_PKG_VERSION")
    );
    assert!(tried.notes == [version.clone()] && tried.tell().contains(&format!("noted: {version}\n")), "{tried:?}");
    sandtable(&["verify", &out]).expect("it plays identically");
    // Where another engine played otherwise is told, and what only this one wrote does not pass for it.
    let replay = folder.join("replays/00002-meadow.replay");
    let whole = recorded(&replay);
    let mut other = whole.clone();
    let gone = other.chunks[0].orders.remove(0).tick;
    write_replay(&replay, &other);
    let told = checked(&out, None).differences;
    let departs = format!("recorded by engine version 16, this is {SIM_VERSION}: first differs at tick {gone} ");
    assert!(told.len() == 1 && told[0].contains(&departs), "{told:?}");
    write_replay(&replay, &whole);
    // Another program of the same engine is tried too, and nobody goes on with either.
    rewrite(&folder.join("manifest.json"), |text| {
        text.replace(&format!("\"program\": \"{}\"", env!("CARGO_PKG_VERSION")), "\"program\": \"9.1.0\"")
    });
    let tried = checked(&out, None);
    assert!(
        tried.differences.is_empty() && tried.notes[0].contains("version 9.1.0 of the program, engine 16"),
        "{tried:?}"
    );
    let (code, said) = error_of(&["tournament", "--resume", &out]);
    assert!(code == 2 && said.contains("cannot be mixed"), "{code} {said}");
}

/// Commanders of another version may remember in other bytes what they decide alike by.
#[test]
fn memories_of_commanders_of_another_version_are_left_out() {
    let (_home, out) = played();
    let folder = Path::new(&out);
    let file = folder.join("replays/00002-meadow.replay");
    let mut replay = recorded(&file);
    replay.header.provenance.commanders = 1;
    replay.chunks.iter_mut().for_each(|chunk| *chunk.parts.last_mut().expect("it has some") ^= 1);
    write_replay(&file, &replay);
    // The folder does not say that another build wrote it.
    let told = checked(&out, None).differences;
    assert!(told.len() == 1 && told[0].contains("is not the replay of game 2 "), "{told:?}");
    rewrite(&folder.join("manifest.json"), |text| text.replace(BUILD, "0123456789abcdef"));
    let found = checked(&out, None);
    assert!(found.differences.is_empty() && found.claims.iter().any(|claim| claim.contains("began it")), "{found:?}");
    replay.chunks.last_mut().expect("it has some").total ^= 1;
    write_replay(&file, &replay);
    assert_eq!(checked(&out, None).differences.len(), 1);
}

#[test]
fn texts_that_no_game_was_made_from_are_surplus() {
    let (_home, out) = played();
    let told = found(&out, |folder| {
        rewrite(&folder.join("manifest.json"), |text| {
            text.replace("\"texts\": {", "\"texts\": {\n      \"boss.toml\": \"the best\",")
        });
    });
    assert!(told.len() == 1 && told[0].starts_with("manifest.json: line "), "{told:?}");
    assert!(told[0].contains("content.texts.boss.toml: recorded \"the best\", regenerated nothing"), "{told:?}");
}

#[test]
fn where_a_file_ends_otherwise_is_told() {
    let (_home, out) = played();
    for name in ["summary.md", "games.csv"] {
        let cut = found(&out, |folder| rewrite(&folder.join(name), |text| text.trim_end().to_owned()));
        assert!(cut.len() == 1 && cut[0].ends_with(": recorded nothing more, regenerated a line break"), "{cut:?}");
        let more = found(&out, |folder| rewrite(&folder.join(name), |text| text + "\n"));
        assert!(more.len() == 1 && more[0].ends_with(": recorded a line break, regenerated nothing more"), "{more:?}");
    }
    // The list of a tournament of which all else is there is missing, and not that it was never played.
    let lost = found(&out, |folder| fs::remove_file(folder.join("games.jsonl")).expect("it is there"));
    assert!(lost.len() == 6 && lost.iter().all(|line| line.contains("is missing")), "{lost:?}");
}

#[test]
fn a_missing_clock_and_another_build_are_told() {
    let (home, out) = played();
    let folder = Path::new(&out);
    fs::remove_file(folder.join("timing.json")).expect("it is there");
    let build = "0123456789abcdef";
    rewrite(&folder.join("manifest.json"), |text| text.replace(BUILD, build));
    let found = checked(&out, None);
    assert!(found.differences.is_empty() && found.notes.len() == 1, "{found:?}");
    assert!(found.notes[0].starts_with("timing.json: is missing"), "{found:?}");
    assert_eq!(found.claims, [format!("manifest.json: build {build} began it, this is {BUILD}")]);
    assert!(found.tell().ends_with(": 0 differences, 1 claimed, 1 noted\n"), "{}", found.tell());
    // A part that was never put together has one.
    let (file, part) = (home.0.join("t.toml"), home.0.join("part"));
    let (file, part) = (file.to_string_lossy().into_owned(), part.to_string_lossy().into_owned());
    sandtable(&["tournament", &file, "--shard", "1/2", "--out", &part]).expect("it plays");
    fs::remove_file(Path::new(&part).join("timing.json")).expect("it is there");
    let found = checked(&part, None).differences;
    assert!(found.len() == 1 && found[0].starts_with("timing.json: is missing"), "{found:?}");
}

#[test]
fn a_check_of_nothing_is_an_error() {
    let (home, out) = played();
    assert_eq!(error_of(&["verify", &out, "--sample", "0"]).0, 2);
    assert!(verify(Path::new(&out), Some(0), 1, &Registry::standard(), &Unseen).is_err());
    let file = home.0.join("t.toml").to_string_lossy().into_owned();
    let (code, said) = error_of(&["tournament", &file, "--shard", "9/9"]);
    assert!(code == 2 && said.contains("--shard: found 9/9, a part without a pair; expected at most "), "{said}");
    assert_eq!(checked(&out, Some(2)).games, 2);
    let lost = home.0.join("out/replays/00000-meadow.replay");
    fs::remove_file(lost).expect("it is there");
    assert_eq!(checked(&out, Some(1)).differences.len(), 1, "what the sample leaves out must be there all the same");
    let folder = Path::new(&out);
    for name in ["summary.json", "summary.md", "report.html", "games.csv", "junit.xml", "timing.json"] {
        fs::remove_file(folder.join(name)).expect("it is there");
    }
    let (list, partial) = (folder.join("games.jsonl"), folder.join("games.jsonl.partial"));
    let text = fs::read_to_string(&list).expect("a list");
    fs::remove_file(&list).expect("it is there");
    fs::write(&partial, "").expect("a file");
    let (code, said) = error_of(&["verify", &out]);
    assert!(code == 2 && said.contains("no game has been played yet") && said.contains("--resume"), "{code} {said}");
    let second = text.lines().take(3).map(|line| format!("{line}\n")).collect::<String>();
    fs::write(&partial, second + "{\"game\":3,\"pa").expect("a file");
    let begun = checked(&out, None);
    assert!(begun.games == 3 && !begun.finished && begun.differences.len() == 1, "{begun:?}");
    sandtable(&["tournament", "--resume", &out]).expect("it goes on");
    assert_eq!(error_of(&["verify", &out]).0, 1, "the replay stays lost");
}

#[test]
fn a_folder_that_is_written_is_refused_by_the_name_of_who_writes_it() {
    let home = Folder::new("lock");
    let file = home.file("t.toml", FILE).to_string_lossy().into_owned();
    let mut library = Library::embedded_only();
    Prepared::load(&file, &mut library, &Registry::standard()).expect("it loads");
    let manifest = Manifest::new(&file, None, None, &library);
    let out = home.0.join("out");
    let folder = out.to_string_lossy().into_owned();
    let held = Results::create(&SystemDisk, &out, &manifest).expect("a folder");
    let holder = format!("being written by process {}, host ", std::process::id());
    for args in
        [vec!["tournament", "--resume", &folder], vec!["verify", &folder], vec!["tournament", &file, "--out", &folder]]
    {
        let (code, said) = error_of(&args);
        let told = [holder.as_str(), ", since 2", " UTC, command: "].iter().all(|part| said.contains(part));
        assert!(code == 2 && told, "{args:?}: {code} {said}");
    }
    drop(held);
    #[cfg(unix)]
    {
        // Nobody waits for who would write to a pipe, and nothing is written where a link leads.
        let made = std::process::Command::new("mkfifo").arg(out.join("writing.lock")).status().expect("mkfifo");
        assert!(made.success());
        for args in [vec!["tournament", "--resume", &folder], vec!["verify", &folder]] {
            let (code, said) = error_of(&args);
            assert!(code == 3 && said.contains("writing.lock: it is a FIFO"), "{args:?}: {code} {said}");
        }
        fs::remove_file(out.join("writing.lock")).expect("it is there");
        let other = home.file("other.txt", "mine");
        std::os::unix::fs::symlink(&other, out.join("writing.lock")).expect("a link");
        let (code, said) = error_of(&["tournament", "--resume", &folder]);
        assert!(code == 3 && said.contains("it is a link"), "{code} {said}");
        assert_eq!(fs::read_to_string(&other).expect("a file"), "mine");
        fs::remove_file(out.join("writing.lock")).expect("it is there");
    }
    // What a killed process leaves is a file that nobody has locked.
    fs::write(out.join("writing.lock"), "process 1\nhost gone\n").expect("a file");
    sandtable(&["tournament", "--resume", &folder]).expect("it goes on");
    assert!(!out.join("writing.lock").exists());
    sandtable(&["verify", &folder]).expect("all is well");
}

#[test]
fn seeds_are_taken_as_files_print_them() {
    let (home, out) = played();
    let (records, _) = read_games(Path::new(&out)).expect("results");
    let printed = &records[0].seed;
    let decimal = u64::from_str_radix(printed, 16).expect("hexadecimal digits").to_string();
    let replays = [printed.clone(), format!("0x{printed}"), decimal].map(|seed| {
        let replay = home.0.join("game.replay");
        let path = replay.to_string_lossy().into_owned();
        let strategies = ["--map", "meadow", "--p1", "first/rush", "--p2", "first/tech", "--time-limit", "20"];
        sandtable(&[&["match", "--seed", &seed, "--replay", &path][..], &strategies].concat()).expect("it plays");
        fs::read(replay).expect("a replay")
    });
    assert!(replays.iter().all(|bytes| *bytes == replays[0]));
    for (seed, part) in
        [("0xg", "16 hexadecimal"), ("12345678901234567g", "16 hexadecimal"), ("-1", "seed"), ("", "seed")]
    {
        let (code, said) = error_of(&["match", "duel", &format!("--seed={seed}")]);
        assert!(code == 2 && said.contains(part), "{seed}: {code} {said}");
    }
}

#[test]
fn a_seed_in_a_file_is_a_number_or_what_is_printed() {
    let parse = |seed: &str| {
        let text = FILE.replace("base_seed = 5", &format!("base_seed = {seed}"));
        TournamentFile::parse("t.toml", &text).map(|file| file.base_seed)
    };
    let seed = 0x00ab_cdef_0123_4567_u64;
    for text in [
        "0x00abcdef01234567",
        "\"0xabcdef01234567\"",
        "\"00abcdef01234567\"",
        &format!("\"{seed}\""),
        &seed.to_string(),
    ] {
        assert_eq!(parse(text).expect(text), seed, "{text}");
    }
    assert_eq!(parse("\"ffffffffffffffff\"").expect("the greatest"), u64::MAX);
    for text in ["\"0x10000000000000000\"", "\"seven\"", "\"\"", "-1", "18446744073709551616", "1.5"] {
        let issues = parse(text).expect_err(text);
        let [issue] = &issues.0[..] else { panic!("{text}: {issues}") };
        assert_eq!((issue.line, issue.field.as_str()), (4, "base_seed"), "{issues}");
        assert!(issue.expected.contains("16 hexadecimal digits"), "{issues}");
    }
}

/// One seed in two thousand is printed without a letter.
#[test]
fn a_printed_seed_of_decimal_digits_is_taken_as_it_is_printed() {
    let is_decimal = |base: &u64| format!("{:016x}", mix(*base, 0)).bytes().all(|digit| digit.is_ascii_digit());
    let base = (0..100_000).find(is_decimal).expect("one in two thousand");
    let home = Folder::new("decimal");
    let text = FILE.replace("base_seed = 5", &format!("base_seed = {base}")).replace(", \"idle\"", "");
    let file = home.file("t.toml", &text).to_string_lossy().into_owned();
    let out = home.0.join("out").to_string_lossy().into_owned();
    sandtable(&["tournament", &file, "--out", &out]).expect("it plays");
    let (records, _) = read_games(Path::new(&out)).expect("results");
    let printed = &records[0].seed;
    let seed = u64::from_str_radix(printed, 16).expect("hexadecimal digits");
    assert!(printed.bytes().all(|digit| digit.is_ascii_digit()) && printed.parse() != Ok(seed), "{printed}");
    let played = |given: &str| {
        let replay = home.0.join("game.replay");
        let path = replay.to_string_lossy().into_owned();
        let strategies = ["--map", "meadow", "--p1", "first/rush", "--p2", "first/tech", "--time-limit", "1"];
        sandtable(&[&["match", "--seed", given, "--replay", &path][..], &strategies].concat()).expect("it plays");
        recorded(&replay)
    };
    assert_eq!(played(printed).header.seed, seed);
    // Such a decimal number is told, and taken, with a 0 before it.
    let number = 1_234_567_890_123_456;
    let replay = played("01234567890123456");
    assert_eq!(replay.header.seed, number);
    assert!(info_text(Path::new("game.replay"), &replay).contains("seed       01234567890123456\n"));
    assert_eq!(played(&number.to_string()).header.seed, 0x1234_5678_9012_3456);
}
