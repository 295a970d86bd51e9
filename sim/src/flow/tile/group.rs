//! One order for many: each member of a group gets a cell of its own near the goal.
//!
//! (Dodds' unit-level library takes one path request for a set of agents and assigns destinations within the group.) The group
//! walks by the field of the common goal, and each member leaves it for its own cell when that comes in sight.

use super::islands::{Islands, ring};
use super::layer::Layer;
use crate::map::{Cell, Rect};
use crate::math::Vec2;

/// Assigns a cell to each of the members at `positions`: free cells of the goal's island, nearest to the goal first, `spacing` cells apart
/// (1 for units narrower than a cell). Members keep their places within the group, so that few have to pass each other: who
/// walks in front stands at the back of the goal, and who walks on one side stands on that side. None for a member when there is
/// no cell left.
pub fn assign(
    layer: &Layer,
    islands: &Islands,
    goal: Cell,
    spacing: u8,
    positions: &[Vec2],
    is_free: impl Fn(Cell) -> bool,
) -> Vec<Option<Cell>> {
    let cells = places(layer, islands, goal, spacing, positions.len(), is_free);
    let mut assigned = vec![None; positions.len()];
    if positions.is_empty() {
        return assigned;
    }
    let centre = mean(positions.iter().copied());
    let onward = goal.centre() - centre;
    let files = cells.len().isqrt().max(1);
    let mut members: Vec<usize> = (0..positions.len()).collect();
    arrange(&mut members, files, |member| axes(positions[*member] - centre, onward));
    let mut cells: Vec<Cell> = cells;
    arrange(&mut cells, files, |cell| axes(cell.centre() - goal.centre(), onward));
    for (member, cell) in members.into_iter().zip(cells) {
        assigned[member] = Some(cell);
    }
    assigned
}

/// Up to `count` free cells around the goal, in rings, each ring in order of distance.
fn places(
    layer: &Layer,
    islands: &Islands,
    goal: Cell,
    spacing: u8,
    count: usize,
    is_free: impl Fn(Cell) -> bool,
) -> Vec<Cell> {
    let spacing = i16::from(spacing.max(1));
    let Some(island) = islands.at(layer, goal) else { return Vec::new() };
    let square = Rect { x: goal.x, y: goal.y, width: 1, height: 1 };
    let fits = |cell: &Cell| (cell.x - goal.x) % spacing == 0 && (cell.y - goal.y) % spacing == 0;
    let away = |cell: &Cell| (cell.centre().distance_squared_wide(goal.centre()), *cell);
    let mut found: Vec<Cell> = Vec::new();
    for distance in 0..layer.partition().longest() {
        // A ring's corners lie √2 as far off as its sides: a disc is whole when the square around it is.
        if found.len() >= count && inside(&found, goal, distance) >= count {
            break;
        }
        let cells = ring(square, distance).filter(fits);
        found.extend(cells.filter(|cell| islands.at(layer, *cell) == Some(island) && is_free(*cell)));
    }
    found.sort_by_key(away);
    found.truncate(count);
    found
}

/// How many of the cells lie less than so many cells off.
fn inside(cells: &[Cell], goal: Cell, distance: i16) -> usize {
    let limit = (i64::from(distance) * i64::from(distance)) << 32;
    cells.iter().filter(|cell| cell.centre().distance_squared_wide(goal.centre()) < limit).count()
}

/// Sorts by depth along the way, front first, in ranks of `files`, and each rank from side to side. What is equal keeps its order.
fn arrange<T>(items: &mut [T], files: usize, axes: impl Fn(&T) -> (i64, i64)) {
    items.sort_by_key(|item| std::cmp::Reverse(axes(item).0));
    for rank in items.chunks_mut(files) {
        rank.sort_by_key(|item| axes(item).1);
    }
}

/// How far along a direction a vector reaches, and how far aside.
fn axes(vector: Vec2, onward: Vec2) -> (i64, i64) {
    (vector.dot_wide(onward), vector.dot_wide(onward.quarter_turn()))
}

fn mean(points: impl ExactSizeIterator<Item = Vec2>) -> Vec2 {
    let count = points.len() as i64;
    let (x, y) = points.fold((0, 0), |(x, y), point| (x + i64::from(point.x.bits()), y + i64::from(point.y.bits())));
    let part = |sum: i64| crate::math::Fx::from_bits((sum / count.max(1)) as i32);
    Vec2::new(part(x), part(y))
}
