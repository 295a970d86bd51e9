//! Path search: one search, whose spaces, estimates and policies are chosen per query (GPAT ch. 9; GAP ch. 17, 18).
//!
//! [`Finder`] finds ways over a grid by any [`Algorithm`]; [`Scheduler`] answers requests within a budget a tick. Under them a
//! [`GraphSearch`] runs a [`SearchQuery`]: a [`Space`], an [`Heuristic`] and a [`SearchPolicy`]. One's own spaces take three methods:
//!
//! ```
//! use sandtable_nav::search::{Arrival, Heap, SearchProgress, SearchQuery, GraphSearch, Space, Successor};
//!
//! /// The numbers below 100; from n one gets to n + 1 and to 2n.
//! struct Numbers;
//!
//! impl Space for Numbers {
//!     fn nodes(&self) -> u32 {
//!         100
//!     }
//!     fn dearest_step(&self) -> u32 {
//!         1
//!     }
//!     fn successors(&self, node: u32, _arrival: Arrival, mut each: impl FnMut(Successor)) {
//!         for (arrival, to) in [(0, node + 1), (1, node * 2)] {
//!             if to < self.nodes() {
//!                 each(Successor { to, arrival: Arrival(arrival), cost: 1 });
//!             }
//!         }
//!     }
//!     fn predecessor(&self, node: u32, arrival: Arrival) -> u32 {
//!         if arrival.0 == 0 { node - 1 } else { node / 2 }
//!     }
//! }
//!
//! let mut search = GraphSearch::<Heap>::default();
//! let query = SearchQuery::cheapest(&Numbers, 1, 25);
//! assert_eq!(search.run(&query), SearchProgress::Found);
//! let mut path = Vec::new();
//! search.path(&Numbers, &mut path);
//! assert_eq!(path, [1, 2, 3, 6, 12, 24, 25]);
//! ```

mod aids;
mod algorithm;
mod atlas;
mod differential;
mod finder;
mod graph;
mod graph_search;
mod grid;
mod grid_search;
mod jump;
mod layout;
mod memory;
mod mesh;
mod next_hop;
mod open_list;
mod padded_grid;
mod policy;
mod region;
mod restricted_space;
mod route;
mod schedule;
mod sliced_search;
mod space;
mod tuning;
mod waypoint;

pub use algorithm::{ALGORITHMS, Algorithm};
pub use atlas::{Atlas, Landmarks};
pub use differential::{DifferentialHeuristic, Pivots};
pub use finder::Finder;
pub use graph::{CellHeuristic, Graph, GraphError, GraphLink};
pub use graph_search::{GraphSearch, NOWHERE, SearchProgress, SearchQuery};
pub(crate) use grid::{CANONICAL_MOVES, FROM_NOWHERE, Moves};
pub use grid::{
    CostGrid, DIAGONAL, EuclideanHeuristic, ManhattanHeuristic, OctileGrid, OctileHeuristic, PLAIN_COST, STRAIGHT,
    UniformGrid,
};
pub use grid_search::GridSearch;
pub use jump::{JumpMap, Jumps};
pub use mesh::Mesh;
pub use next_hop::NextHops;
pub use open_list::{Buckets, Heap, OpenList, OpenRank, Stack};
pub use policy::{AStar, BreadthFirst, DepthFirst, Dijkstra, Greedy, RunsOn, SearchPolicy, WeightedAStar};
pub use region::Regions;
pub use restricted_space::RestrictedSpace;
pub use route::{COST_PER_CELL, Route};
pub use schedule::{Lane, PathAnswer, PathRequest, Schedule, Scheduler};
pub use space::{Arrival, Heuristic, MAX_ARRIVAL, NoHeuristic, Space, Successor};
pub use waypoint::{Anchored, WaypointSearch, Waypoints};
