//! Ways as units keep them: corner points and a cost.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::WALL_COST;

use super::grid::{CostGrid, DIAGONAL, STRAIGHT};
pub use super::layout::COST_PER_CELL;

sandtable_state::state_struct! {
    /// A way: plain data, which a unit can keep and a snapshot can hold.
    #[derive(Default)]
    pub struct Route {
        /// The points it leads through, the first the start's and the last the goal's; straight lines between them.
        pub points: Vec<Vec2>,
        /// What it costs, [`COST_PER_CELL`] to a plain cell.
        pub cost: u64,
        /// How many nodes were expanded to find it, or to find that there is none.
        pub expansions: u32,
    }
}

impl Route {
    /// An empty route in the memory of this one.
    pub(super) fn clear(&mut self) {
        self.points.clear();
        (self.cost, self.expansions) = (0, 0);
    }
}

/// Follows straight and diagonal runs from node to node, and notes their cost and corners.
pub(super) fn trace(grid: &CostGrid, nodes: &[u32], route: &mut Route) {
    let mut heading = None;
    for pair in nodes.windows(2) {
        let (from, to) = (grid.cell(pair[0]), grid.cell(pair[1]));
        let way = ((to.x - from.x).signum(), (to.y - from.y).signum());
        if heading.replace(way) != Some(way) {
            route.points.push(from.centre());
        }
        route.cost += run_cost(grid, from, to, way);
    }
    route.points.extend(nodes.last().map(|node| grid.cell(*node).centre()));
}

/// What a straight or diagonal run costs: half of each step in the cell it leaves, half in the one it enters.
fn run_cost(grid: &CostGrid, from: Cell, to: Cell, (dx, dy): (i16, i16)) -> u64 {
    let length = u64::from(if dx != 0 && dy != 0 { DIAGONAL } else { STRAIGHT });
    let steps = from.chebyshev(to) as i16;
    let cost = |step: i16| u64::from(grid.cost(from.offset(step * dx, step * dy)));
    (0..steps).map(|step| length * (cost(step) + cost(step + 1))).sum()
}

/// Notes what the straight lines between a route's points cost, by the cells at points at most an eighth of a cell apart.
pub(super) fn measure(grid: &CostGrid, route: &mut Route) {
    route.cost = route.points.windows(2).map(|leg| leg_cost(grid, leg[0], leg[1])).sum();
}

fn leg_cost(grid: &CostGrid, from: Vec2, to: Vec2) -> u64 {
    let (dx, dy) =
        (i64::from(to.x.bits()) - i64::from(from.x.bits()), i64::from(to.y.bits()) - i64::from(from.y.bits()));
    let parts = (dx.abs().max(dy.abs()) >> 13) + 1;
    let between = |start: Fx, way: i64, part: i64| {
        Fx::from_bits((i64::from(start.bits()) + way * (2 * part + 1) / (2 * parts)) as i32)
    };
    let sample = |part| cost_at(grid, Vec2 { x: between(from.x, dx, part), y: between(from.y, dy, part) });
    let costs: u64 = (0..parts).map(sample).sum();
    let length = ((dx * dx + dy * dy) as u64).isqrt();
    // Plain ground costs eight; lengths have sixteen bits of fraction.
    ((length * (COST_PER_CELL / 8) * costs) / parts as u64) >> 16
}

/// The cost of the cell at a point; of the cheapest beside it when it lies on a border.
fn cost_at(grid: &CostGrid, point: Vec2) -> u64 {
    let cell = Cell::at(point);
    let west = if point.x.bits() & 0xFFFF == 0 { -1 } else { 0 };
    let north = if point.y.bits() & 0xFFFF == 0 { -1 } else { 0 };
    let beside = [(0, 0), (west, 0), (0, north), (west, north)];
    let costs = beside.into_iter().map(|(dx, dy)| grid.cost(cell.offset(dx, dy)));
    u64::from(costs.min().unwrap_or(WALL_COST))
}
