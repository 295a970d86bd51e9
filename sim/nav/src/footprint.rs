//! Room for bodies to stand in: clear of walls, and clear of each other.

use super::tuning::MAX_SQUARE;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;

/// The largest square of plain cells around a cell, none where a wall is beside it: what lies in it is in sight of the middle and
/// clear of walls without a look.
pub fn plain_square(middle: Cell, is_plain: impl Fn(Cell) -> bool) -> Rect {
    let is_rim_plain = |reach: &i16| {
        let reach = *reach;
        let rim = (-reach..=reach).flat_map(|n| [(n, -reach), (n, reach), (-reach, n), (reach, n)]);
        rim.into_iter().all(|(dx, dy)| is_plain(middle.offset(dx, dy)))
    };
    match (0..=MAX_SQUARE).take_while(is_rim_plain).last() {
        Some(reach @ 1..) => Rect { x: middle.x, y: middle.y, width: 1, height: 1 }.grown(reach),
        _ => Rect { x: middle.x, y: middle.y, width: 0, height: 0 },
    }
}

/// Whether a body at a place touches cells of a square only.
pub fn touches_only(square: Rect, place: Vec2, radius: Fx) -> bool {
    let corner = Vec2::new(radius, radius);
    square.contains(Cell::at(place - corner)) && square.contains(Cell::at(place + corner))
}

/// The distance that two of this radius keep: a diameter, and a sixteenth of it.
#[inline]
pub fn room(radius: Fx) -> Fx {
    Fx::from_bits(radius.bits() * 2 + radius.bits() / 8)
}

/// The cells that a body at a place touches.
fn touched(place: Vec2, radius: Fx) -> Rect {
    let corner = Vec2::new(radius, radius);
    let (first, last) = (Cell::at(place - corner), Cell::at(place + corner));
    Rect { x: first.x, y: first.y, width: (last.x - first.x) as u16 + 1, height: (last.y - first.y) as u16 + 1 }
}

/// Whether a body at a place touches no wall: no cell of the cost [`WALL_COST`].
pub fn stands_clear(cost: impl Fn(Cell) -> u8, place: Vec2, radius: Fx) -> bool {
    touched(place, radius).cells().all(|cell| cost(cell) != WALL_COST)
}

/// Whether no cell that is not open is nearer than `radius` (cells) to a place, by its nearest point.
pub fn is_clear_of_walls(is_open: impl Fn(Cell) -> bool, place: Vec2, radius: Fx) -> bool {
    let near = |cell: Cell| {
        let nearest = Rect { x: cell.x, y: cell.y, width: 1, height: 1 }.nearest(place);
        nearest.distance_squared_wide(place) < radius.squared_wide()
    };
    is_open(Cell::at(place)) && touched(place, radius).cells().all(|cell| is_open(cell) || !near(cell))
}

/// Places that are taken: bodies are as wide as a cell at most, so with the room between them those near a place lie no farther than
/// two cells from its own.
#[derive(Default)]
pub struct TakenPlaces {
    /// By class, line of cells and column.
    places: Vec<(CellKey, Vec2, Fx)>,
}

/// Whether it is in the air, the row of cells and the column.
type CellKey = (bool, i16, i16);

impl TakenPlaces {
    /// Whether none is taken.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Takes a place for a body of this radius, in cells, on the ground or in the air.
    pub fn add(&mut self, place: Vec2, radius: Fx, flies: bool) {
        let cell = Cell::at(place);
        let key = (flies, cell.y, cell.x);
        let at = self.places.partition_point(|(other, ..)| *other <= key);
        self.places.insert(at, (key, place, radius));
    }

    /// Whether a body of this radius in this place would stand closer than [`room`] allows to one that is as high up.
    pub fn overlaps(&self, place: Vec2, radius: Fx, flies: bool) -> bool {
        let Cell { x, y } = Cell::at(place);
        (y - 2..=y + 2).any(|y| {
            let first = self.places.partition_point(|(key, ..)| *key < (flies, y, x - 2));
            let near = self.places[first..].iter().take_while(|(key, ..)| *key <= (flies, y, x + 2));
            near.into_iter().any(|(_, other, size)| is_tight(place, radius, *other, *size))
        })
    }
}

/// Whether two in these places would stand closer than [`room`] for both allows, but for a little.
fn is_tight(place: Vec2, radius: Fx, other: Vec2, size: Fx) -> bool {
    let least = room(Fx::from_bits((radius.bits() + size.bits()) / 2)) - Fx::from_ratio(1, 1_024);
    place.distance_squared_wide(other) < least.squared_wide()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_place_overlaps_those_that_are_too_near_and_no_others(
            places in prop::collection::vec((0i32..400_000, 0i32..400_000, 10_000i32..33_000, any::<bool>()), 1..40),
        ) {
            let at = |x: i32, y: i32| Vec2::new(Fx::from_bits(x), Fx::from_bits(y));
            let mut taken = TakenPlaces::default();
            for (row, (x, y, size, flies)) in places.iter().copied().enumerate() {
                let (place, radius) = (at(x, y), Fx::from_bits(size));
                let tight = |(x, y, size, other): &(i32, i32, i32, bool)| {
                    *other == flies && is_tight(place, radius, at(*x, *y), Fx::from_bits(*size))
                };
                prop_assert_eq!(taken.overlaps(place, radius, flies), places[..row].iter().any(tight));
                taken.add(place, radius, flies);
            }
        }
    }
}
