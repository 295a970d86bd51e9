//! Which way a tile's arrows lead from a point.
//!
//! The four nearest arrows are blended by nearness (Pentheny, "Efficient Crowd Simulation for Mobile Games", Game AI Pro
//! ch. 24), so that directions change smoothly from cell to cell. Arrows that cannot be reached from the point without crossing
//! a wall do not count.

use super::arrow::{DIRECTION, PATHABLE, SIGHT, VECTORS};
use super::field::Tile;
use super::kernel::STRIDE;
use super::partition::Partition;
use crate::map::Cell;
use crate::math::{Fx, Vec2};

/// What a tile says at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// The goal is in sight: straight at it.
    Sight,
    /// In this direction; the length is at most 1 and otherwise means nothing.
    Along(Vec2),
    /// Nothing: the point lies in a wall, or the tile does not reach it.
    None,
}

impl Tile {
    /// The arrow at a cell of the tile's sector or of the ring around it; 0 in the ring.
    #[inline]
    pub fn arrow(&self, partition: &Partition, cell: Cell) -> u8 {
        let origin = partition.origin(self.sector);
        let lane = (cell.y - origin.y + 1) as usize * STRIDE + (cell.x - origin.x + 1) as usize;
        self.arrows.get(lane).copied().unwrap_or(0)
    }

    /// The heading of the cell that `position` lies in.
    #[inline]
    pub fn heading(&self, partition: &Partition, position: Vec2) -> Heading {
        match self.arrow(partition, Cell::at(position)) {
            arrow if arrow & SIGHT != 0 => Heading::Sight,
            arrow if arrow & PATHABLE != 0 => Heading::Along(VECTORS[usize::from(arrow & DIRECTION)]),
            _ => Heading::None,
        }
    }

    /// The heading blended from the four cells whose centres are nearest to `position`, which lies in the tile's sector.
    #[inline]
    pub fn blended(&self, partition: &Partition, position: Vec2) -> Heading {
        let own = self.heading(partition, position);
        if !matches!(own, Heading::Along(_)) {
            return own;
        }
        let origin = partition.origin(self.sector);
        // In 1/65,536 cells from the centre of the ring's first cell.
        let x = position.x.bits() - (i32::from(origin.x) << 16) + (1 << 15);
        let y = position.y.bits() - (i32::from(origin.y) << 16) + (1 << 15);
        let (right, below) = (x & 0xFFFF, y & 0xFFFF);
        let first = (y >> 16) as usize * STRIDE + (x >> 16) as usize;
        let near = [first, first + 1, first + STRIDE, first + STRIDE + 1].map(|lane| self.arrows[lane]);
        let counts = reachable(near, right >= 1 << 15, below >= 1 << 15);
        let weights =
            [(1 << 16) - right, right].map(|x| [(((1 << 16) - below) * (x >> 4)) >> 12, (below * (x >> 4)) >> 12]);
        let weights = [weights[0][0], weights[1][0], weights[0][1], weights[1][1]];
        let mut sum = (0i64, 0i64);
        for place in (0..4).filter(|place| counts[*place]) {
            let vector = VECTORS[usize::from(near[place] & DIRECTION)];
            sum.0 += i64::from(vector.x.bits()) * i64::from(weights[place]);
            sum.1 += i64::from(vector.y.bits()) * i64::from(weights[place]);
        }
        let sum = Vec2::new(Fx::from_bits((sum.0 >> 16) as i32), Fx::from_bits((sum.1 >> 16) as i32));
        if sum.length_squared_wide() < 1 << 26 { own } else { Heading::Along(sum) }
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
