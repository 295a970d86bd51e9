//! Connected regions of a layer, and the cell of a region that lies nearest to a goal outside it.

use super::lattice::Lattice;
use super::layer::Layer;
use crate::map::{Cell, Rect};
use crate::rules::WALL_COST;

/// The regions of one layer, labelled. Diagonal steps pass no corner, so regions connect by straight steps.
#[derive(Clone, Default)]
pub(super) struct Islands {
    /// How many of the team's changes the labels hold.
    changes: Option<u64>,
    /// By cell of the lattice, from 1; 0 for walls.
    labels: Vec<u32>,
    open: Vec<u32>,
}

impl Islands {
    /// Labels the layer, unless that was done after the last change.
    pub(super) fn catch_up(&mut self, lattice: Lattice, layer: &Layer, changes: u64) {
        if self.changes.replace(changes) == Some(changes) {
            return;
        }
        self.labels.clear();
        self.labels.resize(layer.costs.len(), 0);
        let mut label = 0;
        for start in 0..layer.costs.len() as u32 {
            if layer.costs[start as usize] != WALL_COST && self.labels[start as usize] == 0 {
                label += 1;
                self.flood(lattice, layer, start, label);
            }
        }
    }

    fn flood(&mut self, lattice: Lattice, layer: &Layer, start: u32, label: u32) {
        let offsets = lattice.offsets();
        self.labels[start as usize] = label;
        self.open.push(start);
        while let Some(cell) = self.open.pop() {
            for offset in offsets.into_iter().step_by(2) {
                let next = cell.wrapping_add_signed(offset);
                if layer.costs[next as usize] != WALL_COST && self.labels[next as usize] == 0 {
                    self.labels[next as usize] = label;
                    self.open.push(next);
                }
            }
        }
    }

    /// The label of a cell; 0 for walls.
    pub(super) fn label(&self, cell: u32) -> u32 {
        self.labels[cell as usize]
    }

    /// The cell of a region nearest to `goal`; ties go to the one nearer to the middle of the map.
    pub(super) fn nearest(&self, lattice: Lattice, label: u32, goal: Rect) -> Option<Cell> {
        let middle = lattice.middle();
        let key = |cell: Cell| {
            let centre = cell.centre();
            let away = goal.nearest(centre).distance_squared_wide(centre);
            (away, centre.distance_squared_wide(middle), cell)
        };
        let cells = (0..lattice.cells()).map(|n| lattice.of_map(n));
        cells.filter(|index| self.label(*index) == label).map(|index| lattice.cell(index)).min_by_key(|cell| key(*cell))
    }
}
