//! Tuning: what files may mark, what optimizers find, and that a tuned strategy is proved to be better, the same on every machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sandtable::exit::code;
use sandtable_match::Failure;
use sandtable_match::tunable::{parameters, with_levels};
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tune::{Axis, Method, Optimizer, Search};

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
        ("\"goals.rush.sise\" = { range = [1, 9] }", "did you mean \"size\"?"),
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
        ("\"goals.rush.size\" = { range = [1, 9], choice = [3, 4] }", "either range or choice"),
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
    assert!(said.contains("did you mean \"size\"?"), "{said}");
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

/// How far, at most, the farthest value may be from the best, as a share of its axis, after `points` points.
fn distance(method: Method, axes: &[Axis], budget: u32, seed: u64, worth: &dyn Fn(&[f64]) -> f64, best: &[f64]) -> f64 {
    let start: Vec<u32> = axes.iter().map(|axis| axis.levels / 10).collect();
    let mut search = Search::new(method, axes, &start, seed, budget);
    let places =
        |levels: &[u32]| -> Vec<f64> { axes.iter().zip(levels).map(|(axis, level)| axis.place(*level)).collect() };
    let mut valued = 0;
    while valued < budget {
        let points = search.ask();
        if points.is_empty() {
            break;
        }
        valued += points.len() as u32;
        search.tell(&points.iter().map(|point| worth(&places(point))).collect::<Vec<_>>());
        // Its state can be saved at any time.
        let saved = serde_json::to_string(&search).expect("it can be saved");
        search = serde_json::from_str(&saved).expect("it can be loaded");
    }
    let found = places(&search.best());
    found.iter().zip(best).map(|(found, best)| (found - best).abs()).fold(0.0, f64::max)
}

/// A bowl with different widths and one tilted pair of axes.
fn bowl(places: &[f64]) -> f64 {
    let off: Vec<f64> = places.iter().zip(BEST).map(|(place, best)| place - best).collect();
    let squares: f64 = off.iter().enumerate().map(|(row, off)| (1.0 + row as f64) * off * off).sum();
    1.0 - squares - off[0] * off[1]
}

const BEST: [f64; 4] = [0.7, 0.3, 0.55, 0.8];

#[test]
fn every_optimizer_gets_near_a_known_optimum() {
    let axes = [Axis::linear(101), Axis::linear(41), Axis::logarithmic(201, 0.5, 50.5), Axis::linear(1_001)];
    // By method: points, and how far off the farthest axis may be, for each of five seeds.
    let cases = [
        (Method::Spsa, 600, 0.06),
        (Method::CmaEs, 400, 0.03),
        (Method::Ntbea, 400, 0.2),
        (Method::Random, 600, 0.25),
        (Method::Grid, 625, 0.15),
    ];
    for (method, budget, allowed) in cases {
        for seed in 1..=5 {
            let off = distance(method, &axes, budget, seed, &bowl, &BEST);
            assert!(off <= allowed, "{method:?}, seed {seed}: {off}");
        }
    }
}

#[test]
fn noise_does_not_keep_them_from_it() {
    let axes = [Axis::linear(101), Axis::linear(41), Axis::linear(201), Axis::linear(1_001)];
    for (method, budget, allowed) in
        [(Method::Spsa, 3_000, 0.12), (Method::CmaEs, 2_000, 0.25), (Method::Ntbea, 800, 0.3)]
    {
        for seed in 1..=3_u64 {
            let draws = std::cell::RefCell::new(sandtable_stats::Draws::new(seed));
            let noisy = |places: &[f64]| bowl(places) + 0.2 * (draws.borrow_mut().unit() - 0.5);
            let off = distance(method, &axes, budget, seed, &noisy, &BEST);
            assert!(off <= allowed, "{method:?}, seed {seed}: {off}");
        }
    }
}

#[test]
fn choices_are_found_by_the_bandit() {
    let axes = [Axis::choice(5), Axis::choice(2), Axis::choice(7), Axis::linear(11)];
    // The second choice is good with the fourth value of the first only.
    let worth = |places: &[f64]| {
        let level = |row: usize| (places[row] * f64::from(axes[row].levels - 1)).round() as u32;
        let pair = f64::from(u8::from(level(0) == 3 && level(1) == 1)) * 0.4;
        pair + f64::from(u8::from(level(2) == 5)) * 0.3 + 0.2 * places[3]
    };
    for seed in 1..=5 {
        let off = distance(Method::Ntbea, &axes, 400, seed, &worth, &[0.75, 1.0, 5.0 / 6.0, 1.0]);
        assert!(off <= 0.11, "seed {seed}: {off}");
    }
}

#[test]
fn an_optimizer_is_a_function_of_its_seed_and_what_it_is_told() {
    let axes = [Axis::linear(101), Axis::choice(4), Axis::logarithmic(50, 1.0, 50.0)];
    for (name, method) in Method::ALL {
        let run = |seed: u64| {
            let mut search = Search::new(method, &axes, &[50, 1, 20], seed, 40);
            let mut asked = Vec::new();
            for _ in 0..5 {
                let points = search.ask();
                search.tell(&points.iter().map(|point| f64::from(point[0] + point[1])).collect::<Vec<_>>());
                asked.push(points);
            }
            asked
        };
        assert_eq!(run(7), run(7), "{name}");
        assert_ne!(run(7), run(8), "{name}");
        assert!(run(7).iter().flatten().all(|point| point.iter().zip(&axes).all(|(level, axis)| *level < axis.levels)));
        assert_eq!(name.parse::<Method>(), Ok(method));
    }
    let first = Search::new(Method::CmaEs, &axes, &[50, 1, 20], 7, 40).ask();
    // Sums of products in a fixed order, roots, and `libm`: the same on every platform.
    assert_eq!(first[0], FIRST_DRAW);
}

/// The first point that CMA-ES asks for there.
const FIRST_DRAW: [u32; 3] = [82, 1, 14];

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
    "duel16",
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

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let read = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read_to_string(entry.path()).expect("a text"))
    };
    entries.map(read).collect()
}

#[test]
fn a_spoiled_strategy_is_repaired_the_same_by_any_threads_and_after_a_kill() {
    let home = Folder::new("tune-run");
    let (out, result) = tune(&home, "one", &["--threads", "1", "--reference", "duel/rush"]);
    result.expect("it is improved");
    let one = files(&out);
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
    assert!(summary["proof"]["recovered"].as_f64().is_some_and(|part| part > 0.5), "{}", summary["proof"]["recovered"]);
    let page = &one["report.html"];
    for part in [
        "Convergence",
        "Values over time",
        "All that was tried",
        "Before and after",
        "Which value mattered",
        "Sequential test",
    ] {
        assert!(page.contains(part), "the page has no {part}");
    }
    assert!(!page.contains("<script") && !page.contains("http"), "the page needs nothing else");

    let (out, result) = tune(&home, "many", &["--threads", "3", "--reference", "duel/rush"]);
    result.expect("it is improved");
    assert_eq!(files(&out), one, "threads show");

    // What a kill leaves: a part of the journal under its partial name, its last line torn.
    let killed = home.0.join("killed");
    fs::create_dir(&killed).expect("a folder");
    fs::write(killed.join("manifest.json"), &one["manifest.json"]).expect("a file");
    let journal = &one["journal.jsonl"];
    fs::write(killed.join("journal.jsonl.partial"), &journal[..journal.len() / 2]).expect("a file");
    sandtable(&["tune", "--resume", &killed.to_string_lossy(), "--threads", "2"]).expect("it goes on");
    assert_eq!(files(&killed), one, "a kill shows");
    let (code, said) = error_of(&["tune", "--resume", &killed.to_string_lossy()]);
    assert!(code == 2 && said.contains("is finished"), "{said}");
}

#[test]
fn no_improvement_is_said_and_what_was_tried_is_kept() {
    let home = Folder::new("tune-none");
    let text = SPOILED
        .replace("range = [1, 41], scale = \"log\"", "range = [39, 41]")
        .replace("range = [1, 9]", "range = [1, 2]");
    let file = home.file("hopeless.toml", &text);
    let out = home.0.join("out");
    let (file, folder) = (file.to_string_lossy().into_owned(), out.to_string_lossy().into_owned());
    let mut args = vec!["tune", &file, "--out", &folder, "--optimizer", "grid", "--points"];
    args.extend(SMALL);
    let failure = sandtable(&args).expect_err("nothing helps");
    assert_eq!(code(&failure), 1);
    assert!(!out.join("tuned.toml").exists() && out.join("report.html").exists());
    assert!(files(&out)["summary.json"].contains("\"verdict\": \"no-improvement\""));
    let (code, said) = error_of(&["tune", &file, "--out", &folder]);
    assert!(code == 2 && said.contains("holds something already"), "{said}");
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
    let found = files(&out);
    let summary: serde_json::Value = serde_json::from_str(&found["summary.json"]).expect("JSON");
    let generations = summary["league"]["generations"].as_array().expect("generations");
    assert_eq!(generations.len(), 2);
    assert!(generations[0]["name"] == "spoiled-1", "{}", generations[0]["name"]);
    let weights = generations[1]["weights"].as_array().expect("weights");
    assert!(weights.iter().any(|weight| weight[0] == "spoiled-1"), "it joined the pool: {weights:?}");
    assert!(found["report.html"].contains("Generations"));
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
    assert!(code == 2 && said.contains("is there already"), "{said}");
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
    assert!(code == 2 && said.contains("goes with a strategy"), "{said}");
}
