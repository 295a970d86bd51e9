//! Walking distances over a bare map, for lints and the generator: exact, and slow next to a match's own fields.
//!
//! Dijkstra's algorithm over eight neighbours; a diagonal step counts 7 where a straight one counts 5, and both
//! cells beside it must be open.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub use super::layout::{PLAIN_STEP, UNREACHED};
use super::{Cell, Map, Rect, footprint};
use crate::rules::{Locomotion, Rules, WALL_COST};

/// Each direction's step in x and y; diagonals after the straight ones.
const STEPS: [(i16, i16); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// A grid of the costs of entering each cell, in eighths of a plain cell; [`WALL_COST`] cannot be entered.
pub struct Walk {
    width: u16,
    height: u16,
    costs: Vec<u8>,
}

impl Walk {
    /// The costs as given, row by row: `width` × `height` of them.
    pub fn over(width: u16, height: u16, costs: Vec<u8>) -> Walk {
        debug_assert_eq!(costs.len(), usize::from(width) * usize::from(height));
        Walk { width, height, costs }
    }

    /// The bare terrain of a map for one class.
    pub fn terrain(map: &Map, rules: &Rules, class: Locomotion) -> Walk {
        let cost = |row: &u8| rules.terrain.get(usize::from(*row)).map_or(WALL_COST, |terrain| terrain.cost(class));
        Walk::over(map.width, map.height, map.terrain.iter().map(cost).collect())
    }

    /// Makes walls of the cells of `rect`.
    #[must_use]
    pub fn blocked_by(mut self, rect: Rect) -> Walk {
        for cell in rect.cells() {
            if let Some(index) = self.index(cell) {
                self.costs[index] = WALL_COST;
            }
        }
        self
    }

    /// A map with its nodes and start bases standing, as the class that starts on foot sees it.
    pub fn at_start(map: &Map, rules: &Rules) -> Walk {
        let nodes = map.nodes.iter().map(|(kind, cell)| footprint(rules, *kind, *cell));
        let bases = map.starts.iter().map(|cell| footprint(rules, rules.start.base, *cell));
        nodes.chain(bases).fold(Walk::terrain(map, rules, starting_class(rules)), Walk::blocked_by)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width && (cell.y as u16) < self.height;
        inside.then(|| usize::from(cell.y as u16) * usize::from(self.width) + usize::from(cell.x as u16))
    }

    fn cell(&self, index: usize) -> Cell {
        let width = usize::from(self.width);
        Cell::new((index % width) as i16, (index / width) as i16)
    }

    /// Whether the cell is on the map and can be entered.
    pub fn open(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.costs[index] != WALL_COST)
    }

    /// The distance of every cell from the open cells around `rect` (0 there), in [`PLAIN_STEP`]s of 40.
    pub fn distances(&self, rect: Rect) -> WalkDistances {
        let mut field =
            WalkDistances { width: self.width, height: self.height, by_cell: vec![UNREACHED; self.costs.len()] };
        let mut front = BinaryHeap::new();
        for cell in around(rect).filter(|cell| self.open(*cell)) {
            if let Some(index) = self.index(cell) {
                field.by_cell[index] = 0;
                front.push(Reverse((0u32, index as u32)));
            }
        }
        while let Some(Reverse((distance, index))) = front.pop() {
            if distance == field.by_cell[index as usize] {
                self.relax(&mut field, &mut front, distance, index as usize);
            }
        }
        field
    }

    fn relax(
        &self,
        field: &mut WalkDistances,
        front: &mut BinaryHeap<Reverse<(u32, u32)>>,
        distance: u32,
        index: usize,
    ) {
        let cell = self.cell(index);
        for (dx, dy) in STEPS {
            let Some(next) = self.index(cell.offset(dx, dy)).filter(|next| self.costs[*next] != WALL_COST) else {
                continue;
            };
            let diagonal = dx != 0 && dy != 0;
            if diagonal && !(self.open(cell.offset(dx, 0)) && self.open(cell.offset(0, dy))) {
                continue;
            }
            let length = distance + u32::from(self.costs[next]) * if diagonal { 7 } else { 5 };
            if length < field.by_cell[next] {
                field.by_cell[next] = length;
                front.push(Reverse((length, next as u32)));
            }
        }
    }
}

/// Distances from one place.
pub struct WalkDistances {
    width: u16,
    height: u16,
    by_cell: Vec<u32>,
}

impl WalkDistances {
    /// The distance of a cell; [`UNREACHED`] off the map.
    pub fn of(&self, cell: Cell) -> u32 {
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width && (cell.y as u16) < self.height;
        let index = i64::from(cell.y) * i64::from(self.width) + i64::from(cell.x);
        if inside { self.by_cell[index as usize] } else { UNREACHED }
    }

    /// The distance of the nearest cell around `rect`: where one stands to work at it.
    pub fn beside(&self, rect: Rect) -> Option<u32> {
        around(rect).map(|cell| self.of(cell)).min().filter(|distance| *distance != UNREACHED)
    }

    /// The neighbour of `cell` that is nearest to the source.
    pub fn downhill(&self, cell: Cell) -> Cell {
        let near = STEPS.into_iter().map(|(dx, dy)| cell.offset(dx, dy));
        near.min_by_key(|near| self.of(*near)).unwrap_or(cell)
    }
}

/// The cells that touch `rect` from outside, corners included.
pub fn around(rect: Rect) -> impl Iterator<Item = Cell> {
    rect.grown(1).cells().filter(move |cell| !rect.contains(*cell))
}

/// How the units that a player starts with move: the class of the first of them, on foot when there is none.
pub fn starting_class(rules: &Rules) -> Locomotion {
    let first = rules.start.units.first().and_then(|(kind, _)| rules.kind(*kind).body.as_ref());
    first.map_or(Locomotion::Foot, |body| body.locomotion)
}
