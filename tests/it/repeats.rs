//! Games that go the same way under every seed are one observation, or one from each side, of who is stronger. Of how often something happens
//! over seeds each game is one, and how many are distinct is told.

use std::fs;
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_lab::ablation::{System, matches};
use sandtable_lab::fight::games;
use sandtable_lab::trial::load_fight;
use sandtable_match::assemble::load_match;
use sandtable_match::library::Library;
use sandtable_match::progress::Unseen;
use sandtable_match::replays::{ForkTerms, fork};
use sandtable_match::runner::run_match;
use sandtable_match::score::WinDrawLoss;
use sandtable_model::rules::Class;
use sandtable_tests::command::{Folder, sandtable};
use sandtable_tests::recorded;
use sandtable_tests::run_folder::summary;
use sandtable_tournament::Prepared;

/// A strategy that plays the same whatever the seed: it has nothing to do.
const STILL: &str = r#"
bot = "scripted"
about = "Waits for what never comes."
rules = "duel"

[[orders]]
at = 400
order = "surrender"

[tune]
"orders[1].at" = { range = [400, 410] }
"#;

/// A match that it plays with itself.
const SAME: &str = r#"
rules = "duel"
map = "duel16"
time_limit = 20

[[players]]
strategy = "still.toml"
resources = { ore = 60 }

[[players]]
strategy = "still.toml"

[tune]
"players[1].resources.ore" = { range = [50, 70] }

[[aim]]
aim = "target"
metric = "won"
of = 1
min = 40
max = 60

[[aim]]
aim = "minimize"
metric = "length"
"#;

const SERIES: &str = r#"
name = "series"
about = "It waits for another."
rules = "duel"
maps = ["duel16"]
strategies = ["still.toml", "duel/rush"]
time_limit = 20
seeds = 1
"#;

fn run(home: &Folder, command: &str, file: &str, more: &[&str]) -> serde_json::Value {
    let [file, out] = [file, command].map(|name| home.0.join(name).to_string_lossy().into_owned());
    let args = [&[command, &file, "--out", &out], more].concat();
    let _ = sandtable(&args);
    summary(&home.0.join(command))
}

fn home(name: &str) -> Folder {
    let home = Folder::new(name);
    home.file("still.toml", STILL);
    home.file("same.toml", SAME);
    home
}

#[test]
fn a_course_knows_no_seed() {
    let mut scenario = load_match(&mut Library::here(), "duel").expect("it comes with the program");
    scenario.time_limit_ticks = 320;
    let scenario = Arc::new(scenario);
    let [one, other] = [1, 2].map(|seed| run_match(&scenario, Vec::new(), seed));
    assert!(one.course == other.course && one.hash != other.hash);
    let mut longer = (*scenario).clone();
    longer.time_limit_ticks += 1;
    assert_ne!(run_match(&Arc::new(longer), Vec::new(), 1).course, one.course, "the tick counts");
}

#[test]
fn a_proof_over_equal_pairs_is_that_of_one() {
    let home = home("repeats-tune");
    let still = home.0.join("still.toml").to_string_lossy().into_owned();
    let budget = ["--games", "16", "--proof-games", "200", "--deviation-games", "24", "--time-limit", "20"];
    let maps = ["--against", &still, "--maps", "duel16", "--held-out", "seeds"];
    let found = run(&home, "tune", "still.toml", &[&maps[..], &budget[..]].concat());
    let proof = &found["proof"];
    assert_eq!((found["verdict"].as_str(), proof["played_pairs"].as_u64()), (Some("undecided"), Some(50)));
    assert_eq!((proof["test"]["pairs"].as_u64(), proof["course"].as_array().map(Vec::len)), (Some(1), Some(1)));
    let of_one = sandtable_stats::confidence_sequence(&[0.0], 0.05);
    assert_eq!(
        [&proof["gain"]["low"], &proof["gain"]["high"]].map(|end| end.as_f64()),
        [of_one.low, of_one.high].map(Some)
    );
    let counts: Vec<u64> =
        proof["cells"][0]["after"].as_array().expect("a count").iter().flat_map(|one| one.as_u64()).collect();
    assert_eq!(counts.iter().sum::<u64>(), 1, "the table has one pair");
    assert_eq!(found["deviations"]["moved"][0]["pairs"], 1);
}

#[test]
fn aims_and_win_rates_count_every_game() {
    let home = home("repeats-aims");
    let found = run(&home, "tune", "same.toml", &["--games", "16", "--proof-games", "100", "--deviation-games", "0"]);
    let aims = &found["aims"];
    let games = aims["games"].as_u64().expect("a count") as u32;
    assert!(games >= 48 && aims["distinct_games"] == 1, "{aims}");
    let share = &aims["aims"][0]["found"];
    let low = share["low"].as_f64().expect("a number") / 100.0;
    let of_all = [0, games].map(|won| sandtable_stats::share_sequence(won, games, 0.025).low);
    assert!(of_all.iter().any(|end| (end - low).abs() < 1e-9), "{share}");
    // All seeds lead to one game, so the share is known to be far from a half.
    assert_eq!(found["verdict"], "off-target");
    let page = fs::read_to_string(home.0.join("tune/report.html")).expect("a page");
    assert!(page.contains(&format!("{games} games (all {games} are the same game)")));

    let rates = SAME.split("[[aim]]").next().expect("a match");
    home.file("rates.toml", rates);
    let found = run(&home, "difficulty", "rates.toml", &["--win", "50", "--games", "16", "--proof-games", "96"]);
    assert_eq!(found["rates"][0]["distinct_games"], 1, "{}", found["rates"][0]);
    assert_ne!(found["verdict"], "on-target");
}

#[test]
fn equal_forks_fights_and_ablations_are_one_observation() {
    let home = home("repeats-others");
    let [replay, file] = ["same.replay", "same.toml"].map(|name| home.0.join(name).to_string_lossy().into_owned());
    sandtable(&["match", &file, "--seed", "3", "--replay", &replay]).expect("it plays");
    let (replay, registry) = (recorded(replay.as_ref()), Registry::standard());
    let terms = ForkTerms { tick: 100, strategies: vec![None, None], seeds: 100, threads: 2 };
    let forks = fork(&replay, &registry, &terms, &Unseen).expect("it is played").expect("it can be taken up");
    assert_eq!((forks.games, forks.distinct), (100, 1));
    assert_eq!(forks.counted(), "100 forks (all 100 are the same game)");
    for team in &forks.teams {
        // A hundred times the same game is one game: its share is of all forks, its interval that of one.
        let one = WinDrawLoss { wins: team.wins / 100, draws: 0, losses: 1 - team.wins / 100 };
        assert!(team.wins % 100 == 0 && (team.probability, team.interval) == (one.score(), one.interval()), "{team:?}");
    }

    // A fight of nobody: units are scattered by the seed, so that two games of any are hardly ever alike.
    let mut fight = load_fight(&mut Library::here(), "kite").expect("it comes with the program");
    let rules = Arc::clone(&Arc::new(fight.rules.clone()));
    fight.placed.retain(|placed| rules.kind(placed.kind).class != Class::Unit);
    let score = games(&fight, 1, 100, 2, &Unseen).expect("threads");
    assert_eq!((score.played, score.tally), (100, WinDrawLoss { wins: 0, draws: 2, losses: 0 }));

    let series = home.file("series.toml", SERIES);
    let mut prepared = Prepared::load(&series.to_string_lossy(), &mut Library::here(), &registry).expect("it loads");
    prepared.strategies.truncate(1);
    let outcome = matches(&prepared, &registry, System::Senses, 5, 100, 2, &Unseen).expect("threads");
    assert_eq!((outcome.tally.games(), outcome.alike), (2, Some(1)));
}
