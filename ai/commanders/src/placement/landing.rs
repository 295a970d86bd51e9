//! Where an army lands that has to cross water: at some distance from the enemy, on its island.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::Locomotion;

use super::rally::{rally_point, ways_from};
use super::tuning::{APPROACH_CELLS, LANDING_DISTANCES, LANDING_ROOM};
use crate::context::Assessment;

/// The ground at which armies land to reach `enemy`, as far from it and as near to home as there is on its island; none where a way leads
/// there on foot.
pub(crate) fn landing(known: &Assessment<'_, '_>, enemy: Vec2) -> Option<Vec2> {
    let home = known.situation.home;
    let walks = |from: Vec2, to: Vec2| known.view.walking_distance(Locomotion::Foot, from, to).is_some();
    let approach =
        (1..=APPROACH_CELLS).find_map(|cells| around(enemy, home, cells).find(|place| is_open(known, *place)))?;
    if walks(rally_point(known, enemy), approach) {
        return None;
    }
    let (nearest, farthest) = LANDING_DISTANCES;
    let distances = (nearest..=farthest).rev().step_by(2);
    let mut places = distances.flat_map(|cells| around(enemy, home, cells));
    places.find(|place| is_open(known, *place) && walks(*place, approach))
}

/// Places at a distance from the enemy, those on the side of home first.
fn around(enemy: Vec2, home: Vec2, cells: i16) -> impl Iterator<Item = Vec2> {
    ways_from(enemy, home).map(move |way| enemy + way.with_length_trunc(Fx::from_int(cells)))
}

/// Whether soldiers can stand in a square round a place.
fn is_open(known: &Assessment<'_, '_>, place: Vec2) -> bool {
    let (middle, half) = (Cell::at(place), LANDING_ROOM as i16 / 2);
    let square = Rect { x: middle.x - half, y: middle.y - half, width: LANDING_ROOM, height: LANDING_ROOM };
    square.cells().all(|cell| known.view.passable(cell, Locomotion::Foot))
}
