//! Rims: what a step to the next cell changes of a disc that nothing cuts.
//!
//! On open ground an eye sees its whole disc, and a step changes a cell or two at the ends of each row. Which ones is the
//! same wherever it is taken, so that it is worked out once.

use super::ray::{MIDDLE, Mask};
use sandtable_model::map::Cell;

/// What a step brings into a disc and what it takes out of it, as offsets between cell indices, from the cell it leaves.
#[derive(Default)]
pub struct Rim {
    /// The cells that come into it.
    pub gained: Vec<i32>,
    /// The cells that fall out of it.
    pub lost: Vec<i32>,
}

/// The rims of all discs, on maps of one width.
pub(super) struct Rims {
    /// By radius, then by step, row by row from the north-west.
    rims: Vec<[Rim; 9]>,
}

impl Rims {
    /// The rims of discs by radius.
    pub(super) fn new<'d>(discs: impl Iterator<Item = &'d Mask>, width: i32) -> Rims {
        let rims = |(radius, disc)| {
            std::array::from_fn(|step| Rim::new(disc, radius as i32, [step as i32 % 3 - 1, step as i32 / 3 - 1], width))
        };
        Rims { rims: discs.enumerate().map(rims).collect() }
    }

    /// The rim of the disc of this radius for a step to a cell that touches the one it leaves; none for a longer one.
    #[inline]
    pub(super) fn of(&self, radius: u8, x: i16, y: i16) -> Option<&Rim> {
        let near = (-1..=1).contains(&x) && (-1..=1).contains(&y);
        near.then(|| &self.rims[radius as usize][((y + 1) * 3 + x + 1) as usize])
    }
}

impl Rim {
    fn new(disc: &Mask, radius: i32, [east, south]: [i32; 2], width: i32) -> Rim {
        let holds = |x: i32, y: i32| {
            x.abs() <= radius && y.abs() <= radius && disc[(MIDDLE + y) as usize] >> (MIDDLE + x) & 1 != 0
        };
        let mut rim = Rim::default();
        for (x, y) in (-radius - 1..=radius + 1).flat_map(|y| (-radius - 1..=radius + 1).map(move |x| (x, y))) {
            match (holds(x, y), holds(x - east, y - south)) {
                (false, true) => rim.gained.push(y * width + x),
                (true, false) => rim.lost.push(y * width + x),
                _ => {}
            }
        }
        rim
    }
}

/// By cell: how far it is to the nearest screen, or beyond the map, in cells along rows, columns or diagonals; 0 on a screen.
/// Found in two passes (Rosenfeld and Pfaltz 1966, the chessboard's distance).
pub(super) struct ScreenDistances {
    /// Cells in a row, one beyond the map at each end.
    stride: usize,
    cells: Vec<u8>,
}

impl ScreenDistances {
    /// The distances on a map of this width, whose cells hold screens or not.
    pub(super) fn new(width: usize, screens: &[bool]) -> ScreenDistances {
        let (stride, height) = (width + 2, screens.len() / width.max(1));
        let mut cells = vec![0; stride * (height + 2)];
        for (row, screens) in screens.chunks(width.max(1)).enumerate() {
            let first = (row + 1) * stride + 1;
            for (cell, hides) in cells[first..first + width].iter_mut().zip(screens) {
                *cell = if *hides { 0 } else { u8::MAX };
            }
        }
        let mut relax = |at: usize, around: [usize; 4]| {
            let nearest = around.map(|other| cells[other]).into_iter().min().unwrap_or(0);
            cells[at] = cells[at].min(nearest.saturating_add(1));
        };
        let rows = || (1..=height).map(|row| row * stride + 1..row * stride + 1 + width);
        for at in rows().flatten() {
            relax(at, [at - stride - 1, at - stride, at - stride + 1, at - 1]);
        }
        for at in rows().rev().flat_map(Iterator::rev) {
            relax(at, [at + stride + 1, at + stride, at + stride - 1, at + 1]);
        }
        ScreenDistances { stride, cells }
    }

    /// The distance of a cell of the map.
    #[inline]
    pub(super) fn of(&self, cell: Cell) -> u8 {
        self.cells[(cell.y as usize + 1) * self.stride + cell.x as usize + 1]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::ray::{Rays, offsets};
    use super::*;
    use sandtable_state::limits::MAX_SIGHT;

    #[test]
    fn a_disc_with_its_rim_is_the_next_disc() {
        const WIDTH: i32 = 64;
        let rays = Rays::new(MAX_SIGHT);
        let rims = Rims::new(rays.discs(), WIDTH);
        for (radius, disc) in rays.discs().enumerate() {
            let cells =
                |dx: i32, dy: i32| -> BTreeSet<i32> { offsets(disc).map(|(x, y)| (y + dy) * WIDTH + x + dx).collect() };
            for (x, y) in (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))) {
                let rim = rims.of(radius as u8, x, y).expect("a step");
                let mut seen = cells(0, 0);
                assert!(
                    rim.lost.iter().all(|cell| seen.remove(cell)) && rim.gained.iter().all(|cell| seen.insert(*cell))
                );
                assert_eq!(seen, cells(i32::from(x), i32::from(y)), "radius {radius}, step {x}, {y}");
            }
            assert!(rims.of(radius as u8, 2, 0).is_none());
        }
    }

    #[test]
    fn distances_are_the_chessboards_to_screens_and_borders() {
        let drawing = ["........", "........", "........", "........", "........", ".....#..", "........", "........"];
        let screens: Vec<bool> = drawing.iter().flat_map(|row| row.bytes().map(|cell| cell == b'#')).collect();
        let distances = ScreenDistances::new(8, &screens);
        for (x, y) in (0..8i16).flat_map(|y| (0..8i16).map(move |x| (x, y))) {
            let border = (x + 1).min(y + 1).min(8 - x).min(8 - y);
            let screen = (x - 5).abs().max((y - 5).abs());
            assert_eq!(i16::from(distances.of(Cell::new(x, y))), border.min(screen), "{x}, {y}");
        }
    }
}
