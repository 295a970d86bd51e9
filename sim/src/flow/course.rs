//! From a settled field to a direction of travel.

use crate::map::lattice::{DIRECTIONS, Lattice};
use crate::map::{Cell, Rect};
use crate::math::{Fx, Vec2};

/// Where to go from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// Straight at the goal, which lies this far away.
    Straight(Vec2),
    /// In this direction; the length means nothing.
    Along(Vec2),
    /// There is no way to the goal, and no reachable cell is nearer to it.
    Nearest,
}

/// The direction of travel among the cheapest steps of `downhill`, which is not empty.
///
/// In open ground all ways between a straight and a diagonal step are equally cheap in the octile metric, so a
/// goal that lies between two of the cheapest steps is made for exactly: paths are any-angle there.
/// Otherwise the step nearest to the direction from the cell to the middle of the goal is taken, the same for the whole
/// cell, or a walker between two equal ways would turn back and forth. Ties go to the step towards the middle
/// of the map, then clockwise of the goal: rules that every symmetry of a map but mirroring carries along.
pub(super) fn choose(lattice: Lattice, downhill: u8, offset: Vec2, cell: Cell, goal: Rect) -> Vec2 {
    if downhill & bracket(offset) == bracket(offset) {
        return offset;
    }
    if downhill.is_power_of_two() {
        return vector(unit(downhill.trailing_zeros() as usize));
    }
    let onward = goal.centre() - cell.centre();
    let inward = lattice.middle() - cell.centre();
    let key = |direction: usize| {
        let step = unit(direction);
        let side = cross(onward, step);
        (dot(onward, step), dot(inward, step), side, direction)
    };
    let cheapest = (0..8).filter(|direction| downhill >> direction & 1 != 0);
    vector(cheapest.max_by_key(|direction| key(*direction)).map_or((0, 0), unit))
}

fn vector((x, y): (i32, i32)) -> Vec2 {
    Vec2::new(Fx::from_bits(x), Fx::from_bits(y))
}

/// The steps on either side of a vector, as a bit set by direction.
fn bracket(vector: Vec2) -> u8 {
    let (x, y) = (vector.x.bits(), vector.y.bits());
    let (east, south) = (x > 0, y > 0);
    let straight = if x.abs() > y.abs() {
        if east { 0 } else { 4 }
    } else if south {
        2
    } else {
        6
    };
    let diagonal = match (east, south) {
        (true, true) => 1,
        (false, true) => 3,
        (false, false) => 5,
        (true, false) => 7,
    };
    if x == 0 || y == 0 {
        1 << straight
    } else if x.abs() == y.abs() {
        1 << diagonal
    } else {
        1 << straight | 1 << diagonal
    }
}

/// A step of one cell's length, in 1/65536.
fn unit(direction: usize) -> (i32, i32) {
    const DIAGONAL: i32 = 46_341;
    let (x, y) = DIRECTIONS[direction];
    let length = if direction & 1 == 0 { 1 << 16 } else { DIAGONAL };
    (i32::from(x) * length, i32::from(y) * length)
}

fn dot(a: Vec2, (x, y): (i32, i32)) -> i64 {
    i64::from(a.x.bits()) * i64::from(x) + i64::from(a.y.bits()) * i64::from(y)
}

fn cross(a: Vec2, (x, y): (i32, i32)) -> i64 {
    i64::from(a.x.bits()) * i64::from(y) - i64::from(a.y.bits()) * i64::from(x)
}
