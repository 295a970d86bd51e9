//! Layouts come from their seed alone, fit on their maps, and what is seen of them does not depend on threads.

use sandtable_content::MemorySource;
use sandtable_match::library::embedded;
use sandtable_match::progress::Unseen;

use super::layouts::SLOT_FAMILIES;
use super::play::scenario;
use super::{SlotFamily, SlotOptions, draw_one, measure_slots};
use crate::movebench::rules;

fn movers() -> sandtable_model::rules::Rules {
    let path = "movebench/rules/movers.toml";
    let source = MemorySource::new().with(path, embedded(path).expect("it comes with the program"));
    rules(&source).expect("valid rules")
}

#[test]
fn layouts_come_from_their_seed_and_fit() {
    let rules = movers();
    for family in &SLOT_FAMILIES {
        for number in 0..12 {
            let layout = draw_one(family, 5, number);
            let fits = scenario(&rules, &layout, true);
            assert!(fits.is_ok(), "{} {number}: {} {:?}", family.name, layout.about, fits.err());
            assert_eq!(layout, draw_one(family, 5, number));
        }
        assert_ne!(draw_one(family, 5, 0), draw_one(family, 6, 0), "{}", family.name);
    }
}

fn measured(threads: usize) -> Vec<SlotFamily> {
    let names = ["slots_lone".to_owned(), "slots_wall".to_owned()];
    let options = SlotOptions { seed: 9, draws: 2, threads, families: &names, progress: &Unseen };
    let mut found = Vec::new();
    measure_slots(&movers(), &options, |family| {
        found.push(family);
        Ok(())
    })
    .expect("it plays");
    found
}

#[test]
fn what_is_seen_does_not_depend_on_threads() {
    let one = measured(1);
    assert_eq!(one.len(), 2);
    assert_eq!(one, measured(3));
}
