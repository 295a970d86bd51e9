//! Staying out of walls: margins, sliding, and the way out when a wall comes down on a unit.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_state::Arrange;

use super::tuning::{EASE_STEP, PUT_INSIDE, STOPPED_INSIDE};
use crate::vector::{direction, scaled};

/// Distances, in cells, within which a free cell is looked for.
const RINGS: [i16; 5] = [2, 4, 8, 16, 32];

/// The cells that a body can physically be in.
pub trait Passability {
    /// Whether the centre of the body may be in the cell.
    fn is_open(&self, cell: Cell) -> bool;

    /// Whether nothing beside the cell can be in the way either, so that nobody in it has to look.
    fn is_roomy(&self, cell: Cell) -> bool;
}

/// Moves a body over ground with walls.
///
/// ```
/// use sandtable_math::{Fx, Vec2};
/// use sandtable_model::map::Cell;
/// use sandtable_nav::passability::{Passability, advance};
///
/// /// Open ground, with a wall that begins at column 3.
/// struct Field;
///
/// impl Passability for Field {
///     fn is_open(&self, cell: Cell) -> bool {
///         cell.x < 3
///     }
///     fn is_roomy(&self, cell: Cell) -> bool {
///         cell.x < 2
///     }
/// }
///
/// let (from, step) = (Vec2::cell_centre(2, 1), Vec2::new(Fx::HALF, Fx::HALF));
/// let to = advance(&Field, from, step, Fx::from_ratio(1, 4));
/// assert_eq!(to.x, Fx::from_ratio(11, 4), "it stops a quarter of a cell before the wall");
/// assert_eq!(to.y, from.y + step.y, "and slides along it");
/// ```
///
/// Where a body of `radius` at `from`, in an open cell, gets by a displacement of less than a cell: its edge
/// keeps off walls beside it, and its centre never enters one. On the border of two cells it may go on by either.
pub fn advance(ground: &impl Passability, from: Vec2, displacement: Vec2, radius: Fx) -> Vec2 {
    let cell = Cell::at(from);
    if ground.is_roomy(cell) {
        return from + displacement;
    }
    let to = step(ground, from, displacement, radius);
    if to != from || displacement == Vec2::ZERO {
        return to;
    }
    let other = before_border(from);
    if other != from && ground.is_open(Cell::at(other)) { step(ground, other, displacement, radius) } else { to }
}

/// The nearest point in the cell before that in which a point on a border lies; the point itself within a cell.
fn before_border(at: Vec2) -> Vec2 {
    let before = |along: Fx| Fx::from_bits(along.bits() - i32::from(along.bits() % Fx::ONE.bits() == 0));
    Vec2::new(before(at.x), before(at.y))
}

fn step(ground: &impl Passability, from: Vec2, displacement: Vec2, radius: Fx) -> Vec2 {
    let cell = Cell::at(from);
    let to = keep_off(ground, cell, from, from + displacement, radius);
    let target = Cell::at(to);
    if target == cell { to } else { slide(ground, cell, to, target, displacement) }
}

/// Keeps `radius` away from walls beside the cell; who is nearer already is eased out.
fn keep_off(ground: &impl Passability, cell: Cell, from: Vec2, to: Vec2, radius: Fx) -> Vec2 {
    let (west, north) = (Fx::from_int(cell.x), Fx::from_int(cell.y));
    let (left, right) = (from.x.min(to.x) - west < radius, from.x.max(to.x) - west > Fx::ONE - radius);
    let (above, below) = (from.y.min(to.y) - north < radius, from.y.max(to.y) - north > Fx::ONE - radius);
    if !(left || right || above || below) {
        return to;
    }
    let shut = |dx: i16, dy: i16| !ground.is_open(cell.offset(dx, dy));
    let (wall_left, wall_right) = (left && shut(-1, 0), right && shut(1, 0));
    let (wall_above, wall_below) = (above && shut(0, -1), below && shut(0, 1));
    let beside = wall_left || wall_right || wall_above || wall_below;
    let (dx, dy) = (i16::from(right) - i16::from(left), i16::from(below) - i16::from(above));
    if !beside {
        let corner = Vec2::new(west + Fx::from_int(dx.max(0)), north + Fx::from_int(dy.max(0)));
        return if dx != 0 && dy != 0 && shut(dx, dy) { off_corner(to, corner, radius) } else { to };
    }
    let mut to = to;
    to.x = hold(from.x, to.x, wall_left.then(|| west + radius), wall_right.then(|| west + Fx::ONE - radius));
    to.y = hold(from.y, to.y, wall_above.then(|| north + radius), wall_below.then(|| north + Fx::ONE - radius));
    to
}

/// Stops at the borders of cells that are not open, one axis at a time; cuts no corner.
fn slide(ground: &impl Passability, cell: Cell, to: Vec2, target: Cell, displacement: Vec2) -> Vec2 {
    let open_x = target.x == cell.x || ground.is_open(Cell::new(target.x, cell.y));
    let open_y = target.y == cell.y || ground.is_open(Cell::new(cell.x, target.y));
    let diagonal = target.x != cell.x && target.y != cell.y;
    let (mut keep_x, mut keep_y) = (open_x, open_y);
    if diagonal && open_x && open_y && !ground.is_open(target) {
        keep_x = displacement.x.abs() >= displacement.y.abs();
        keep_y = !keep_x;
    }
    let x = if keep_x { to.x } else { within(to.x, cell.x, STOPPED_INSIDE) };
    let y = if keep_y { to.y } else { within(to.y, cell.y, STOPPED_INSIDE) };
    Vec2 { x, y }
}

/// The nearest acceptable place in an open cell, for a unit in whose cell something was put up; none within 32 cells. Of places equally far the one
/// nearest to the `middle` of the map is taken, so that no direction is favoured.
pub fn way_out(
    ground: &impl Passability,
    middle: Vec2,
    from: Vec2,
    is_acceptable: impl Fn(Vec2) -> bool,
) -> Option<Vec2> {
    let cell = Cell::at(from);
    let place = |cell: Cell| Vec2::new(within(from.x, cell.x, PUT_INSIDE), within(from.y, cell.y, PUT_INSIDE));
    let away = |cell: Cell| place(cell).distance_squared_wide(from);
    let nearest = |reach: i16| {
        let side = (2 * reach + 1) as u16;
        let square = Rect { x: cell.x - reach, y: cell.y - reach, width: side, height: side };
        let limit = Fx::from_int(reach).squared_wide();
        let open = square.cells().filter(|cell| ground.is_open(*cell) && away(*cell) <= limit);
        let mut ranked: Vec<_> =
            open.map(|cell| (away(cell), cell.centre().distance_squared_wide(middle), cell)).collect();
        ranked.arrange();
        ranked.into_iter().map(|(.., cell)| cell).find(|cell| is_acceptable(place(*cell)))
    };
    RINGS.into_iter().find_map(nearest).map(place)
}

/// Holds a coordinate above `low` and below `high`, easing it there when it starts outside.
#[inline]
fn hold(from: Fx, to: Fx, low: Option<Fx>, high: Option<Fx>) -> Fx {
    let mut to = to;
    if let Some(low) = low {
        to = to.max(low.min(from + EASE_STEP));
    }
    if let Some(high) = high {
        to = to.min(high.max(from - EASE_STEP));
    }
    to
}

/// Eases a point away from a corner nearer than `radius`.
fn off_corner(point: Vec2, corner: Vec2, radius: Fx) -> Vec2 {
    let offset = point - corner;
    if offset.length_squared_wide() >= radius.squared_wide() {
        return point;
    }
    point + scaled(direction(offset), (radius - offset.length_floor()).min(EASE_STEP))
}

/// The coordinate held to a cell's interval, `margin` inside.
fn within(coordinate: Fx, cell: i16, margin: Fx) -> Fx {
    coordinate.clamp(Fx::from_int(cell) + margin, Fx::from_int(cell) + Fx::ONE - margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall south of row 2 in the given column.
    struct Notch(i16);

    impl Passability for Notch {
        fn is_open(&self, cell: Cell) -> bool {
            cell.y < 3 || cell.x != self.0
        }
        fn is_roomy(&self, _: Cell) -> bool {
            false
        }
    }

    #[test]
    fn who_walks_on_a_border_gets_by_a_wall_on_either_side_of_it() {
        let (radius, step) = (Fx::from_ratio(1, 4), Vec2::new(Fx::ZERO, Fx::from_ratio(1, 8)));
        for wall in [4, 5] {
            let mut at = Vec2::new(Fx::from_int(5), Fx::from_int(2));
            for _ in 0..40 {
                at = advance(&Notch(wall), at, step, radius);
            }
            assert!(at.y > Fx::from_int(4), "with a wall in column {wall} it ends at {at:?}");
        }
    }
}
