//! Behaviour files: those that are shipped, those in the documentation, and the words it lists.

use sandtable_tests::load_rules;
use std::fmt::Write as _;
use std::path::Path;

use sandtable_content::load_behaviours;
use sandtable_decide::{Outcomes, Param, ParameterDefault, ParameterDomain, Scale, Term, TestCost};
use sandtable_model::rules::Rules;
use sandtable_model::vocabulary::AGENTS;
use sandtable_state::limits::TICKS_PER_SECOND;
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

/// A parameter as the documentation shows it.
fn shown(param: &Param) -> String {
    let values = match param.values {
        ParameterDomain::Number(bounds, unit) => format!("{} to {} {unit}", bounds.low, bounds.high),
        ParameterDomain::Whole(bounds, unit) => format!("{} to {} {unit}", bounds.low, bounds.high),
        ParameterDomain::Seconds(bounds) => {
            let seconds = |ticks: u32| f64::from(ticks) / f64::from(TICKS_PER_SECOND);
            format!("{} to {} seconds", seconds(bounds.low), seconds(bounds.high))
        }
        ParameterDomain::Choice(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        ParameterDomain::Query => "a query".to_owned(),
        ParameterDomain::Tag => "a tag, optional".to_owned(),
    };
    let default = match (param.values, param.otherwise) {
        (ParameterDomain::Number(..) | ParameterDomain::Whole(..), ParameterDefault::Whole(value)) => {
            format!("; {value}")
        }
        (ParameterDomain::Seconds(_), ParameterDefault::Whole(ticks)) => {
            format!("; {}", f64::from(ticks) / f64::from(TICKS_PER_SECOND))
        }
        _ => String::new(),
    };
    let star = if param.otherwise == ParameterDefault::Required { "*" } else { "" };
    format!("`{}`{star}: {values}{default}", param.name)
}

/// One table of words, a row each.
fn table<D>(title: &str, column: &str, terms: &[Term<D>], detail: impl Fn(&D) -> String) -> String {
    let mut text = format!("### {title}\n\n");
    let _ = writeln!(
        text,
        "| word | parameters |{column} what it is |\n|---|---|{}---|",
        if column.is_empty() { "" } else { "---|" }
    );
    for term in terms {
        let params: Vec<String> = term.params.iter().map(shown).collect();
        let detail = detail(&term.detail);
        let detail = if column.is_empty() { String::new() } else { format!(" {detail} |") };
        let _ = writeln!(text, "| `{}` | {} |{detail} {} |", term.name, params.join("<br>"), term.about);
    }
    text
}

fn ends(outcomes: &Outcomes) -> String {
    let ways = [(Outcomes::RUNNING, "runs"), (Outcomes::SUCCESS, "succeeds"), (Outcomes::FAILURE, "fails")];
    let ways: Vec<&str> = ways.into_iter().filter(|(way, _)| outcomes.may(*way)).map(|(_, word)| word).collect();
    ways.join(", ")
}

fn range(scale: &Scale) -> String {
    format!("{} to {} {}", scale.range.low, scale.range.high, scale.unit).trim_end().to_owned()
}

fn cost(cost: &TestCost) -> String {
    if *cost == TestCost::Dear { "expensive" } else { "cheap" }.to_owned()
}

#[test]
fn the_documentation_lists_every_word() {
    let plain = |(): &()| String::new();
    let tables = [
        table("Actions", " it |", AGENTS.actions, ends),
        table("Conditions", "", AGENTS.conditions, plain),
        table("Inputs", " values |", AGENTS.inputs, range),
        table("Anchors of queries", "", AGENTS.anchors, plain),
        table("Sources of points", "", AGENTS.sources, plain),
        table("Conditions of places", " it is |", AGENTS.place_conditions, cost),
        table("Inputs of places", " values |", AGENTS.place_inputs, range),
    ]
    .join("\n");
    let docs = read("docs/BEHAVIOURS.md");
    let (_, listed) = docs.split_once("## Words\n").expect("its last section");
    let listed = &listed[listed.find("### ").expect("its tables")..];
    assert_eq!(
        listed, tables,
        "the tables of docs/BEHAVIOURS.md and of sim/model/src/vocabulary/ differ; in full:\n{tables}"
    );
}
