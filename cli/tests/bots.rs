//! Bots that are processes: the examples play, the hostile ones forfeit by name, and nothing of either is left.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sandtable_ai::{Commander, CommanderFailure, FailureKind, MatchInfo, Orders};
use sandtable_bots::check::{CheckPlan, HeldResources, soak};
use sandtable_bots::limits::{BotLimits, TimeTier};
use sandtable_bots::process::ProcessSpec;
use sandtable_bots::{ProcessBot, ProcessKeeper};
use sandtable_content::{MatchTerms, build_scenario};
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;

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

fn scenario() -> Arc<Scenario> {
    let mut library = sandtable_match::library::Library::embedded_only();
    let rules = sandtable_match::assemble::load_rules(&mut library, "classic").expect("embedded");
    let map = sandtable_match::assemble::load_map(&mut library, "meadow", &rules).expect("embedded");
    Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).expect("it can be played"))
}

/// Little time, but no less than a busy machine needs.
fn limits() -> BotLimits {
    let tier = |milliseconds, count| TimeTier { time: Duration::from_millis(milliseconds), count };
    BotLimits {
        tiers: vec![tier(55, 8), tier(4_000, 1)],
        start: Duration::from_secs(20),
        end: Duration::from_secs(4),
        memory_mib: 512,
        processes: 48,
        queries: 64,
        search_cells: 2_000,
        ..BotLimits::default()
    }
}

fn hostile(mode: &str, mark: &str) -> ProcessSpec {
    let script = root().join("cli/tests/bots/hostile.py");
    let command = ["python3", &script.to_string_lossy(), mode, mark].map(str::to_owned).to_vec();
    let mut limits = limits();
    // Who is to hang need not be waited for long; who is to be slow must not hang first.
    let hangs = ["hang", "ignores_signals", "closes_output", "slow_drip", "shell_daemon"];
    if hangs.contains(&mode) {
        limits.tiers = vec![TimeTier { time: Duration::from_millis(1_500), count: 1 }];
    }
    if ["hang_at_start", "never_reads"].contains(&mode) {
        limits.start = Duration::from_millis(1_000);
    }
    ProcessSpec { command, folder: PathBuf::from("."), limits }
}

fn bot(spec: ProcessSpec, keeper: &ProcessKeeper, scenario: &Scenario) -> ProcessBot {
    let brief = MatchInfo { rules: &scenario.rules, player: PlayerId(0), seed: 1, name: "test" };
    ProcessBot::new(spec, keeper.clone(), &brief)
}

/// Plays a bot for some decisions against nobody.
fn play(mut bot: ProcessBot, scenario: &Arc<Scenario>, decisions: u32) -> Option<CommanderFailure> {
    let mut world = World::new(Arc::clone(scenario), 1);
    for _ in 0..decisions {
        let mut orders = Orders::new();
        bot.decide(&View::new(&world, PlayerId(0)), &mut orders);
        if let Some(failure) = bot.failure() {
            return Some(failure);
        }
        world.step(&[]);
    }
    bot.end(None).err()
}

/// Processes whose command line has this in it.
fn marked(mark: &str) -> Vec<String> {
    let lines = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = lines.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(mark)).collect()
}

/// Waits until none of them is left: the kernel ends them in its own time.
fn assert_gone(mark: &str) {
    let began = Instant::now();
    while !marked(mark).is_empty() {
        assert!(began.elapsed() < Duration::from_secs(20), "still there: {:?}", marked(mark));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Every hostile bot, how it ends, and a word of what is told of it.
const HOSTILE: [(&str, FailureKind, &str); 48] = [
    ("hang", FailureKind::BotHang, "no answer within 1500 ms"),
    ("hang_at_start", FailureKind::BotHang, "no answer within 1000 ms"),
    ("ignores_signals", FailureKind::BotHang, "no answer"),
    ("never_reads", FailureKind::BotHang, "no answer"),
    ("slow_drip", FailureKind::BotHang, "no answer"),
    ("shell_daemon", FailureKind::BotHang, "no answer"),
    ("exits_at_once", FailureKind::BotCrash, "exit code 0"),
    ("exits_early", FailureKind::BotCrash, "exit code 3"),
    ("crash", FailureKind::BotCrash, "RuntimeError: a bug of the bot"),
    ("kills_itself", FailureKind::BotCrash, "signal 6"),
    ("closes_output", FailureKind::BotCrash, "closed its output"),
    ("memory_hog", FailureKind::BotCrash, "MemoryError"),
    ("forks", FailureKind::BotCrash, "exit code 7"),
    ("daemon", FailureKind::BotCrash, "exit code 9"),
    ("exits_as_keeper", FailureKind::BotCrash, "exit code 126"),
    ("fork_bomb", FailureKind::OverBudget, "more processes and threads"),
    ("giant_line", FailureKind::OverBudget, "a line is longer"),
    ("error_flood", FailureKind::OverBudget, "its standard error is longer"),
    ("slow", FailureKind::OverBudget, "8 decisions that took longer than 55 ms"),
    ("asks_on_and_on", FailureKind::OverBudget, "more questions"),
    ("searches_on_and_on", FailureKind::OverBudget, "more path searches"),
    ("stale", FailureKind::BotProtocol, "orders of tick 0"),
    ("from_the_future", FailureKind::BotProtocol, "orders of tick 1"),
    ("twice", FailureKind::BotProtocol, "orders of tick 0"),
    ("flood", FailureKind::BotProtocol, "missing field `type`"),
    ("wrong_version", FailureKind::BotProtocol, "version 99"),
    ("hasty", FailureKind::BotProtocol, "hello first"),
    ("greedy_interval", FailureKind::BotProtocol, "interval 0"),
    ("garbage", FailureKind::BotProtocol, "expected value"),
    ("empty_lines", FailureKind::BotProtocol, "EOF"),
    ("invalid_utf8", FailureKind::BotProtocol, "no UTF-8"),
    ("deep_json", FailureKind::BotProtocol, "invalid type: sequence"),
    ("deep_object", FailureKind::BotProtocol, "recursion limit"),
    ("huge_number", FailureKind::BotProtocol, "number out of range"),
    ("wrong_type", FailureKind::BotProtocol, "invalid type"),
    ("unknown_message", FailureKind::BotProtocol, "unknown variant `cheat`"),
    ("unknown_key", FailureKind::BotProtocol, "unknown field `unist`"),
    ("unknown_verb", FailureKind::BotProtocol, "did you mean \"attack\"?"),
    ("missing_argument", FailureKind::BotProtocol, "\"to\" is missing"),
    ("others_units", FailureKind::IllegalOrders, "is not player 0's"),
    ("nodes", FailureKind::IllegalOrders, "is not player 0's"),
    ("no_such_kind", FailureKind::IllegalOrders, "kind 60000"),
    ("no_units", FailureKind::IllegalOrders, "0 units"),
    ("many_units", FailureKind::IllegalOrders, "999 units"),
    ("no_such_cell", FailureKind::IllegalOrders, "no map is so large"),
    ("many_orders", FailureKind::IllegalOrders, "129 orders"),
    ("no_such_program", FailureKind::BotCrash, "exit code 127"),
    ("folder_as_program", FailureKind::BotCrash, "exit code 127"),
];

/// A hostile bot as the table names it.
fn named(mode: &str, mark: &str) -> ProcessSpec {
    let mut spec = hostile(mode, mark);
    match mode {
        "no_such_program" => spec.command = vec!["/no/such/program".to_owned()],
        "folder_as_program" => spec.command = vec!["/tmp".to_owned()],
        _ => {}
    }
    spec
}

#[test]
fn every_hostile_bot_forfeits_by_name_and_the_next_match_is_untouched() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let (scenario, keeper) = (scenario(), ProcessKeeper::from_program(PROGRAM.into()));
    let mark = format!("mark-{}-hostile", std::process::id());
    let (mut files, mut others) = (None, Vec::new());
    for (row, (mode, how, words)) in HOSTILE.into_iter().enumerate() {
        let failure = play(bot(named(mode, &mark), &keeper, &scenario), &scenario, 40);
        let is_named = |failure: &CommanderFailure| failure.how == how && failure.message.contains(words);
        if !failure.as_ref().is_some_and(is_named) {
            others.push(format!("{mode}: {failure:?}; expected {how:?}, {words:?}"));
        }
        // Starting a bot takes most of the time here.
        if row % 4 == 0 {
            let next = play(bot(hostile("good", &mark), &keeper, &scenario), &scenario, 3);
            assert_eq!(next, None, "after {mode}");
        }
        let now = HeldResources::now().files;
        assert!(*files.get_or_insert(now) >= now, "{mode} left files open");
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
    assert_gone(&mark);
}

#[test]
fn without_namespaces_nothing_survives_either() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let (scenario, keeper) = (scenario(), ProcessKeeper::from_program(PROGRAM.into()).without_namespaces());
    let mark = format!("mark-{}-shared", std::process::id());
    for (mode, how) in [
        ("forks", FailureKind::BotCrash),
        ("daemon", FailureKind::BotCrash),
        ("shell_daemon", FailureKind::BotHang),
        ("ignores_signals", FailureKind::BotHang),
        ("fork_bomb", FailureKind::OverBudget),
        ("exits_as_keeper", FailureKind::BotCrash),
    ] {
        let failure = play(bot(hostile(mode, &mark), &keeper, &scenario), &scenario, 40);
        assert_eq!(failure.map(|failure| failure.how), Some(how), "{mode}");
        assert_gone(&mark);
    }
}

/// For those who use this as a library and have no keeper: the bot and its group are ended.
#[test]
fn without_a_keeper_the_bot_itself_is_ended() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let scenario = scenario();
    let mark = format!("mark-{}-alone", std::process::id());
    let failure = play(bot(hostile("ignores_signals", &mark), &ProcessKeeper::none(), &scenario), &scenario, 40);
    assert_eq!(failure.map(|failure| failure.how), Some(FailureKind::BotHang));
    assert_gone(&mark);
}

/// When the program is killed its keepers are told.
#[test]
fn nothing_survives_the_death_of_the_program() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let home = Folder::new("orphans");
    let mark = format!("mark-{}-orphans", std::process::id());
    let script = root().join("cli/tests/bots/hostile.py");
    let strategy = home.file(
        "hang.toml",
        &format!(
            "bot = \"process\"\nabout = \"Hangs.\"\ncommand = [\"python3\", {:?}, \"hang\", {mark:?}]\n",
            script.to_string_lossy()
        ),
    );
    let mut child = Command::new(PROGRAM)
        .args(["match", "--map", "meadow", "--p1", &strategy, "--p2", "idle"])
        .spawn()
        .expect("the program starts");
    let began = Instant::now();
    // The bot itself, besides its keepers.
    while marked(&mark).iter().all(|line| line.contains("__keep-bot") || line.contains("--p1")) {
        assert!(began.elapsed() < Duration::from_secs(30), "it never started");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
    assert_gone(&mark);
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

/// A tournament names each end, scores it, and its results verify though bots cannot be asked again.
#[test]
fn a_tournament_of_processes_names_each_end_and_verifies() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let home = Folder::new("tournament");
    let script = root().join("cli/tests/bots/hostile.py");
    for mode in ["crash", "garbage", "good"] {
        let command = format!("[\"python3\", {:?}, {mode:?}]", script.to_string_lossy());
        home.file(&format!("{mode}.toml"), &format!("bot = \"process\"\nabout = \"A test.\"\ncommand = {command}\n"));
    }
    let path = |name: &str| home.0.join(name).to_string_lossy().into_owned();
    let file = home.file(
        "t.toml",
        &format!(
            "name = \"bots\"\nabout = \"A test.\"\nrules = \"classic\"\nmaps = [\"meadow\"]\nseeds = 1\ntime_limit = 20\nstrategies = [{:?}, {:?}, {:?}]\n",
            path("crash.toml"),
            path("garbage.toml"),
            path("good.toml")
        ),
    );
    let out = path("out");
    let played = sandtable(&["tournament", &file, "--out", &out]);
    assert!(played.status.success(), "{}", text(&played));
    let games = fs::read_to_string(home.0.join("out/games.jsonl")).expect("games");
    for (words, count) in [("\"kind\":\"bot-crash\"", 2), ("\"kind\":\"bot-protocol\"", 2), ("a bug of the bot", 4)] {
        assert!(games.matches(words).count() >= count, "{words}: {games}");
    }
    let verified = sandtable(&["verify", &out]);
    assert!(verified.status.success(), "{}", text(&verified));
    fs::remove_file(home.0.join("out").join(first_replay(&games))).expect("a replay");
    let verified = sandtable(&["verify", &out]);
    assert_eq!(verified.status.code(), Some(1), "{}", text(&verified));
}

fn first_replay(games: &str) -> String {
    let (_, rest) = games.split_once("\"replay\":\"").expect("replays are kept");
    rest.split('"').next().expect("a path").to_owned()
}

/// Results of bots that are processes can be put together and verified where the bots are not, though a game need not come out twice
/// the same.
#[test]
fn parts_merge_and_verify_where_the_bots_are_not() {
    let _alone = alone();
    let home = Folder::new("parts");
    let script = home.file("bot.sh", "exit 3\n");
    for name in ["a", "b"] {
        let about = format!("bot = \"process\"\nabout = \"It ends at once.\"\ncommand = [\"sh\", {script:?}]\n");
        home.file(&format!("{name}.toml"), &format!("{about}folder = {:?}\n", home.0.to_string_lossy()));
    }
    let path = |name: &str| home.0.join(name).to_string_lossy().into_owned();
    let head =
        "name = \"t\"\nabout = \"A test.\"\nrules = \"classic\"\nmaps = [\"meadow\"]\nseeds = 2\ntime_limit = 20\n";
    let file = home.file("t.toml", &format!("{head}strategies = [{:?}, {:?}]\n", path("a.toml"), path("b.toml")));
    for (shard, part) in [("1/2", "part1"), ("2/2", "part2")] {
        let played = sandtable(&["tournament", &file, "--shard", shard, "--out", &path(part)]);
        assert!(played.status.success(), "{}", text(&played));
    }
    let moved = Folder::new("moved");
    for part in ["part1", "part2"] {
        fs::rename(path(part), moved.0.join(part)).expect("a folder");
    }
    drop(home);
    let path = |name: &str| moved.0.join(name).to_string_lossy().into_owned();
    let merged = sandtable(&["merge", &path("part2"), &path("part1"), &path("part2"), "--out", &path("whole")]);
    assert!(merged.status.success(), "{}", text(&merged));
    let verified = sandtable(&["verify", &path("whole")]);
    assert!(verified.status.success(), "{}", text(&verified));
    let list = moved.0.join("part2/games.jsonl");
    let (mut games, _) = sandtable_tournament::read_games(&moved.0.join("part2")).expect("results");
    games[0].ticks += 1;
    let lines: Vec<String> = games.iter().map(|game| game.to_line().expect("JSON") + "\n").collect();
    fs::write(list, lines.concat()).expect("a list");
    let refused = sandtable(&["merge", &path("whole"), &path("part2"), "--out", &path("other")]);
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused));
    assert!(text(&refused).contains("may decide otherwise each time"), "{}", text(&refused));
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
        "bot.toml:3:11: command: found \"no-such-program-anywhere\", which is not there",
        "did you mean \"command\"?",
        "ascending",
        "did you mean \"memory_mib\"?",
    ] {
        assert!(told.contains(words), "{words:?} is not in\n{told}");
    }
}

/// The library's own soak, on a bot that fails as well.
#[test]
fn matches_that_end_badly_leave_nothing_either() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let (scenario, keeper) = (scenario(), ProcessKeeper::from_program(PROGRAM.into()));
    let course = CheckPlan { scenario: Arc::clone(&scenario), decisions: 2, limits: limits() };
    let build = |player: PlayerId, seed: u64| -> Box<dyn Commander> {
        let brief = MatchInfo { rules: &scenario.rules, player, seed, name: "test" };
        Box::new(ProcessBot::new(hostile("exits_early", "soak"), keeper.clone(), &brief))
    };
    let soaked = soak(&course, &build, 8);
    assert_eq!((soaked.failed, soaked.after.files), (8, soaked.before.files));
}
