//! Ways over one grid, by whichever algorithm: the one door for those who do not want to choose spaces and policies.

use sandtable_model::map::Cell;

use super::aids::Aids;
use super::algorithm::Algorithm;
use super::graph_search::{GraphSearch, SearchProgress, SearchQuery};
use super::grid::{CostGrid, OctileGrid, OctileHeuristic, UniformGrid};
use super::grid_search::{GridSearch, MAX_BUCKET_STEP};
use super::jump::Jumps;
use super::open_list::{Buckets, Heap, OpenList, Stack};
use super::policy::{AStar, BreadthFirst, DepthFirst, Greedy, RunsOn, WeightedAStar};
use super::region::Regions;
use super::restricted_space::RestrictedSpace;
use super::route::{Route, measure, trace};
use super::space::{Heuristic, NoHeuristic, Space};
use super::tuning::WEIGHT_PERCENT;
use super::waypoint::WaypointSearch;

/// Looks for ways over one grid. Reuses its memory from query to query.
///
/// ```
/// use sandtable_model::map::Cell;
/// use sandtable_model::rules::WALL_COST;
/// use sandtable_nav::search::{Algorithm, CostGrid, Finder, PLAIN_COST, Route};
///
/// // Five by three cells; a wall of two in the middle column leaves a gap in the south.
/// let wall = [2, 7];
/// let grid = CostGrid::new(5, 3, |cell| if wall.contains(&cell) { WALL_COST } else { PLAIN_COST });
/// let mut finder = Finder::new(grid);
/// let mut route = Route::default();
/// let (from, to) = (Cell::new(0, 0), Cell::new(4, 0));
/// assert!(finder.find(Algorithm::AStar, from, to, &mut route));
/// let cost = route.cost;
/// // Jump point search finds a path of that cost, too.
/// assert!(finder.find(Algorithm::JumpPoints, from, to, &mut route));
/// assert_eq!(route.cost, cost);
/// // A wall to the southern edge, and there is no way.
/// finder.set(Cell::new(2, 2), WALL_COST);
/// assert!(!finder.find(Algorithm::AStar, from, to, &mut route));
/// ```
#[derive(Clone, Debug)]
pub struct Finder {
    grid: CostGrid,
    aids: Aids,
    grid_search: GridSearch,
    waypoint_search: WaypointSearch,
    buckets: GraphSearch<Buckets>,
    heap: GraphSearch<Heap>,
    stack: GraphSearch<Stack>,
    /// The nodes of the path last found.
    nodes: Vec<u32>,
    /// The regions on the way over the region graph, in order and as marks by region.
    chain: Vec<u32>,
    marks: Vec<bool>,
}

/// Whether there is a way, and how many nodes were expanded to find out.
type PathOutcome = (bool, u32);

impl Finder {
    /// For a grid.
    pub fn new(grid: CostGrid) -> Finder {
        Finder {
            grid,
            aids: Aids::default(),
            grid_search: GridSearch::default(),
            waypoint_search: WaypointSearch::default(),
            buckets: GraphSearch::default(),
            heap: GraphSearch::default(),
            stack: GraphSearch::default(),
            nodes: Vec::new(),
            chain: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// The grid.
    pub fn grid(&self) -> &CostGrid {
        &self.grid
    }

    /// Changes the cost of a cell; see [`CostGrid::set`]. What was prepared for the grid is made anew when it is needed.
    pub fn set(&mut self, cell: Cell, cost: u8) {
        self.aids.set(&mut self.grid, cell, cost);
    }

    /// Looks for a way between two cells; false when there is none, or one of the cells is closed.
    pub fn find(&mut self, algorithm: Algorithm, from: Cell, to: Cell, route: &mut Route) -> bool {
        route.clear();
        let open = |cell| self.grid.node(cell).filter(|_| self.grid.is_open(cell));
        let (Some(start), Some(goal)) = (open(from), open(to)) else { return false };
        if algorithm == Algorithm::Mesh {
            return self.over_mesh(from, to, route);
        }
        let uniform = self.grid.uniform_cost().is_some();
        let (found, expansions) = match algorithm {
            Algorithm::AStar => self.over_grid(from, to),
            Algorithm::JumpPoints if uniform => self.over_jumps(start, goal),
            Algorithm::JumpPoints => self.over_grid(from, to),
            Algorithm::Waypoints => self.over_waypoints(start, goal),
            Algorithm::Regions | Algorithm::NextHops => self.over_regions(algorithm, start, goal),
            _ if uniform && algorithm.is_optimal() => self.over_plain(algorithm, start, goal),
            _ => self.over_octile(algorithm, start, goal),
        };
        route.expansions = expansions;
        if found {
            trace(&self.grid, &self.nodes, route);
        }
        found
    }

    fn over_grid(&mut self, from: Cell, to: Cell) -> PathOutcome {
        self.grid_search.begin(&self.grid, None, from, to);
        let found = self.grid_search.advance(&self.grid, None, u32::MAX) == SearchProgress::Found;
        if found {
            self.grid_search.path(&self.grid, &mut self.nodes);
        }
        (found, self.grid_search.expansions())
    }

    fn over_plain(&mut self, algorithm: Algorithm, start: u32, goal: u32) -> PathOutcome {
        let space = &UniformGrid::new(&self.grid);
        let query = SearchQuery::cheapest(space, start, goal);
        if algorithm == Algorithm::Dijkstra {
            return walk(&mut self.buckets, &query, &mut self.nodes);
        }
        let estimate = OctileHeuristic::plain(&self.grid, self.grid.cell(goal));
        let estimate = self.aids.pivots(space, start).estimate(goal, estimate);
        walk(&mut self.buckets, &query.with(estimate, AStar), &mut self.nodes)
    }

    fn over_jumps(&mut self, start: u32, goal: u32) -> PathOutcome {
        let to = self.grid.cell(goal);
        let space = &Jumps::new(&self.grid, self.aids.jumps(&self.grid), to);
        let query = SearchQuery::cheapest(space, start, goal).with(OctileHeuristic::plain(&self.grid, to), AStar);
        walk(&mut self.heap, &query, &mut self.nodes)
    }

    fn over_octile(&mut self, algorithm: Algorithm, start: u32, goal: u32) -> PathOutcome {
        let space = &OctileGrid::new(&self.grid);
        let estimate = space.estimate(&self.grid, self.grid.cell(goal));
        let (query, nodes) = (SearchQuery::cheapest(space, start, goal), &mut self.nodes);
        match algorithm {
            Algorithm::DepthFirst => walk(&mut self.stack, &query.with(NoHeuristic, DepthFirst), nodes),
            Algorithm::BreadthFirst => walk(&mut self.buckets, &query.with(NoHeuristic, BreadthFirst), nodes),
            Algorithm::Greedy => walk(&mut self.heap, &query.with(estimate, Greedy), nodes),
            Algorithm::Weighted => {
                let policy = WeightedAStar { weight_percent: WEIGHT_PERCENT };
                walk(&mut self.heap, &query.with(estimate, policy), nodes)
            }
            Algorithm::Differential => {
                let estimate = self.aids.pivots(space, start).estimate(goal, estimate);
                walk_cheapest((&mut self.buckets, &mut self.heap), &query.with(estimate, AStar), nodes)
            }
            _ => walk_cheapest((&mut self.buckets, &mut self.heap), &query, nodes),
        }
    }

    fn over_mesh(&mut self, from: Cell, to: Cell, route: &mut Route) -> bool {
        let mesh = self.aids.mesh(&self.grid);
        let found = mesh.find(&self.grid, &mut self.heap, (from, to), &mut route.points);
        route.expansions = self.heap.expansions();
        measure(&self.grid, route);
        found
    }

    fn over_waypoints(&mut self, start: u32, goal: u32) -> PathOutcome {
        let Some((regions, waypoints)) = self.aids.waypoints(&self.grid) else {
            return self.over_octile(Algorithm::Dijkstra, start, goal);
        };
        let found = self.waypoint_search.find((&self.grid, regions, waypoints), start, goal, &mut self.nodes);
        (found, self.waypoint_search.expansions())
    }

    fn over_regions(&mut self, algorithm: Algorithm, start: u32, goal: u32) -> PathOutcome {
        let (found, expansions) = if algorithm == Algorithm::NextHops && self.aids.hops(&self.grid).is_some() {
            (self.look_up_chain(start, goal), 0)
        } else if let Some(regions) = self.aids.regions(&self.grid) {
            find_chain(regions, &OctileGrid::new(&self.grid), &mut self.heap, (start, goal), &mut self.chain)
        } else {
            return self.over_octile(Algorithm::Dijkstra, start, goal);
        };
        if !found {
            return (false, expansions);
        }
        let (found, within) = self.through_chain(start, goal);
        (found, expansions + within)
    }

    fn look_up_chain(&mut self, start: u32, goal: u32) -> bool {
        let Some((regions, hops)) = self.aids.hops(&self.grid) else { return false };
        let ends = regions.region(start).zip(regions.region(goal));
        ends.is_some_and(|(near, far)| hops.path(regions.graph(), near, far, &mut self.chain))
    }

    /// The cheapest way that leaves none of the regions of the chain.
    fn through_chain(&mut self, start: u32, goal: u32) -> PathOutcome {
        let Some(regions) = self.aids.regions(&self.grid) else { return (false, 0) };
        self.marks.clear();
        self.marks.resize(regions.cells().len(), false);
        self.chain.iter().for_each(|region| self.marks[*region as usize] = true);
        let (space, marks) = (&OctileGrid::new(&self.grid), &self.marks);
        let allowed = |node| regions.region(node).is_some_and(|region| marks[region as usize]);
        let estimate = space.estimate(&self.grid, self.grid.cell(goal));
        let corridor = &RestrictedSpace { space, allowed };
        let query = SearchQuery::cheapest(corridor, start, goal).with(estimate, AStar);
        walk_cheapest((&mut self.buckets, &mut self.heap), &query, &mut self.nodes)
    }
}

/// The cheapest chain of regions between those of two nodes.
fn find_chain(
    regions: &Regions,
    space: &OctileGrid<'_>,
    search: &mut GraphSearch<Heap>,
    (start, goal): (u32, u32),
    chain: &mut Vec<u32>,
) -> PathOutcome {
    let Some((near, far)) = regions.region(start).zip(regions.region(goal)) else { return (false, 0) };
    let query = SearchQuery::cheapest(regions.graph(), near, far).with(regions.estimate(space, far), AStar);
    walk(search, &query, chain)
}

/// Runs a query to its end in the open list that suits its costs.
fn walk_cheapest<S: Space, E: Heuristic, P: RunsOn<Buckets> + RunsOn<Heap>>(
    (buckets, heap): (&mut GraphSearch<Buckets>, &mut GraphSearch<Heap>),
    query: &SearchQuery<'_, S, E, P>,
    nodes: &mut Vec<u32>,
) -> PathOutcome {
    if query.space.dearest_step() <= MAX_BUCKET_STEP { walk(buckets, query, nodes) } else { walk(heap, query, nodes) }
}

/// Runs a query to its end, the path in `nodes`.
fn walk<S: Space, E: Heuristic, P: RunsOn<F>, F: OpenList>(
    search: &mut GraphSearch<F>,
    query: &SearchQuery<'_, S, E, P>,
    nodes: &mut Vec<u32>,
) -> PathOutcome {
    let found = search.run(query) == SearchProgress::Found;
    if found {
        search.path(query.space, nodes);
    }
    (found, search.expansions())
}
