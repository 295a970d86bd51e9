//! Which teams are about, coarsely: most looks around end here, for most soldiers have no enemy near.

use crate::map::Cell;
use crate::math::{Fx, Vec2};
use crate::world::Body;

/// A block is 2^SHIFT cells wide and high.
const SHIFT: u32 = 3;

/// Bit sets of teams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Teams {
    /// Those with units there.
    pub(crate) units: u8,
    /// Those with buildings there.
    pub(crate) buildings: u8,
}

/// The teams that have something present in each block of cells, rebuilt from the frame every tick.
#[derive(Clone, Default)]
pub(crate) struct Presence {
    columns: usize,
    rows: usize,
    blocks: Vec<Teams>,
}

impl Presence {
    /// Notes all present bodies, so many units and then the buildings, on a map of this many cells.
    pub(crate) fn fill(&mut self, bodies: &[Body], units: usize, width: u16, height: u16) {
        let across = |cells: u16| (usize::from(cells).max(1) + (1 << SHIFT) - 1) >> SHIFT;
        (self.columns, self.rows) = (across(width), across(height));
        self.blocks.clear();
        self.blocks.resize(self.columns * self.rows, Teams::default());
        for (row, body) in bodies.iter().enumerate().filter(|(_, body)| body.present) {
            self.note(body, row >= units);
        }
    }

    fn note(&mut self, body: &Body, building: bool) {
        let bit = 1u8.checked_shl(u32::from(body.team)).unwrap_or(0);
        if !building {
            let block = self.block(Cell::at(body.position));
            self.blocks[block].units |= bit;
            return;
        }
        let (corner, opposite) = (body.position - body.half, body.position + body.half);
        for block in self.touched(corner, opposite) {
            self.blocks[block].buildings |= bit;
        }
    }

    /// The block that holds a cell.
    #[inline]
    fn block(&self, cell: Cell) -> usize {
        line(cell.y, self.rows) * self.columns + line(cell.x, self.columns)
    }

    /// The teams with something present within `radius` of `point`, and maybe a little beyond.
    #[inline]
    pub(crate) fn around(&self, point: Vec2, radius: Fx) -> Teams {
        let reach = Vec2::new(radius, radius);
        self.touched(point - reach, point + reach).fold(Teams::default(), |sum, block| {
            let teams = self.blocks[block];
            Teams { units: sum.units | teams.units, buildings: sum.buildings | teams.buildings }
        })
    }

    /// The blocks that touch the rectangle between two corners.
    #[inline]
    fn touched(&self, corner: Vec2, opposite: Vec2) -> impl Iterator<Item = usize> + use<> {
        let (from, to) = (Cell::at(corner), Cell::at(opposite));
        let (west, east) = (line(from.x, self.columns), line(to.x, self.columns));
        let (north, south) = (line(from.y, self.rows), line(to.y, self.rows));
        let columns = self.columns;
        (north..=south).flat_map(move |row| (west..=east).map(move |column| row * columns + column))
    }
}

/// The line of blocks, of so many, that holds a coordinate.
#[inline]
fn line(cell: i16, lines: usize) -> usize {
    (usize::from(cell.max(0) as u16) >> SHIFT).min(lines - 1)
}
