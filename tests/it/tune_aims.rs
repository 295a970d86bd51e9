//! Tuning to aims: a mean that is to lie in a range, or to be as low as can be, proved on seeds that the search did not play.

use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::run_folder::{killed, summary, texts};

/// Two of the same, of whom the first may have more in its stores.
const EVEN: &str = r#"# Who begins with more.
rules = "duel"
map = "duel16"
time_limit = 300

[[players]]
strategy = "duel/rush"
resources = { ore = 40 } # too little

[[players]]
strategy = "duel/rush"
resources = { ore = 100 }

[tune]
"players[1].resources.ore" = { range = [0, 300], step = 5 }
"#;

const HALF: &str = r#"
[[aim]]
aim = "target"
metric = "won"
of = 1
min = 30
max = 70
about = "A fair start."

[[aim]]
aim = "constrain"
metric = "length"
min = 60
max = 250
"#;

const QUICK: &str = r#"
[[aim]]
aim = "minimize"
metric = "length"

[[aim]]
aim = "constrain"
metric = "won"
of = 1
min = 60
"#;

fn tune(home: &Folder, aims: &str, out: &str, more: &[&str]) -> Result<(), sandtable_match::Failure> {
    let file = home.file("even.toml", &format!("{EVEN}{aims}")).to_string_lossy().into_owned();
    let out = home.0.join(out).to_string_lossy().into_owned();
    let mut args = vec!["tune", &file, "--out", &out, "--games", "120", "--deviation-games", "0"];
    args.extend(more);
    sandtable(&args)
}

#[test]
fn a_target_is_found_and_proved_the_same_by_any_threads_and_after_a_kill() {
    let home = Folder::new("aim-target");
    tune(&home, HALF, "one", &["--proof-games", "600", "--threads", "1"]).expect("it is proved");
    let one = texts(&home.0.join("one"));
    let summary = summary(&home.0.join("one"));
    assert_eq!(summary["verdict"], "on-target");
    let aims = summary["aims"]["aims"].as_array().expect("aims");
    for (aim, [least, most]) in aims.iter().zip([[30.0, 70.0], [60.0, 250.0]]) {
        let of = |end: &str| aim["found"][end].as_f64().expect("a number");
        assert!(aim["state"] == "met" && of("low") >= least && of("high") <= most, "{aim}");
        assert!(of("low") < of("value") && of("value") < of("high"), "{aim}");
    }
    assert!(one["tuned.toml"].contains("# too little") && !one["tuned.toml"].contains("ore = 40 "));
    assert!(one["report.html"].contains("Points tried for the aims"));
    let journal = &one["journal.jsonl"];
    let proof = journal.lines().filter(|line| line.contains("\"phase\":\"proof\"")).count() as u64;
    assert_eq!(summary["aims"]["games"].as_u64(), Some(2 * proof));
    assert!(journal.lines().all(|line| line.contains("\"measured\":[[")));

    tune(&home, HALF, "many", &["--proof-games", "600", "--threads", "3"]).expect("it is proved");
    assert_eq!(texts(&home.0.join("many")), one, "threads show");

    let killed = killed(&home, &home.0.join("one"), 3);
    sandtable(&["tune", "--resume", &killed.to_string_lossy(), "--threads", "2"]).expect("it goes on");
    assert_eq!(texts(&killed), one, "a kill shows");
}

#[test]
fn less_is_proved_against_the_file_within_a_constraint() {
    let home = Folder::new("aim-minimize");
    tune(&home, QUICK, "out", &["--proof-games", "400"]).expect("it is proved");
    let summary = summary(&home.0.join("out"));
    // The file loses nearly all, so that what wins is in a range that the file is not.
    assert!(["better", "on-target"].contains(&summary["verdict"].as_str().expect("a verdict")), "{}", summary["aims"]);
    let aims = summary["aims"]["aims"].as_array().expect("aims");
    assert!(aims[0]["gain"]["low"].as_f64() > Some(0.0), "{}", aims[0]);
    assert!(aims[1]["found"]["low"].as_f64() >= Some(60.0), "{}", aims[1]);
}

#[test]
fn what_cannot_be_reached_is_off_target_and_too_few_games_leave_it_open() {
    let home = Folder::new("aim-missed");
    let long = "\n[[aim]]\naim = \"constrain\"\nmetric = \"length\"\nmin = 290\n";
    let failure = tune(&home, long, "off", &["--proof-games", "200"]).expect_err("no game is as long");
    assert_eq!(sandtable::exit::code(&failure), 1);
    assert_eq!(summary(&home.0.join("off"))["verdict"], "off-target");
    let narrow = HALF.replace("min = 30", "min = 49").replace("max = 70", "max = 51");
    tune(&home, &narrow, "open", &["--proof-games", "60"]).expect_err("too few games");
    let open = summary(&home.0.join("open"));
    assert_eq!(open["verdict"], "undecided");
    assert!(open["aims"]["games_needed"].as_u64() > Some(100), "{}", open["aims"]["games_needed"]);
    // More games go on where it ended.
    let folder = home.0.join("open").to_string_lossy().into_owned();
    let _ = sandtable(&["tune", "--resume", &folder, "--proof-games", "+40"]);
    assert_eq!(summary(&home.0.join("open"))["aims"]["games"], 100);
}

#[test]
fn aims_are_read_with_place_and_remedy() {
    let cases = [
        ("aim = \"target\"", "aim = \"traget\"", "did you mean \"target\"?"),
        ("metric = \"won\"", "metric = \"wom\"", "did you mean \"won\"?"),
        ("metric = \"won\"", "metric = \"fight_score\"", "a metric of one game"),
        ("of = 1\n", "", "of"),
        ("of = 1", "of = 3", "a whole number from 1 to 2"),
        ("max = 70\n", "", "both `min` and `max`"),
        ("max = 70", "max = 101", "a number from 0 to 100"),
        ("max = 70", "max = 20", "less than `max`, 20"),
        ("max = 70", "max = 70\nquantile = 0.5", "an unknown key"),
        ("aim = \"target\"", "aim = \"maximize\"", "min"),
        ("min = 60\nmax = 250\n", "", "`min`, `max` or both"),
    ];
    let home = Folder::new("aim-refused");
    for (from, to, expected) in cases {
        let file = home.file("even.toml", &format!("{EVEN}{}", HALF.replacen(from, to, 1)));
        let (code, said) = error_of(&["tune", &file.to_string_lossy(), "--games", "16"]);
        assert!(code == 2 && said.contains(expected) && said.contains("even.toml:"), "{to}: {said}");
        let (code, _) = error_of(&["check", &file.to_string_lossy()]);
        assert_eq!(code, 1, "{to}");
    }
}
