//! Places of a group.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;

use crate::flow_field::group::{PlaceStanding, assign, places};

const PITCH: Fx = Fx::from_bits(60_000);
const EAST: Vec2 = Vec2::new(Fx::ONE, Fx::ZERO);

fn goal() -> Vec2 {
    Vec2::cell_centre(40, 40)
}

fn standing(is_fit: bool) -> PlaceStanding {
    if is_fit { PlaceStanding::Free } else { PlaceStanding::Unfit }
}

#[test]
fn places_fill_a_disc_and_keep_apart() {
    for count in [1usize, 2, 7, 30, 200, 500] {
        let found = places(goal(), EAST, PITCH, count, |_| PlaceStanding::Free);
        assert_eq!(found.len(), count);
        let apart =
            |one: &Vec2, other: &Vec2| one.distance_squared_wide(*other) >= (PITCH - Fx::from_bits(8)).squared_wide();
        assert!(found.iter().enumerate().all(|(n, one)| found[..n].iter().all(|other| apart(one, other))), "{count}");
        // A disc of as many hexagons, and half a place for its rim.
        let area = i64::from(PITCH.bits()) * i64::from(PITCH.bits()) * 866 / 1000 * count as i64 * 1000 / 3141;
        let radius = Fx::root_of_wide(area) + PITCH;
        let farthest = found.iter().map(|place| place.distance_squared_wide(goal())).max().unwrap();
        assert!(farthest <= radius.squared_wide(), "{count}: {}", Fx::root_of_wide(farthest));
    }
}

#[test]
fn places_turn_with_the_way() {
    for count in [2, 5, 12, 40] {
        let onward = Vec2::new(Fx::from_int(5), Fx::from_int(2));
        let there =
            places(goal(), onward, PITCH, count, |place| standing(place.x.bits() % 3 != 1 || place.y > goal().y));
        let is_free = |place: Vec2| {
            let twin = goal() + goal() - place;
            standing(twin.x.bits() % 3 != 1 || twin.y > goal().y)
        };
        let back: Vec<Vec2> = places(goal(), -onward, PITCH, count, is_free);
        let turned: Vec<Vec2> = back.iter().map(|place| goal() + goal() - *place).collect();
        assert_eq!(there, turned, "{count}");
    }
}

#[test]
fn members_keep_their_places() {
    // Two ranks of three come from the west.
    let from = [(5, 40), (5, 41), (5, 39), (4, 40), (4, 41), (4, 39)].map(|(x, y)| Cell::new(x, y).centre());
    let found = assign(goal(), EAST, &from, places(goal(), EAST, PITCH, 6, |_| PlaceStanding::Free));
    let at: Vec<Vec2> = found.into_iter().flatten().collect();
    assert_eq!(at.len(), 6);
    let (front, back) = (at[0].x + at[1].x + at[2].x, at[3].x + at[4].x + at[5].x);
    assert!(front >= back, "{at:?}");
    assert!(at[2].y <= at[1].y && at[5].y <= at[4].y, "the northern stay in the north: {at:?}");
    let none = assign(
        goal(),
        EAST,
        &from,
        places(goal(), EAST, PITCH, 6, |place| standing(place.x > goal().x + Fx::from_int(90))),
    );
    assert!(none.iter().all(Option::is_none), "no place, no assignment");
}
