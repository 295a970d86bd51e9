//! Scenarios that state what is to come of them: those that are shipped are held to it, and what fails is told with its place.

use sandtable::exit::code;
use sandtable_ai::Registry;
use sandtable_lab::trial::{Effort, Verdict, hold};
use sandtable_match::Failure;
use sandtable_match::library::{ContentKind, Library};
use sandtable_match::progress::Unseen;
use sandtable_tests::command::{Folder, sandtable};

/// Games of each fight: enough to tell minds from none, few enough to be quick.
const GAMES: u32 = 16;

fn run(name: &str) -> Result<Verdict, Failure> {
    let mut library = Library::here();
    let path = library.find(ContentKind::Agents, name)?;
    hold(&mut library, &path, &Registry::standard(), Effort { games: Some(GAMES), threads: 2, progress: &Unseen })
}

/// The names of the scenarios under `scenarios/agents/`.
fn shipped() -> Vec<String> {
    Library::here().names(ContentKind::Agents)
}

/// Every scenario is held to what it expects; those that are no fights tell their stories.
#[test]
fn every_scenario_of_agents_comes_as_it_expects() {
    let mut stories = Vec::new();
    for name in shipped() {
        let verdict = run(&name).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        assert!(verdict.expectations > 0, "{name} expects nothing");
        assert!(verdict.failures.0.is_empty(), "{}", verdict.failures);
        if verdict.games == 0 {
            stories.push(format!("{name}\n  {}", verdict.story.join("\n  ")));
        }
    }
    insta::assert_snapshot!(stories.join("\n\n"));
}

/// Two spearmen that meet on the drill ground, told by nobody; what is expected follows.
const SKIRMISH: &str = r#"
rules = "drill"
map = "drill"
fog = "off"
start_forces = false
time_limit = 20
victory.annihilation = false

[[players]]
name = "West"

[[players]]
name = "East"

[[placed]]
kind = "spearman"
player = 1
at = [20, 14]
count = 3

[[placed]]
kind = "spearman"
player = 2
at = [23, 14]
"#;

/// What `expect` comes to with the skirmish.
fn told(expect: &str) -> String {
    let folder = Folder::new("trial");
    let file = folder.file("skirmish.toml", &format!("{SKIRMISH}\n{expect}"));
    let text = match run(&file.to_string_lossy()) {
        Ok(verdict) if verdict.failures.0.is_empty() => format!("ok, {} ticks", verdict.ticks),
        Ok(verdict) => verdict.failures.to_string(),
        Err(failure) => failure.to_string(),
    };
    text.replace(&*folder.0.to_string_lossy(), "")
}

fn expect(keys: &str) -> String {
    told(&format!("[[expect]]\n{}\n", keys.replace("; ", "\n")))
}

#[test]
fn what_holds_is_judged_no_longer_than_it_takes() {
    assert_eq!(expect("metric = \"units\"; of = 1; equals = 3; at = 0.5"), "ok, 8 ticks");
    assert_eq!(expect("metric = \"units\"; of = 1; where = { task = \"idle\" }; min = 1; at = 1"), "ok, 16 ticks");
    assert_eq!(
        expect("metric = \"events\"; where = { event = \"disobeyed\" }; max = 0; during = { from = 1, to = 2 }"),
        "ok, 32 ticks"
    );
    assert_eq!(expect("metric = \"won\"; of = 1; about = \"three against one\""), "ok, 320 ticks");
    assert_eq!(expect("metric = \"stuck_seconds\"; max = 2"), "ok, 320 ticks");
}

#[test]
fn what_fails_is_told_with_its_place() {
    let all = [
        expect("metric = \"units\"; where = { kind = \"spearman\" }; of = 2; min = 2; about = \"it is not alone\""),
        expect("metric = \"units\"; of = 1; where = { cells = [0, 0, 4, 4] }; min = 2; within = 3"),
        expect("metric = \"events\"; where = { event = \"attacked\" }; of = 2; max = 0; during = { to = 20 }"),
        expect("metric = \"won\"; of = 2"),
        expect("metric = \"score\"; of = 1; min = 5; max = 9; at = 1"),
        expect("metric = \"gathered\"; of = 1; where = { resource = \"gold\" }; min = 1"),
        expect("metric = \"hp_percent\"; of = 2; equals = 100; at = 6"),
        expect("metric = \"fight_score\"; max = 20"),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn what_cannot_be_expected_is_refused() {
    let all = [
        expect("metric = \"unit\"; min = 1"),
        expect("min = 1"),
        expect("metric = \"units\""),
        expect("metric = \"units\"; min = 3; max = 2"),
        expect("metric = \"units\"; min = 3; equals = 2"),
        expect("metric = \"units\"; where = { kind = \"speerman\" }; min = 1"),
        expect("metric = \"units\"; of = 3; min = 1"),
        expect("metric = \"units\"; where = { cells = [1, 2, 3] }; min = 1"),
        expect("metric = \"units\"; where = { task = \"sleep\" }; min = 1"),
        expect("metric = \"units\"; where = { mind = \"brwal\" }; min = 1"),
        expect("metric = \"spread\"; where = { squad = 1 }; max = 3"),
        expect("metric = \"squads\"; of = 1; where = { squad = 0 }; max = 3"),
        expect("metric = \"units\"; where = { slot = \"any\" }; max = 3"),
        expect("metric = \"thoughts\"; where = { mind = \"brawl\" }; max = 3"),
        expect("metric = \"units\"; at = 3; within = 4; min = 1"),
        expect("metric = \"units\"; during = { from = 9, to = 4 }; min = 1"),
        expect("metric = \"events\"; min = 1"),
        expect("metric = \"events\"; where = { event = \"disobey\" }; min = 1"),
        expect("metric = \"gathered\"; where = { resource = \"gold\" }; min = 1"),
        expect("metric = \"fight_score\"; of = 1; min = 50"),
        expect("metric = \"won\"; of = 1; atx = 5"),
        told("[trial]\nseed = 3\n"),
        told("[[expcet]]\nmetric = \"won\"\n"),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

/// Files that were written before `metric`, `of` and `where` were keys say what they said.
#[test]
fn former_keys_say_what_the_keys_of_today_say() {
    let pairs = [
        ("metric = \"units\"; of = 1; equals = 3; at = 0.5", "what = \"units\"; player = 1; is = 3; at = 0.5"),
        (
            "metric = \"units\"; of = 1; where = { cells = [0, 0, 4, 4] }; min = 2; within = 3",
            "what = \"units\"; player = 1; within = [0, 0, 4, 4]; min = 2; by = 3",
        ),
        (
            "metric = \"events\"; of = 2; where = { event = \"attacked\" }; max = 0",
            "what = \"events\"; player = 2; event = \"attacked\"; max = 0",
        ),
        ("metric = \"won\"; of = 2", "what = \"won\"; player = 2"),
    ];
    let reason = |text: String| text.split_once("expect[1]").map_or(text.clone(), |(_, reason)| reason.to_owned());
    for (current, former) in pairs {
        assert_eq!(reason(expect(current)), reason(expect(former)), "{current}");
    }
}

#[test]
fn an_expectation_is_held_with_its_own_number_of_seeds() {
    let ticks =
        |seeds: &str| told(&format!("[trial]\nseeds = 2\n[[expect]]\nmetric = \"units\"\nmin = 1\nat = 1\n{seeds}"));
    assert_eq!((ticks("").as_str(), ticks("seeds = 3").as_str()), ("ok, 32 ticks", "ok, 48 ticks"));
}

#[test]
fn the_keys_of_today_are_refused_with_a_remedy() {
    let all = [
        expect("metric = \"decided\"; min = 1"),
        expect("metric = \"units\"; player = 1; min = 1"),
        expect("metric = \"units\"; where = { kind = \"speerman\" }; min = 1"),
        expect("metric = \"units\"; within = [0, 0, 4, 4]; min = 1"),
        expect("metric = \"units\"; at = 3; within = 4; min = 1"),
        expect("metric = \"units\"; min = 3; equals = 2"),
        expect("metric = \"units\"; where = { squad = 1 }; max = 3"),
        expect("metric = \"events\"; min = 1"),
        expect("metric = \"gathered\"; min = 1"),
        expect("metric = \"won\"; of = 1; confidence = 0.9"),
        expect("metric = \"won\"; of = 1; where = { kind = \"spearman\" }"),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn the_command_exits_with_1_when_one_fails() {
    let folder = Folder::new("trial-command");
    let good = folder.file("good.toml", &format!("{SKIRMISH}\n[[expect]]\nmetric = \"won\"\nof = 1\n"));
    let bad = folder.file("bad.toml", &format!("{SKIRMISH}\n[[expect]]\nmetric = \"won\"\nof = 2\n"));
    let path = |file: &std::path::Path| file.to_string_lossy().into_owned();
    assert!(sandtable(&["check", "--run", &path(&good)]).is_ok());
    let code = |args: &[&str]| sandtable(args).map_or_else(|failure| code(&failure), |()| 0);
    assert_eq!(code(&["check", "--run", "--json", &path(&good), &path(&bad)]), 1);
    assert_eq!(code(&["check", &path(&bad)]), 0, "it is in order, whatever comes of it");
    assert_eq!(code(&["check", "--run", "scenarios/rules/classic.toml"]), 2);
    assert_eq!(code(&["check", "--run", "no_such_match"]), 2);
}
