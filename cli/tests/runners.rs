//! Tunings whose games other processes play: the same files, whoever dies, and nobody is believed blindly.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use sandtable_match::store::{sealed, unsealed};
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_sandtable");

const STRATEGY: &str = r#"
bot = "goals"
about = "A rush that may wait longer."
rules = "duel"
noise_percent = 20

[goals.defend]
priority = 90
militia = 4

[goals.economy]
priority = 80
workers = 5
when = [{ input = "workers", times = [[4, 1], [5, 0.5]] }]

[goals.rush]
priority = 60
mix = { light = 4, ranged = 1 }
size = 9
buildings = { barracks = 1 }

[tune]
"goals.rush.size" = { range = [2, 12] }
"goals.economy.workers" = { range = [3, 8] }
"#;

const MATCH: &str = r#"
rules = "duel"
map = "duel16"
time_limit = 60

[[players]]
strategy = "mine.toml"

[[players]]
strategy = "duel/rush"
resources = { ore = 100 }

[[aim]]
aim = "target"
metric = "won"
of = 1
min = 30
max = 70

[tune]
"players[2].resources.ore" = { range = [40, 160], step = 20 }
"mine:goals.rush.size" = { range = [2, 12] }
"#;

/// A folder that is gone when the test is over, with a strategy and a match in it.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("sandtable-runners-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        fs::write(path.join("mine.toml"), STRATEGY).expect("a file");
        fs::write(path.join("match.toml"), MATCH).expect("a file");
        Folder(path)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(&self.0).args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the program starts")
    }

    /// Tunes the strategy; nothing about whether it got better.
    fn tune(&self, out: &str, more: &[&str]) -> String {
        let ended = self.run(&[&STRATEGY_ARGS[..], &["--out", out], more].concat());
        let said = text(&ended.stderr);
        assert!(matches!(ended.status.code(), Some(0 | 1)), "{said}");
        said
    }

    /// The files of a folder of results.
    fn files(&self, out: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let (mut found, mut folders) = (BTreeMap::new(), vec![self.0.join(out)]);
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = fs::read(&path).expect("a file");
                    found.insert(path.strip_prefix(self.0.join(out)).expect("below").to_owned(), bytes);
                }
            }
        }
        found
    }

    fn lines(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.0.join(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// A runner that says these lines, whatever it is asked.
    fn that_says(&self, name: &str, lines: &[String]) -> String {
        let said: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(self.0.join(name), said).expect("a file");
        format!("cat {name}; cat >/dev/null")
    }
}

const STRATEGY_ARGS: [&str; 12] = [
    "tune",
    "mine.toml",
    "--against",
    "duel/rush",
    "--time-limit",
    "60",
    "--games",
    "24",
    "--proof-games",
    "12",
    "--deviation-games",
    "16",
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn runner() -> String {
    format!("exec {PROGRAM} runner")
}

/// Waits until something holds.
fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(120);
    while !holds() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn kill(id: &str) {
    let _ = Command::new("kill").args(["-9", id]).stderr(Stdio::null()).status();
}

fn is_alive(id: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z")
}

#[test]
fn whoever_plays_the_files_are_the_same() {
    let home = Folder::new("same");
    home.tune("here", &["--threads", "1"]);
    for (out, processes) in [("one", "1"), ("three", "3")] {
        let said = home.tune(out, &["--runner", &runner(), "--threads", processes]);
        assert_eq!(said, "", "{processes}");
        assert!(home.files(out) == home.files("here"), "{processes} runners show");
    }
    let aims = ["tune", "match.toml", "--games", "24", "--proof-games", "12"];
    let rates = ["difficulty", "match.toml", "--win", "40", "--within", "30", "--games", "24", "--proof-games", "60"];
    for (args, out) in [(&aims[..], "aims"), (&rates[..], "rates")] {
        let [here, there] = ["here", "there"].map(|place| format!("{out}-{place}"));
        home.run(&[args, &["--out", &here]].concat());
        home.run(&[args, &["--out", &there, "--runner", &runner(), "--threads", "2"]].concat());
        let found = home.files(&here);
        assert!(found.len() >= 3 && home.files(&there) == found, "{out}: runners show");
    }
}

#[test]
fn pairs_of_runners_that_die_are_played_by_others() {
    let home = Folder::new("die");
    home.tune("here", &[]);
    // One that ends after three pairs again and again, and one that is killed.
    let few = "for pair in 0 1 2 3; do read -r line; printf '%s\\n' \"$line\"; done";
    let short = format!("{{ {few}; }} | {PROGRAM} runner");
    let said = home.tune("short", &["--runner", &short, "--threads", "1"]);
    assert!(said.contains("runner 1") && said.contains("was lost: ended"), "{said}");
    assert!(home.files("short") == home.files("here"), "lost runners show");

    let mortal = format!("echo $$ >> ids; {}", runner());
    let args = [&STRATEGY_ARGS[..], &["--out", "killed", "--runner", &mortal, "--threads", "2"]].concat();
    let tuner = home.command(&args).spawn().expect("it starts");
    for number in 0..2 {
        wait_for("a runner starts", || home.lines("ids").len() > number);
        std::thread::sleep(Duration::from_millis(30));
        kill(&home.lines("ids")[number]);
    }
    let ended = tuner.wait_with_output().expect("it ends");
    let said = text(&ended.stderr);
    assert!(said.contains("was lost: ended (signal: 9"), "{said}");
    assert!(home.files("killed") == home.files("here"), "killed runners show");
    assert!(home.lines("ids").iter().all(|id| !is_alive(id)), "a runner is left");
}

#[test]
fn a_killed_tuner_goes_on_with_other_runners() {
    let home = Folder::new("resume");
    home.tune("here", &[]);
    let mortal = format!("echo $$ >> ids; {}", runner());
    let args = [&STRATEGY_ARGS[..], &["--out", "out", "--runner", &mortal, "--threads", "2"]].concat();
    let mut tuner: Child = home.command(&args).spawn().expect("it starts");
    wait_for("some pairs", || home.lines("out/journal.jsonl.partial").len() > 3);
    tuner.kill().expect("it is killed");
    tuner.wait().expect("it ends");
    wait_for("runners end with their tuner", || home.lines("ids").iter().all(|id| !is_alive(id)));
    let before = home.lines("out/journal.jsonl.partial").len();
    let ended = home.run(&["tune", "--resume", "out", "--runner", &runner(), "--threads", "3"]);
    assert!(matches!(ended.status.code(), Some(0 | 1)), "{}", text(&ended.stderr));
    assert!(before < home.lines("here/journal.jsonl").len(), "it was killed too late to show anything");
    assert!(home.files("out") == home.files("here"), "a kill shows");
}

#[test]
fn runners_that_answer_something_false_are_refused_by_name() {
    let home = Folder::new("false");
    home.tune("here", &[]);
    let heard = format!("tee asked | {PROGRAM} runner | tee answered");
    home.tune("heard", &["--runner", &heard, "--threads", "1"]);
    let answered = home.lines("answered");
    let hello = &answered[0];
    let changed = |line: &str, change: &dyn Fn(&mut Value)| {
        let mut value: Value = unsealed(line).expect("it is whole");
        change(&mut value);
        sealed(&value).expect("JSON")
    };
    let other_version = changed(hello, &|hello| hello["sim_version"] = 1.into());
    let other_build = changed(hello, &|hello| hello["build"] = "0000000000000000".into());
    let other_games = changed(&answered[1], &|answer| answer["played"]["hashes"][1] = "0000000000000000".into());
    let no_result = changed(&answered[1], &|answer| answer["played"] = Value::Null);
    let unsealed = answered[1].replace("\"ticks\":[", "\"ticks\":[1");
    let cases: [(&str, &[&String], &str); 7] = [
        ("version", &[&other_version], "engine 1, "),
        ("build", &[&other_build], "build 0000000000000000"),
        ("greeting", &[&"good evening".to_owned()], "\"good evening\"; expected its version"),
        ("unsealed", &[hello, &unsealed], "expected the result of a pair"),
        ("other-game", &[hello, &answered[2]], "found the result of pair "),
        ("other-state", &[hello, &other_games], "plays different games: found the last states "),
        ("nothing", &[hello, &no_result], "found an answer without a result"),
    ];
    for (name, lines, expected) in cases {
        let lines: Vec<String> = lines.iter().map(|line| (*line).clone()).collect();
        let liar = home.that_says(name, &lines);
        let said = home.tune(&format!("{name}-out"), &["--runner", &liar, "--runner", &runner(), "--threads", "1"]);
        let refused = format!("runner 1 (cat {name}; cat >/dev/null)");
        assert!(said.contains(&refused) && said.contains(" is refused: ") && said.contains(expected), "{name}: {said}");
        assert_eq!(said.lines().count(), 1, "{name}: {said}");
        assert!(home.files(&format!("{name}-out")) == home.files("here"), "{name} shows");
    }
    // Alone it ends the run, and what was played before is kept.
    let liar = home.that_says("late", &[&answered[..3], &[unsealed]].concat());
    let ended = home.run(&[&STRATEGY_ARGS[..], &["--out", "late-out", "--runner", &liar, "--threads", "1"]].concat());
    let said = text(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("no runner is left:") && said.contains("expected the result of a pair"), "{said}");
    assert_eq!(home.lines("late-out/journal.jsonl.partial").len(), 2);
}

#[test]
fn a_pair_that_is_always_lost_ends_the_run() {
    let home = Folder::new("lost");
    let deadly = format!("head -n 1 | {PROGRAM} runner");
    let args = ["--out", "out", "--runner", &deadly, "--threads", "12"];
    let ended = home.run(&[&STRATEGY_ARGS[..], &args].concat());
    let said = text(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("was lost 5 times, last by runner"), "{said}");

    let ended =
        home.run(&[&STRATEGY_ARGS[..], &["--out", "none", "--runner", "no-such-program", "--threads", "1"]].concat());
    let said = text(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(
        said.contains("no runner is left:") && said.contains("no-such-program") && said.contains("not found"),
        "{said}"
    );

    let silent = ["--out", "silent", "--runner", "exec sleep 60", "--runner-time", "1", "--threads", "1"];
    let ended = home.run(&[&STRATEGY_ARGS[..], &silent].concat());
    assert!(text(&ended.stderr).contains("was lost: sent no answer for 1 s"), "{}", text(&ended.stderr));
}

#[test]
fn a_runner_says_what_is_wrong_with_its_lines() {
    let home = Folder::new("lines");
    let heard = format!("tee asked | {PROGRAM} runner | tee answered");
    home.tune("heard", &["--runner", &heard, "--threads", "1"]);
    let asked = home.lines("asked");
    // The lines are a file of jobs as well, wherever they are played.
    let play = |lines: &[String]| {
        fs::write(home.0.join("lines"), lines.iter().map(|line| format!("{line}\n")).collect::<String>())
            .expect("a file");
        let input = fs::File::open(home.0.join("lines")).expect("a file");
        home.command(&["runner"]).stdin(input).output().expect("the program starts")
    };
    let ended = play(&asked[..3]);
    assert!(ended.status.success(), "{}", text(&ended.stderr));
    assert_eq!(text(&ended.stdout).lines().collect::<Vec<_>>(), home.lines("answered")[..3]);
    let damaged = asked[1].replace("duel16", "duel17");
    let other = {
        let mut value: Value = unsealed(&asked[1]).expect("it is whole");
        value["tuning"] = "0".repeat(64).into();
        sealed(&value).expect("JSON")
    };
    let text_of_another = {
        let mut value: Value = unsealed(&asked[1]).expect("it is whole");
        value["opponent"]["text"] = STRATEGY.into();
        sealed(&value).expect("JSON")
    };
    let ended = play(&[asked[0].clone(), damaged]);
    assert_eq!(ended.status.code(), Some(2));
    assert!(text(&ended.stderr).contains("line 2: is damaged, or is not a pair of games"), "{}", text(&ended.stderr));
    let ended = play(&[asked[0].clone(), other, text_of_another]);
    let answers = text(&ended.stdout);
    assert!(ended.status.success() && answers.contains("found a pair of the tuning 0000"), "{answers}");
    assert!(answers.lines().nth(2).is_some_and(|line| line.contains("found texts of fold ")), "{answers}");
    assert!(Path::new(&home.0).join("heard/summary.json").is_file());
}
