//! Position queries: generators, filters, weights, options, ties.

use sandtable_decide::{PositionQuery, Shortlist};
use sandtable_math::{Fx, Vec2};
use sandtable_state::limits::{MAX_CANDIDATES, MAX_DEAR_TESTS};

use super::toy::{Toy, load};

fn told(query: &PositionQuery, mix: impl Fn(Vec2) -> u64) -> String {
    let mut shortlist = Shortlist::default();
    let found = query.find(&Toy::default(), Vec2::ZERO, mix, &mut shortlist);
    let tallies: Vec<String> = shortlist
        .tallies
        .iter()
        .map(|tally| format!("{} generated, {} kept, {} tested", tally.generated, tally.kept, tally.tested))
        .collect();
    let found = found.map_or("nothing".to_owned(), |found| {
        format!("({}, {}) worth {} by option {}", found.place.x, found.place.y, found.score, found.option)
    });
    format!("{found}: {}", tallies.join("; "))
}

#[test]
fn options_are_tried_in_order_and_costly_filters_last() {
    let text = r#"
        [queries.far_from_foe]
        options = [{
            generate = [{ grid = "here", radius = 2 }],
            filters = [{ if = "dry" }, { if = "east", max = 0 }, { if = "safe" }],
            weights = [{ input = "from_foe", base = [[0, 0], [10, 10]] }],
        }]
        [queries.second_option]
        options = [
            { generate = [{ ring = "nowhere", radius = 3 }] },
            { generate = [{ points = "huts", around = "here", radius = 9 }], filters = [{ unless = "dry" }] },
            { generate = [{ points = "huts", around = "here", radius = 9 }], weights = [{ input = "east", times = [[0, 1], [9, 10]] }] },
        ]
        [queries.none]
        options = [{ generate = [{ ring = "foe", radius = 3, count = 8 }], priority = 1, weights = [{ input = "east", times = [[0, 0], [90, 0], [91, 1]] }] }]
        [queries.unsafe]
        options = [{ generate = [{ grid = "here", radius = 6 }], filters = [{ if = "safe" }, { if = "east", min = 2 }], weights = [{ input = "from_foe", min = 0, max = 90 }] }]"#;
    let behaviours = load(text);
    let told: Vec<String> =
        behaviours.queries().iter().map(|query| format!("{}: {}", query.name(), told(query, |_| 0))).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn costly_filters_are_asked_so_often_at_most() {
    let text = r#"
        [queries.south]
        options = [{ generate = [{ ring = "here", radius = 3, count = 64 }], filters = [{ if = "safe" }, { unless = "safe" }] }]"#;
    let behaviours = load(text);
    let mut shortlist = Shortlist::default();
    assert_eq!(behaviours.queries()[0].find(&Toy::default(), Vec2::ZERO, |_| 0, &mut shortlist), None);
    assert!((1..=MAX_DEAR_TESTS as u16).contains(&shortlist.tallies[0].tested));
}

#[test]
fn equals_go_by_distance_then_by_the_callers_mix_then_by_row() {
    let behaviours = load(
        "queries.q.options = [{ generate = [{ ring = \"here\", radius = 2, count = 4 }, { grid = \"foe\", radius = 2 }] }]",
    );
    let query = &behaviours.queries()[0];
    assert!(told(query, |_| 0).starts_with("(2, 0)"), "the first of four as near: {}", told(query, |_| 0));
    let westward = |place: Vec2| u64::from(place.x >= Fx::ZERO);
    assert!(told(query, westward).starts_with("(-2, 0)"), "{}", told(query, westward));
}

#[test]
fn candidates_are_bounded_and_far_places_do_not_overflow() {
    let behaviours = load(
        "queries.q.options = [{ generate = [{ grid = \"here\", radius = 9 }, { points = \"huts\", around = \"here\", radius = 9 }] }]",
    );
    let mut shortlist = Shortlist::default();
    let corner = Vec2::new(Fx::MAX, Fx::from_bits(i32::MIN));
    let found = behaviours.queries()[0].find(&Toy::default(), corner, |_| 0, &mut shortlist).expect("a place");
    assert!(found.place.x > Fx::ZERO && found.place.y < Fx::ZERO);
    assert!(shortlist.candidates.len() <= MAX_CANDIDATES);
}
