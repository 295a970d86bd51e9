//! Whether a straight walk is as good as a search (the grid traversal of Amanatides and Woo 1987).

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};

/// No cells: for a line that ends at a bare point.
pub const NOTHING: Rect = Rect { x: 0, y: 0, width: 0, height: 0 };

/// Whether the straight line from `from` to `to`, or to where it enters `goal`, crosses no wall, no corner
/// of one, and nothing dearer than plain ground: whether `one` cell is plain.
///
/// The limit is the same for every start: were a walker in a swamp allowed to see across the swamp, it would walk
/// straight up to its edge, and be sent back by the field from there.
pub fn is_clear(one: impl Fn(Cell) -> bool, from: Vec2, to: Vec2, goal: Rect) -> bool {
    let mut x = AxisWalk::new(from.x.bits(), to.x.bits());
    let mut y = AxisWalk::new(from.y.bits(), to.y.bits());
    let beside = (-i16::from(x.straddles), -i16::from(y.straddles));
    let is_plain = |cell: Cell| one(cell) && (beside == (0, 0) || one(cell.offset(beside.0, beside.1)));
    let mut cell = Cell { x: x.cell, y: y.cell };
    if goal.contains(cell) {
        return true;
    }
    // When it crosses the next border of each axis, in a time that is the same for both.
    let (mut time_x, mut time_y) = (x.next * y.length, y.next * x.length);
    while x.borders > 0 || y.borders > 0 {
        let step_x = x.borders > 0 && (y.borders == 0 || time_x <= time_y);
        let step_y = y.borders > 0 && (x.borders == 0 || time_y <= time_x);
        if step_x && step_y && !(is_plain(cell.offset(x.sign, 0)) && is_plain(cell.offset(0, y.sign))) {
            return false;
        }
        if step_x {
            cell.x += x.cross();
            time_x += CELL * y.length;
        }
        if step_y {
            cell.y += y.cross();
            time_y += CELL * x.length;
        }
        if goal.contains(cell) {
            return true;
        }
        if !is_plain(cell) {
            return false;
        }
    }
    true
}

const CELL: i64 = 1 << 16;

/// A north-western and a south-eastern cell between which the straight line lies, with all cells on whose border it runs.
#[inline]
pub fn box_of(from: Vec2, to: Vec2) -> (Cell, Cell) {
    let before = |a: Fx, b: Fx| Fx::from_bits(a.min(b).bits().saturating_sub(1));
    let first = Cell::at(Vec2::new(before(from.x, to.x), before(from.y, to.y)));
    (first, Cell::at(Vec2::new(from.x.max(to.x), from.y.max(to.y))))
}

/// The walk along one axis, in 1/65536 cells.
///
/// Both ways are alike: one that starts on a border starts in the cell ahead, one that ends on a border ends in
/// the cell before it.
struct AxisWalk {
    sign: i16,
    length: i64,
    /// The cell it starts in.
    cell: i16,
    /// How far along the axis the first border lies from the start.
    next: i64,
    /// Borders still to cross.
    borders: i64,
    /// Whether the walk keeps to a border, so that the cells on both sides of it count.
    straddles: bool,
}

impl AxisWalk {
    fn new(from: i32, to: i32) -> AxisWalk {
        let length = i64::from(to) - i64::from(from);
        let sign = length.signum();
        // Seen in the direction of the walk, cell n reaches from n to n + 1 whichever way that is.
        let forward = if sign < 0 { -1 } else { 1 };
        let (start, end) = (forward * i64::from(from), forward * i64::from(to));
        let first = start.div_euclid(CELL);
        let last = (end - 1).div_euclid(CELL);
        let cell = if forward > 0 { first } else { -1 - first };
        AxisWalk {
            sign: sign as i16,
            length: length.abs(),
            cell: cell as i16,
            next: (first + 1) * CELL - start,
            borders: (last - first).max(0),
            straddles: length == 0 && start % CELL == 0,
        }
    }

    /// Crosses a border; returns the change of the cell's coordinate.
    fn cross(&mut self) -> i16 {
        self.borders -= 1;
        self.sign
    }
}
