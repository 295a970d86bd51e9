//! Layouts come from their seed alone, and everybody finds room in them.

use sandtable_content::MemorySource;
use sandtable_match::library::embedded;
use sandtable_match::progress::Unseen;

use super::layouts::FAMILIES;
use super::{DrawnFamily, DrawnOptions, draw_one, generate};
use crate::movebench::{Family, rules};

fn movers() -> sandtable_model::rules::Rules {
    let path = "movebench/rules/movers.toml";
    let source = MemorySource::new().with(path, embedded(path).expect("it comes with the program"));
    rules(&source).expect("valid rules")
}

#[test]
fn layouts_come_from_their_seed_and_everybody_finds_room() {
    let rules = movers();
    for family in &FAMILIES {
        for number in 0..12 {
            let layout = draw_one(family, 5, number);
            let parsed = Family::parse("drawn.toml", &layout.text, &rules);
            assert!(parsed.is_ok(), "{}: {}\n{}", family.name, layout.about, layout.text);
            assert_eq!(layout, draw_one(family, 5, number));
        }
        assert_ne!(draw_one(family, 5, 0).text, draw_one(family, 6, 0).text, "{}", family.name);
    }
}

fn drawn(threads: usize) -> Vec<DrawnFamily> {
    let names = ["idle_in_gap".to_owned(), "node".to_owned()];
    let options = DrawnOptions { seed: 9, draws: 2, threads, families: &names, svg: None, progress: &Unseen };
    let mut found = Vec::new();
    generate(&movers(), &options, |family| {
        found.push(family);
        Ok(())
    })
    .expect("it plays");
    found
}

#[test]
fn what_is_seen_does_not_depend_on_threads() {
    let one = drawn(1);
    assert_eq!(one.len(), 2);
    assert_eq!(one, drawn(3));
}
