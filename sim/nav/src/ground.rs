//! What stands on the cells: the physical truth, whoever knows of it.

use super::layout::{GROUND_GATE, GROUND_OPEN, GROUND_SOLID};
use sandtable_model::map::{Cell, Map, Rect};
use sandtable_model::rules::{Locomotion, Rules, WALL_COST};
use sandtable_state::id::TeamId;

/// Blocking by cell, derived from buildings and nodes; terrain costs by cell and class, derived from the map.
#[derive(Clone, Default)]
pub struct GroundMap {
    width: u16,
    /// By cell: open, solid, or a gate of team `value − 2`.
    blocked: Vec<u8>,
    /// By class, then cell: the terrain's cost. Shared, for it never changes.
    costs: std::sync::Arc<[Vec<u8>; 5]>,
    /// By cell: the classes to which it is open, whoever asks, as a bit set; and those to which the eight cells around it
    /// are open as well.
    open: Vec<u8>,
    roomy: Vec<u8>,
    /// Changes whenever `blocked` does.
    pub version: u32,
}

impl GroundMap {
    /// The ground of a map with nothing on it.
    pub fn new(map: &Map, rules: &Rules) -> GroundMap {
        let layer =
            |class: Locomotion| map.terrain.iter().map(|row| rules.terrain[*row as usize].cost(class)).collect();
        let costs = std::sync::Arc::new(sandtable_model::rules::LOCOMOTIONS.map(layer));
        let blocked = vec![GROUND_OPEN; map.cells()];
        let (open, roomy) = (vec![0; map.cells()], vec![0; map.cells()]);
        let mut ground = GroundMap { width: map.width, blocked, costs, open, roomy, version: 0 };
        ground.survey(map, map.bounds());
        ground
    }

    /// Looks again which cells of a rectangle are open, and where there is room for it.
    fn survey(&mut self, map: &Map, rect: Rect) {
        for cell in rect.cells().filter(|cell| map.contains(*cell)) {
            self.open[map.index(cell)] = self.open_to(map.index(cell));
        }
        for cell in rect.grown(1).cells().filter(|cell| map.contains(*cell)) {
            let around = Rect { x: cell.x - 1, y: cell.y - 1, width: 3, height: 3 };
            let open = |cell: Cell| self.index(cell).map_or(0, |index| self.open[index]);
            self.roomy[map.index(cell)] = around.cells().fold(u8::MAX, |room, cell| room & open(cell));
        }
    }

    /// The classes to which a cell is open, whoever asks, as a bit set.
    fn open_to(&self, index: usize) -> u8 {
        let open = |class: Locomotion| {
            let is_free = class == Locomotion::Air || self.blocked[index] == GROUND_OPEN;
            u8::from(is_free && self.costs[class as usize][index] != WALL_COST) << class as u8
        };
        sandtable_model::rules::LOCOMOTIONS.into_iter().fold(0, |bits, class| bits | open(class))
    }

    /// Whether the cell and the eight around it are open to a class, whoever asks.
    #[inline]
    pub fn is_roomy(&self, cell: Cell, class: Locomotion) -> bool {
        self.index(cell).is_some_and(|index| self.roomy[index] >> class as u8 & 1 != 0)
    }

    /// Puts something on the cells of a rectangle: a wall to all, or a gate of this team, which lets its own through.
    pub fn block(&mut self, map: &Map, rect: Rect, gate_of: Option<TeamId>) {
        let value = gate_of.map_or(GROUND_SOLID, |team| GROUND_GATE + team.0);
        self.fill(map, rect, value);
    }

    /// Takes away what stands on the cells of a rectangle.
    pub fn free(&mut self, map: &Map, rect: Rect) {
        self.fill(map, rect, GROUND_OPEN);
    }

    fn fill(&mut self, map: &Map, rect: Rect, value: u8) {
        for cell in rect.cells().filter(|cell| map.contains(*cell)) {
            self.blocked[map.index(cell)] = value;
        }
        self.survey(map, rect);
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
    pub fn costs(&self, class: Locomotion) -> &[u8] {
        &self.costs[class as usize]
    }

    /// Whether a unit of this class and team can physically be in the cell. Air passes over everything.
    #[inline]
    pub fn passable(&self, cell: Cell, class: Locomotion, team: TeamId) -> bool {
        let Some(index) = self.index(cell) else { return false };
        let is_open = self.open[index] >> class as u8 & 1 != 0;
        is_open || self.blocked[index] == GROUND_GATE + team.0 && self.costs[class as usize][index] != WALL_COST
    }

    /// Whether nothing stands on the cell.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.blocked[index] == GROUND_OPEN)
    }
}
