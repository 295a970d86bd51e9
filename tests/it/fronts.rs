//! Fronts of several aims: points each ahead of the others in some aim, proved on seeds that the search did not play.

use std::fs;

use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::run_folder::{killed, summary, texts};

/// The more soldiers the first has, the surer it wins, and the later it may have to begin: fewer is what the second aim wants.
const BOTH: &str = r#"# As strong as can be, with as little as can be.
rules = "duel"
map = "duel16"
time_limit = 200

[[players]]
strategy = "duel/rush"
resources = { ore = 100 } # to be found

[[players]]
strategy = "duel/rush"
resources = { ore = 100 }

[tune]
"players[1].resources.ore" = { range = [0, 200], step = 20 }

[[aim]]
aim = "maximize"
metric = "won"
of = 1

[[aim]]
aim = "minimize"
metric = "stock"
of = 1
at = 1
"#;

fn tune(home: &Folder, text: &str, out: &str, more: &[&str]) -> Result<(), sandtable_match::Failure> {
    let file = home.file("both.toml", text).to_string_lossy().into_owned();
    let out = home.0.join(out).to_string_lossy().into_owned();
    sandtable(&[&["tune", &file, "--out", &out, "--games", "120", "--deviation-games", "0"], more].concat())
}

#[test]
fn a_front_is_found_and_proved_the_same_by_any_threads_and_after_a_kill() {
    let home = Folder::new("front");
    let budget = ["--front", "3", "--proof-games", "480"];
    tune(&home, BOTH, "one", &[&budget[..], &["--threads", "1"]].concat()).expect("it is a front");
    let one = texts(&home.0.join("one"));
    let found = summary(&home.0.join("one"));
    assert_eq!(found["verdict"], "front");
    let points = found["front"]["points"].as_array().expect("points");
    let on_front: Vec<&serde_json::Value> = points.iter().filter(|point| point["standing"] == "on-front").collect();
    assert!(on_front.len() >= 2, "{points:?}");
    // Each is ahead of the next in the first aim, and behind it in the second, by the file's own measure.
    let of = |point: &serde_json::Value, aim: usize| point["aims"][aim]["found"]["value"].as_f64().expect("a number");
    for two in on_front.windows(2) {
        assert!(of(two[0], 0) > of(two[1], 0) && of(two[0], 1) > of(two[1], 1), "{two:?}");
    }
    for point in &on_front {
        let Some(file) = point["file"].as_str() else { continue };
        let ore = point["values"][0].as_str().expect("a value");
        assert!(one[file].contains(&format!("ore = {ore} }} # to be found")), "{file}");
        sandtable(&["check", &home.0.join("one").join(file).to_string_lossy()]).expect("it is in order");
    }
    assert!(!one.contains_key("tuned.toml") && !one.contains_key("candidate.toml"));
    assert!(one["report.html"].contains("The front") && one["report.html"].contains("<svg"));
    // All points play the same seeds, and none of the search's.
    let pairs: Vec<serde_json::Value> =
        one["journal.jsonl"].lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let seeds = |is_proof: bool| -> Vec<&str> {
        let of = pairs.iter().filter(|pair| (pair["phase"] == "proof") == is_proof);
        of.filter_map(|pair| pair["seed"].as_str()).collect()
    };
    let searched = seeds(false);
    assert!(seeds(true).iter().all(|seed| !searched.contains(seed)));
    assert!(pairs.iter().filter(|pair| pair["phase"] == "proof").count() * 2 <= 480);

    tune(&home, BOTH, "many", &[&budget[..], &["--threads", "3"]].concat()).expect("it is a front");
    assert_eq!(texts(&home.0.join("many")), one, "threads show");

    let killed = killed(&home, &home.0.join("one"), 2);
    sandtable(&["tune", "--resume", &killed.to_string_lossy(), "--threads", "2"]).expect("it goes on");
    assert_eq!(texts(&killed), one, "a kill shows");
}

#[test]
fn candidates_that_are_not_named_any_more_are_removed() {
    let home = Folder::new("front-stale");
    let _ = tune(&home, BOTH, "out", &["--front", "3", "--proof-games", "480"]);
    let folder = home.0.join("out");
    // As an earlier end of the same run may have had it.
    let mut before = summary(&folder);
    for (row, file) in ["front-2-candidate.toml", "front-9.toml", "mine-candidate.toml"].into_iter().enumerate() {
        fs::write(folder.join(file), "").expect("a file");
        if row < 2 {
            before["front"]["points"][row]["file"] = file.into();
        }
    }
    fs::write(folder.join("summary.json"), before.to_string()).expect("a file");
    let _ = sandtable(&["tune", "--resume", &folder.to_string_lossy(), "--proof-games", "+60"]);
    let after = texts(&folder);
    let names = summary(&folder)["front"].to_string();
    assert_eq!(after.contains_key("front-2-candidate.toml"), names.contains("front-2-candidate.toml"));
    assert!(after.contains_key("front-9.toml") && after.contains_key("mine-candidate.toml"), "no candidate of its own");
}

#[test]
fn results_are_loaded_with_the_strategy_that_lies_beside_the_match() {
    let home = Folder::new("front-beside");
    let rush = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/strategies/duel/rush.toml"));
    home.file("mine.toml", &rush.expect("a strategy"));
    let text = BOTH.replace("duel/rush", "mine.toml");
    let _ = tune(&home, &text, "out", &["--front", "2", "--proof-games", "60"]);
    let out = texts(&home.0.join("out"));
    assert!(out.contains_key("mine.toml"));
    let written: Vec<&String> = out.keys().filter(|name| name.starts_with("front-")).collect();
    assert!(!written.is_empty(), "{:?}", out.keys());
    for name in written {
        sandtable(&["check", &home.0.join("out").join(name).to_string_lossy()]).expect("it is in order");
    }
}

#[test]
fn aims_in_no_conflict_have_no_front_of_two() {
    let home = Folder::new("front-one");
    // Whoever wins more also has the higher score.
    let both = BOTH
        .replace("minimize", "maximize")
        .replace("metric = \"stock\"\nof = 1\nat = 1", "metric = \"score\"\nof = 1");
    let _ = tune(&home, &both, "out", &["--front", "2", "--proof-games", "300"]);
    let found = summary(&home.0.join("out"));
    assert!(
        ["better", "undecided"].contains(&found["verdict"].as_str().expect("a verdict")),
        "{}",
        found["front"]["points"]
    );
}

#[test]
fn a_front_takes_two_aims_without_a_range_and_not_more_than_four() {
    let home = Folder::new("front-refused");
    let single = BOTH.replace("aim = \"minimize\"", "aim = \"constrain\"\nmax = 100");
    let file = home.file("single.toml", &single).to_string_lossy().into_owned();
    let (code, said) = error_of(&["tune", &file, "--front", "3"]);
    assert!(code == 2 && said.contains("--front") && said.contains("two or more"), "{said}");
    let both = home.file("both.toml", BOTH).to_string_lossy().into_owned();
    let out = home.0.join("out").to_string_lossy().into_owned();
    let (code, said) = error_of(&["tune", &both, "--front", "2", "--proof-games", "4", "--out", &out]);
    assert!(code == 2 && said.contains("--proof-games: found 4; expected 6 or more"), "{said}");
    assert!(!home.0.join("out").exists(), "it was refused before anything was played");
    let five = format!("{BOTH}{}", "\n[[aim]]\naim = \"maximize\"\nmetric = \"length\"\n".repeat(3));
    let (code, said) = error_of(&["tune", &home.file("five.toml", &five).to_string_lossy()]);
    assert!(code == 2 && said.contains("after 4 aims without a range"), "{said}");
}
