//! Bots that are processes: the examples play, the hostile ones forfeit by name, and nothing of either is left.
#![cfg(target_os = "linux")]

mod hostile;
mod isolation;
mod tournament;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tests that look at what this process holds must be alone with it.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_sandtable");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the checkout")
}

fn has(tool: &str) -> bool {
    let there = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        println!("skipped: needs {tool}");
    }
    there
}

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("sandtable-bots-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a temporary file");
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn sandtable(args: &[&str]) -> Output {
    Command::new(PROGRAM).current_dir(root()).args(args).output().expect("the program starts")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The example in C, compiled.
fn c_bot(home: &Folder) -> Option<String> {
    if !has("cc") {
        return None;
    }
    let (source, program) = (root().join("examples/bots/c/bot.c"), home.0.join("bot"));
    let compiled = Command::new("cc")
        .args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o"])
        .args([&program, &source])
        .output()
        .expect("cc starts");
    assert!(compiled.status.success(), "{}", text(&compiled));
    let command = program.to_string_lossy().into_owned();
    Some(home.file("c.toml", &format!("bot = \"process\"\nabout = \"The example in C.\"\ncommand = [{command:?}]\n")))
}

#[test]
fn the_example_in_c_is_compliant_plays_and_leaves_nothing() {
    let _alone = alone();
    let home = Folder::new("c");
    let Some(strategy) = c_bot(&home) else { return };
    let checked = sandtable(&["check-bot", &strategy, "--decisions", "60"]);
    assert!(checked.status.success(), "{}", text(&checked));
    let replay = home.0.join("game.replay").to_string_lossy().into_owned();
    let played = sandtable(&[
        "match",
        "--map",
        "meadow",
        "--p1",
        &strategy,
        "--p2",
        "idle",
        "--time-limit",
        "240",
        "--replay",
        &replay,
    ]);
    assert!(played.status.success(), "{}", text(&played));
    let verified = sandtable(&["replay", "verify", &replay]);
    assert!(verified.status.success(), "{}", text(&verified));
    let soaked = sandtable(&["check-bot", &strategy, "--soak", "24", "--decisions", "3"]);
    assert!(soaked.status.success(), "{}", text(&soaked));
    assert!(text(&soaked).contains("24 matches, 0 of them forfeited"), "{}", text(&soaked));
}

#[test]
fn the_example_in_python_is_compliant_and_plays() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let strategy = "examples/bots/python/bot.toml";
    let checked = sandtable(&["check-bot", strategy, "--decisions", "60"]);
    assert!(checked.status.success(), "{}", text(&checked));
    let home = Folder::new("python");
    let replay = home.0.join("game.replay").to_string_lossy().into_owned();
    let played = sandtable(&[
        "match",
        "--map",
        "meadow",
        "--p1",
        strategy,
        "--p2",
        "idle",
        "--time-limit",
        "240",
        "--replay",
        &replay,
    ]);
    assert!(played.status.success(), "{}", text(&played));
    assert!(!text(&played).contains("0 units made; no fighters"), "{}", text(&played));
    let verified = sandtable(&["replay", "verify", &replay]);
    assert!(verified.status.success(), "{}", text(&verified));
}

#[test]
fn a_bot_that_breaks_the_protocol_fails_its_check() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let home = Folder::new("check");
    let script = root().join("cli/tests/bots/hostile.py");
    let mut found = String::new();
    for mode in ["wrong_version", "stale", "others_units"] {
        let command = format!("[\"python3\", {:?}, {mode:?}]", script.to_string_lossy());
        let about = format!("bot = \"process\"\nabout = \"Hostile.\"\ncommand = {command}\n");
        let strategy = home.file(&format!("{mode}.toml"), &about);
        let checked = sandtable(&["check-bot", &strategy, "--decisions", "8"]);
        assert_eq!(checked.status.code(), Some(1), "{}", text(&checked));
        let failed: Vec<String> = String::from_utf8_lossy(&checked.stdout)
            .lines()
            .filter(|line| line.starts_with("FAILED"))
            .map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
            .collect();
        found.push_str(&format!("{mode}: {}\n", failed.join(", ")));
    }
    assert_eq!(found, "wrong_version: FAILED hello\nstale: FAILED deltas\nothers_units: FAILED orders\n");
}

#[test]
fn mistakes_in_the_file_of_a_bot_are_told_with_their_places() {
    let _alone = alone();
    let home = Folder::new("mistakes");
    let mut told = String::new();
    for lines in [
        "command = [\"no-such-program-anywhere\"]",
        "command = []",
        "command = \"python3 bot.py\"",
        "comand = [\"sh\"]",
        "command = [\"sh\"]\n[limits]\ntime_ms = [[1000, 1], [55, 3]]",
        "command = [\"sh\"]\n[limits]\nmemory = 5",
    ] {
        let file = home.file("bot.toml", &format!("bot = \"process\"\nabout = \"A test.\"\n{lines}\n"));
        let refused = sandtable(&["check-bot", &file]);
        assert_eq!(refused.status.code(), Some(2), "{lines}: {}", text(&refused));
        told.push_str(&text(&refused).replace(&file, "bot.toml"));
    }
    for words in [
        " --> bot.toml:3:11",
        "3 | command = [\"no-such-program-anywhere\"]",
        "`command`: \"no-such-program-anywhere\", which is not there",
        "did you mean `command`?",
        "ascending",
        "did you mean `memory_mib`?",
    ] {
        assert!(told.contains(words), "{words:?} is not in\n{told}");
    }
}
