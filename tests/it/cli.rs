//! The command line's promises: files whole or not at all, errors with a code, results that no thread count changes.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use sandtable::exit::code;
use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::{CONTENT_KINDS, ContentKind, Library};
use sandtable_match::store::{Disk, SystemDisk, read_replay, write_whole};
use sandtable_replay::verify;
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tournament::{Manifest, Options, Prepared, Results, fresh_folder, schedule};

const SCENARIOS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios");

const TOURNAMENT: &str = r#"
name = "tiny"
about = "A test."
rules = "classic"
maps = ["meadow"]
strategies = ["first/rush", "first/tech", "idle"]
seeds = 1
base_seed = 5
time_limit = 40
"#;

fn manifest(folder: &Folder) -> Manifest {
    let file = folder.file("tiny.toml", TOURNAMENT);
    let mut library = Library::embedded_only();
    Prepared::load(&file.to_string_lossy(), &mut library, &Registry::standard()).expect("it loads");
    Manifest::new(&file.to_string_lossy(), None, None, &library)
}

fn play(folder: &Path, manifest: &Manifest, threads: usize, disk: &dyn Disk) -> Result<(), Failure> {
    let registry = Registry::standard();
    let results = Results::create(disk, folder, manifest)?;
    sandtable_tournament::run(&manifest.prepare(&registry)?, &registry, &Options::quiet(threads), disk, results)
        .map(|_| ())
}

fn resume(folder: &Path) -> Result<(), Failure> {
    let registry = Registry::standard();
    let prepared = Manifest::read(folder)?.prepare(&registry)?;
    let results = Results::resume(&SystemDisk, folder)?;
    sandtable_tournament::run(&prepared, &registry, &Options::quiet(2), &SystemDisk, results).map(|_| ())
}

#[test]
fn a_tournament_gives_the_same_files_for_any_number_of_threads() {
    let home = Folder::new("threads");
    let manifest = manifest(&home);
    let runs: Vec<_> = [1, 2, 3]
        .map(|threads| {
            let folder = Folder::new("out");
            play(&folder.0, &manifest, threads, &SystemDisk).expect("it plays");
            let mut files = folder.files();
            assert!(files.remove(Path::new("timing.json")).is_some());
            assert_eq!(
                files.keys().filter(|path| path.extension().is_some_and(|ending| ending == "replay")).count(),
                6
            );
            files
        })
        .into();
    assert!(runs.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn both_games_of_a_pair_share_a_seed_and_swap_sides() {
    let manifest = manifest(&Folder::new("schedule"));
    let games = schedule(&manifest.prepare(&Registry::standard()).expect("it loads").file);
    assert_eq!(games.len(), 6);
    for pair in games.chunks(2) {
        assert_eq!((pair[0].pair, pair[0].seed, pair[0].map), (pair[1].pair, pair[1].seed, pair[1].map));
        assert_eq!(pair[0].sides, [pair[1].sides[1], pair[1].sides[0]]);
    }
    assert_ne!(games[0].seed, games[2].seed);
}

/// A disk with room for a limited number of bytes.
struct FullDisk {
    room: Arc<AtomicI64>,
}

struct FullFile {
    file: Box<dyn Write + Send>,
    room: Arc<AtomicI64>,
}

impl Write for FullFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.room.fetch_sub(bytes.len() as i64, Ordering::Relaxed);
        if room <= 0 {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        // As disks do: what still fits is written, the rest is not.
        self.file.write(&bytes[..bytes.len().min(room as usize)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Disk for FullDisk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send>> {
        Ok(Box::new(FullFile { file: SystemDisk.create(path)?, room: Arc::clone(&self.room) }))
    }

    fn append(&self, path: &Path) -> io::Result<Box<dyn Write + Send>> {
        Ok(Box::new(FullFile { file: SystemDisk.append(path)?, room: Arc::clone(&self.room) }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        SystemDisk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        SystemDisk.remove(path)
    }

    fn truncate(&self, path: &Path, length: u64) -> io::Result<()> {
        SystemDisk.truncate(path, length)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        SystemDisk.create_folder(path)
    }
}

#[test]
fn a_disk_that_fills_is_a_clean_stop_that_can_be_resumed() {
    let home = Folder::new("full");
    let manifest = manifest(&home);
    let room = Arc::new(AtomicI64::new(i64::MAX));
    let whole = Folder::new("out");
    play(&whole.0, &manifest, 2, &FullDisk { room: Arc::clone(&room) }).expect("there is room");
    let mut whole = whole.files();
    whole.remove(Path::new("timing.json"));
    // All but what the clock wrote, which is not the same every time.
    let needed = i64::MAX - room.load(Ordering::Relaxed) - 400;
    let mut lines_seen = Vec::new();
    for room in [0, 100, needed / 3, needed / 2, needed * 7 / 8, needed] {
        let folder = Folder::new("out");
        let disk = FullDisk { room: Arc::new(AtomicI64::new(room)) };
        let failure = play(&folder.0, &manifest, 2, &disk).expect_err("the disk is full");
        assert_eq!(code(&failure), 3);
        assert!(failure.to_string().starts_with("cannot write "), "{failure}");
        for (path, bytes) in folder.files() {
            if path == Path::new("games.jsonl.partial") {
                let text = String::from_utf8(bytes).expect("text");
                assert!(text.is_empty() || text.ends_with('\n'), "whole lines only");
                for line in text.lines() {
                    serde_json::from_str::<serde_json::Value>(line).expect("a whole line");
                }
                lines_seen.push(text.lines().count());
            } else if path.components().count() > 1 {
                assert_eq!(path.extension().and_then(|ending| ending.to_str()), Some("replay"), "{}", path.display());
                let replay = read_replay(&folder.0.join(&path)).expect("readable").expect("whole");
                verify(&replay).expect("it plays the same");
            }
        }
        if Manifest::read(&folder.0).is_ok() {
            resume(&folder.0).expect("there is room again");
            let mut resumed = folder.files();
            resumed.remove(Path::new("timing.json"));
            assert!(resumed == whole, "with room for {room} bytes at first");
            assert_eq!(code(&resume(&folder.0).expect_err("it is finished")), 2);
        }
    }
    assert!(lines_seen.iter().any(|lines| *lines > 0), "{lines_seen:?}");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = Folder::new("whole");
    let path = folder.file("page.html", "earlier");
    let full = FullDisk { room: Arc::new(AtomicI64::new(5)) };
    assert!(write_whole(&full, &path, b"a longer page").is_err());
    assert_eq!(fs::read(&path).expect("still there"), b"earlier");
    assert_eq!(folder.files().len(), 1);
}

#[test]
#[cfg(unix)]
fn a_device_is_never_replaced_by_a_file() {
    let home = Folder::new("device");
    let device = home.0.join("device");
    std::os::unix::net::UnixListener::bind(&device).expect("a socket, which is no plain file either");
    let (code, text) = error_of(&["map", "generate", "-o", device.to_str().expect("text")]);
    assert_eq!(code, 3, "{text}");
    assert!(!device.is_file(), "the device is as it was");
    assert_eq!(fs::read_dir(&home.0).expect("a folder").count(), 1, "nothing is left behind");
}

#[test]
fn earlier_results_are_never_written_over() {
    let home = Folder::new("earlier");
    let wanted = home.0.join("classic");
    assert_eq!(fresh_folder(&wanted).expect("free"), wanted);
    fs::create_dir_all(&wanted).expect("a folder");
    fs::write(wanted.join("games.jsonl"), "precious").expect("a file");
    assert_eq!(fresh_folder(&wanted).expect("free"), home.0.join("classic-2"));
    let failure = play(&wanted, &manifest(&home), 1, &SystemDisk).expect_err("it is taken");
    assert_eq!(code(&failure), 2);
    assert_eq!(fs::read(wanted.join("games.jsonl")).expect("still there"), b"precious");
}

#[test]
fn the_command_line_plays_records_and_verifies() {
    let home = Folder::new("commands");
    let replay = home.0.join("game.replay");
    let replay = replay.to_str().expect("text");
    let play =
        ["match", "--map", "meadow", "--time-limit", "20", "--p1", "first/rush", "--p2", "idle", "--replay", replay];
    sandtable(&play).expect("it plays");
    sandtable(&["replay", "verify", replay]).expect("it verifies");
    sandtable(&["replay", "info", "--json", replay]).expect("it tells");
    sandtable(&["list"]).expect("it lists");
    let file = fs::read(replay).expect("a replay");
    let cut = home.0.join("cut.replay");
    fs::write(&cut, &file[..file.len() - 9]).expect("a file");
    assert_eq!(error_of(&["replay", "verify", cut.to_str().expect("text")]).0, 1);
}

#[test]
fn what_cannot_be_used_is_an_error_with_a_remedy() {
    let home = Folder::new("errors");
    let misspelt = home.file("misspelt.toml", &TOURNAMENT.replace("seeds", "sedes"));
    let misspelt = misspelt.to_str().expect("text");
    let unknown = home.file("unknown.toml", &TOURNAMENT.replace("[\"first/", "[\"firts/"));
    let unknown = unknown.to_str().expect("text");
    let nobody = "name = \"Nobody\"\nrules = \"duel\"\nmap = \"duel16\"\n\n[[players]]\nstrategy = \"first/rsh\"\n\n[[players]]\n";
    let players = home.file("players.toml", nobody);
    let players = players.to_str().expect("text");
    let strategy = home.file("strategy.toml", "bot = \"gaols\"\nabout = \"A test.\"\n");
    let strategy = strategy.to_str().expect("text");
    let family = "about = \"two meet\"\nsize = [30, 12]\ntime_limit = 30\n\
                  [[groups]]\nkind = \"soldier\"\ncount = 2\nblock = [2, 5, 2, 1]\ngoal = [26, 5]\n";
    let family = home.file("family.toml", family);
    let family = family.to_str().expect("text");
    let cases: &[(&[&str], u8, &[&str])] = &[
        (&["match", "nowhere"], 2, &["nowhere", "no such file"]),
        (&["match", "--map", "medow"], 2, &["medow", "did you mean \"meadow\"?"]),
        (&["match", "--map", "meadow", "--p1", "first/rash"], 2, &["first/rash", "did you mean \"first/rush\"?"]),
        (&["match", "--map", "meadow", "--p3", "idle"], 2, &["--p3", "2 players"]),
        (&["match", "--map", "meadow", "--p1", strategy], 2, &["strategy.toml:1:", "gaols", "did you mean \"goals\"?"]),
        (&["tournament", misspelt], 2, &["misspelt.toml:", "sedes", "unknown key", "seeds"]),
        (&["tournament", unknown], 2, &["unknown.toml:", "strategies[1]", "did you mean"]),
        (&["check", players], 1, &[]),
        (&["check", "--run", "duel"], 1, &[]),
        (&["movebench", family, "--check"], 2, &["--check", "no [[expect]] table in family"]),
        (&["match", "--map", "meadow"], 2, &["--p1", "first/rush"]),
        (&["map", "generate", "--players", "8", "--symmetry", "rotate2"], 2, &["rotate4", "8"]),
        (&["replay", "verify", "/nowhere/at/all.replay"], 3, &["cannot read", "/nowhere/at/all.replay"]),
        (&["replay", "verify", strategy], 1, &[]),
        (&["match", "duel", "--diverge-at", "10"], 2, &["--peers", "--listen", "--connect"]),
        (&["match", "duel", "--listen", "127.0.0.1:0", "--patience", "1"], 2, &["peer 2 did not connect within 1 s"]),
        (&["new", "Not A Name"], 2, &["Not A Name"]),
    ];
    for (args, code, parts) in cases {
        let (found, text) = error_of(args);
        assert_eq!(found, *code, "{args:?}: {text}");
        for part in *parts {
            assert!(text.contains(part), "{args:?} says {text:?}, which lacks {part:?}");
        }
    }
}

#[test]
fn check_knows_each_kind_of_file() {
    let home = Folder::new("check");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    let mut files = Vec::new();
    let mut folders = vec![repository];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files.push(path.to_string_lossy().into_owned()) }
        }
    }
    let mut args = vec!["check"];
    args.extend(files.iter().map(String::as_str));
    sandtable(&args).expect("everything shipped is in order");
    let elsewhere = home.file("tiny.toml", TOURNAMENT);
    sandtable(&["check", elsewhere.to_str().expect("text")]).expect("told by its keys");
    let wrong = home.file("wrong.toml", &TOURNAMENT.replace("seeds = 1", "seeds = -1"));
    assert_eq!(error_of(&["check", wrong.to_str().expect("text")]).0, 1);
}

#[test]
fn a_commander_that_cannot_be_built_for_a_side_forfeits_from_that_side() {
    let mut registry = Registry::standard();
    registry.add("picky", |reader, brief| {
        if brief.player.0 == 1 {
            reader.error("bot", "player 2", "player 1: it is picky");
        }
        Registry::standard()
            .commander("idle", "bot = \"idle\"\nabout = \"Does nothing.\"\n", brief)
            .map(|checked| checked.value)
            .expect("idle builds")
    });
    let home = Folder::new("picky");
    let text = TOURNAMENT.replace("\"first/rush\", \"first/tech\", \"idle\"", "\"picky\", \"idle\"");
    let file = home.file("picky.toml", &text);
    let mut library = Library::embedded_only();
    let prepared = Prepared::load(&file.to_string_lossy(), &mut library, &registry).expect("it loads");
    for game in schedule(&prepared.file) {
        let record = sandtable_tournament::play_game(&prepared, &registry, &game).record;
        let picky_is_second = record.strategies[1] == "picky";
        assert_eq!(record.sides[1].forfeited.is_some(), picky_is_second);
        assert!(record.sides[0].forfeited.is_none());
        assert_eq!(record.winner == Some(1), picky_is_second);
    }
}

/// The tests run beside a file of the same path, which is another kind of content.
#[test]
fn a_path_in_a_file_is_seen_from_the_folder_of_that_file_first() {
    assert!(Path::new("fixtures/small-tournament.toml").is_file());
    let home = Folder::new("beside");
    fs::create_dir(home.0.join("fixtures")).expect("a folder");
    home.file("fixtures/small-tournament.toml", "bot = \"idle\"\nabout = \"It is beside the tournament.\"\n");
    let file = home.file("beside.toml", &TOURNAMENT.replace("\"idle\"", "\"fixtures/small-tournament.toml\""));
    let mut library = Library::embedded_only();
    let prepared = Prepared::load(&file.to_string_lossy(), &mut library, &Registry::standard()).expect("it loads");
    assert!(prepared.strategies[2].text.contains("beside the tournament"));
    sandtable(&["check", &file.to_string_lossy()]).expect("its strategy is beside it");
}

/// A file of each kind of content, away from the folders that tell the kind, and a replay.
fn one_of_each_kind(home: &Folder) -> Vec<(&'static str, ContentKind, String)> {
    let shipped = [
        ("rules/duel.toml", ContentKind::Rules),
        ("behaviours/classic.toml", ContentKind::Behaviours),
        ("maps/meadow.map", ContentKind::Maps),
        ("strategies/first/rush.toml", ContentKind::Strategies),
        ("matches/duel.toml", ContentKind::Matches),
        ("tournaments/sprt.toml", ContentKind::Tournaments),
        ("movebench/counterflow.toml", ContentKind::Movebench),
        ("agents/kite.toml", ContentKind::Agents),
    ];
    let place = |(row, (path, kind)): (usize, (&str, ContentKind))| {
        let text = std::fs::read_to_string(Path::new(SCENARIOS).join(path)).expect("it is shipped");
        let file = home.file(&format!("file{row}.txt"), &text).to_string_lossy().into_owned();
        let noun = if kind == ContentKind::Agents { ContentKind::Matches.noun() } else { kind.noun() };
        (noun, kind, file)
    };
    shipped.into_iter().enumerate().map(place).collect()
}

#[test]
fn a_file_of_another_kind_is_named_as_what_it_is() {
    let home = Folder::new("kinds");
    let files = one_of_each_kind(&home);
    let replay = home.0.join("one.replay").to_string_lossy().into_owned();
    std::fs::copy(Path::new(SCENARIOS).join("../replays/meadow-rush-tech.replay"), &replay).expect("copied");
    let is_match = |kind| matches!(kind, ContentKind::Matches | ContentKind::Agents);
    for asked in CONTENT_KINDS {
        for (noun, kind, file) in &files {
            let found = Library::here().find(asked, file).map_err(|failure| failure.to_string());
            match *kind == asked || is_match(*kind) && is_match(asked) {
                true => assert!(found.is_ok(), "{file} as {asked:?}: {found:?}"),
                false => {
                    let expected = format!("{file}: found a {noun}; expected a {}", asked.noun());
                    assert_eq!(found, Err(expected), "{kind:?} as {asked:?}");
                }
            }
        }
        let found = Library::here().find(asked, &replay).map_err(|failure| failure.to_string());
        assert_eq!(found, Err(format!("{replay}: found a replay; expected a {}", asked.noun())));
    }
    let duel = &files[4].2;
    let commands: [&[&str]; 4] = [
        &["match", "--map", "meadow", "--p2", "idle", "--p1", duel],
        &["check-bot", duel],
        &["tournament", duel],
        &["match", &replay],
    ];
    for (args, words) in commands.into_iter().zip([
        "found a match; expected a strategy",
        "found a match; expected a strategy",
        "found a match; expected a tournament",
        "found a replay; expected a match",
    ]) {
        let (code, text) = error_of(args);
        assert!(code == 2 && text.contains(words) && text.lines().count() == 1, "{args:?}: {text}");
    }
}

#[test]
fn what_has_nothing_in_a_part_of_the_state_is_told_the_parts_that_it_has() {
    let replay = Path::new(SCENARIOS).join("../replays/meadow-rush-tech.replay").to_string_lossy().into_owned();
    let dump = |owner: &str| {
        let part = ["--part", "unit.motion", "--owner", owner];
        error_of(&[&["replay", "dump", &replay, "--tick", "400"][..], &part].concat()).1
    };
    let building = dump("p1#1");
    assert!(
        building.contains("expected one of its parts: building.") && !building.contains("did you mean"),
        "{building}"
    );
    assert!(dump("p9#1").contains("expected a player (p1)"));
}

#[test]
fn codes_completions_and_manual_pages_are_printed_and_unknown_ones_refused() {
    let home = Folder::new("man");
    let pages = home.0.join("pages").to_string_lossy().into_owned();
    for args in
        [&["explain", "E003"][..], &["explain", "w001"], &["explain"], &["completions", "bash"], &["man", &pages]]
    {
        sandtable(args).unwrap_or_else(|failure| panic!("{args:?}: {failure}"));
    }
    assert!(home.files().keys().any(|page| page.ends_with("sandtable.1")), "{:?}", home.files().keys());
    let (code, text) = error_of(&["explain", "E0003"]);
    assert!(code == 2 && text.contains("did you mean E003?"), "{text}");
    assert_eq!(error_of(&["completions", "basic"]).0, 2);
}

#[test]
fn check_has_one_exit_code_in_every_format() {
    let home = Folder::new("check-formats");
    let bad = home.file("bad.toml", "bott = \"goals\"\nabout = \"One.\"\n").to_string_lossy().into_owned();
    let good = Path::new(SCENARIOS).join("rules/duel.toml").to_string_lossy().into_owned();
    for format in ["full", "short", "json", "junit", "github"] {
        assert_eq!(error_of(&["check", "--format", format, &bad]).0, 1, "{format}");
        sandtable(&["check", "--format", format, &good]).unwrap_or_else(|failure| panic!("{format}: {failure}"));
    }
    assert_eq!(error_of(&["check", "--format", "xml", &bad]).0, 2);
}
