//! Bad content: each mistake with the exact message it gives.

use proptest::prelude::*;
use sandtable_content::{MemorySource, load_rules, load_scenario};

/// A small ruleset without a fault.
pub const RULES: &str = r##"name = "tiny"
resources = ["gold"]
armour_classes = ["soft", "hard"]
supply_limit = 20

[terrain.grass]
glyph = "."
buildable = true
cost = { foot = 1, mounted = 0.75 }

[damage.blade]
hard = 50

[units.worker]
cost = { gold = 50 }
train_time = 10
hp = 30
armour_class = "soft"
sight = 5
radius = 0.25
speed = 2
mass = 60
work = { gather_time = { gold = 4 }, load = { gold = 8 }, builds = ["base", "forge"] }

[units.fighter]
tags = ["melee"]
cost = { gold = 60 }
needs = ["tempering"]
train_time = 12
hp = 60
armour_class = "hard"
sight = 5
radius = 0.3
speed = 2.2
mass = 80
weapon = { damage = 6, kind = "blade", range = 0.5, cooldown = 1 }

[buildings.base]
size = [2, 2]
cost = { gold = 200 }
build_time = 30
supply_given = 20
hp = 500
armour_class = "hard"
sight = 6
drop_off = ["gold"]
trains = ["worker"]

[buildings.forge]
size = [2, 2]
cost = { gold = 100 }
build_time = 20
hp = 300
armour_class = "hard"
sight = 4
trains = ["fighter"]
researches = ["tempering"]

[nodes.mine]
size = [1, 1]
resource = "gold"
amount = 500
workers = 2

[techs.tempering]
cost = { gold = 80 }
research_time = 20
effects = [{ tags = ["melee"], stat = "damage", add = 1 }]

[start]
base = "base"
units = { worker = 2 }
resources = { gold = 100 }
"##;

pub const MAP: &str = r##"name = "Plain"
legend = { "$" = "mine" }
symmetry = "rotate2"
---
................
.11.........$...
.11.............
................
................
................
.............22.
...$.........22.
................
"##;

pub const MATCH: &str = r#"name = "Trial"
rules = "tiny"
map = "plain"
fog = "full"
time_limit = 60
order_delay = 1
victory = { annihilation = true, score_at_limit = true }
players = [{ name = "A", team = 1, start = 1 }, { name = "B", team = 2, start = 2, resources = { gold = 10 } }]

[[placed]]
kind = "fighter"
player = 1
at = [5, 5]
count = 3
"#;

fn rules_say(text: &str) -> String {
    match load_rules("rules/tiny.toml", text) {
        Ok(checked) => checked.warnings.to_string(),
        Err(issues) => issues.to_string(),
    }
}

fn match_says(rules: &str, text: &str) -> String {
    let source =
        MemorySource::new().with("rules/tiny.toml", rules).with("maps/plain.map", MAP).with("matches/trial.toml", text);
    match load_scenario(&source, "matches/trial.toml") {
        Ok(checked) => checked.warnings.to_string(),
        Err(issues) => issues.to_string(),
    }
}

/// What is said about `good` with each `(title, what is there, what stands there instead)`, one after the other.
fn report(good: &str, changes: &[(&str, &str, &str)], say: impl Fn(&str) -> String) -> String {
    assert_eq!(say(good), "", "the text to be spoilt is good");
    let mut report = String::new();
    for (title, from, to) in changes {
        assert!(good.contains(from), "{title}: nothing to replace");
        report += &format!("{title}\n{}\n\n", say(&good.replacen(from, to, 1)));
    }
    report
}

/// Holds the report to its snapshot.
fn assert_said(name: &str, report: String) {
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(name, report) });
}

#[test]
fn bad_rules_are_refused_with_place_and_remedy() {
    let long = format!("{}\n", "#".repeat(2 << 20));
    assert_said(
        "bad_rules",
        report(
            RULES,
            &[
                ("a misspelt key", "armour_class = \"soft\"", "armor_class = \"soft\""),
                ("an unknown unit", "trains = [\"fighter\"]", "trains = [\"figther\"]"),
                ("a unit where a building must be", "base = \"base\"", "base = \"worker\""),
                ("a cost below nothing", "cost = { gold = 60 }", "cost = { gold = -5 }"),
                ("a cost of an unknown resource", "cost = { gold = 60 }", "cost = { glod = 5 }"),
                ("a bad decimal", "speed = 2.2", "speed = 2.2.1"),
                ("a number in quotes", "speed = 2.2", "speed = \"2.2\""),
                ("not a number", "speed = 2.2", "speed = nan"),
                ("a number beyond its range", "speed = 2.2", "speed = 9"),
                ("a duration that is no tick", "train_time = 12", "train_time = 0.01"),
                ("a fraction where whole numbers go", "mass = 80", "mass = 80.5"),
                ("a missing key", "mass = 80\n", ""),
                ("a key twice", "mass = 80", "mass = 80\nmass = 90"),
                ("a table twice", "[units.fighter]", "[units.worker]"),
                ("one name for two things", "[buildings.forge]", "[buildings.fighter]"),
                ("a name of other letters", "[nodes.mine]", "[nodes.\"Gold Mine\"]"),
                ("an unknown choice", "stat = \"damage\"", "stat = \"damge\""),
                ("an unknown tag", "tags = [\"melee\"], stat", "tags = [\"mele\"], stat"),
                ("both ways to change a stat", "add = 1", "add = 1, percent = 110"),
                ("needs in a circle", "[techs.tempering]", "[techs.tempering]\nneeds = [\"fighter\"]"),
                ("an effect on what has no such stat", "stat = \"damage\", add = 1", "stat = \"load\", add = 1"),
                ("a unit nothing trains", "trains = [\"fighter\"]", "trains = []"),
                ("a technology out of reach", "researches = [\"tempering\"]", ""),
                ("a resource nobody gathers", "gather_time = { gold = 4 }, load = { gold = 8 }, ", ""),
                ("a least range beyond the range", "range = 0.5,", "range = 0.5, min_range = 1,"),
                ("a table that is missing", "[start]\nbase", "[begin]\nbase"),
                ("a value where a table goes", "weapon = {", "weapon = 5 #"),
                ("a file too long", "\n[start]", &format!("{long}[start]")),
            ],
            rules_say,
        ),
    );
}

#[test]
fn bad_matches_are_refused_with_place_and_remedy() {
    assert_said(
        "bad_matches",
        report(
            MATCH,
            &[
                ("an unknown ruleset", "\"tiny\"", "\"tinny\""),
                ("an unknown map", "\"plain\"", "\"hills\""),
                ("a misspelt key", "fog =", "fogg ="),
                ("an unknown choice", "\"full\"", "\"thick\""),
                ("a team beyond the last", "team = 2", "team = 9"),
                ("a start the map does not have", "start = 2", "start = 3"),
                ("a start for two", "start = 2", "start = 1"),
                ("a resource the rules do not have", "gold = 10", "ore = 10"),
                ("an unknown kind", "\"fighter\"", "\"fihgter\""),
                ("a player who does not play", "player = 1", "player = 3"),
                ("a place off the map", "[5, 5]", "[50, 5]"),
                ("a place of three numbers", "[5, 5]", "[5, 5, 5]"),
                (
                    "a building upon a base",
                    "\"fighter\"\nplayer = 1\nat = [5, 5]\ncount = 3",
                    "\"forge\"\nplayer = 1\nat = [2, 2]",
                ),
                ("many of a building", "\"fighter\"", "\"forge\""),
                ("one team", "team = 2", "team = 1"),
                (
                    "no way to win",
                    "annihilation = true, score_at_limit = true",
                    "annihilation = false, score_at_limit = false",
                ),
                ("a misspelt formation", "count = 3", "count = 3\nformation = \"wegde\""),
                ("a formation too wide", "count = 3", "count = 3\nformation = \"line\"\nspacing = 5"),
                ("a spacing of nothing", "count = 3", "count = 3\nspacing = 1"),
                (
                    "a building in formation",
                    "\"fighter\"\nplayer = 1\nat = [5, 5]\ncount = 3",
                    "\"forge\"\nplayer = 1\nat = [5, 5]\nformation = \"box\"",
                ),
                ("a time limit beyond the longest", "time_limit = 60", "time_limit = 100000"),
            ],
            |text| match_says(RULES, text),
        ),
    );
}

#[test]
fn a_match_with_bad_rules_shows_the_fault_of_the_rules() {
    let rules = RULES.replace("cost = { gold = 60 }", "cost = { gold = -5 }");
    assert_eq!(
        match_says(&rules, MATCH),
        "rules/tiny.toml:27:17: units.fighter.cost.gold: found -5; expected a whole number from 0 to 65535"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let said = load_scenario(&MemorySource::new(), "matches/none.toml").map_err(|issues| issues.to_string());
    assert_eq!(said.err().as_deref(), Some("matches/none.toml: found no such file; expected a match file"));
}

proptest! {
    #[test]
    fn no_mutation_of_rules_makes_the_loader_panic(at in any::<prop::sample::Index>(), with in "[a-z0-9.=\"\\[\\]{}\n -]{0,3}") {
        let at = at.index(RULES.len());
        let text = format!("{}{with}{}", &RULES[..at], &RULES[at + 1..]);
        let _ = load_rules("rules/tiny.toml", &text);
    }
}
