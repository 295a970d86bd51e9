//! A* over a grid, in portions: the space and the open list that suit what the cells cost.

use sandtable_model::map::Cell;

use super::differential::Pivots;
use super::graph_search::{GraphSearch, SearchProgress, SearchQuery};
use super::grid::{CostGrid, OctileGrid, OctileHeuristic, UniformGrid};
pub(super) use super::layout::MAX_BUCKET_STEP;
use super::open_list::{Buckets, Heap, OpenList};
use super::policy::{AStar, Dijkstra, RunsOn};
use super::space::{Heuristic, NoHeuristic, Space};

/// The cheapest way between two cells of a grid. The grid must stay as it is from [`GridSearch::begin`] on.
#[derive(Clone, Debug, Default)]
pub struct GridSearch {
    buckets: GraphSearch<Buckets>,
    heap: GraphSearch<Heap>,
    ends: Option<(u32, u32)>,
    /// Whether the query runs in the heap.
    in_heap: bool,
}

impl GridSearch {
    /// Begins a query. There is no way from or to a cell that is closed or off the map. Pivots, if any, must be of this grid or of
    /// one that differs by walls it does not have, with costs in the same unit.
    pub fn begin(&mut self, grid: &CostGrid, pivots: Option<&Pivots>, from: Cell, to: Cell) {
        let open = |cell| grid.node(cell).filter(|node| !grid.is_wall(*node));
        self.ends = open(from).zip(open(to));
        self.work(grid, pivots, None);
    }

    /// Goes on by up to `budget` expansions, with the pivots it was begun with.
    pub fn advance(&mut self, grid: &CostGrid, pivots: Option<&Pivots>, budget: u32) -> SearchProgress {
        self.work(grid, pivots, Some(budget))
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
        let space = &UniformGrid::new(grid);
        if self.in_heap { self.heap.path(space, path) } else { self.buckets.path(space, path) }
    }

    fn work(&mut self, grid: &CostGrid, pivots: Option<&Pivots>, budget: Option<u32>) -> SearchProgress {
        let Some((start, goal)) = self.ends else { return SearchProgress::Exhausted };
        let to = grid.cell(goal);
        if grid.uniform_cost().is_some() {
            self.in_heap = false;
            let (space, estimate) = (&UniformGrid::new(grid), OctileHeuristic::plain(grid, to));
            let query = SearchQuery::cheapest(space, start, goal);
            return guided(&mut self.buckets, &query, pivots, estimate, budget);
        }
        let space = &OctileGrid::new(grid);
        let (query, estimate) = (SearchQuery::cheapest(space, start, goal), space.estimate(grid, to));
        self.in_heap = space.dearest_step() > MAX_BUCKET_STEP;
        if self.in_heap {
            guided(&mut self.heap, &query, pivots, estimate, budget)
        } else {
            guided(&mut self.buckets, &query, pivots, estimate, budget)
        }
    }
}

/// A* by an estimate, and by pivots where there are some.
fn guided<S: Space, F: OpenList>(
    search: &mut GraphSearch<F>,
    query: &SearchQuery<'_, S, NoHeuristic, Dijkstra>,
    pivots: Option<&Pivots>,
    estimate: OctileHeuristic,
    budget: Option<u32>,
) -> SearchProgress
where
    AStar: RunsOn<F>,
{
    match pivots {
        Some(pivots) => go(search, &query.with(pivots.estimate(query.goal, estimate), AStar), budget),
        None => go(search, &query.with(estimate, AStar), budget),
    }
}

/// Begins a query, or goes on with it by a budget.
fn go<S: Space, E: Heuristic, P: RunsOn<F>, F: OpenList>(
    search: &mut GraphSearch<F>,
    query: &SearchQuery<'_, S, E, P>,
    budget: Option<u32>,
) -> SearchProgress {
    match budget {
        None => {
            search.begin(query);
            SearchProgress::Running
        }
        Some(budget) => search.advance(query, budget),
    }
}
