//! Ground to test on: random, or drawn with `#` for walls, `~` for triple cost and `.` for plain cells.

use std::sync::Arc;

use sandtable_math::mix;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;

use crate::flow_field::layer::{Costing, Layer, TerrainBase};

/// Costs of a small map.
#[derive(Clone)]
pub struct Ground {
    pub width: u16,
    pub height: u16,
    pub costs: Vec<u8>,
}

impl Costing for Ground {
    fn cost(&self, cell: Cell) -> u8 {
        self.costs[cell.y as usize * usize::from(self.width) + cell.x as usize]
    }
}

impl Ground {
    /// Plain ground with walls in `walls` of 100 cells.
    pub fn random(width: u16, height: u16, seed: u64, walls: u64) -> Ground {
        let cells = u64::from(width) * u64::from(height);
        let cost = |n: u64| if mix(seed, n) % 100 < walls { WALL_COST } else { 8 };
        Ground { width, height, costs: (0..cells).map(cost).collect() }
    }

    /// The same with dear cells among the plain ones.
    pub fn rough(width: u16, height: u16, seed: u64, walls: u64) -> Ground {
        let mut ground = Ground::random(width, height, seed, walls);
        for (n, cost) in ground.costs.iter_mut().enumerate().filter(|(_, cost)| **cost != WALL_COST) {
            *cost = [8, 8, 12, 24][mix(seed ^ 1, n as u64) as usize & 3];
        }
        ground
    }

    pub fn drawn(rows: &str) -> Ground {
        let rows: Vec<&str> = rows.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        let cost = |glyph: u8| match glyph {
            b'#' => WALL_COST,
            b'~' => 24,
            _ => 8,
        };
        let costs = rows.iter().flat_map(|row| row.bytes().map(cost)).collect();
        Ground { width: rows[0].len() as u16, height: rows.len() as u16, costs }
    }

    pub fn layer(&self) -> Layer {
        self.layer_for(0)
    }

    pub fn layer_for(&self, clearance: u8) -> Layer {
        Layer::new(Arc::new(TerrainBase::new(self.width, self.height, clearance, self)))
    }

    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        Rect { x: 0, y: 0, width: self.width, height: self.height }.cells()
    }

    /// A cell of `seed`'s choice.
    pub fn pick(&self, seed: u64) -> Cell {
        let n = seed as usize % self.costs.len();
        Cell::new((n % usize::from(self.width)) as i16, (n / usize::from(self.width)) as i16)
    }

    /// Puts up a wall, or takes it away.
    pub fn toggle(&mut self, cell: Cell) {
        let cost = &mut self.costs[cell.y as usize * usize::from(self.width) + cell.x as usize];
        *cost = if *cost == WALL_COST { 8 } else { WALL_COST };
    }

    pub fn is_open(&self, cell: Cell) -> bool {
        self.cost(cell) != WALL_COST
    }
}

pub fn square(cell: Cell) -> Rect {
    Rect { x: cell.x, y: cell.y, width: 1, height: 1 }
}
