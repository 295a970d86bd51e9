//! Behaviour files: those that are shipped, and those in the documentation.

use sandtable_tests::load_rules;
use std::path::Path;

use sandtable_content::load_behaviours;
use sandtable_model::rules::Rules;
use sandtable_model::vocabulary::AGENTS;
use sandtable_tests::command::{Folder, sandtable};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(path).expect("shipped with the tests")
}

fn rules() -> Rules {
    load_rules("classic.toml", &read("scenarios/rules/classic.toml")).expect("shipped").value
}

fn problems(file: &str, text: &str) -> String {
    load_behaviours(file, text, &AGENTS, Some(&rules()))
        .map_or_else(|issues| issues.to_string(), |checked| checked.warnings.to_string())
}

#[test]
fn shipped_behaviours_load_without_a_warning() {
    let file = "scenarios/behaviours/classic.toml";
    assert_eq!(problems(file, &read(file)), "");
}

#[test]
fn the_examples_of_the_documentation_load() {
    let docs = read("docs/BEHAVIOURS.md");
    let examples: Vec<&str> = docs.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 5, "{}", examples.len());
    for example in examples {
        assert_eq!(problems("docs/BEHAVIOURS.md", example), "", "{example}");
    }
}

#[test]
fn a_tag_that_no_kind_has_is_warned_of() {
    let text = "[trees.a]\ndo = \"pick_foe\"\ntag = \"cavalri\"\n";
    let said = "a.toml:3:7: warning: trees.a.tag: found \"cavalri\"; expected the name of a tag of the ruleset; did you mean \"cavalry\"?";
    assert_eq!(problems("a.toml", text), said);
}

#[test]
fn check_knows_a_behaviour_file_by_its_folder_and_by_its_keys() {
    let home = Folder::new("behaviours");
    let good = home.file("mine.toml", "[minds.archer]\ntree = \"stay\"\n\n[trees.stay]\ndo = \"hold\"\n");
    let bad = home.file("bad.toml", "[trees.stay]\ndo = \"hodl\"\n");
    sandtable(&["check", good.to_str().expect("text")]).expect("nothing wrong");
    assert!(sandtable(&["check", bad.to_str().expect("text")]).is_err());
}
