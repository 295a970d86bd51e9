//! Where an army waits at home: before the base, on the enemy's side, and in nobody's way.

use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::Locomotion;

use super::obstacles::Obstacles;
use super::tuning::{OBSTACLE_MARGIN_CELLS, RALLY_DIRECTIONS, RALLY_DISTANCES, RALLY_ROOM};
use crate::context::Assessment;

/// The open ground nearest to the straight line from the base towards an enemy, at some distance from it, on which soldiers stand before no
/// building and no node, and in no way of gatherers; the base itself where there is none.
pub(crate) fn rally_point(known: &Assessment<'_, '_>, enemy: Vec2) -> Vec2 {
    let home = known.situation.home;
    let (nearest, farthest) = RALLY_DISTANCES;
    let obstacles = Obstacles::around(known, home, farthest + OBSTACLE_MARGIN_CELLS);
    // Less room will do before none does.
    let open = RALLY_ROOM.into_iter().find_map(|room| {
        ways_from(home, enemy).find_map(|way| {
            let at = |cells: i16| home + way.with_length_trunc(Fx::from_int(cells));
            // Ground behind a cliff or a wood is not before the base.
            let leads_there = |place: &Vec2| known.view.passable(Cell::at(*place), Locomotion::Foot);
            let mut places = (nearest..=farthest).map(at).take_while(leads_there);
            places.find(|place| is_open(known, &obstacles, *place, room))
        })
    });
    open.unwrap_or(home)
}

/// Directions from a place: straight to another first, then turned off it to both sides in turn, until straight away from it.
pub(super) fn ways_from(place: Vec2, other: Vec2) -> impl Iterator<Item = Vec2> {
    let ahead = Angle::from_vector(other - place);
    turns().map(move |turn| Angle(ahead.0.wrapping_add_signed(turn)).direction())
}

/// Turns off a straight line, the least first, to both sides in turn.
fn turns() -> impl Iterator<Item = i16> {
    let part = (i32::from(u16::MAX) + 1) / i32::from(RALLY_DIRECTIONS);
    let sides = (1..RALLY_DIRECTIONS / 2)
        .flat_map(move |step| [i32::from(step) * part, -i32::from(step) * part])
        .map(|turn| turn as i16);
    std::iter::once(0).chain(sides).chain(std::iter::once(i16::MIN))
}

/// Whether soldiers can stand in a square round a place, and be in nobody's way there.
fn is_open(known: &Assessment<'_, '_>, obstacles: &Obstacles, place: Vec2, room: u16) -> bool {
    can_stand(known, place, room) && obstacles.leaves_way(square_round(place, room))
}

/// Whether soldiers can stand everywhere in a square that reaches `cells` from a place to each side.
pub(super) fn can_stand(known: &Assessment<'_, '_>, place: Vec2, cells: u16) -> bool {
    square_round(place, cells).cells().all(|cell| known.view.passable(cell, Locomotion::Foot))
}

fn square_round(place: Vec2, cells: u16) -> Rect {
    let (middle, half) = (Cell::at(place), cells as i16 / 2);
    Rect { x: middle.x - half, y: middle.y - half, width: cells, height: cells }
}
