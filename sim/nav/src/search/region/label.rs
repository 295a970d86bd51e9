//! Sectors of a grid, and the regions that walls part them into.

use sandtable_model::map::Cell;
use sandtable_state::limits::REGION_SECTOR_SIDE;

use crate::search::grid::CostGrid;

/// The region of every node, from 1; 0 for walls. A region is what can be reached inside one sector by straight steps, and
/// therefore, since no corner is cut, by any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Labels {
    pub labels: Vec<u32>,
    /// By region, from 0: its nodes in the order they were reached.
    pub members: Vec<Vec<u32>>,
}

impl Labels {
    pub fn new(grid: &CostGrid) -> Labels {
        let mut labels = Labels { labels: vec![0; grid.nodes() as usize], members: Vec::new() };
        for node in by_sector(grid).filter_map(|cell| grid.node(cell)) {
            if !grid.is_wall(node) && labels.labels[node as usize] == 0 {
                labels.flood(grid, node);
            }
        }
        labels
    }

    fn flood(&mut self, grid: &CostGrid, start: u32) {
        let (sector, label) = (sector_of(grid.cell(start)), self.members.len() as u32 + 1);
        let mut members = vec![start];
        self.labels[start as usize] = label;
        let mut next = 0;
        while let Some(node) = members.get(next).copied() {
            next += 1;
            for offset in grid.padded().offsets().into_iter().step_by(2) {
                let beside = node.wrapping_add_signed(offset);
                let new = !grid.is_wall(beside) && self.labels[beside as usize] == 0;
                if new && sector_of(grid.cell(beside)) == sector {
                    self.labels[beside as usize] = label;
                    members.push(beside);
                }
            }
        }
        self.members.push(members);
    }
}

fn sector_of(cell: Cell) -> (i16, i16) {
    (cell.x / REGION_SECTOR_SIDE, cell.y / REGION_SECTOR_SIDE)
}

/// All cells, sector by sector.
fn by_sector(grid: &CostGrid) -> impl Iterator<Item = Cell> {
    let (width, height) = (grid.size().0 as i16, grid.size().1 as i16);
    let starts = |side: i16| (0..side).step_by(REGION_SECTOR_SIDE as usize);
    let sectors = starts(height).flat_map(move |y| starts(width).map(move |x| (x, y)));
    sectors.flat_map(move |(x0, y0)| {
        let (east, south) = ((x0 + REGION_SECTOR_SIDE).min(width), (y0 + REGION_SECTOR_SIDE).min(height));
        (y0..south).flat_map(move |y| (x0..east).map(move |x| Cell { x, y }))
    })
}
