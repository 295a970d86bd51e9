//! Hostile bots: each forfeits by name, and nothing of any is left.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
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

use super::{Folder, PROGRAM, alone, has, root};

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
    ProcessSpec { command, folder: PathBuf::from("."), limits, readable: Vec::new(), writable: Vec::new() }
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
