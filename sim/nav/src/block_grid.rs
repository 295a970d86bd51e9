//! Blocks of cells laid over a map, one of them on its middle: a half turn of the map turns the blocks too, whoever stands on a border.

use super::layout::BLOCK_SHIFT;
use std::ops::RangeInclusive;

use sandtable_math::{Fx, Vec2};
use sandtable_state::limits::MAX_OVERVIEW_BLOCKS;

/// The blocks over a map.
#[derive(Clone, Copy, Default)]
pub struct BlockGrid {
    /// A block is 2^shift cells wide.
    shift: u32,
    middle: Vec2,
    columns: i32,
    rows: i32,
}

impl BlockGrid {
    /// The blocks over a map of `width` × `height` cells: wider ones where there would be too many.
    pub fn over(width: u16, height: u16) -> BlockGrid {
        let half = |cells: u16| Fx::from_halves(i32::from(cells));
        let middle = Vec2::new(half(width), half(height));
        let mut lattice = BlockGrid { shift: BLOCK_SHIFT, middle, columns: 0, rows: 0 };
        loop {
            let lines = |half: Fx| 2 * lattice.steps(half.bits() as u64) as i32 + 1;
            (lattice.columns, lattice.rows) = (lines(middle.x), lines(middle.y));
            if lattice.count() <= MAX_OVERVIEW_BLOCKS {
                return lattice;
            }
            lattice.shift += 1;
        }
    }

    /// How many blocks there are.
    pub fn count(&self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// How many blocks lie beside each other.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Half the width of a block, in cells.
    pub fn half(&self) -> Fx {
        Fx::from_halves(1 << self.shift)
    }

    /// How many blocks from the middle one a way of `way` steps of [`Fx`] from the middle leads.
    #[inline]
    fn steps(&self, way: u64) -> u64 {
        // In 64 bits nothing here can overflow, which spares the checks.
        (way + self.half().bits() as u64) >> (Fx::FRACTION_BITS + self.shift)
    }

    #[inline]
    fn line(&self, offset: i64, lines: i32) -> i32 {
        let (middle, steps) = (lines / 2, self.steps(offset.unsigned_abs()).min(lines as u64 / 2) as i32);
        if offset < 0 { middle - steps } else { middle + steps }
    }

    /// The block that holds a point, and the row of blocks it is in.
    #[inline]
    pub fn block(&self, point: Vec2) -> (u32, u32) {
        let away = |point: Fx, middle: Fx| i64::from(point.bits()) - i64::from(middle.bits());
        let row = self.line(away(point.y, self.middle.y), self.rows);
        let block = row * self.columns + self.line(away(point.x, self.middle.x), self.columns);
        (block as u32, row as u32)
    }

    /// The columns and the rows that touch the square of this half side around a point.
    #[inline]
    pub fn touched(&self, point: Vec2, half: Fx) -> (RangeInclusive<usize>, RangeInclusive<usize>) {
        let lines = |point: Fx, middle: Fx, lines: i32| {
            let (away, half) = (i64::from(point.bits()) - i64::from(middle.bits()), i64::from(half.bits()));
            self.line(away - half, lines) as usize..=self.line(away + half, lines) as usize
        };
        (lines(point.x, self.middle.x, self.columns), lines(point.y, self.middle.y, self.rows))
    }
}
