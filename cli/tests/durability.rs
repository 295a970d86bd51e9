//! A tournament killed at any moment, and taken up again, ends in the files of one that was never stopped.
//!
//! Five kills here; `SANDTABLE_KILLS=200 cargo test -p sandtable --test durability` is the soak.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const TOURNAMENT: &str = r#"
name = "durable"
about = "Enough games to be killed among."
rules = "classic"
maps = ["meadow", "ford"]
strategies = ["first/rush", "first/tech", "idle"]
seeds = 3
base_seed = 9
time_limit = 30
"#;

/// Kills when nothing else is said.
const KILLS: u64 = 5;

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.arg("tournament").args(args).args(["--threads", "2"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

fn finish(args: &[&str]) {
    assert!(start(args).wait().expect("it ends").success(), "{args:?}");
}

/// Every file but that of the clock, replays included.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for below in [folder.to_owned(), folder.join("replays")] {
        for entry in fs::read_dir(&below).expect("a folder").flatten().filter(|entry| entry.path().is_file()) {
            let name = entry.path().strip_prefix(folder).expect("below").to_owned();
            found.insert(name, fs::read(entry.path()).expect("a file"));
        }
    }
    found.remove(Path::new("timing.json"));
    found
}

#[test]
#[cfg(unix)]
fn ctrl_c_says_how_to_go_on() {
    let home = Folder(std::env::temp_dir().join(format!("sandtable-ctrl-c-{}", std::process::id())));
    fs::create_dir_all(&home.0).expect("a folder");
    let (file, out) = (home.0.join("long.toml"), home.0.join("out"));
    fs::write(&file, TOURNAMENT.replace("seeds = 3", "seeds = 20000")).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.arg("tournament").arg(&file).arg("--out").arg(&out).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    let list = out.join("games.jsonl.partial");
    while !fs::metadata(&list).is_ok_and(|list| list.len() > 0) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.expect("a shell's tool").success());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains(&format!("sandtable tournament --resume {}", out.display())), "{said}");
    assert!(fs::read_to_string(&list).expect("a list").ends_with('\n'), "whole lines only");
}

#[test]
fn kills_at_any_moment_leave_no_trace_in_the_results() {
    let home = Folder(std::env::temp_dir().join(format!("sandtable-durable-{}", std::process::id())));
    fs::create_dir_all(&home.0).expect("a folder");
    let path = |name: &str| home.0.join(name).to_str().expect("text").to_owned();
    let (file, whole, killed) = (path("durable.toml"), path("whole"), path("killed"));
    fs::write(&file, TOURNAMENT).expect("a file");
    let began = Instant::now();
    finish(&[&file, "--out", &whole]);
    let took = began.elapsed();
    let whole = files(Path::new(&whole));
    let kills = std::env::var("SANDTABLE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS);
    let (mut done, mut torn, mut runs) = (0, 0, 0_u64);
    while done < kills {
        runs += 1;
        let begun = Path::new(&killed).join("manifest.json").is_file();
        let finished = Path::new(&killed).join("games.jsonl").is_file();
        if finished {
            assert!(files(Path::new(&killed)) == whole, "after {done} kills");
            fs::remove_dir_all(&killed).expect("removed");
        }
        let again = begun && !finished;
        let mut child = if again { start(&["--resume", &killed]) } else { start(&[&file, "--out", &killed]) };
        // Any moment of a whole run; a multiplicative hash spreads them.
        let share = (runs.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as f64 / f64::from(u32::MAX);
        std::thread::sleep(Duration::from_secs_f64(took.as_secs_f64() * share * 0.6));
        // SIGKILL: nothing of the program runs any more.
        let _ = child.kill();
        done += u64::from(!child.wait().expect("it ends").success());
        let partial = fs::read(Path::new(&killed).join("games.jsonl.partial")).unwrap_or_default();
        torn += u32::from(!partial.is_empty());
    }
    assert!(torn > 0, "some were killed among the games");
    if !Path::new(&killed).join("games.jsonl").is_file() {
        let begun = Path::new(&killed).join("manifest.json").is_file();
        if begun { finish(&["--resume", &killed]) } else { finish(&[&file, "--out", &killed]) }
    }
    assert!(files(Path::new(&killed)) == whole, "after {done} kills");
    let verify = Command::new(env!("CARGO_BIN_EXE_sandtable")).args(["verify", &killed, "--sample", "5"]).output();
    assert!(verify.expect("it runs").status.success());
}
