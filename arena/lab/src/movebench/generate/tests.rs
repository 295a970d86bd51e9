//! Layouts come from their seed alone, everybody finds room in them, and what is seen of them does not depend on threads.

use super::generate;
use super::layouts::MOVE_FAMILIES;
use crate::drawn_family::fixture::{assert_layouts_fit, assert_threads_change_nothing, movers};
use crate::movebench::Family;

#[test]
fn layouts_come_from_their_seed_and_everybody_finds_room() {
    assert_layouts_fit(&MOVE_FAMILIES, |rules, layout| {
        Family::parse("drawn.toml", &layout.text, rules).map(|_| ()).map_err(|issues| issues.to_string())
    });
}

#[test]
fn what_is_seen_does_not_depend_on_threads() {
    let rules = movers();
    assert_threads_change_nothing(["idle_in_gap", "node"], |options, receive| generate(&rules, options, None, receive));
}
