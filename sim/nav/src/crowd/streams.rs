//! Who is on the way where, counted by squares of the map.

use super::SpatialRow;
use super::layout::SQUARE_BITS;
use super::tuning::SQUARE_CELLS;
use sandtable_math::{Fx, Vec2};

/// Who is on the way in a square.
#[derive(Clone, Copy, Default)]
pub struct SquareTraffic {
    /// Those who want to move.
    pub count: u32,
    /// What all mean to move, added up, in cells a tick.
    pub sum: Vec2,
    /// Where they want to go, added up, in cells.
    pub goals: (i32, i32),
}

impl SquareTraffic {
    #[inline]
    fn add(&mut self, body: &SpatialRow) {
        self.count += 1;
        self.sum.x = self.sum.x.add_saturating(body.steered.x);
        self.sum.y = self.sum.y.add_saturating(body.steered.y);
        self.goals.0 += body.goal.x.floor_int();
        self.goals.1 += body.goal.y.floor_int();
    }
}

/// Who is on the way, by squares that are laid out from the middle of the map, so that a half turn of it turns them too.
#[derive(Clone, Default)]
pub struct Congestion {
    columns: i32,
    rows: i32,
    /// Of the map.
    middle: Vec2,
    /// Walkers, then flyers, row by row.
    squares: [Vec<SquareTraffic>; 2],
    /// The squares where somebody is.
    used: [Vec<u32>; 2],
}

impl Congestion {
    /// Nobody is on the way, on a map of the given size in cells.
    pub fn clear(&mut self, width: u16, height: u16) {
        let across = |cells: u16| 2 * (i32::from(cells) / (2 * SQUARE_CELLS) + 1);
        (self.columns, self.rows) = (across(width), across(height));
        let count = (self.columns * self.rows) as usize;
        for (squares, used) in self.squares.iter_mut().zip(&mut self.used) {
            used.drain(..).for_each(|square| squares[square as usize] = SquareTraffic::default());
            squares.resize(count, SquareTraffic::default());
        }
        let half = |cells: u16| Fx::from_halves(i32::from(cells));
        self.middle = Vec2::new(half(width), half(height));
    }

    /// Counts in one who is on the way.
    #[inline]
    pub fn add(&mut self, body: &SpatialRow) {
        let (square, layer) = (self.square(body.position), usize::from(body.flies()));
        let traffic = &mut self.squares[layer][square];
        if traffic.count == 0 {
            self.used[layer].push(square as u32);
        }
        traffic.add(body);
    }

    /// Who is on the way in the square around a point.
    #[inline]
    pub fn around(&self, point: Vec2, flies: bool) -> &SquareTraffic {
        &self.squares[usize::from(flies)][self.square(point)]
    }

    #[inline]
    fn square(&self, point: Vec2) -> usize {
        let offset = point - self.middle;
        (line(offset.y, self.rows) * self.columns + line(offset.x, self.columns)) as usize
    }
}

/// The line of squares at an offset from the middle, whichever side of it that lies on.
#[inline]
fn line(offset: Fx, lines: i32) -> i32 {
    // One bit less than nothing lies on the other side of the border, as a half turn has it.
    let bits = offset.bits() + (offset.bits() >> (i32::BITS - 1));
    (lines / 2 + (bits >> SQUARE_BITS)).clamp(0, lines - 1)
}
