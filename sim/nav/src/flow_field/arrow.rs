//! The flow pass: from costs to a direction for each cell, in one byte.
//!
//! Emerson's flow field has four bits of direction and four of flags. Here it is six and two: sixty-four directions are
//! what costs without preferred directions can fill, and two flags are all that steering asks for.

use sandtable_math::{Angle, Vec2};

use super::kernel::{FAR, Kernel, LANES, STRIDE, wide};
pub use super::layout::{DIRECTION, PATHABLE, SIGHT};
use super::partition::SIDE;

/// Unit vectors by direction.
pub const VECTORS: [Vec2; 64] = {
    let mut vectors = [Vec2::ZERO; 64];
    let mut direction = 0;
    while direction < vectors.len() {
        vectors[direction] = Angle((direction as u16) << 10).direction();
        direction += 1;
    }
    vectors
};

/// Where the middle of the map lies from a sector: a tie between two opposite ways goes towards it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inward {
    /// Columns of the sector that lie west of the middle.
    pub east: u8,
    /// Rows that lie north of it.
    pub south: u8,
}

/// tan((k + ½) × 5.625°) × 65,536: where one direction of an octant gives way to the next.
const TANGENTS: [u16; 8] = [3_220, 9_724, 16_432, 23_489, 31_070, 39_398, 48_774, 59_615];

/// The arrows of a sector's cells, by the costs of `kernel`; none where nothing was reached, and none on a seed, from where
/// no way is cheaper.
pub fn arrows(kernel: Kernel, cost: &[i16; LANES], inward: Inward) -> [u8; LANES] {
    let mut arrows = [0; LANES];
    for row in 1..=SIDE {
        let near = [row - 1, row, row + 1].map(|row| wide(cost, row * STRIDE));
        let line = match kernel {
            Kernel::Eikonal => eikonal_row(&near, inward.east.into(), row <= usize::from(inward.south)),
            Kernel::Octile => octile_row(&near),
        };
        arrows[row * STRIDE..(row + 1) * STRIDE].copy_from_slice(&line);
    }
    arrows
}

/// A row, the one before it and the one after it, each with a lane more at both ends.
type NearRows = [[i16; STRIDE + 2]; 3];

/// Against the gradient, taken from whichever neighbour on each axis is cheaper; of equal ones from the one to the east in the first
/// the given number of columns, and from the one to the south if `southward`.
#[inline(always)]
fn eikonal_row([north, own, south]: &NearRows, eastward: usize, southward: bool) -> [u8; STRIDE] {
    let mut arrows = [0; STRIDE];
    for lane in 0..STRIDE {
        let (west, cost, east) = (own[lane], own[lane + 1], own[lane + 2]);
        let (above, below) = (north[lane + 1], south[lane + 1]);
        let down_x = cost.saturating_sub(west.min(east)).max(0);
        let down_y = cost.saturating_sub(above.min(below)).max(0);
        let goes_east = (east < west) | ((east == west) & (lane <= eastward));
        let goes_south = (below < above) | ((below == above) & southward);
        let corner_above = if goes_east { north[lane + 2] } else { north[lane] };
        let corner_below = if goes_east { south[lane + 2] } else { south[lane] };
        let corner = if goes_south { corner_below } else { corner_above };
        // Past the corner of a wall, or of a rise, the way leads along one axis: a slanting one would cut the corner, or come upon
        // an arrow that points back.
        let cuts = corner >= west.min(east).min(above.min(below));
        let down_x = if cuts & (down_x < down_y) { 0 } else { down_x };
        let down_y = if cuts & (down_y <= down_x) { 0 } else { down_y };
        let direction = quantized(down_x, down_y, goes_east, goes_south);
        let leads = (cost != FAR) & (down_x.max(down_y) > 0);
        arrows[lane] = if leads { direction as u8 | PATHABLE } else { 0 };
    }
    arrows
}

/// The direction of a vector given by the sizes of its components and their signs.
#[inline(always)]
fn quantized(x: i16, y: i16, east: bool, south: bool) -> i16 {
    let (major, minor) = (x.max(y) << 4, x.min(y) << 4);
    let mut octant: i16 = 0;
    for tangent in TANGENTS {
        let limit = ((u32::from(major as u16) * u32::from(tangent)) >> 16) as i16;
        octant += i16::from(limit < minor);
    }
    let quarter = if y > x { 16 - octant } else { octant };
    let half = if east { quarter } else { 32 - quarter };
    let turn = if south { half } else { 64 - half };
    turn & i16::from(DIRECTION)
}

/// Towards the cheapest of the eight neighbours, straight steps first.
#[inline(always)]
fn octile_row(near: &NearRows) -> [u8; STRIDE] {
    let mut arrows = [0; STRIDE];
    for lane in 0..STRIDE {
        let cost = |row: usize, dx: usize| near[row][lane + dx];
        let barred = |cost: i16| if cost == FAR { FAR } else { 0 };
        let corner = |row: usize, dx: usize| cost(row, dx).max(barred(cost(row, 1))).max(barred(cost(1, dx)));
        let candidates = [
            (cost(1, 2), 0),
            (cost(2, 1), 16),
            (cost(1, 0), 32),
            (cost(0, 1), 48),
            (corner(2, 2), 8),
            (corner(2, 0), 24),
            (corner(0, 0), 40),
            (corner(0, 2), 56),
        ];
        let (mut best, mut direction) = (cost(1, 1), 0);
        for (cost, towards) in candidates {
            direction = if cost < best { towards } else { direction };
            best = best.min(cost);
        }
        arrows[lane] = if best < cost(1, 1) { direction | PATHABLE } else { 0 };
    }
    arrows
}
