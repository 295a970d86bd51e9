//! Bots that would take the machine, or look around in it: each is held, whichever way the machine isolates it.
//!
//! All runs stand in a limit of processes of their own, so that a failure takes the test and not the machine.

use std::fs;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::{Folder, PROGRAM, alone, has, root};

/// Processes that a run may have in all, the program and its threads among them.
const OUTER: u32 = 600;

/// A control group round a whole run; none where none can be made.
struct OuterGroup {
    top: PathBuf,
    /// The group that processes join: with version 2 none may be where groups are made.
    leaf: PathBuf,
}

impl OuterGroup {
    fn new(name: &str) -> Option<OuterGroup> {
        let name = format!("sandtable-test-{}-{name}", std::process::id());
        let (first, second) = (Path::new("/sys/fs/cgroup/pids"), Path::new("/sys/fs/cgroup"));
        let group = if first.is_dir() {
            OuterGroup { top: first.join(&name), leaf: first.join(&name) }
        } else {
            OuterGroup { top: second.join(&name), leaf: second.join(&name).join("leaf") }
        };
        fs::create_dir(&group.top).ok()?;
        if group.leaf != group.top {
            let control = group.top.join("cgroup.subtree_control");
            ["+pids", "+memory", "+cpu"].iter().for_each(|word| drop(fs::write(&control, word)));
            fs::create_dir(&group.leaf).ok()?;
        }
        fs::write(group.top.join("pids.max"), OUTER.to_string()).ok()?;
        Some(group)
    }
}

impl Drop for OuterGroup {
    fn drop(&mut self) {
        for _ in 0..200 {
            let _ = fs::remove_dir(&self.leaf);
            if fs::remove_dir(&self.top).is_ok() || !self.top.exists() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}

/// Runs the program within the outer limit, with or without control groups of its own, and says whether it may make some; none where there
/// is no outer limit to be had.
fn sandtable(name: &str, groups: bool, args: &[&str]) -> Option<(Output, bool)> {
    let group = OuterGroup::new(name);
    let enter = match &group {
        Some(group) => format!("echo $$ > {}/cgroup.procs", group.leaf.display()),
        // The kernel holds nobody who is root to this.
        None if !is_root() => "ulimit -u 4000".to_owned(),
        None => {
            println!("skipped: needs a control group");
            return None;
        }
    };
    let mut command = Command::new("sh");
    // What is open when the program starts is none of a bot's business either.
    command
        .args(["-c", &format!("{enter} && exec \"$0\" \"$@\" 9</etc/passwd 8</"), PROGRAM])
        .args(args)
        .current_dir(root());
    if !groups {
        command.env("SANDTABLE_CONTROL_GROUPS", "off");
    }
    // Who makes a group round a run makes one within it too.
    Some((command.output().expect("a shell"), groups && group.is_some()))
}

fn is_root() -> bool {
    fs::read_to_string("/proc/self/status").is_ok_and(|status| status.contains("\nUid:\t0\t"))
}

/// The strategy file of a hostile bot.
fn strategy(home: &Folder, mode: &str, mark: &str) -> String {
    let script = root().join("cli/tests/bots/hostile.py");
    let command = format!("command = [\"python3\", {:?}, {mode:?}, {mark:?}]", script.to_string_lossy());
    let limits = "[limits]\nprocesses = 48\nmemory_mib = 512\ntime_ms = [[20000, 1]]";
    home.file(&format!("{mode}.toml"), &format!("bot = \"process\"\nabout = \"Hostile.\"\n{command}\n{limits}\n"))
}

/// How a hostile bot ended in a match against nobody, in words, and what isolation was told of.
fn end_of(mode: &str, mark: &str, groups: bool) -> Option<(String, String)> {
    let home = Folder::new(&format!("isolation-{mode}-{groups}"));
    let strategy = strategy(&home, mode, mark);
    let args = ["match", "--map", "meadow", "--p1", &strategy, "--p2", "idle", "--time-limit", "20", "--json"];
    let (output, grouped) = sandtable(mode, groups, &args)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (story, told) = (text(&output.stdout), text(&output.stderr));
    let has_group = told.contains("control group (version ");
    assert!((has_group || !grouped) && (groups || !has_group), "{mode}, {groups}: {told}");
    Some((story, told))
}

#[test]
fn bombs_without_end_take_neither_the_machine_nor_the_match() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    for groups in [true, false] {
        for (mode, words) in [
            ("endless_forks", &["more processes"][..]),
            ("endless_threads", &["more processes"]),
            // One by one they are refused memory, or all of them are ended together.
            ("endless_memory", &["more processes", "signal 9", "no answer", "MemoryError"]),
            ("endless_disk", &["exit code 7"]),
            ("endless_output", &["a line is longer"]),
        ] {
            let Some((story, told)) = end_of(mode, "x", groups) else { return };
            assert!(words.iter().any(|word| story.contains(word)), "{mode}, {groups}: {story}\n{told}");
            assert!(told.contains("isolation of bots: namespaces of users, processes, mounts"), "{mode}: {told}");
            if mode == "endless_disk" {
                let written = story.split("wrote ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
                assert!(written.is_some_and(|mebibytes| mebibytes <= 128), "its temporary files alone: {story}");
            }
        }
    }
    assert!(!root().join("sandtable-bomb-0").exists() && !root().join("cli/tests/bots/sandtable-bomb-0").exists());
}

/// However many processes it keeps busy, all of them together have the processors that one bot may have: one.
#[test]
fn a_bot_has_no_more_of_the_processors_than_it_may() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let Some((story, told)) = end_of("burns_processors", "x", true) else { return };
    let told_cpu = told.lines().any(|line| line.starts_with("isolation of bots: ") && line.contains(", cpu)"));
    let number = |before: &str| story.split(before).nth(1)?.split(' ').next()?.parse::<f64>().ok();
    let (Some(burned), Some(wall)) = (number("burned "), number(" ms in ")) else { panic!("{story}\n{told}") };
    if !told_cpu {
        println!("skipped: needs a control group of processors");
        return;
    }
    // A period more than its share may have been begun.
    assert!(burned <= wall + 200.0, "{burned} ms in {wall} ms: {told}");
    assert!(burned > 100.0, "it was busy: {story}");
}

/// No process of the host, no file of results, no socket, no network, nothing that the program was started with.
#[test]
fn a_bot_sees_nothing_that_is_none_of_its_business() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let home = Folder::new("seen");
    let results = home.file("games.jsonl", "{}\n");
    let unix = home.0.join("socket");
    let _socket = UnixListener::bind(&unix).expect("a socket");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("it is bound").port();
    let mark = format!("{results},{},{port}", unix.display());
    for groups in [true, false] {
        let Some((story, told)) = end_of("spy", &mark, groups) else { return };
        assert!(story.contains("saw []"), "{story}\n{told}");
    }
    // Unsafe it sees all of that: the test can fail.
    let strategy = strategy(&home, "spy", &mark);
    let args = [
        "--unsafe-bots",
        "match",
        "--map",
        "meadow",
        "--p1",
        &strategy,
        "--p2",
        "idle",
        "--time-limit",
        "20",
        "--json",
    ];
    let mut shared = Command::new(PROGRAM);
    let output = shared.args(args).env("SANDTABLE_ISOLATION", "off").current_dir(root()).output().expect("it starts");
    let story = String::from_utf8_lossy(&output.stdout);
    assert!(["processes", "results", "socket", "network"].iter().all(|what| story.contains(what)), "{story}");
}

/// A bot in a folder where matches are recorded and results lie.
struct Lair {
    home: Folder,
    strategy: String,
}

impl Lair {
    fn new(name: &str) -> Lair {
        let home = Folder::new(name);
        fs::copy(root().join("cli/tests/bots/hostile.py"), home.0.join("bot.py")).expect("a bot");
        home.file("notes.txt", "its own");
        let script = home.0.join("bot.py");
        let text = format!(
            "bot = \"process\"\nabout = \"Reads.\"\ncommand = [\"python3\", {script:?}, \"reads\"]\n\
             [limits]\ntime_ms = [[20000, 1]]\n"
        );
        let strategy = home.file("reads.toml", &text);
        Lair { home, strategy }
    }

    fn run(&self, args: &[&str]) -> String {
        let mut command = Command::new(PROGRAM);
        command.current_dir(&self.home.0).args(args).env("SECRET", "none of their business");
        let output = command.output().expect("the program starts");
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    }
}

/// Holds what bots told, in a story or a list of games, to what they may see.
fn assert_blind(story: &str) {
    let mut told = story.split("saw ").skip(1).filter_map(|rest| Some(rest.split_once(", that is all")?.0)).peekable();
    assert!(told.peek().is_some(), "no bot told anything: {story}");
    for saw in told {
        let environment = saw.strip_prefix("['bot.py', 'notes.txt', 'reads.toml'] and ");
        let environment = environment.unwrap_or_else(|| panic!("a bot saw {saw}: {story}"));
        // What starts Python may set more, but nothing of what the program was started with.
        assert!(["SECRET", "CARGO"].iter().all(|name| !environment.contains(name)), "{environment}");
    }
}

/// What a record under way holds of the others no bot reads, of its own match or of another peer's, nor results of before, though all lie in
/// its own folder.
#[test]
fn a_bot_sees_no_records_and_results_in_its_own_folder() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let lair = Lair::new("lair");
    let seats = ["--map", "meadow", "--p1", &lair.strategy, "--p2", "first/rush", "--time-limit", "30", "--json"];
    let play = |more: &[&str]| lair.run(&[&["match"], &seats[..], more].concat());
    // Once more over the record of before.
    for _ in 0..2 {
        assert_blind(&play(&["--replay", "game.replay"]));
        assert!(lair.home.0.join("game.replay").is_file());
    }
    fs::remove_file(lair.home.0.join("game.replay")).expect("it is there");
    assert_blind(&play(&["--peers", "2", "--replay", "peers.replay"]));
    for name in ["peers-1.replay", "peers-2.replay"] {
        fs::remove_file(lair.home.0.join(name)).expect("it is there");
    }
    let file =
        "name = \"t\"\nabout = \"A test.\"\nrules = \"classic\"\nmaps = [\"meadow\"]\nseeds = 1\ntime_limit = 20\n";
    let elsewhere = Folder::new("elsewhere");
    for (name, strategy, out) in [("older.toml", "first/rush", "kept/before"), ("newer.toml", &lair.strategy, "now")] {
        let text = format!("{file}strategies = [{strategy:?}, \"idle\"]\n");
        let story = lair.run(&["tournament", &elsewhere.file(name, &text), "--out", out]);
        assert!(lair.home.0.join(out).join("games.jsonl").is_file(), "{story}");
    }
    assert_blind(&fs::read_to_string(lair.home.0.join("now/games.jsonl")).expect("results"));
}

/// A machine that isolates nothing refuses bots, unless it is told not to.
#[test]
fn without_isolation_bots_are_refused() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let home = Folder::new("refused");
    let strategy = strategy(&home, "good", "x");
    let run = |more: &[&str]| {
        let args = ["match", "--map", "meadow", "--p1", &strategy, "--p2", "idle", "--time-limit", "5"];
        let mut command = Command::new(PROGRAM);
        command.args(args).args(more).env("SANDTABLE_ISOLATION", "off").current_dir(root()).output().expect("it starts")
    };
    let refused = run(&[]);
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{words}");
    assert!(words.contains("no isolation for it here") && words.contains("--unsafe-bots"), "{words}");
    let allowed = run(&["--unsafe-bots"]);
    assert!(allowed.status.success(), "{}", String::from_utf8_lossy(&allowed.stderr));
    assert!(String::from_utf8_lossy(&allowed.stderr).contains("isolation of bots: none"));
}
