//! Which way a tile's arrows lead from a point.
//!
//! The four nearest arrows are blended by nearness (Pentheny, "Efficient Crowd Simulation for Mobile Games", Game AI Pro
//! ch. 24), so that directions change smoothly from cell to cell. Arrows that cannot be reached from the point without crossing
//! a wall do not count.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;

use super::arrow::{DIRECTION, PATHABLE, SIGHT, VECTORS};
use super::field::FlowTile;
use super::kernel::{STRIDE, lane};

/// What a tile says at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowSample {
    /// The goal is in sight: straight at it.
    Sight,
    /// In this direction; the length is at most 1 and otherwise means nothing.
    Along(Vec2),
    /// Nothing: the point lies in a wall, or the tile does not reach it.
    None,
}

impl FlowTile {
    /// The heading of the cell with number `local` of the tile's sector.
    #[inline]
    pub fn heading(&self, local: u8) -> FlowSample {
        match self.arrows[lane(usize::from(local))] {
            arrow if arrow & SIGHT != 0 => FlowSample::Sight,
            arrow if arrow & PATHABLE != 0 => FlowSample::Along(VECTORS[usize::from(arrow & DIRECTION)]),
            _ => FlowSample::None,
        }
    }

    /// The heading blended from the four cells whose centres are nearest to `position`, which lies in `cell`, or on its border: the
    /// cell with number `local` of the tile's sector.
    #[inline]
    pub fn blended(&self, position: Vec2, cell: Cell, local: u8) -> FlowSample {
        let own = self.heading(local);
        if !matches!(own, FlowSample::Along(_)) {
            return own;
        }
        // In 1/65,536 cells from the own cell's corner; the four cells begin half a cell before.
        let (x, y) = (position.x.bits() - (i32::from(cell.x) << 16), position.y.bits() - (i32::from(cell.y) << 16));
        let (east, south) = (x < 1 << 15, y < 1 << 15);
        let (right, below) = ((x + (1 << 15)) & 0xFFFF, (y + (1 << 15)) & 0xFFFF);
        let first = lane(usize::from(local)) - usize::from(east) - STRIDE * usize::from(south);
        let near = [first, first + 1, first + STRIDE, first + STRIDE + 1].map(|lane| self.arrows[lane]);
        let counts = reachable(near, east, south);
        let weights =
            [(1 << 16) - right, right].map(|x| [(((1 << 16) - below) * (x >> 4)) >> 12, (below * (x >> 4)) >> 12]);
        let weights = [weights[0][0], weights[1][0], weights[0][1], weights[1][1]];
        let mut sum = (0i64, 0i64);
        for place in (0..4).filter(|place| counts[*place]) {
            let vector = VECTORS[usize::from(near[place] & DIRECTION)];
            sum.0 += i64::from(vector.x.bits()) * i64::from(weights[place]);
            sum.1 += i64::from(vector.y.bits()) * i64::from(weights[place]);
        }
        // Rounded towards zero, or everybody would drift north-west.
        let sum = Vec2::new(Fx::from_bits((sum.0 / (1 << 16)) as i32), Fx::from_bits((sum.1 / (1 << 16)) as i32));
        if sum.length_squared_wide() < 1 << 26 { own } else { FlowSample::Along(sum) }
    }
}

/// Which of four cells (north-west, north-east, south-west, south-east) have an arrow and lie on this side of any wall,
/// seen from the one the point is in.
#[inline]
fn reachable(near: [u8; 4], east: bool, south: bool) -> [bool; 4] {
    let open = near.map(|arrow| arrow & PATHABLE != 0);
    let own = usize::from(east) + 2 * usize::from(south);
    let corner = own ^ 3;
    let mut counts = open;
    counts[corner] = open[corner] && (open[own ^ 1] || open[own ^ 2]);
    counts
}
