//! From the corners of a way that was found to the points that a unit keeps.

use super::layer::Layer;
use super::tuning::{CORNER_SIGHT, HALVINGS, HIDDEN_CORNERS, OFF_CORNER};
use crate::line::{NOTHING, is_clear};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;
use sandtable_state::limits::{MAX_ROUTE_LEG, MAX_ROUTE_POINTS};

/// The points, without the first: corners between which there is plain ground are left out, long legs divided. Whether they had to
/// be cut, there being more than [`MAX_ROUTE_POINTS`].
pub fn points(layer: &Layer, corners: &[Vec2]) -> (Vec<Vec2>, bool) {
    let corner = |row: usize| PathCorner { found: corners[row], kept: off_corner(layer, corners[row]) };
    let mut points = Vec::new();
    let mut row = 0;
    while row + 1 < corners.len() && points.len() <= MAX_ROUTE_POINTS {
        let from = corner(row);
        row = farthest_seen(layer, from.kept, row, corners.len(), |row| corner(row).kept);
        join(layer, from, corner(row), HALVINGS, &mut points);
    }
    // One who is there already still needs a point.
    if let ([only], true) = (corners, points.is_empty()) {
        points.push(*only);
    }
    let is_cut = points.len() > MAX_ROUTE_POINTS;
    points.truncate(MAX_ROUTE_POINTS);
    (points, is_cut)
}

/// The farthest corner after `row` in plain sight from there, where no more than [`HIDDEN_CORNERS`] on end are out of it; at least the next.
fn farthest_seen(layer: &Layer, from: Vec2, row: usize, corners: usize, corner: impl Fn(usize) -> Vec2) -> usize {
    let mut farthest = row + 1;
    let mut next = row + 2;
    while next < corners && next <= farthest + HIDDEN_CORNERS {
        if is_in_sight(layer, from, corner(next)) {
            farthest = next;
        }
        next += 1;
    }
    farthest
}

fn is_in_sight(layer: &Layer, from: Vec2, to: Vec2) -> bool {
    from.distance_squared_wide(to) <= CORNER_SIGHT.squared_wide() && sees(layer, from, to)
}

/// A corner of a way: where it was found, in the open or on the edge of a wall, and where the unit is to pass.
#[derive(Clone, Copy)]
struct PathCorner {
    found: Vec2,
    kept: Vec2,
}

/// Adds the points up to `to`. Where moving corners off their walls has moved the line between them onto another wall, it leads
/// through a cell that the line as it was found passes half way, and so on.
fn join(layer: &Layer, from: PathCorner, to: PathCorner, halvings: u32, points: &mut Vec<Vec2>) {
    let middle = |a: Fx, b: Fx| Fx::from_bits(((i64::from(a.bits()) + i64::from(b.bits())) / 2) as i32);
    let found = Vec2 { x: middle(from.found.x, to.found.x), y: middle(from.found.y, to.found.y) };
    let open = || Rect::touching(found).cells().find(|cell| layer.cost(*cell) != WALL_COST);
    if halvings == 0 || is_passable(layer, from.kept, to.kept) {
        return divide(from.kept, to.kept, points);
    }
    let Some(cell) = open() else { return divide(from.kept, to.kept, points) };
    let half = PathCorner { found, kept: cell.centre() };
    join(layer, from, half, halvings - 1, points);
    join(layer, half, to, halvings - 1, points);
}

/// Adds the points at equal distances of at most [`MAX_ROUTE_LEG`] cells up to `to`.
fn divide(from: Vec2, to: Vec2, points: &mut Vec<Vec2>) {
    let (dx, dy) =
        (i64::from(to.x.bits()) - i64::from(from.x.bits()), i64::from(to.y.bits()) - i64::from(from.y.bits()));
    let pieces = (dx.abs().max(dy.abs()) - 1).max(0) / (i64::from(MAX_ROUTE_LEG) << 16) + 1;
    let part = |start: Fx, way: i64, piece: i64| Fx::from_bits((i64::from(start.bits()) + way * piece / pieces) as i32);
    points.extend((1..=pieces).map(|piece| Vec2 { x: part(from.x, dx, piece), y: part(from.y, dy, piece) }));
}

/// A corner between cells, moved away from those of them that are walls; other points as they are.
fn off_corner(layer: &Layer, point: Vec2) -> Vec2 {
    if (point.x.bits() | point.y.bits()) & 0xFFFF != 0 {
        return point;
    }
    let south_east = Cell::at(point);
    let sides =
        [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(dx, dy)| (south_east.offset(dx, dy), (2 * dx + 1, 2 * dy + 1)));
    let walls = sides.into_iter().filter(|(cell, _)| layer.cost(*cell) == WALL_COST);
    let (dx, dy) = walls.fold((0, 0), |(dx, dy), (_, (x, y))| (dx - i32::from(x), dy - i32::from(y)));
    let moved = |value: Fx, way: i32| Fx::from_bits(value.bits() + OFF_CORNER * way.signum());
    Vec2 { x: moved(point.x, dx), y: moved(point.y, dy) }
}

/// Whether there is nothing but plain ground between two points.
pub fn sees(layer: &Layer, from: Vec2, to: Vec2) -> bool {
    is_clear(|cell| layer.plain().at(cell), from, to, NOTHING)
}

/// Whether there is no wall between two points.
pub fn is_passable(layer: &Layer, from: Vec2, to: Vec2) -> bool {
    is_clear(|cell| layer.cost(cell) != WALL_COST, from, to, NOTHING)
}
