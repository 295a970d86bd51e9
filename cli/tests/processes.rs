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
    assert!(told.contains(" incoming: 7.2 here, 4 there") && !told.contains("unknown parts"), "{told}");
}

#[test]
fn two_processes_play_the_match_that_one_plays() {
    let home = Folder::new("peers");
    let args = ["match", "duel", "--seed", "01234567890123456", "--input-delay", "3"];
    let alone = run(&home, &[&args[..], &["--replay", "alone.replay", "--keyframes", "0"]].concat());
    assert!(alone.status.success(), "{}", text(&alone.stderr));
    let both = run(&home, &[&args[..], &["--peers", "2", "--replay", "both.replay"]].concat());
    assert!(both.status.success(), "{}{}", text(&both.stdout), text(&both.stderr));
    assert_eq!(text(&both.stdout).matches("equal states until the end").count(), 2, "{}", text(&both.stdout));
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
    let bisected = run(&home, &["replay", "bisect", "both-1.desync.replay", "both-2.desync.replay"]);
    let told = text(&bisected.stdout);
    let tick = named[0].strip_prefix("after tick ").and_then(|rest| rest.split(',').next()).unwrap_or_default();
    assert!(told.contains(&format!("first differs after tick {tick} ")) && told.contains("players"), "{told}");
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

/// What a process said, which must end within two minutes.
fn ended(mut child: Child) -> Output {
    for _ in 0..2_400 {
        if child.try_wait().expect("it can be asked").is_some() {
            return child.wait_with_output().expect("it has ended");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    kill(child);
    panic!("the process hangs");
}

/// Starts a process that listens, and where it does.
fn listening(folder: &Folder, args: &[&str]) -> (Child, String) {
    let mut child = sandtable(folder, args).spawn().expect("the program starts");
    let mut line = String::new();
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
    errors.read_line(&mut line).expect("it says where");
    let address = line.trim().strip_prefix("listening at ").unwrap_or_else(|| panic!("{line}")).to_owned();
    (child, address)
}

/// Waits for something, two minutes at most.
fn wait_for(what: &str, is_there: impl Fn() -> bool) {
    for _ in 0..2_400 {
        if is_there() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{what} does not come");
}

#[test]
fn a_peer_that_dies_ends_the_match_of_the_other_with_a_valid_replay() {
    let home = Folder::new("dies");
    // Longer than the test: nobody builds anything that could win.
    let args = ["match", "--map", "crown", "--p1", "first/tech", "--time-limit", "14000", "--patience", "4"];
    let (first, address) =
        listening(&home, &[&args[..], &["--listen", "127.0.0.1:0", "--replay", "left.replay"]].concat());
    let second = sandtable(&home, &[&args[..], &["--connect", &address, "--replay", "gone.replay"]].concat());
    let second = { second }.spawn().expect("the program starts");
    let partial = home.0.join("gone.replay.partial");
    let played = || read_replay(&partial).is_ok_and(|read| read.is_ok_and(|replay| replay.last_tick() >= 256));
    wait_for("a chunk of the match", played);
    kill(second);
    let left = ended(first);
    assert_eq!(left.status.code(), Some(5), "{}", text(&left.stdout));
    let told = text(&left.stdout);
    assert!(
        told.contains("the session was lost after tick") && told.contains("peer 2 did not reconnect within 4 s"),
        "{told}"
    );
    let replay = read(&home.0.join("left.replay"));
    assert_eq!(replay.status(), RecordStatus::Incomplete);
    assert!(replay.last_tick() >= 256 && verify(&replay).is_ok());
    // What the one that was killed left is a valid prefix.
    let gone = read(&partial);
    assert_eq!(gone.status(), RecordStatus::Incomplete);
    assert!(verify(&gone).is_ok());
}

#[test]
fn processes_that_die_are_started_again_and_strangers_are_not_answered() {
    let home = Folder::new("again");
    fs::write(home.0.join("secret"), "a secret of this one session\n").expect("it can be written");
    let terms = ["match", "--map", "quarters", "--p1", "rush", "--p2", "tech", "--p3", "expand", "--p4", "rush"];
    let more = ["--time-limit", "80", "--peers", "3", "--split", "1,2,3,2", "--input-delay", "3", "--tick-ms", "4"];
    let play = [&terms[..], &more[..]].concat();
    let session = [&play[..], &["--patience", "60", "--secret", "secret"]].concat();
    // A port that is free, for the host to come back to.
    let port = std::net::UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port").port();
    let address = format!("127.0.0.1:{port}");
    let host_args = [&session[..], &["--listen", &address, "--replay", "one.replay"]].concat();
    let (host, _) = listening(&home, &host_args);
    let stranger = run(&home, &[&play[..], &["--patience", "1", "--connect", &address]].concat());
    let told = text(&stranger.stderr);
    assert!(stranger.status.code() == Some(2) && told.contains("it did not answer within 1 s"), "{told}");
    let call = |args: &[&str]| {
        sandtable(&home, &[&session[..], &["--connect", &address], args].concat()).spawn().expect("the program starts")
    };
    let (second, third) = (call(&["--replay", "two.replay"]), call(&["--peer", "3", "--replay", "three.replay"]));
    let watching = call(&["--spectate", "--replay", "seen.replay"]);
    // Its record has begun, and some of its five seconds or more are over.
    let plays = || {
        wait_for("a record", || fs::metadata(home.0.join("two.replay.partial")).is_ok_and(|file| file.len() > 0));
        std::thread::sleep(Duration::from_millis(1_500));
    };
    plays();
    kill(second);
    let second = call(&["--replay", "two.replay"]);
    plays();
    kill(host);
    let (host, _) = listening(&home, &host_args);
    for process in [host, second, third, watching] {
        let process = ended(process);
        let told = text(&process.stdout);
        assert!(
            process.status.success() && told.contains("equal states until the end"),
            "{told}{}",
            text(&process.stderr)
        );
    }
    let alone =
        [&terms[..], &["--time-limit", "80", "--input-delay", "3", "--keyframes", "0", "--replay", "alone.replay"]];
    assert!(run(&home, &alone.concat()).status.success());
    let chunks = |name: &str| {
        let replay = read(&home.0.join(name));
        let states = replay.header.states();
        let parts =
            |chunk: &sandtable_replay::Chunk| (chunk.total, chunk.parts[..states].to_vec(), chunk.orders.clone());
        (replay.chunks.iter().map(parts).collect::<Vec<_>>(), replay.end)
    };
    for name in ["one.replay", "two.replay", "three.replay", "seen.replay"] {
        assert_eq!(chunks(name), chunks("alone.replay"), "{name}");
    }
}

#[test]
fn an_input_delay_that_adapts_leaves_records_that_agree_and_verify() {
    let home = Folder::new("adapts");
    let args = ["match", "duel", "--peers", "2", "--input-delay", "0..8", "--tick-ms", "2", "--replay", "both.replay"];
    let both = run(&home, &args);
    assert!(both.status.success(), "{}{}", text(&both.stdout), text(&both.stderr));
    let records = ["both-1.replay", "both-2.replay"].map(|name| read(&home.0.join(name)));
    assert_eq!((&records[0].chunks, &records[0].end), (&records[1].chunks, &records[1].end));
    let verified = run(&home, &["replay", "verify", "both-1.replay", "both-2.replay"]);
    assert!(verified.status.success(), "{}{}", text(&verified.stdout), text(&verified.stderr));
}

#[test]
fn what_peers_cannot_be_is_refused_with_what_would_do() {
    let home = Folder::new("terms");
    let cases: [(&[&str], &str); 6] = [
        (&["--peers", "9"], "9 is not in 2..=8"),
        (&["--listen", "127.0.0.1:0", "--peers", "3"], "2 players are split among 2 peers; expected --peers 2"),
        (&["--listen", "127.0.0.1:0", "--split", "1,3"], "peer 2 has no player"),
        (&["--listen", "127.0.0.1:0", "--split", "1,2,1"], "the split names 3 players; the match has 2"),
        (&["--input-delay", "8..1"], "two such numbers as in 1..8"),
        (&["--input-delay", "1..8"], "a range adapts only between processes"),
    ];
    for (args, expected) in cases {
        let refused = run(&home, &[&["match", "duel"], args].concat());
        let told = text(&refused.stderr);
        assert!(refused.status.code() == Some(2) && told.contains(expected), "{args:?}: {told}");
    }
    fs::write(home.0.join("short"), "abc").expect("it can be written");
    let refused = run(&home, &["match", "duel", "--listen", "127.0.0.1:0", "--secret", "short"]);
    assert!(text(&refused.stderr).contains("3 bytes; expected 16 or more"), "{}", text(&refused.stderr));
}

/// Whether words are told, in which `to …` is what is to be done where something was kept by then, or where nothing was.
#[cfg(target_os = "linux")]
fn tells(told: &str, expected: &str) -> bool {
    ["to continue", "to start over"].iter().any(|purpose| told.contains(&expected.replace("to …", purpose)))
}

/// Starts a command, and sends it SIGINT once it hears that and `is_time`.
#[cfg(target_os = "linux")]
fn interrupted(home: &Folder, args: &[&str], is_time: impl Fn() -> bool) -> Output {
    let child = sandtable(home, args).spawn().expect("the program starts");
    let id = child.id();
    let hears = || {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 0b10 != 0)
    };
    wait_for("a handler of SIGINT", hears);
    wait_for("the moment to interrupt", is_time);
    let sent = Command::new("kill").args(["-INT", &id.to_string()]).status().expect("kill starts");
    assert!(sent.success());
    ended(child)
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_that_is_interrupted_can_be_gone_on_with() {
    let home = Folder::new("interrupted");
    let args = ["match", "--map", "crown", "--p1", "first/tech", "--time-limit", "14000", "--replay", "long.replay"];
    let partial = home.0.join("long.replay.partial");
    let played = || read_replay(&partial).is_ok_and(|read| read.is_ok_and(|replay| replay.last_tick() >= 256));
    let left = interrupted(&home, &args, played);
    let told = text(&left.stderr);
    assert_eq!(left.status.code(), Some(130), "{told}");
    assert!(
        told.contains("the match is saved up to here; to continue: sandtable match --continue long.replay"),
        "{told}"
    );
    let record = read(&home.0.join("long.replay"));
    assert_eq!(record.status(), RecordStatus::Incomplete);
    let later = (record.last_tick() + 32).to_string();
    let on = run(&home, &["match", "--continue", "long.replay", "--replay", "more.replay", "--save-at", &later]);
    assert!(on.status.success(), "{}", text(&on.stderr));
    assert_eq!(read(&home.0.join("more.replay")).last_tick().to_string(), later);
}

#[cfg(target_os = "linux")]
#[test]
fn a_command_that_is_interrupted_says_what_is_kept_and_how_to_go_on() {
    let home = Folder::new("stopped");
    assert!(run(&home, &["match", "duel", "--replay", "game.replay"]).status.success());
    let cases: [(&[&str], &str); 5] = [
        (
            &["swarm", "--seeds", "1000000", "--seed", "7"],
            "the failures found are saved; to continue: sandtable swarm --seed 7 --first ",
        ),
        (
            &["movebench", "choke", "counterflow", "--seed", "3"],
            "the families above are complete; to continue: sandtable movebench choke counterflow --seed 3",
        ),
        (
            &["movebench", "--generate", "7", "--draws", "1000", "two_way_1"],
            "to continue: sandtable movebench two_way_1 --seed 1 --generate 7 --draws 1000",
        ),
        (
            &["balance", "duel"],
            "nothing is kept: each figure needs all its fights; to start over: sandtable balance with",
        ),
        (
            &["replay", "fork", "game.replay", "--tick", "16", "--seeds", "100000"],
            "to …: sandtable replay fork with the same arguments",
        ),
    ];
    for (args, expected) in cases {
        let stopped = interrupted(&home, args, || true);
        let told = text(&stopped.stderr);
        assert_eq!(stopped.status.code(), Some(130), "{args:?}: {told}");
        assert!(tells(&told, expected), "{args:?}: {told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_command_that_tells_at_its_end_is_ended_at_once_and_says_so() {
    let home = Folder::new("ended");
    let long = ["match", "--map", "crown", "--p1", "first/tech", "--p2", "first/tech", "--replay", "long.replay"];
    assert!(run(&home, &[&long[..], &["--save-at", "12000"]].concat()).status.success());
    let cases: [(&[&str], &str); 14] = [
        (
            &["why", "long.replay", "--player", "1", "--tick", "9000"],
            "nothing is kept; to start over: sandtable why with the same",
        ),
        (
            &["replay", "state", "long.replay", "--tick", "9000"],
            "nothing is kept; to start over: sandtable replay state with the",
        ),
        (
            &["replay", "dump", "long.replay", "--tick", "9000"],
            "nothing is kept; to start over: sandtable replay dump with the",
        ),
        (
            &["replay", "picture", "long.replay", "--tick", "9000"],
            "nothing is kept; to start over: sandtable replay picture with the same arguments",
        ),
        (&["replay", "bisect", "long.replay"], "nothing is kept; to start over: sandtable replay bisect with the same"),
        (&["replay", "verify", "long.replay"], "nothing is kept; to start over: sandtable replay verify long.replay"),
        (&["replay", "rerun", "long.replay"], "nothing is kept; to start over: sandtable replay rerun long.replay"),
        (&["trace", "long.replay"], "nothing is kept; to start over: sandtable trace with the same arguments"),
        (
            &["replay", "minimize", "long.replay", "-o", "small.replay"],
            "nothing is kept; to start over: sandtable replay minimize with the same arguments",
        ),
        (
            &[
                "match",
                "--map",
                "meadow",
                "--p1",
                "first/rush",
                "--p2",
                "first/tech",
                "--peers",
                "2",
                "--tick-ms",
                "100",
            ],
            "nothing is kept; to start over: sandtable match with the same arguments",
        ),
        (&["rehearse", "--fights", "100000"], "nothing is kept; to start over: sandtable rehearse with the same"),
        (&["ablate", "--games", "10000"], "to …: sandtable ablate with the same arguments"),
        (&["fight", "--games", "100000", "--seed", "7"], "to …: sandtable fight --games 100000 --seed 7 "),
        (&["movebench", "choke", "crossing", "maze"], "to continue: sandtable movebench choke crossing maze --seed 1"),
    ];
    for (args, expected) in cases {
        let stopped = interrupted(&home, args, || true);
        let told = text(&stopped.stderr);
        assert_eq!(stopped.status.code(), Some(130), "{args:?}: {told}");
        assert!(tells(&told, expected), "{args:?}: {told}");
    }
}
