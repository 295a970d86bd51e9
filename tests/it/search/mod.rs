//! Path search: every algorithm keeps what it promises, on ground drawn at random.

mod arrows;
mod estimates;
mod graphs;
mod grids;
mod mesh;
mod scheduler;
mod terrain;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use proptest::prelude::*;
use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_model::rules::WALL_COST;
use sandtable_nav::search::{Algorithm, CostGrid, Finder, Route};

/// Ground at random: sides of 1 to 24 cells, a quarter to a half of it walls, the rest at one of the costs.
fn ground(costs: &'static [u8]) -> impl Strategy<Value = CostGrid> {
    let open = prop::sample::select(costs);
    let cells = move |walls: u8| {
        let open = open.clone();
        let cell = (0..100u8, open).prop_map(move |(draw, cost)| if draw < walls { WALL_COST } else { cost });
        prop::collection::vec(cell, 24 * 24)
    };
    let cells = (0..50u8).prop_flat_map(cells);
    (1..=24u16, 1..=24u16, cells).prop_map(|(width, height, cells)| CostGrid::new(width, height, |n| cells[n]))
}

const UNIFORM: &[u8] = &[8];
const MIXED: &[u8] = &[8, 8, 7, 12, 14, 20];
const EXTREME: &[u8] = &[1, 254, 253];

/// A cell of the grid by a number.
fn cell(grid: &CostGrid, number: u16) -> Cell {
    let (width, height) = grid.size();
    Cell::new((number % width) as i16, (number / width % height) as i16)
}

fn find(grid: &CostGrid, algorithm: Algorithm, from: Cell, to: Cell) -> Option<Route> {
    let mut route = Route::default();
    Finder::new(grid.clone()).find(algorithm, from, to, &mut route).then_some(route)
}

/// Whether the step from an open cell is one of the benchmark's: into an open cell, cutting no corner.
fn may_step(grid: &CostGrid, from: Cell, (dx, dy): (i16, i16)) -> bool {
    grid.is_open(from.offset(dx, dy)) && grid.is_open(from.offset(dx, 0)) && grid.is_open(from.offset(0, dy))
}

fn steps() -> impl Iterator<Item = (i16, i16)> {
    (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|step| *step != (0, 0))
}

/// What a step costs in units of a route's cost: 70 or 99 times the sum of both cells' costs.
fn step_cost(grid: &CostGrid, from: Cell, (dx, dy): (i16, i16)) -> u64 {
    let length = if dx != 0 && dy != 0 { 99 } else { 70 };
    length * (u64::from(grid.cost(from)) + u64::from(grid.cost(from.offset(dx, dy))))
}

/// The least cost between two cells, by an implementation of its own: a plain loop over every neighbour.
fn least_cost(grid: &CostGrid, from: Cell, to: Cell, step_cost: impl Fn(Cell, (i16, i16)) -> u64) -> Option<u64> {
    if !grid.is_open(from) || !grid.is_open(to) {
        return None;
    }
    let (width, height) = grid.size();
    let index = |cell: Cell| cell.y as usize * usize::from(width) + cell.x as usize;
    let mut costs = vec![u64::MAX; usize::from(width) * usize::from(height)];
    let mut open = BinaryHeap::from([Reverse((0, from))]);
    costs[index(from)] = 0;
    while let Some(Reverse((cost, cell))) = open.pop() {
        if cell == to {
            return Some(cost);
        }
        for step in steps().filter(|step| may_step(grid, cell, *step)) {
            let (next, cost) = (cell.offset(step.0, step.1), cost + step_cost(cell, step));
            if cost < costs[index(next)] {
                costs[index(next)] = cost;
                open.push(Reverse((cost, next)));
            }
        }
    }
    None
}

/// The cells a route of straight and diagonal legs passes, or why it is no such route.
fn cells_of(grid: &CostGrid, points: &[Vec2]) -> Result<Vec<Cell>, String> {
    let mut cells: Vec<Cell> = points.iter().take(1).map(|point| Cell::at(*point)).collect();
    for leg in points.windows(2) {
        let (mut at, to) = (Cell::at(leg[0]), Cell::at(leg[1]));
        let (dx, dy) = (to.x - at.x, to.y - at.y);
        if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
            return Err(format!("a leg from {at:?} to {to:?}"));
        }
        let step = (dx.signum(), dy.signum());
        while at != to {
            if !may_step(grid, at, step) {
                return Err(format!("a step from {at:?} by {step:?}"));
            }
            at = at.offset(step.0, step.1);
            cells.push(at);
        }
    }
    Ok(cells)
}
