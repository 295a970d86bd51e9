//! Ways over one grid, by whichever algorithm: the one door for those who do not want to choose spaces and policies.

use super::engine::{Progress, Query, Search};
use super::frontier::{Buckets, Frontier, Heap, Stack};
use super::grid::{CostGrid, DIAGONAL, Octile, OctileEstimate, Plain, STRAIGHT};
use super::policy::{AStar, BreadthFirst, DepthFirst, Greedy, RunsOn, WeightedAStar};
use super::space::{Estimate, Nothing, Space};
use crate::limits::MAX_SEARCH_BUCKETS;
use crate::map::Cell;
use crate::math::Vec2;

/// How to look for a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// A path, any path: follows one to its end before it tries another.
    DepthFirst,
    /// A path of the fewest steps.
    BreadthFirst,
    /// A path, found quickly: the cell that looks nearest to the goal first.
    Greedy,
    /// The cheapest path, by Dijkstra's algorithm.
    Dijkstra,
    /// The cheapest path, by A*.
    AStar,
    /// A path at most half as dear again as the cheapest, by A* with the estimate weighing 1.5.
    Weighted,
}

/// Every algorithm.
pub const ALGORITHMS: [Algorithm; 6] = [
    Algorithm::DepthFirst,
    Algorithm::BreadthFirst,
    Algorithm::Greedy,
    Algorithm::Dijkstra,
    Algorithm::AStar,
    Algorithm::Weighted,
];

/// The weight of the estimate for [`Algorithm::Weighted`].
const WEIGHT_PERCENT: u16 = 150;

impl Algorithm {
    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::DepthFirst => "depth-first",
            Algorithm::BreadthFirst => "breadth-first",
            Algorithm::Greedy => "greedy",
            Algorithm::Dijkstra => "dijkstra",
            Algorithm::AStar => "astar",
            Algorithm::Weighted => "weighted",
        }
    }

    /// Whether its paths are the cheapest there are.
    pub const fn is_optimal(self) -> bool {
        matches!(self, Algorithm::Dijkstra | Algorithm::AStar)
    }
}

/// What [`Route::cost`] counts for a straight step over plain ground.
pub const COST_PER_CELL: u64 = 16 * STRAIGHT as u64;

/// A way: plain data, which a unit can keep and save.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// The points it leads through, the first the start's and the last the goal's; straight lines between them.
    pub points: Vec<Vec2>,
    /// What it costs, [`COST_PER_CELL`] to a plain cell.
    pub cost: u64,
    /// How many nodes were expanded to find it, or to find that there is none.
    pub expansions: u32,
}

/// Looks for ways over one grid. Reuses its memory from query to query.
#[derive(Clone, Debug)]
pub struct Finder {
    grid: CostGrid,
    buckets: Search<Buckets>,
    heap: Search<Heap>,
    stack: Search<Stack>,
    nodes: Vec<u32>,
}

/// The dearest step for which costs are kept in buckets; the memory for them grows with it.
const MAX_BUCKET_STEP: u32 = MAX_SEARCH_BUCKETS / 2 - 1;

impl Finder {
    /// For a grid.
    pub fn new(grid: CostGrid) -> Finder {
        Finder {
            grid,
            buckets: Search::default(),
            heap: Search::default(),
            stack: Search::default(),
            nodes: Vec::new(),
        }
    }

    /// The grid.
    pub fn grid(&self) -> &CostGrid {
        &self.grid
    }

    /// Looks for a way between two cells; false when there is none, or one of the cells is closed.
    pub fn find(&mut self, algorithm: Algorithm, from: Cell, to: Cell, route: &mut Route) -> bool {
        *route = Route { points: std::mem::take(&mut route.points), ..Route::default() };
        route.points.clear();
        let open = |cell| self.grid.node(cell).filter(|_| self.grid.is_open(cell));
        let (Some(start), Some(goal)) = (open(from), open(to)) else { return false };
        let plain = algorithm.is_optimal() && self.grid.uniform_cost().is_some();
        let (found, expansions) =
            if plain { self.over_plain(algorithm, start, goal) } else { self.over_octile(algorithm, start, goal) };
        route.expansions = expansions;
        if found {
            trace(&self.grid, &self.nodes, route);
        }
        found
    }

    fn over_plain(&mut self, algorithm: Algorithm, start: u32, goal: u32) -> (bool, u32) {
        let space = &Plain::new(&self.grid);
        let query = Query::cheapest(space, start, goal);
        if algorithm == Algorithm::Dijkstra {
            return walk(&mut self.buckets, &query, &mut self.nodes);
        }
        let estimate = OctileEstimate::plain(&self.grid, self.grid.cell(goal));
        walk(&mut self.buckets, &query.with(estimate, AStar), &mut self.nodes)
    }

    fn over_octile(&mut self, algorithm: Algorithm, start: u32, goal: u32) -> (bool, u32) {
        let space = &Octile::new(&self.grid);
        let estimate = space.estimate(&self.grid, self.grid.cell(goal));
        let (query, nodes) = (Query::cheapest(space, start, goal), &mut self.nodes);
        let narrow = space.dearest_step() <= MAX_BUCKET_STEP;
        match algorithm {
            Algorithm::DepthFirst => walk(&mut self.stack, &query.with(Nothing, DepthFirst), nodes),
            Algorithm::BreadthFirst => walk(&mut self.buckets, &query.with(Nothing, BreadthFirst), nodes),
            Algorithm::Greedy => walk(&mut self.heap, &query.with(estimate, Greedy), nodes),
            Algorithm::Dijkstra if narrow => walk(&mut self.buckets, &query, nodes),
            Algorithm::Dijkstra => walk(&mut self.heap, &query, nodes),
            Algorithm::AStar if narrow => walk(&mut self.buckets, &query.with(estimate, AStar), nodes),
            Algorithm::AStar => walk(&mut self.heap, &query.with(estimate, AStar), nodes),
            Algorithm::Weighted => {
                let policy = WeightedAStar { weight_percent: WEIGHT_PERCENT };
                walk(&mut self.heap, &query.with(estimate, policy), nodes)
            }
        }
    }
}

/// Runs a query to its end: whether the goal was found, with the path in `nodes`, and the expansions it took.
fn walk<S: Space, E: Estimate, P: RunsOn<F>, F: Frontier>(
    search: &mut Search<F>,
    query: &Query<'_, S, E, P>,
    nodes: &mut Vec<u32>,
) -> (bool, u32) {
    let found = search.run(query) == Progress::Found;
    if found {
        search.path(query.space, nodes);
    }
    (found, search.expansions())
}

/// Follows straight and diagonal runs from node to node, and notes their cost and corners.
fn trace(grid: &CostGrid, nodes: &[u32], route: &mut Route) {
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
