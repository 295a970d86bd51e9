//! Jump points: over ground of one cost whole runs are single steps (Harabor and Grastien 2011; runs found a word of cells at a
//! time as in their "Improving Jump Point Search", 2014; here for moves that cut no corner).

mod bits;

use sandtable_model::map::Cell;
use sandtable_state::limits::MAX_MAP_SIDE;

use super::grid::{CANONICAL_MOVES, CostGrid, DIAGONAL, FROM_NOWHERE, Moves, OPEN_MOVES, STRAIGHT};
use super::layout::DIRECTION_BITS;
use super::space::{Arrival, Space, Successor};
use bits::BitLines;

/// Where straight runs over a grid end. Made from the grid in one pass over its bits; to be made anew when it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpMap {
    /// Lines are rows for east and west, columns for south and north.
    east: BitLines,
    south: BitLines,
    west: BitLines,
    north: BitLines,
}

impl JumpMap {
    /// For the open cells of a grid.
    pub fn new(grid: &CostGrid) -> JumpMap {
        let (width, height) = grid.size();
        let (columns, rows) = (u32::from(width) + 2, u32::from(height) + 2);
        let (mut by_row, mut by_column) = (BitLines::new(rows, columns), BitLines::new(columns, rows));
        for node in (0..grid.nodes()).filter(|node| grid.is_wall(*node)) {
            let (column, row) = grid.column_and_row(node);
            by_row.set(row, column);
            by_column.set(column, row);
        }
        JumpMap {
            east: by_row.stops(true),
            west: by_row.stops(false),
            south: by_column.stops(true),
            north: by_column.stops(false),
        }
    }
}

/// The jump points of a grid on the way to one goal, as a space. For A* with a consistent estimate, and Dijkstra's rule.
#[derive(Clone, Copy, Debug)]
pub struct Jumps<'g> {
    grid: &'g CostGrid,
    map: &'g JumpMap,
    offsets: [i32; 8],
    goal: (u32, u32),
}

impl<'g> Jumps<'g> {
    /// Towards an open cell; `map` must be that of `grid`.
    pub fn new(grid: &'g CostGrid, map: &'g JumpMap, goal: Cell) -> Jumps<'g> {
        let goal = ((goal.x + 1).max(0) as u32, (goal.y + 1).max(0) as u32);
        Jumps { grid, map, offsets: grid.padded().offsets(), goal }
    }

    /// How long the straight run in a direction is, when it leads to a jump point or the goal.
    #[inline]
    fn straight(&self, (column, row): (u32, u32), direction: usize) -> Option<u32> {
        let (lines, line, at, goal) = match direction {
            0 => (&self.map.east, row, column, self.goal),
            2 => (&self.map.south, column, row, (self.goal.1, self.goal.0)),
            4 => (&self.map.west, row, column, self.goal),
            _ => (&self.map.north, column, row, (self.goal.1, self.goal.0)),
        };
        let forward = direction < 4;
        let stop = if forward { lines.first_after(line, at) } else { lines.last_before(line, at) };
        let passed = if forward { at < goal.0 && goal.0 <= stop } else { stop <= goal.0 && goal.0 < at };
        if goal.1 == line && passed {
            return Some(goal.0.abs_diff(at));
        }
        let (column, row) = if direction.is_multiple_of(4) { (stop, row) } else { (column, stop) };
        (!self.grid.is_wall(self.grid.node_at(column, row))).then(|| stop.abs_diff(at))
    }

    /// How long the diagonal run in a direction is up to a cell from which a straight run leads on, or the goal.
    fn diagonal(&self, mut node: u32, (mut column, mut row): (u32, u32), direction: usize) -> Option<u32> {
        let beside = [(direction + 7) % 8, (direction + 1) % 8];
        let east = if matches!(direction, 1 | 7) { 1 } else { -1 };
        let south = if matches!(direction, 1 | 3) { 1 } else { -1 };
        for length in 1..=MAX_MAP_SIDE {
            if OPEN_MOVES[usize::from(self.grid.neighbours()[node as usize])] & 1 << direction == 0 {
                return None;
            }
            node = node.wrapping_add_signed(self.offsets[direction]);
            (column, row) = (column.wrapping_add_signed(east), row.wrapping_add_signed(south));
            let place = (column, row);
            if place == self.goal || beside.into_iter().any(|side| self.straight(place, side).is_some()) {
                return Some(length);
            }
        }
        None
    }
}

impl Space for Jumps<'_> {
    fn nodes(&self) -> u32 {
        self.grid.nodes()
    }

    fn dearest_step(&self) -> u32 {
        MAX_MAP_SIDE * DIAGONAL
    }

    fn origin(&self) -> Arrival {
        Arrival(FROM_NOWHERE)
    }

    fn successors(&self, node: u32, arrival: Arrival, mut each: impl FnMut(Successor)) {
        let place = self.grid.column_and_row(node);
        let from = usize::from(arrival.0 & ((1 << DIRECTION_BITS) - 1));
        let mask = usize::from(self.grid.neighbours()[node as usize]);
        for direction in Moves(CANONICAL_MOVES[from][mask]) {
            let (run, unit) = if direction % 2 == 0 {
                (self.straight(place, direction), STRAIGHT)
            } else {
                (self.diagonal(node, place, direction), DIAGONAL)
            };
            let Some(length) = run else { continue };
            let to = node.wrapping_add_signed(self.offsets[direction] * length as i32);
            let arrival = Arrival(direction as u16 | (length as u16) << DIRECTION_BITS);
            each(Successor { to, arrival, cost: unit * length });
        }
    }

    fn predecessor(&self, node: u32, arrival: Arrival) -> u32 {
        let length = i32::from(arrival.0 >> DIRECTION_BITS);
        node.wrapping_add_signed(-self.offsets[usize::from(arrival.0 & 7)] * length)
    }
}
