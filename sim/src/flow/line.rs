//! Whether a straight walk is as good as a search (the grid traversal of Amanatides and Woo 1987).

use super::layer::Layer;
use crate::map::lattice::Lattice;
use crate::map::{Cell, Rect};
use crate::math::Vec2;
use crate::rules::WALL_COST;

/// Whether the straight line from `from` to `to`, or to where it enters `goal`, crosses no wall, no corner
/// of one, and nothing dearer than plain ground.
///
/// The limit is the same for every start: were a walker in a swamp allowed to see across the swamp, it would walk
/// straight up to its edge, and be sent back by the field from there.
pub(super) fn is_clear(lattice: Lattice, layer: &Layer, from: Vec2, to: Vec2, goal: Rect) -> bool {
    let (mut cell, last) = (Cell::at(from), Cell::at(to));
    let cost = |cell: Cell| lattice.index(cell).map_or(WALL_COST, |index| layer.costs[index as usize]);
    let mut x = Axis::new(from.x.bits(), to.x.bits());
    let mut y = Axis::new(from.y.bits(), to.y.bits());
    while (x.borders > 0 || y.borders > 0) && !goal.contains(cell) {
        let (time_x, time_y) = (x.next * y.length, y.next * x.length);
        let step_x = x.borders > 0 && (y.borders == 0 || time_x <= time_y);
        let step_y = y.borders > 0 && (x.borders == 0 || time_y <= time_x);
        if step_x && step_y && cost(cell.offset(x.sign, 0)).max(cost(cell.offset(0, y.sign))) > PLAIN {
            return false;
        }
        if step_x {
            cell.x += x.cross();
        }
        if step_y {
            cell.y += y.cross();
        }
        if cost(cell) > PLAIN && !goal.contains(cell) {
            return false;
        }
    }
    cell == last || goal.contains(cell)
}

/// The cost of plain ground, in eighths.
const PLAIN: u8 = 8;
const CELL: i64 = 1 << 16;

/// The walk along one axis, in 1/65536 cells.
struct Axis {
    sign: i16,
    length: i64,
    /// How far along the axis the next border lies from the start.
    next: i64,
    /// Borders still to cross.
    borders: i32,
}

impl Axis {
    fn new(from: i32, to: i32) -> Axis {
        let within = i64::from(from) & (CELL - 1);
        let length = i64::from(to) - i64::from(from);
        let next = if length > 0 { CELL - within } else { within };
        let borders = ((to >> 16) - (from >> 16)).abs();
        Axis { sign: length.signum() as i16, length: length.abs(), next, borders }
    }

    /// Crosses a border; returns the change of the cell's coordinate.
    fn cross(&mut self) -> i16 {
        self.next += CELL;
        self.borders -= 1;
        self.sign
    }
}
