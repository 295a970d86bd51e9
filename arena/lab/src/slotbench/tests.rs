//! Layouts come from their seed alone, fit on their maps, and what is seen of them does not depend on threads.

use super::layouts::SLOT_FAMILIES;
use super::measure_slots;
use super::play::scenario;
use crate::drawn_family::fixture::{assert_layouts_fit, assert_threads_change_nothing, movers};

#[test]
fn layouts_come_from_their_seed_and_fit() {
    assert_layouts_fit(&SLOT_FAMILIES, |rules, fight| {
        scenario(rules, fight, true).map(|_| ()).map_err(|defects| format!("{defects:?}"))
    });
}

#[test]
fn what_is_seen_does_not_depend_on_threads() {
    let rules = movers();
    assert_threads_change_nothing(["slots_lone", "slots_wall"], |options, receive| {
        measure_slots(&rules, options, receive)
    });
}
