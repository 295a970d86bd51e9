//! Values of a match for several win rates, each proved on seeds that the search did not play.

use std::collections::BTreeSet;
use std::fs;

use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::run_folder::{killed, summary};

/// Two of the same, of whom the first may have more in its stores.
const DUEL: &str = r#"# Who begins with more.
rules = "duel"
map = "duel16"
time_limit = 200

[[players]]
strategy = "duel/rush"
resources = { ore = 40 } # to be found

[[players]]
strategy = "duel/rush"
resources = { ore = 100 }

[tune]
"players[1].resources.ore" = { range = [40, 160], step = 20 }
"#;

fn difficulty(home: &Folder, text: &str, out: &str, more: &[&str]) -> Result<(), sandtable_match::Failure> {
    let file = home.file("even.toml", text).to_string_lossy().into_owned();
    let out = home.0.join(out).to_string_lossy().into_owned();
    let mut args = vec!["difficulty", &file, "--out", &out];
    args.extend(more);
    sandtable(&args)
}

/// The files of a folder of results.
fn files(home: &Folder, folder: &str) -> Vec<(String, Vec<u8>)> {
    let all = home.files().into_iter();
    let below = all.filter_map(|(path, bytes)| Some((path.strip_prefix(folder).ok()?.display().to_string(), bytes)));
    below.collect()
}

#[test]
fn rates_are_found_and_proved_the_same_by_any_threads_and_after_a_kill() {
    let home = Folder::new("difficulty");
    let budget = ["--win", "40..60", "--step", "20", "--within", "30", "--games", "60", "--proof-games", "200"];
    difficulty(&home, DUEL, "one", &[&budget[..], &["--threads", "1"]].concat()).expect("both are proved");
    let found = summary(&home.0.join("one"));
    assert_eq!(found["verdict"], "on-target");
    let rates = found["rates"].as_array().expect("rates");
    assert_eq!(rates.len(), 2);
    for (rate, wanted) in rates.iter().zip([40.0, 60.0]) {
        let of = |end: &str| rate["found"][end].as_f64().expect("a number");
        assert!(of("low") >= wanted - 30.0 && of("high") <= wanted + 30.0, "{rate}");
        let ore = rate["values"][0].as_str().expect("a value");
        let text = fs::read_to_string(home.0.join(format!("one/{wanted}.toml"))).expect("the match");
        assert!(text.contains(&format!("ore = {ore} }} # to be found")), "{text}");
        sandtable(&["check", &home.0.join(format!("one/{wanted}.toml")).to_string_lossy()]).expect("in order");
    }
    difficulty(&home, DUEL, "three", &[&budget[..], &["--threads", "3"]].concat()).expect("both are proved");
    let one = files(&home, "one");
    assert!(one.len() >= 5 && files(&home, "three") == one, "threads show");

    let killed = killed(&home, &home.0.join("one"), 2);
    let folder = killed.to_string_lossy().into_owned();
    let (code, said) = error_of(&["tune", "--resume", &folder]);
    assert!(code == 2 && said.contains("found a run of difficulty"), "{said}");
    sandtable(&["difficulty", "--resume", &folder]).expect("it goes on");
    assert!(files(&home, "killed") == one, "a kill shows");
}

#[test]
fn a_rate_out_of_reach_is_told_with_what_can_be_reached() {
    let home = Folder::new("difficulty-reach");
    let poor = DUEL.replace("[40, 160]", "[40, 60]").replace("step = 20", "step = 10");
    let of_second = format!(
        "{poor}\n[[aim]]\naim = \"target\"\nmetric = \"won\"\nof = 2\nmin = 40\nmax = 60\n\n\
         [[aim]]\naim = \"constrain\"\nmetric = \"length\"\nmax = 200\n"
    );
    let args = ["--win", "20", "--games", "24", "--proof-games", "96"];
    let failure = difficulty(&home, &of_second, "out", &args).expect_err("the second wins mostly");
    assert_eq!(sandtable::exit::code(&failure), 1);
    let found = summary(&home.0.join("out"));
    assert_eq!((found["verdict"].as_str(), found["side"].as_u64()), (Some("off-target"), Some(2)));
    assert!(found["reach"][0]["share"].as_f64() > Some(30.0), "{}", found["reach"]);
    assert_eq!(found["rates"][0]["file"], "20-candidate.toml");
    assert!(home.0.join("out/20-candidate.toml").is_file());
    let tell = found["rates"][0]["aims"].as_array().expect("aims");
    assert_eq!(tell.len(), 2, "the other aim holds at every rate");
}

#[test]
fn games_that_are_left_go_on_proving() {
    let home = Folder::new("difficulty-left");
    let args = ["--win", "50", "--within", "5", "--games", "24", "--proof-games", "300"];
    difficulty(&home, DUEL, "out", &args).expect_err("nothing is proved so narrowly by so few games");
    let found = summary(&home.0.join("out"));
    let played = found["games"]["proof"].as_u64().expect("a count");
    assert!(played > 300 - 48 && played <= 300, "{played} games of 300");
    // Values have games of their own: each seed is played once.
    let journal = fs::read_to_string(home.0.join("out/journal.jsonl")).expect("a journal");
    let pairs = journal.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let proof: Vec<serde_json::Value> = pairs.filter(|pair| pair["phase"] == "proof").collect();
    let seeds: BTreeSet<&str> = proof.iter().filter_map(|pair| pair["seed"].as_str()).collect();
    assert_eq!(seeds.len(), proof.len(), "two values share a seed");
}

#[test]
fn rates_that_cannot_be_are_refused_with_what_would_do() {
    let home = Folder::new("difficulty-refused");
    let file = home.file("even.toml", DUEL).to_string_lossy().into_owned();
    let out = home.0.join("out").to_string_lossy().into_owned();
    let cases: [(&[&str], &str); 11] = [
        (&["--win", "30-70"], "did you mean 30..70?"),
        (&["--win", "0.3..0.7"], "expected two whole percentages with `..` between them, as 30..70"),
        (&["--win", "70..30"], "expected the lower rate first; did you mean 30..70?"),
        (&["--win", "0..50"], "expected rates from 1 to 99 percent"),
        (&["--win", "30..x"], "expected two whole percentages"),
        (
            &["--win", "30..70", "--step", "15"],
            "found 15, which does not lead from 30 to 70; expected one of 40, 20, 10",
        ),
        (&["--win", "3..33"], "found 3, which is less than --within 5 from 0 or 100 %; expected rates from 5 to 95"),
        (&["--win", "50..90", "--within", "20"], "found 90, which is less than --within 20"),
        (&["--win", "30..70", "--optimizer", "grid"], "expected surrogate or random"),
        (&["--win", "30..70", "--games", "+40"], "expected a number, or --resume DIR with it"),
        (&[], "--win <A..B>"),
    ];
    for (more, expected) in cases {
        let args = [&["difficulty", &file, "--out", &out], more].concat();
        let (code, said) = error_of(&args);
        assert!(code == 2 && said.contains(expected), "{more:?}: {said}");
    }
    let (code, said) = error_of(&["difficulty", "duel/rush", "--win", "30..70", "--out", &out]);
    assert!(code == 2 && said.contains("duel/rush"), "{said}");
    let endless = format!("{DUEL}\n[[aim]]\naim = \"minimize\"\nmetric = \"length\"\n");
    let file = home.file("even.toml", &endless).to_string_lossy().into_owned();
    let (code, said) = error_of(&["difficulty", &file, "--win", "30..70", "--out", &out]);
    assert!(code == 2 && said.contains("found an aim to minimize length"), "{said}");
    assert!(!home.0.join("out").exists(), "something was written");
}
