//! Tuning: what files may mark, and that a tuned strategy is proved to be better, the same on every machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use sandtable::exit::code;
use sandtable_match::Failure;
use sandtable_match::tunable::{parameters, with_levels};
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::run_folder::{killed, texts};

const FILE: &str = r#"# What it is for.
bot = "goals"
about = "A test."
rules = "duel"
noise_percent = 20   # some

[goals.defend]
priority = 90
militia = 4

[goals.economy]
priority = 80
workers = 5
when = [
    { input = "workers", times = [[4, 1], [5, 0.5]] }, # the sixth can wait
]

[goals.rush]
priority = 60.5
mix = { light = 4, ranged = 1 }
size = 3
buildings = { barracks = 1 }

[systems]
spend = false
"#;

fn read(table: &str) -> Result<Vec<String>, String> {
    let found = parameters("s.toml", &format!("{FILE}\n[tune]\n{table}")).map_err(|issues| issues.to_string())?;
    Ok(found
        .iter()
        .map(|one| format!("{} = {} in {} of {}", one.path, one.written, one.range(), one.levels()))
        .collect())
}

#[test]
fn values_are_marked_by_path() {
    let table = r#"
"goals.rush.size" = { range = [1, 9] }
"goals.rush.priority" = { range = [20, 90], step = 0.5 }
"goals.economy.when[1].times[2][2]" = { range = [0.1, 1], step = 0.05, scale = "log" }
"systems.spend" = { choice = [true, false] }
noise_percent = { range = [0, 50], step = 5 }
"#;
    let found = read(table).expect("it is in order");
    let expected = [
        "goals.rush.size = 3 in 1 … 9 of 9",
        "goals.rush.priority = 60.5 in 20 … 90 of 141",
        "goals.economy.when[1].times[2][2] = 0.5 in 0.1 … 1, log of 19",
        "systems.spend = false in true, false of 2",
        "noise_percent = 20 in 0 … 50 of 11",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_cannot_be_tuned_is_named_with_its_place() {
    let cases = [
        ("\"goals.rush.sise\" = { range = [1, 9] }", "did you mean \"goals.rush.size\"?"),
        ("\"goals.rush\" = { range = [1, 9] }", "a path to a table or a list"),
        ("\"goals.economy.when[2].min\" = { range = [1, 9] }", "after that [1] to [1]"),
        ("\"about\" = { range = [1, 9] }", "a path to a string"),
        ("\"goals.rush.size\" = { range = [4, 9] }", "found 3 in the file; expected a value of its range, 4 to 9"),
        ("\"goals.rush.size\" = { range = [9, 1] }", "no range"),
        ("\"goals.rush.size\" = { range = [1, 9], step = 3 }", "steps that do not fit"),
        ("\"goals.rush.size\" = { range = [1, 9], stp = 1 }", "did you mean \"step\"?"),
        ("\"goals.rush.size\" = { range = [0, 9], scale = \"log\" }", "more than 0"),
        ("\"goals.rush.size\" = { range = [1, 9], scale = \"lgo\" }", "did you mean \"log\"?"),
        ("\"goals.rush.size\" = { choice = [4, 5] }", "found 3 in the file; expected one of 4, 5"),
        ("\"goals.rush.size\" = { choice = [3] }", "no choice"),
        ("\"goals.rush.size\" = { range = [1, 9], choice = [3, 4] }", "exactly one of range and choice"),
        ("\"goals..size\" = { range = [1, 9] }", "no path"),
        ("\"goals.rush.size\" = 4", "no table"),
    ];
    for (line, expected) in cases {
        let error = read(line).expect_err(line);
        assert!(error.contains(expected) && error.starts_with("s.toml:28:"), "{line}: {error}");
    }
}

#[test]
fn every_way_to_load_a_strategy_looks_at_its_marks() {
    let home = Folder::new("tune-marks");
    let good = home.file("good.toml", &format!("{FILE}\n[tune]\n\"goals.rush.size\" = {{ range = [1, 9] }}\n"));
    sandtable(&["check", &good.to_string_lossy()]).expect("it is in order");
    let bad = home.file("bad.toml", &format!("{FILE}\n[tune]\n\"goals.rush.sze\" = {{ range = [1, 9] }}\n"));
    let (code, _) = error_of(&["check", &bad.to_string_lossy()]);
    assert_eq!(code, 1);
    let (code, said) =
        error_of(&["match", "--map", "duel16", "--rules", "duel", "--p1", &bad.to_string_lossy(), "--p2", "duel/rush"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("did you mean \"goals.rush.size\"?"), "{said}");
}

#[test]
fn a_tuned_text_is_the_same_but_for_its_values() {
    let text = format!(
        "{FILE}\n[tune]\n\"goals.rush.size\" = {{ range = [1, 9] }}\n\"goals.rush.priority\" = {{ range = [20, 90], step = 0.5 }}\n\
         \"goals.economy.when[1].times[2][2]\" = {{ range = [0.1, 1] }}\n\"systems.spend\" = {{ choice = [true, false] }}\n"
    );
    let found = parameters("s.toml", &text).expect("it is in order");
    let current: Vec<u32> = found.iter().map(|one| one.current).collect();
    assert_eq!(with_levels(&text, &found, &current).expect("it can be written"), text);
    let tuned = with_levels(&text, &found, &[6, 0, 5, 0]).expect("it can be written");
    let expected = text
        .replace("size = 3\n", "size = 7\n")
        .replace("priority = 60.5", "priority = 20.0")
        .replace("[5, 0.5]", "[5, 0.15]")
        .replace("spend = false", "spend = true");
    assert_eq!(tuned, expected);
    assert_eq!(parameters("s.toml", &tuned).expect("it is in order").len(), 4);
}

/// A rush that hardly gathers and waits for an army it will never have.
const SPOILED: &str = r#"# Spoiled.
bot = "goals"
about = "A rush that waits for too many." # who would not
rules = "duel"

[goals.defend]
priority = 90
militia = 4

[goals.economy]
priority = 80
workers = 1

[goals.rush]
priority = 60
mix = { light = 4, ranged = 1 }
size = 40
wave = 2
retreat_percent = 0
buildings = { barracks = 1 }

[tune]
"goals.economy.workers" = { range = [1, 9] }
"goals.rush.size" = { range = [1, 41], scale = "log" }
"#;

const SMALL: [&str; 16] = [
    "--against",
    "duel/rush",
    "--maps",
    "duel16",
    "--held-out",
    "seeds",
    "--time-limit",
    "240",
    "--games",
    "96",
    "--proof-games",
    "90",
    "--elo",
    "100",
    "--deviation-games",
    "40",
];

fn tune(home: &Folder, out: &str, more: &[&str]) -> (PathBuf, Result<(), Failure>) {
    let file = home.file("spoiled.toml", SPOILED);
    let out = home.0.join(out);
    let (file, folder) = (file.to_string_lossy().into_owned(), out.to_string_lossy().into_owned());
    // What is said twice is said by `more`.
    let small = SMALL.chunks(2).filter(|pair| !more.contains(&pair[0])).flatten().copied();
    let args: Vec<&str> =
        ["tune", &file, "--out", &folder].into_iter().chain(small).chain(more.iter().copied()).collect();
    let result = sandtable(&args);
    (out, result)
}

#[test]
fn a_spoiled_strategy_is_repaired_the_same_by_any_threads_and_after_a_kill() {
    let home = Folder::new("tune-run");
    let (out, result) = tune(&home, "one", &["--threads", "1", "--reference", "duel/rush"]);
    result.expect("it is improved");
    let one = texts(&out);
    let names: Vec<&str> = one.keys().map(String::as_str).collect();
    let expected = ["journal.jsonl", "manifest.json", "report.html", "summary.json", "tuned.diff", "tuned.toml"];
    assert_eq!(names, expected);
    let tuned = &one["tuned.toml"];
    assert!(tuned.contains("about = \"A rush that waits for too many.\" # who would not"), "{tuned}");
    assert_eq!(tuned.lines().count(), SPOILED.lines().count());
    sandtable(&["check", &out.join("tuned.toml").to_string_lossy()]).expect("it is in order");
    let summary: serde_json::Value = serde_json::from_str(&one["summary.json"]).expect("JSON");
    let games = |phase: &str| summary["games"][phase].as_u64().unwrap_or(0);
    assert!(games("search") + games("final") <= 96 && games("search") >= 32, "{}", summary["games"]);
    assert!(games("proof") <= 90 && games("deviation") <= 40, "{}", summary["games"]);
    assert_eq!(
        one["journal.jsonl"].lines().count() as u64 * 2,
        summary["games"].as_object().expect("counts").values().filter_map(serde_json::Value::as_u64).sum::<u64>()
    );
    assert!(summary["proof"]["after"]["value"].as_f64() > summary["proof"]["before"]["value"].as_f64());
    assert!(
        summary["proof"]["recovered"]["value"].as_f64().is_some_and(|part| part > 0.5),
        "{}",
        summary["proof"]["recovered"]
    );
    let page = &one["report.html"];
    for part in [
        "Convergence",
        "Values over time",
        "Points tried",
        "Before and after",
        "Importance of values",
        "Each value varied alone",
        "Sequential test",
    ] {
        assert!(page.contains(part), "the page has no {part}");
    }
    assert!(!page.contains("<script") && !page.contains("http"), "the page needs nothing else");

    let (out, result) = tune(&home, "many", &["--threads", "3", "--reference", "duel/rush"]);
    result.expect("it is improved");
    assert_eq!(texts(&out), one, "threads show");

    let killed = killed(&home, &home.0.join("one"), 2);
    sandtable(&["tune", "--resume", &killed.to_string_lossy(), "--threads", "2"]).expect("it goes on");
    assert_eq!(texts(&killed), one, "a kill shows");
    let (code, said) = error_of(&["tune", "--resume", &killed.to_string_lossy()]);
    assert!(code == 2 && said.contains("is finished"), "{said}");
}

#[test]
fn what_is_no_better_is_said_to_be_so_and_can_have_more_games() {
    let home = Folder::new("tune-none");
    let text = SPOILED
        .replace("range = [1, 41], scale = \"log\"", "range = [39, 41]")
        .replace("range = [1, 9]", "range = [1, 2]");
    let file = home.file("hopeless.toml", &text);
    let out = home.0.join("out");
    let (file, folder) = (file.to_string_lossy().into_owned(), out.to_string_lossy().into_owned());
    let mut args = vec!["tune", &file, "--out", &folder, "--points"];
    args.extend(SMALL);
    let failure = sandtable(&args).expect_err("nothing helps");
    assert_eq!(code(&failure), 1);
    assert!(!out.join("tuned.toml").exists() && out.join("report.html").exists());
    let verdict = |found: &BTreeMap<String, String>| {
        let summary: serde_json::Value = serde_json::from_str(&found["summary.json"]).expect("JSON");
        let text = summary["verdict"].as_str().expect("a verdict").to_owned();
        assert!(["equal", "undecided", "worse"].contains(&text.as_str()), "{text}");
        // So small a grid is soon tried as a whole; all other games go to the final.
        let games = ["search", "final"].map(|phase| summary["games"][phase].as_u64().unwrap_or(0));
        (text, summary["proof"]["games_needed"].as_u64().unwrap_or(0), games.iter().sum::<u64>())
    };
    let (said, needed, searched) = verdict(&texts(&out));
    assert_eq!(said == "undecided", needed > 0, "{said}, {needed} games needed");
    let (code, said) = error_of(&["tune", &file, "--out", &folder]);
    assert!(code == 2 && said.contains("is not empty"), "{said}");
    // More games go on where it ended: what was played is not played again.
    let before = texts(&out)["journal.jsonl"].clone();
    let failure =
        sandtable(&["tune", "--resume", &folder, "--games", "+32", "--proof-games", "+40"]).expect_err("nothing helps");
    assert_eq!(sandtable::exit::code(&failure), 1);
    let after = texts(&out);
    assert!(after["journal.jsonl"].starts_with(&before) && after["journal.jsonl"].len() > before.len());
    assert!(verdict(&after).2 > searched);
    let (code, said) = error_of(&["tune", "--resume", &folder, "--games", "400"]);
    assert!(code == 2 && said.contains("+N"), "{said}");
}

#[test]
fn maps_of_the_search_are_not_held_out() {
    let home = Folder::new("tune-held-out");
    let file = home.file("spoiled.toml", SPOILED).to_string_lossy().into_owned();
    let out = home.0.join("out").to_string_lossy().into_owned();
    let args = ["tune", &file, "--against", "duel/rush", "--maps", "duel16", "--held-out", "duel16", "--out", &out];
    let (code, said) = error_of(&args);
    assert!(code == 2 && said.contains("the searched map duel16") && said.contains("seeds"), "{said}");
    assert!(!home.0.join("out").exists());
}

#[test]
fn what_cannot_be_tuned_at_all_is_refused_before_anything_is_played() {
    let home = Folder::new("tune-refused");
    let (code, said) = error_of(&["tune", "duel/rush", "--out", &home.0.join("a").to_string_lossy()]);
    assert!(code == 2 && said.contains("nothing to tune") && said.contains("[tune]"), "{said}");
    let broken = SPOILED.replace("range = [1, 9] }", "range = [0.5, 9], step = 0.25 }");
    let file = home.file("halves.toml", &broken);
    let (code, said) = error_of(&["tune", &file.to_string_lossy(), "--out", &home.0.join("b").to_string_lossy()]);
    assert!(code == 2 && said.contains("goals.economy.workers") && said.contains("cannot be 0.75"), "{said}");
    assert!(!home.0.join("a").exists() && !home.0.join("b").exists());
}

#[test]
fn a_league_grows_a_pool_and_names_a_champion() {
    let home = Folder::new("tune-league");
    let (out, result) = tune(&home, "league", &["--league", "2", "--deviation-games", "0", "--games", "160"]);
    let found = texts(&out);
    let summary: serde_json::Value = serde_json::from_str(&found["summary.json"]).expect("JSON");
    let generations = summary["league"]["generations"].as_array().expect("generations");
    assert_eq!(generations.len(), 2);
    assert!(generations[0]["name"] == "spoiled-1", "{}", generations[0]["name"]);
    let weights = generations[1]["weights"].as_array().expect("weights");
    assert!(weights.iter().any(|weight| weight[0] == "spoiled-1"), "it joined the pool: {weights:?}");
    assert!(found["report.html"].contains("Generations"));
    // The history: each member with its scores and intervals, in the last race as well.
    let race = summary["league"]["race"].as_array().expect("a race");
    assert_eq!(
        race.iter().filter(|racer| racer["finished"] == true && racer["pairs"].as_u64() > Some(0)).count(),
        race.len()
    );
    assert!(generations[1]["scores"][1]["low"].as_f64() < generations[1]["scores"][1]["high"].as_f64());
    assert!(generations[1]["games_before"].as_u64() > generations[0]["games_before"].as_u64());
    let history = &found["league.html"];
    for part in
        ["Members", "spoiled-1: from game ", "before generation 2", "The last race", "champion", "beats every opponent"]
    {
        assert!(history.contains(part), "the history has no {part}: {history}");
    }
    assert!(!history.contains("<script") && !history.contains("http"), "the page needs nothing else");
    assert_eq!(summary["verdict"], "beats-all", "one opponent, who is beaten");
    assert!(result.is_ok() && found.contains_key("tuned.toml"));
}

#[test]
fn priorities_are_learnt_from_who_won() {
    let home = Folder::new("tune-learn");
    let text = SPOILED.replace("workers = 1", "workers = 5").replace("size = 40", "size = 3");
    let winner = home.file("winner.toml", &text);
    let (winner, game) =
        (winner.to_string_lossy().into_owned(), home.0.join("game.replay").to_string_lossy().into_owned());
    sandtable(&[
        "match", "--rules", "duel", "--map", "duel16", "--p1", &winner, "--p2", "idle", "--seed", "3", "--replay",
        &game,
    ])
    .expect("it plays");
    // The same goals, ranked the other way round.
    let table =
        "[tune]\n\"goals.economy.priority\" = { range = [5, 100] }\n\"goals.rush.priority\" = { range = [5, 100] }\n";
    let wrong = text
        .split("[tune]")
        .next()
        .unwrap_or_default()
        .replace("priority = 80", "priority = 30")
        .replace("priority = 60", "priority = 95");
    let learner = home.file("learner.toml", &format!("{wrong}{table}"));
    let (learner, learnt) = (learner.to_string_lossy().into_owned(), home.0.join("learnt.toml"));
    sandtable(&["learn", &learner, &game, "-o", &learnt.to_string_lossy()]).expect("it learns");
    let text = fs::read_to_string(&learnt).expect("a file");
    let of = |path: &str| -> f64 {
        let found = parameters("l", &text).expect("in order");
        found.iter().find(|one| one.path == path).and_then(|one| one.written.parse().ok()).expect("a number")
    };
    assert!(of("goals.economy.priority") > of("goals.rush.priority"), "{text}");
    let (code, said) = error_of(&["learn", &learner, &game, "-o", &learnt.to_string_lossy()]);
    assert!(code == 2 && said.contains("already exists"), "{said}");
    let (code, said) = error_of(&["learn", "duel/rush", &game]);
    assert!(code == 2 && said.contains("nothing to learn"), "{said}");
}

/// One soldier against three.
const LOST: &str = r#"# A lost cause.
rules = "duel"
map = "duel16"
time_limit = 200

[[players]]
strategy = "duel/rush"

[[players]]
strategy = "duel/rush"

[[placed]]
player = 1
kind = "light"
at = [6, 6]
count = 1 # alone

[[placed]]
player = 2
kind = "light"
at = [9, 9]
count = 3

[tune]
"placed[1].count" = { range = [1, 21], step = 2 }
"#;

#[test]
fn a_match_is_tuned_as_it_is() {
    let home = Folder::new("tune-match");
    let file = home.file("cause.toml", LOST).to_string_lossy().into_owned();
    let out = home.0.join("out");
    let folder = out.to_string_lossy().into_owned();
    let mut args = vec!["tune", &file, "--out", &folder, "--optimizer", "grid"];
    args.extend(["--games", "120", "--proof-games", "120", "--deviation-games", "0", "--elo", "100"]);
    sandtable(&args).expect("more soldiers are better");
    let tuned = fs::read_to_string(out.join("tuned.toml")).expect("a file");
    assert!(
        tuned.starts_with("# A lost cause.") && !tuned.contains("count = 1 #") && tuned.contains("# alone"),
        "{tuned}"
    );
    sandtable(&["check", &out.join("tuned.toml").to_string_lossy()]).expect("it is in order");
    let (code, said) = error_of(&["tune", &file, "--against", "duel/rush"]);
    assert!(code == 2 && said.contains("expected a strategy"), "{said}");
}
