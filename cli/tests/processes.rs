//! The program as processes: two that play one match, and what is left when one of them dies.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use sandtable_match::store::read_replay;
use sandtable_replay::{RecordStatus, Replay, verify};

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("sandtable-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn sandtable(folder: &Folder, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.current_dir(&folder.0).args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Folder, args: &[&str]) -> Output {
    sandtable(folder, args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn read(path: &Path) -> Replay {
    let read = read_replay(path).unwrap_or_else(|failure| panic!("{}: {failure}", path.display()));
    read.unwrap_or_else(|damage| panic!("{}: {damage}", path.display()))
}

#[test]
fn a_record_is_described_with_the_versions_and_the_build_that_made_it() {
    let home = Folder::new("info");
    let played = run(&home, &["match", "duel", "--replay", "game.replay"]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let here = text(&run(&home, &["replay", "info", "game.replay"]).stdout);
    let built = format!("build      {}, this one\n", sandtable_match::BUILD);
    let decided = format!("commanders version {}, as this one\n", sandtable_ai::COMMANDERS_VERSION);
    assert!(here.contains(&built) && here.contains(&decided), "{here}");
    let former = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/replays/engine-8-duel.replay");
    let former = text(&run(&home, &["replay", "info", former]).stdout);
    assert!(former.contains("engine     version 8; this one has version "), "{former}");
    assert!(former.contains("commanders not recorded; ") && former.contains("build      not recorded\n"), "{former}");
}

/// A program that plays otherwise: this one, but that it records matches under rules that deal other damage.
fn another_build(folder: &Folder) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.0.join("before.sh");
    let program = env!("CARGO_BIN_EXE_sandtable");
    let script = format!(
        "#!/bin/sh\nif [ \"$2\" = rerun ]; then shift 2; exec {program} replay rerun --set units.light.weapon.damage=5 \"$@\"; fi\nexec {program} \"$@\"\n"
    );
    fs::write(&path, script).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it can be run");
    path
}

#[test]
fn another_build_is_asked_for_its_side_and_tick_phase_and_field_are_named() {
    let home = Folder::new("builds");
    assert!(run(&home, &["match", "duel", "--replay", "game.replay"]).status.success());
    let same = run(&home, &["replay", "rerun", "game.replay", "--program", env!("CARGO_BIN_EXE_sandtable")]);
    assert!(same.status.success() && text(&same.stdout).contains("game.replay: the same"), "{}", text(&same.stderr));
    let same = run(&home, &["replay", "bisect", "game.replay", "--program", env!("CARGO_BIN_EXE_sandtable")]);
    assert!(same.status.success(), "{}{}", text(&same.stdout), text(&same.stderr));
    let before = another_build(&home);
    for more in [&[][..], &["--orders"]] {
        let rerun = [&["replay", "rerun", "game.replay", "--program", before.to_str().expect("text")], more].concat();
        let found = run(&home, &rerun);
        let told = text(&found.stdout);
        assert_eq!(found.status.code(), Some(1), "{told}{}", text(&found.stderr));
        assert!(told.contains("first state: tick ") && told.contains(", phase combat, in "), "{told}");
        assert!(told.contains(".health p") && told.contains(" incoming: 4 -> 7.2"), "{told}");
    }
    let found = run(&home, &["replay", "bisect", "game.replay", "--program", before.to_str().expect("text")]);
    let told = text(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{told}{}", text(&found.stderr));
    assert!(told.contains("first differs after tick ") && told.contains("in phase combat of that tick"), "{told}");
    assert!(told.contains(" incoming: 7.2 here, 4 there") && !told.contains("cannot be told"), "{told}");
}

#[test]
fn two_processes_play_the_match_that_one_plays() {
    let home = Folder::new("peers");
    let args = ["match", "duel", "--seed", "11", "--input-delay", "3"];
    let alone = run(&home, &[&args[..], &["--replay", "alone.replay", "--keyframes", "0"]].concat());
    assert!(alone.status.success(), "{}", text(&alone.stderr));
    let both = run(&home, &[&args[..], &["--peers", "2", "--replay", "both.replay"]].concat());
    assert!(both.status.success(), "{}{}", text(&both.stdout), text(&both.stderr));
    assert_eq!(text(&both.stdout).matches("the same states to the end").count(), 2, "{}", text(&both.stdout));
    let alone = read(&home.0.join("alone.replay"));
    for name in ["both-1.replay", "both-2.replay"] {
        let peer = read(&home.0.join(name));
        assert!(verify(&peer).is_ok_and(|verified| verified.complete), "{name}");
        assert_eq!((&peer.chunks, &peer.end), (&alone.chunks, &alone.end), "{name}");
    }
}

#[test]
fn a_divergence_is_named_by_both() {
    let home = Folder::new("diverge");
    let both = run(
        &home,
        &["match", "duel", "--seed", "11", "--peers", "2", "--diverge-at", "200", "--replay", "both.replay"],
    );
    assert_eq!(both.status.code(), Some(1), "{}", text(&both.stderr));
    let said = text(&both.stdout);
    let named: Vec<&str> =
        said.lines().filter_map(|line| line.split_once("the worlds differ ").map(|(_, rest)| rest)).collect();
    assert_eq!(named.len(), 2, "{said}");
    let place = |line: &str| line.split(';').next().unwrap_or_default().to_owned();
    assert_eq!(place(named[0]), place(named[1]));
    assert!(named[0].starts_with("after tick 2") && named[0].contains("players"), "{}", named[0]);
    // The first one's record is right; the other's is as well, for it holds what it did.
    for name in ["both-1.replay", "both-2.replay"] {
        let replay = read(&home.0.join(name));
        assert_eq!(replay.status(), RecordStatus::Incomplete);
        assert!(verify(&replay).is_ok(), "{name}");
    }
}

fn kill(mut child: Child) {
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

#[test]
fn a_peer_that_dies_ends_the_match_of_the_other_with_a_valid_replay() {
    let home = Folder::new("dies");
    // Longer than the test: nobody builds anything that could win.
    let args = ["match", "--map", "crown", "--p1", "first/tech", "--time-limit", "14000", "--patience", "60"];
    let mut first = sandtable(&home, &[&args[..], &["--listen", "127.0.0.1:0", "--replay", "left.replay"]].concat())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(first.stderr.take().expect("a pipe")).read_line(&mut line).expect("it says where");
    let address = line.trim().strip_prefix("listening at ").unwrap_or_else(|| panic!("{line}")).to_owned();
    let second = sandtable(&home, &[&args[..], &["--connect", &address, "--replay", "gone.replay"]].concat());
    let second = { second }.spawn().expect("the program starts");
    // Some of the match is on disk when the partial file has grown.
    let partial = home.0.join("gone.replay.partial");
    for _ in 0..600 {
        if fs::metadata(&partial).is_ok_and(|file| file.len() > 30_000) {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    kill(second);
    let left = first.wait_with_output().expect("it ends");
    assert_eq!(left.status.code(), Some(5), "{}", text(&left.stdout));
    assert!(text(&left.stdout).contains("the other peer was lost after tick"), "{}", text(&left.stdout));
    let replay = read(&home.0.join("left.replay"));
    assert_eq!(replay.status(), RecordStatus::Incomplete);
    assert!(replay.last_tick() > 256 && verify(&replay).is_ok());
    // What the one that was killed left is a valid prefix.
    let gone = read(&partial);
    assert_eq!(gone.status(), RecordStatus::Incomplete);
    assert!(verify(&gone).is_ok());
}
