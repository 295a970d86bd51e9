//! Which cells an eye sees: a disc of cells, each reached by an integer ray from the eye's cell.
//!
//! A ray is a Bresenham line (Bresenham 1965). Where it passes exactly between two cells it has two variants,
//! rounded away from and towards the axis; a cell is seen when either reaches it. Both are defined on absolute
//! offsets, so that sight turns and mirrors with the map and favours no side.

use super::bits::Bits;
use crate::limits::MAX_SIGHT;
use crate::map::{Cell, Map};
use crate::rules::Rules;

/// Rows and columns of the largest mask.
pub(super) const MASK_SIDE: usize = 2 * MAX_SIGHT as usize + 1;

/// The cells an eye of radius r sees: bit c of row l is the cell c − r east and l − r south of the eye's.
pub(super) type Mask = [u64; MASK_SIDE];

/// How high each cell stands in the way of eyes. Never changes.
pub(super) struct Relief {
    width: i16,
    height: i16,
    /// Height of the ground by cell, 0 … 15.
    ground: Vec<u8>,
    /// By cell: eyes lower than this do not see across it, 0 … 31.
    cover: Vec<u8>,
}

impl Relief {
    /// The relief of a map. A cell's top is its ground plus its terrain; eyes see across a cell when they are
    /// as high as its top, or higher than it where the terrain blocks sight.
    pub(super) fn new(map: &Map, rules: &Rules) -> Relief {
        let cover = map.terrain.iter().zip(&map.heights).map(|(terrain, height)| {
            let terrain = &rules.terrain[*terrain as usize];
            height + terrain.height + u8::from(terrain.blocks_sight)
        });
        let cover = cover.collect();
        Relief { width: map.width as i16, height: map.height as i16, ground: map.heights.clone(), cover }
    }

    /// The nearest cell of the map.
    pub(super) fn hold(&self, cell: Cell) -> Cell {
        Cell { x: cell.x.clamp(0, self.width - 1), y: cell.y.clamp(0, self.height - 1) }
    }

    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// What an eye `eye_height` above the ground of `cell`, a cell of the map, sees within `radius` ≤ [`MAX_SIGHT`] cells.
    pub(super) fn mask(&self, cell: Cell, radius: u8, eye_height: u8) -> Mask {
        let eye = self.ground[self.index(cell)] + eye_height;
        let mut mask = self.disc(cell, radius);
        let screens = self.screens(cell, radius, eye);
        if screens.iter().all(|row| *row == 0) {
            return mask;
        }
        let radius = i32::from(radius);
        for row in 0..=2 * radius {
            for column in Bits(mask[row as usize]) {
                if !reaches(&screens, radius, column as i32 - radius, row - radius) {
                    mask[row as usize] &= !(1 << column);
                }
            }
        }
        mask
    }

    /// The cells of the map within `radius`.
    fn disc(&self, cell: Cell, radius: u8) -> Mask {
        let (mut mask, radius) = ([0; MASK_SIDE], i32::from(radius));
        for (row, bits) in mask.iter_mut().enumerate().take(2 * radius as usize + 1) {
            let south = row as i32 - radius;
            let half = half_width(radius, south);
            let (west, east) = (i32::from(cell.x) - half, i32::from(cell.x) + half);
            let (west, east) = (west.max(0), east.min(i32::from(self.width) - 1));
            let line = i32::from(cell.y) + south;
            if line >= 0 && line < i32::from(self.height) {
                *bits = run(west - i32::from(cell.x) + radius, east - i32::from(cell.x) + radius);
            }
        }
        mask
    }

    /// The cells of the square around `cell` that an eye at this height does not see across.
    fn screens(&self, cell: Cell, radius: u8, eye: u8) -> Mask {
        let mut screens = [0; MASK_SIDE];
        let radius = i16::from(radius);
        let (west, east) = ((cell.x - radius).max(0), (cell.x + radius).min(self.width - 1));
        for line in (cell.y - radius).max(0)..=(cell.y + radius).min(self.height - 1) {
            let start = self.index(Cell::new(west, line));
            let cover = &self.cover[start..=start + (east - west) as usize];
            let shift = west - cell.x + radius;
            let bits = cover.iter().enumerate().fold(0, |bits, (at, cover)| bits | (u64::from(*cover > eye) << at));
            screens[(line - cell.y + radius) as usize] = bits << shift;
        }
        screens
    }
}

/// Half the width of a disc in the row `south` of its middle: cells with dx² + dy² ≤ r (r + 1), the
/// roundest discs on a grid.
fn half_width(radius: i32, south: i32) -> i32 {
    ((radius * (radius + 1) - south * south) as u32).isqrt() as i32
}

/// Ones from bit `first` to bit `last`.
fn run(first: i32, last: i32) -> u64 {
    if last < first { 0 } else { (u64::MAX >> (63 - last)) & (u64::MAX << first) }
}

/// Whether either variant of the ray from the middle to the offset (dx, dy) crosses no screen.
fn reaches(screens: &Mask, radius: i32, dx: i32, dy: i32) -> bool {
    let long = dx.abs().max(dy.abs());
    // Only a ray with an even number of steps can pass exactly between two cells.
    crosses(screens, radius, dx, dy, 0) || long % 2 == 0 && crosses(screens, radius, dx, dy, 1)
}

/// Walks one ray; `bias` 0 rounds halves away from the axis, 1 towards it.
fn crosses(screens: &Mask, radius: i32, dx: i32, dy: i32, bias: i32) -> bool {
    let (step_x, step_y) = (dx.signum(), dy.signum());
    let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
    let wide = dx.abs() >= dy.abs();
    let (mut x, mut y, mut error) = (radius, radius, 0);
    for _ in 1..long {
        error += 2 * short;
        let aside = error >= long + bias;
        if aside {
            error -= 2 * long;
        }
        x += if wide || aside { step_x } else { 0 };
        y += if !wide || aside { step_y } else { 0 };
        if screens[y as usize] >> x & 1 != 0 {
            return false;
        }
    }
    true
}
