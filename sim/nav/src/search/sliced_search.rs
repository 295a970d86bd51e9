//! One request's search, in portions, over the space that its navigator searches.

use sandtable_model::map::Cell;
use sandtable_model::rules::Navigator;

use super::atlas::{Atlas, SpaceOf};
use super::graph_search::{GraphSearch, SearchProgress};
use super::grid_search::GridSearch;
use super::open_list::Heap;
use super::route::{Route, measure, trace};
use super::waypoint::WaypointSearch;

/// A search for a way between two cells. The ground must stay as it is from [`SlicedSearch::begin`] on.
#[derive(Clone, Debug, Default)]
pub(super) struct SlicedSearch {
    navigator: Navigator,
    ends: (Cell, Cell),
    cells: GridSearch,
    mesh: GraphSearch<Heap>,
    waypoints: WaypointSearch,
    nodes: Vec<u32>,
    expansions: u32,
}

impl SlicedSearch {
    /// Begins a query.
    pub fn begin(&mut self, atlas: &Atlas, navigator: Navigator, from: Cell, to: Cell) {
        (self.navigator, self.ends, self.expansions) = (navigator, (from, to), 0);
        match atlas.space(navigator) {
            SpaceOf::Cells(grid, pivots) => self.cells.begin(grid, pivots, from, to),
            SpaceOf::Waypoints(ground) => {
                let node = |cell| ground.0.node(cell).unwrap_or(u32::MAX);
                self.waypoints.begin(ground, node(from), node(to));
                self.expansions = self.waypoints.expansions();
            }
            SpaceOf::Mesh(grid, mesh) => {
                mesh.query(grid, self.ends).into_iter().for_each(|query| self.mesh.begin(&query.query()));
            }
        }
    }

    /// Goes on until `budget` is spent, or a little more.
    pub fn advance(&mut self, atlas: &Atlas, budget: u32) -> SearchProgress {
        let budget = budget.div_ceil(self.price());
        match atlas.space(self.navigator) {
            SpaceOf::Cells(grid, pivots) => {
                let progress = self.cells.advance(grid, pivots, budget);
                self.expansions = self.cells.expansions();
                progress
            }
            SpaceOf::Waypoints(ground) => {
                let progress = self.waypoints.advance(ground, budget);
                self.expansions = self.waypoints.expansions();
                progress
            }
            SpaceOf::Mesh(grid, mesh) => {
                let Some(query) = mesh.query(grid, self.ends) else { return SearchProgress::Exhausted };
                let progress = self.mesh.advance(&query.query(), budget);
                self.expansions = self.mesh.expansions();
                progress
            }
        }
    }

    /// What has been spent so far.
    pub fn spent(&self) -> u32 {
        self.expansions.saturating_mul(self.price())
    }

    /// What an expansion counts for. Cells are looked at in no time; a rectangle has many borders, and a square root for each.
    fn price(&self) -> u32 {
        match self.navigator {
            Navigator::Flow | Navigator::AStar => 1,
            Navigator::Waypoints => 4,
            Navigator::Mesh => 32,
        }
    }

    /// The way that was found. Along waypoints the legs between them are walked only now, and count as well.
    pub fn route(&mut self, atlas: &Atlas) -> Route {
        let mut route = Route::default();
        match atlas.space(self.navigator) {
            SpaceOf::Cells(grid, _) => {
                self.cells.path(grid, &mut self.nodes);
                trace(grid, &self.nodes, &mut route);
            }
            SpaceOf::Waypoints(ground) => {
                self.waypoints.path(ground, &mut self.nodes);
                self.expansions = self.waypoints.expansions();
                trace(ground.0, &self.nodes, &mut route);
            }
            SpaceOf::Mesh(grid, mesh) => {
                if let Some(query) = mesh.query(grid, self.ends) {
                    mesh.corners(&query, &self.mesh, &mut route.points);
                }
                measure(grid, &mut route);
            }
        }
        route.expansions = self.expansions;
        route
    }
}
