//! Which teams are about, coarsely: most looks around end here, for most soldiers have no enemy near.

use std::ops::Range;

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_state::{FillWithJunk, Junk};

use super::SpatialRow;
use super::layout::BLOCK_SHIFT;

/// Bit sets of teams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TeamSet {
    /// Those with units there.
    pub units: u8,
    /// Those with buildings there.
    pub buildings: u8,
}

/// The teams that have something present in each block of cells, rebuilt from the frame every tick.
#[derive(Clone, Default)]
pub struct Presence {
    columns: usize,
    rows: usize,
    blocks: Vec<TeamSet>,
}

impl FillWithJunk for Presence {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let Presence { columns, rows, blocks } = self;
        (*columns, *rows) = (1, 1);
        *blocks = junk.some(|junk| TeamSet { units: junk.number() as u8, buildings: junk.number() as u8 });
    }
}

impl Presence {
    /// Notes all present bodies, first the units and then the buildings, on a map of this size in cells.
    pub fn fill(&mut self, bodies: &[SpatialRow], units: usize, width: u16, height: u16) {
        let across = |cells: u16| (usize::from(cells).max(1) + (1 << BLOCK_SHIFT) - 1) >> BLOCK_SHIFT;
        (self.columns, self.rows) = (across(width), across(height));
        self.blocks.clear();
        self.blocks.resize(self.columns * self.rows, TeamSet::default());
        let (units, buildings) = bodies.split_at(units);
        for body in units.iter().filter(|body| body.is_present()) {
            let cell = Cell::at(body.position);
            let block = line(cell.y, self.rows) * self.columns + line(cell.x, self.columns);
            self.blocks[block].units |= team_bit(body);
        }
        for body in buildings.iter().filter(|body| body.is_present()) {
            for run in self.runs(body.position - body.half, body.position + body.half) {
                self.blocks[run].iter_mut().for_each(|block| block.buildings |= team_bit(body));
            }
        }
    }

    /// The teams with something present within `radius` of `point`, and maybe a little beyond.
    #[inline]
    pub fn around(&self, point: Vec2, radius: Fx) -> TeamSet {
        let reach = Vec2::new(radius, radius);
        let mut about = TeamSet::default();
        for run in self.runs(point - reach, point + reach) {
            for block in &self.blocks[run] {
                about.units |= block.units;
                about.buildings |= block.buildings;
            }
        }
        about
    }

    /// The blocks that touch the rectangle between two corners, row by row.
    #[inline]
    fn runs(&self, corner: Vec2, opposite: Vec2) -> impl Iterator<Item = Range<usize>> + use<> {
        let (from, to) = (Cell::at(corner), Cell::at(opposite));
        let (west, east) = (line(from.x, self.columns), line(to.x, self.columns));
        let (north, south) = (line(from.y, self.rows), line(to.y, self.rows));
        let columns = self.columns;
        (north..south + 1).map(move |row| row * columns + west..row * columns + east + 1)
    }
}

/// The bit of a body's team; none for nobody's.
#[inline]
fn team_bit(body: &SpatialRow) -> u8 {
    1u8.checked_shl(u32::from(body.team)).unwrap_or(0)
}

/// The line of blocks that holds a coordinate, the last at most.
#[inline]
fn line(cell: i16, lines: usize) -> usize {
    (usize::from(cell.max(0) as u16) >> BLOCK_SHIFT).min(lines - 1)
}
