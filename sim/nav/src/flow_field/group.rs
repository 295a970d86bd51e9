//! One order for many: each member of a group gets a place of its own near the goal.
//!
//! (Dodds' unit-level library takes one path request for a set of agents and assigns destinations within the group.) The group
//! walks by the field of the common goal, and each member leaves it for its own place when that comes in sight.

use super::tuning::UNFIT_RINGS;
use sandtable_math::{Fx, Vec2};
use sandtable_state::Arrange;
use sandtable_state::limits::MAX_GROUP_RINGS;

/// What may be said of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceStanding {
    /// Somebody may stand there.
    Free,
    /// Somebody could, but others have it.
    Taken,
    /// Nobody can, or not in sight of the goal.
    Unfit,
}

/// Up to `count` free places around `goal`, nearest first: rows as dense as discs can lie, `pitch` apart. The goal is one of the places
/// or lies between two, whichever lets the farthest be nearer. Beyond two rings of rows where nothing fits nothing is looked for.
///
/// Of equally near ones the one farther `onward` comes first, then the one to its side: a turn of the map turns them.
pub fn places(
    goal: Vec2,
    onward: Vec2,
    pitch: Fx,
    count: usize,
    standing: impl Fn(Vec2) -> PlaceStanding,
) -> Vec<Vec2> {
    let around = around(goal, goal, onward, pitch, count, &standing);
    let half = Vec2::new(Fx::from_bits(pitch.bits() / 2), Fx::ZERO);
    let between = self::around(goal, goal + half, onward, pitch, count, &standing);
    let spread = |places: &[Vec2]| {
        let farthest = places.last().map_or(0, |place| place.distance_squared_wide(goal));
        (std::cmp::Reverse(places.len()), farthest)
    };
    if spread(&between) < spread(&around) { between } else { around }
}

/// The places of the rows one of whose places is `first`.
fn around(
    goal: Vec2,
    first: Vec2,
    onward: Vec2,
    pitch: Fx,
    count: usize,
    standing: &impl Fn(Vec2) -> PlaceStanding,
) -> Vec<Vec2> {
    let mut found: Vec<Vec2> = Vec::new();
    let mut unfit_rings = 0;
    for ring in 0..MAX_GROUP_RINGS {
        // What lies in farther rings is farther off than this: a disc is whole when the square around it is.
        let reach = (pitch.mul_floor(ROW).mul_int(ring) - (first - goal).x).max(Fx::ZERO);
        let within = |place: &&Vec2| place.distance_squared_wide(goal) < reach.squared_wide();
        if found.len() >= count && found.iter().filter(within).count() >= count {
            break;
        }
        unfit_rings += 1;
        for place in ring_of(first, pitch, ring) {
            match standing(place) {
                PlaceStanding::Free => found.push(place),
                PlaceStanding::Taken => {}
                PlaceStanding::Unfit => continue,
            }
            unfit_rings = 0;
        }
        if unfit_rings == UNFIT_RINGS {
            break;
        }
    }
    let key = |place: &Vec2| {
        let (along, aside) = axes(*place - goal, onward);
        (place.distance_squared_wide(goal), -along, aside)
    };
    found.arrange_by_key(key);
    found.truncate(count);
    found
}

/// The distance of rows, as a part of the distance in them: √3 / 2.
const ROW: Fx = Fx::from_millionths(866_025);

/// The places of one ring of rows: `ring` rows up or down, or that many places to either side.
fn ring_of(first: Vec2, pitch: Fx, ring: i32) -> impl Iterator<Item = Vec2> {
    (-ring..=ring).flat_map(move |row| {
        // Every other row is shifted by half a place, eastwards and westwards alike.
        let shift = row & 1;
        // The first and the last row whole, of those between both ends.
        let step = if row.abs() == ring { 1 } else { 2 * ring + shift };
        (-ring - shift..=ring).step_by(step as usize).map(move |n| {
            let x = Fx::from_bits(pitch.bits() / 2).mul_int(2 * n + shift);
            Vec2::new(first.x + x, first.y + pitch.mul_floor(ROW).mul_int(row))
        })
    })
}

/// Assigns the places to the members at `positions`, one each, by number; none to those who are left over.
///
/// Members keep their places within the group, so that few have to pass each other: who walks in front stands at the
/// back of the goal, and who walks on one side stands on that side.
pub fn assign(goal: Vec2, onward: Vec2, positions: &[Vec2], mut places: Vec<Vec2>) -> Vec<Option<Vec2>> {
    let mut assigned = vec![None; positions.len()];
    let files = places.len().isqrt().max(1);
    let mut members: Vec<usize> = (0..positions.len()).collect();
    arrange(&mut members, files, |member| axes(positions[*member] - goal, onward));
    arrange(&mut places, files, |place| axes(*place - goal, onward));
    for (member, place) in members.into_iter().zip(places) {
        assigned[member] = Some(place);
    }
    assigned
}

/// Sorts by depth along the way, front first, in ranks of `files`, and each rank from side to side. What is equal keeps its order.
fn arrange<T>(items: &mut [T], files: usize, axes: impl Fn(&T) -> (i64, i64)) {
    items.arrange_by_key(|item| std::cmp::Reverse(axes(item).0));
    for rank in items.chunks_mut(files) {
        rank.arrange_by_key(|item| axes(item).1);
    }
}

/// How far along a direction a vector reaches, and how far aside.
fn axes(vector: Vec2, onward: Vec2) -> (i64, i64) {
    (vector.dot_wide(onward), vector.dot_wide(onward.quarter_turn()))
}

/// The middle of some points; zero for none.
pub fn mean(points: &[Vec2]) -> Vec2 {
    Vec2::mean_trunc(points.iter().copied()).unwrap_or(Vec2::ZERO)
}
