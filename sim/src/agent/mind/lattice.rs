//! Blocks of cells laid over a map, one of them on its middle: a half turn of the map turns the blocks too, whoever stands on a border.

use std::ops::RangeInclusive;

use crate::limits::MAX_OVERVIEW_BLOCKS;
use crate::math::{Fx, Vec2};

/// A block is at least 2^SHIFT cells wide and high.
const SHIFT: u32 = 2;

/// The blocks over a map.
#[derive(Clone, Copy, Default)]
pub(super) struct Lattice {
    /// A block is 2^shift cells wide.
    shift: u32,
    middle: Vec2,
    columns: i32,
    rows: i32,
}

impl Lattice {
    /// The blocks over a map of so many cells: wider ones where there would be too many.
    pub(super) fn over(width: u16, height: u16) -> Lattice {
        let half = |cells: u16| Fx::from_bits(i32::from(cells) << 15);
        let middle = Vec2::new(half(width), half(height));
        let mut lattice = Lattice { shift: SHIFT, middle, columns: 0, rows: 0 };
        loop {
            let lines = |half: Fx| 2 * lattice.steps(half) + 1;
            (lattice.columns, lattice.rows) = (lines(middle.x), lines(middle.y));
            if lattice.count() <= MAX_OVERVIEW_BLOCKS {
                return lattice;
            }
            lattice.shift += 1;
        }
    }

    /// How many blocks there are.
    pub(super) fn count(&self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// How many blocks lie beside each other.
    pub(super) fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Half the width of a block, in cells.
    pub(super) fn half(&self) -> Fx {
        Fx::from_bits(1 << (Fx::FRACTION_BITS + self.shift - 1))
    }

    /// How many blocks from the middle one a way from the middle leads, 0 or more.
    #[inline]
    fn steps(&self, way: Fx) -> i32 {
        (way.bits() + self.half().bits()) >> (Fx::FRACTION_BITS + self.shift)
    }

    #[inline]
    fn line(&self, offset: Fx, lines: i32) -> i32 {
        let steps = self.steps(offset.abs()).min(lines / 2);
        lines / 2 + if offset < Fx::ZERO { -steps } else { steps }
    }

    /// The block that holds a point.
    #[inline]
    pub(super) fn block(&self, point: Vec2) -> usize {
        let offset = point - self.middle;
        (self.line(offset.y, self.rows) * self.columns + self.line(offset.x, self.columns)) as usize
    }

    /// The columns and the rows that touch the square of this half side around a point.
    #[inline]
    pub(super) fn touched(&self, point: Vec2, half: Fx) -> (RangeInclusive<usize>, RangeInclusive<usize>) {
        let offset = point - self.middle;
        let lines = |offset: Fx, lines: i32| {
            self.line(offset - half, lines) as usize..=self.line(offset + half, lines) as usize
        };
        (lines(offset.x, self.columns), lines(offset.y, self.rows))
    }
}
