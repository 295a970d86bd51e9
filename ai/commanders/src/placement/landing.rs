//! Where an army lands that has to cross water: at some distance from the enemy, on its island.

use sandtable_math::{Fx, Vec2};

use super::island::Island;
use super::rally::{can_stand, rally_point, ways_from};
use super::tuning::{APPROACH_CELLS, LANDING_DISTANCES, LANDING_ROOM};
use crate::context::Assessment;

/// The ground at which armies land to reach `enemy`, as far from it and as near to home as there is on its island; none where a way leads
/// there on foot.
pub(crate) fn landing(known: &Assessment<'_, '_>, enemy: Vec2) -> Option<Vec2> {
    let home = known.situation.home;
    let approach =
        first_around(enemy, home, &mut (1..=APPROACH_CELLS), &|place| can_stand(known, place, LANDING_ROOM))?;
    let island = Island::around(known.view, approach);
    if island.has(rally_point(known, enemy)) {
        return None;
    }
    let (nearest, farthest) = LANDING_DISTANCES;
    first_around(enemy, home, &mut (nearest..=farthest).rev(), &|place| {
        island.has(place) && can_stand(known, place, LANDING_ROOM)
    })
}

/// The first place that fits at these distances from the enemy, of those equally far that on the side of home.
fn first_around(
    enemy: Vec2,
    home: Vec2,
    distances: &mut dyn Iterator<Item = i16>,
    fits: &dyn Fn(Vec2) -> bool,
) -> Option<Vec2> {
    for cells in distances {
        for way in ways_from(enemy, home) {
            let place = enemy + way.with_length_trunc(Fx::from_int(cells));
            if fits(place) {
                return Some(place);
            }
        }
    }
    None
}
