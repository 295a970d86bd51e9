//! Connected regions of a layer, and the cell of a region that lies nearest to a goal outside it.

use super::layer::Layer;
use crate::map::lattice::Lattice;
use crate::map::{Cell, Rect};
use crate::math::Fx;
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
    ///
    /// Looks in rings around the goal, and stops where a ring can hold nothing nearer.
    pub(super) fn nearest(&self, lattice: Lattice, label: u32, goal: Rect) -> Option<Cell> {
        let middle = lattice.middle();
        let key = |cell: Cell| {
            let centre = cell.centre();
            let away = goal.nearest(centre).distance_squared_wide(centre);
            (away, centre.distance_squared_wide(middle), cell)
        };
        let is_inside = |cell: &Cell| lattice.index(*cell).is_some_and(|index| self.label(index) == label);
        let mut best: Option<(i64, i64, Cell)> = None;
        for distance in 0..lattice.longest() {
            // The centres of a ring's cells lie half a cell nearer than its number says.
            let least = Fx::from_int(distance) - Fx::HALF;
            if best.is_some_and(|(away, ..)| away < least.squared_wide()) {
                break;
            }
            let nearest = ring(goal, distance).filter(is_inside).map(key).min();
            best = best.into_iter().chain(nearest).min();
        }
        best.map(|(.., cell)| cell)
    }
}

/// The cells `distance` cells off a rectangle, king's moves counted; at 0 those of the rectangle itself.
fn ring(rect: Rect, distance: i16) -> impl Iterator<Item = Cell> {
    let (west, east) = (rect.x - distance, rect.x + rect.width as i16 - 1 + distance);
    let (north, south) = (rect.y - distance, rect.y + rect.height as i16 - 1 + distance);
    (north..=south).flat_map(move |y| {
        let whole = distance == 0 || y == north || y == south;
        let step = if whole { 1 } else { (east - west) as usize };
        (west..=east).step_by(step).map(move |x| Cell { x, y })
    })
}
