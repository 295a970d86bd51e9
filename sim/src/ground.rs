//! What stands on the cells: the physical truth, whoever knows of it.

use crate::id::TeamId;
use crate::map::{Cell, Map, Rect};
use crate::rules::{Locomotion, Rules, WALL_COST};

const OPEN: u8 = 0;
const SOLID: u8 = 1;
const GATE: u8 = 2;

/// Blocking by cell, derived from buildings and nodes; terrain costs by cell and class, derived from the map.
#[derive(Clone, Default)]
pub struct Ground {
    width: u16,
    /// By cell: open, solid, or a gate of team `value − 2`.
    blocked: Vec<u8>,
    /// By class, then cell: the terrain's cost. Shared, for it never changes.
    costs: std::sync::Arc<[Vec<u8>; 5]>,
    /// Changes whenever `blocked` does.
    pub(crate) version: u32,
}

impl Ground {
    /// The ground of a map with nothing on it.
    pub(crate) fn new(map: &Map, rules: &Rules) -> Ground {
        let layer =
            |class: Locomotion| map.terrain.iter().map(|row| rules.terrain[*row as usize].cost(class)).collect();
        let costs = std::sync::Arc::new(crate::rules::LOCOMOTIONS.map(layer));
        Ground { width: map.width, blocked: vec![OPEN; map.cells()], costs, version: 0 }
    }

    pub(crate) fn block(&mut self, map: &Map, rect: Rect, gate_of: Option<TeamId>) {
        let value = gate_of.map_or(SOLID, |team| GATE + team.0);
        self.fill(map, rect, value);
    }

    pub(crate) fn free(&mut self, map: &Map, rect: Rect) {
        self.fill(map, rect, OPEN);
    }

    fn fill(&mut self, map: &Map, rect: Rect, value: u8) {
        for cell in rect.cells().filter(|cell| map.contains(*cell)) {
            self.blocked[map.index(cell)] = value;
        }
        self.version += 1;
    }

    #[inline]
    fn index(&self, cell: Cell) -> Option<usize> {
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width;
        // Off the map the index means nothing, and must not overflow either.
        let index = (cell.y as usize).wrapping_mul(self.width as usize).wrapping_add(cell.x as usize);
        (inside && index < self.blocked.len()).then_some(index)
    }

    /// The terrain's cost of a cell for a class, in eighths; [`WALL_COST`] off the map.
    #[inline]
    pub fn terrain_cost(&self, cell: Cell, class: Locomotion) -> u8 {
        self.index(cell).map_or(WALL_COST, |index| self.costs[class as usize][index])
    }

    /// The terrain costs of every cell for a class.
    #[inline]
    pub(crate) fn costs(&self, class: Locomotion) -> &[u8] {
        &self.costs[class as usize]
    }

    /// Whether a unit of this class and team can physically be in the cell. Air passes over everything.
    #[inline]
    pub fn passable(&self, cell: Cell, class: Locomotion, team: TeamId) -> bool {
        let Some(index) = self.index(cell) else { return false };
        if self.costs[class as usize][index] == WALL_COST {
            return false;
        }
        let block = self.blocked[index];
        class == Locomotion::Air || block == OPEN || block == GATE + team.0
    }

    /// Whether nothing stands on the cell.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.blocked[index] == OPEN)
    }
}
