//! A* over a grid, in portions: the space and the open list that suit what the cells cost.

use super::engine::{Progress, Query, Search};
use super::frontier::{Buckets, Frontier, Heap};
use super::grid::{CostGrid, Octile, OctileEstimate, Plain};
use super::policy::{AStar, RunsOn};
use super::space::{Estimate, Space};
use crate::limits::MAX_SEARCH_BUCKETS;
use crate::map::Cell;

/// The dearest step for which costs are kept in buckets.
pub(super) const MAX_BUCKET_STEP: u32 = MAX_SEARCH_BUCKETS / 2 - 1;

/// The cheapest way between two cells of a grid. The grid must stay as it is from [`GridSearch::begin`] on.
#[derive(Clone, Debug, Default)]
pub struct GridSearch {
    buckets: Search<Buckets>,
    heap: Search<Heap>,
    ends: Option<(u32, u32)>,
    /// Whether the query runs in the heap.
    in_heap: bool,
}

impl GridSearch {
    /// Begins a query. There is no way from or to a cell that is closed or off the map.
    pub fn begin(&mut self, grid: &CostGrid, from: Cell, to: Cell) {
        let open = |cell| grid.node(cell).filter(|node| !grid.is_wall(*node));
        self.ends = open(from).zip(open(to));
        self.work(grid, None);
    }

    /// Goes on by up to `budget` expansions.
    pub fn advance(&mut self, grid: &CostGrid, budget: u32) -> Progress {
        self.work(grid, Some(budget))
    }

    /// How many nodes the query has expanded so far.
    pub fn expansions(&self) -> u32 {
        match self.ends {
            None => 0,
            Some(_) if self.in_heap => self.heap.expansions(),
            Some(_) => self.buckets.expansions(),
        }
    }

    /// The nodes of the way that was found.
    pub fn path(&self, grid: &CostGrid, path: &mut Vec<u32>) {
        // All spaces of a grid step back alike.
        let space = &Plain::new(grid);
        if self.in_heap { self.heap.path(space, path) } else { self.buckets.path(space, path) }
    }

    fn work(&mut self, grid: &CostGrid, budget: Option<u32>) -> Progress {
        let Some((start, goal)) = self.ends else { return Progress::Exhausted };
        let to = grid.cell(goal);
        if grid.uniform_cost().is_some() {
            self.in_heap = false;
            let (space, estimate) = (&Plain::new(grid), OctileEstimate::plain(grid, to));
            return go(&mut self.buckets, &Query::cheapest(space, start, goal).with(estimate, AStar), budget);
        }
        let space = &Octile::new(grid);
        let query = Query::cheapest(space, start, goal).with(space.estimate(grid, to), AStar);
        self.in_heap = space.dearest_step() > MAX_BUCKET_STEP;
        if self.in_heap { go(&mut self.heap, &query, budget) } else { go(&mut self.buckets, &query, budget) }
    }
}

/// Begins a query, or goes on with it by a budget.
fn go<S: Space, E: Estimate, P: RunsOn<F>, F: Frontier>(
    search: &mut Search<F>,
    query: &Query<'_, S, E, P>,
    budget: Option<u32>,
) -> Progress {
    match budget {
        None => {
            search.begin(query);
            Progress::Running
        }
        Some(budget) => search.advance(query, budget),
    }
}
