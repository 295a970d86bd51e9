//! Content files: every problem names its file, line, field, what was found and what would do.

use proptest::prelude::*;

use sandtable_content::{ContentSource, Document, ReadError, load_scenario};
use sandtable_diagnostics::Issues;
use sandtable_math::{Bounds, Fx};
use sandtable_tests::load_rules;

/// Reads a little of everything from `text`.
fn read(text: &str) -> Result<String, Issues> {
    let document = Document::parse("test.toml", text)?;
    let root = document.root();
    let speed = root.rate("speed", Bounds::new(Fx::EPSILON, Fx::HALF), "cells").or(Fx::ZERO);
    let wait = root.seconds("wait", Bounds::new(1u16, 160)).optional();
    let fog = root.choice("fog", &[("off", 0), ("explored", 1), ("full", 2)]).or(0);
    let mut shown = format!("{speed} {wait:?} {fog}");
    for unit in root.tables("units") {
        let cost = unit.required_table("cost").int("gold", Bounds::new(0u16, 65_535)).required();
        let trains = unit.references("trains", "a kind of unit").or_default();
        let trains: Vec<&str> = trains.iter().map(|word| word.text).collect();
        shown += &format!("\n{} {cost} {trains:?}", unit.name().text);
    }
    document.finish(shown).map(|checked| checked.value)
}

fn shown(text: &str) -> String {
    read(text).unwrap_or_else(|issues| issues.to_string())
}

#[test]
fn reads_tables_in_file_order_and_numbers_exactly() {
    let text = "speed = 1.6\nwait = 0.5\nfog = \"full\"\n[units.z]\ncost.gold = 1_000\n[units.a]\ncost = { gold = 0x10 }\ntrains = [\"z\"]";
    insta::assert_snapshot!(shown(text), @r#"
    0.10001 Some(8) 2
    z 1000 []
    a 16 ["z"]
    "#);
}

#[test]
fn all_problems_are_reported_in_the_order_of_the_file() {
    let text = "sped = 1\nwait = 0.01\nfog = \"ful\"\n[units.archer]\ncost.gold = -5\ncost.wod = 1\n[units.x]\ntrains = [1]\n[units]\ny = 1";
    insta::assert_snapshot!(shown(text));
}

#[test]
fn text_that_is_no_toml_is_refused_with_its_place() {
    let deep_keys = format!("{}b = 1", "a.".repeat(500_000));
    let deep_lists = format!("a = {}", "[".repeat(500_000));
    let long = " ".repeat(2_000_000);
    let texts = ["a = 1\na = 2", "ä = \"x\nb =", "a = 1e", &deep_keys, &deep_lists, &long];
    insta::assert_snapshot!(texts.map(shown).join("\n"));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "[a-z\\[\\]{}=\"'., \n0-9\\-#äe]{0,200}") {
        let _ = read(&text);
    }

    #[test]
    fn no_mutation_of_a_good_text_makes_the_reader_panic(at in 0usize..90, with in any::<char>()) {
        let good = "speed = 1.6\nwait = 0.5\nfog = \"full\"\n[units.z]\ncost.gold = 1_000\n[units.a]\ncost = { gold = 0x10 }\n";
        let text: String = good.chars().enumerate().map(|(row, c)| if row == at { with } else { c }).collect();
        let _ = read(&text);
    }
}

#[test]
fn shipped_rules_load_without_a_warning() {
    for name in ["classic", "duel"] {
        let file = format!("scenarios/rules/{name}.toml");
        let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("shipped with the tests");
        let said = match load_rules(&file, &text) {
            Ok(checked) => checked.warnings.to_string(),
            Err(issues) => issues.to_string(),
        };
        assert_eq!(said, "", "{file}");
    }
}

/// The content folder as a match file sees it.
struct Shipped;

fn folder(path: &str) -> String {
    format!("{}/../scenarios/{path}", env!("CARGO_MANIFEST_DIR"))
}

impl ContentSource for Shipped {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        std::fs::read_to_string(folder(path)).map_err(|_| ReadError::NotFound)
    }

    fn list(&self, path: &str) -> Vec<String> {
        let entries = std::fs::read_dir(folder(path)).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

#[test]
fn shipped_matches_load_without_a_warning_and_survive_their_bytes() {
    for file in Shipped.list("matches") {
        let path = format!("matches/{file}");
        let checked = load_scenario(&Shipped, &path).unwrap_or_else(|issues| panic!("{issues}"));
        assert_eq!(checked.warnings.to_string(), "", "{file}");
        let bytes = sandtable_content::codec::encode_scenario(&checked.value);
        assert_eq!(sandtable_content::codec::decode_scenario(&bytes).as_ref(), Ok(&checked.value), "{file}");
    }
}
