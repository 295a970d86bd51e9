//! Path search: one search, whose spaces, estimates and policies are chosen per query (GPAT ch. 9; GAP ch. 17, 18).
//!
//! [`Finder`] finds ways over a grid by any [`Algorithm`]; [`Scheduler`] answers requests within a budget a tick. Under them a
//! [`Search`] runs a [`Query`]: a [`Space`], an [`Estimate`] and a [`Policy`]. One's own spaces take three methods:
//!
//! ```
//! use sandtable_nav::search::{Arrival, Heap, Progress, Query, Search, Space, Step};
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
//!     fn successors(&self, node: u32, _arrival: Arrival, mut each: impl FnMut(Step)) {
//!         for (arrival, to) in [(0, node + 1), (1, node * 2)] {
//!             if to < self.nodes() {
//!                 each(Step { to, arrival: Arrival(arrival), cost: 1 });
//!             }
//!         }
//!     }
//!     fn predecessor(&self, node: u32, arrival: Arrival) -> u32 {
//!         if arrival.0 == 0 { node - 1 } else { node / 2 }
//!     }
//! }
//!
//! let mut search = Search::<Heap>::default();
//! let query = Query::cheapest(&Numbers, 1, 25);
//! assert_eq!(search.run(&query), Progress::Found);
//! let mut path = Vec::new();
//! search.path(&Numbers, &mut path);
//! assert_eq!(path, [1, 2, 3, 6, 12, 24, 25]);
//! ```

mod aids;
mod algorithm;
mod atlas;
mod differential;
mod engine;
mod finder;
mod frontier;
mod graph;
mod grid;
mod grid_search;
mod jump;
mod lattice;
mod memory;
mod mesh;
mod next_hop;
mod path_search;
mod policy;
mod region;
mod route;
mod schedule;
mod space;
mod waypoint;
mod within;

pub use algorithm::{ALGORITHMS, Algorithm};
pub use atlas::{Atlas, Landmarks};
pub use differential::{DifferentialEstimate, Pivots};
pub use engine::{NOWHERE, Progress, Query, Search};
pub use finder::Finder;
pub use frontier::{Buckets, Frontier, Heap, Rank, Stack};
pub use graph::{CellEstimate, Graph, GraphError, Link};
pub(crate) use grid::{CANONICAL_MOVES, FROM_NOWHERE, Moves};
pub use grid::{
    CostGrid, DIAGONAL, EuclideanEstimate, ManhattanEstimate, Octile, OctileEstimate, PLAIN_COST, Plain, STRAIGHT,
};
pub use grid_search::GridSearch;
pub use jump::{JumpMap, Jumps};
pub use mesh::Mesh;
pub use next_hop::NextHops;
pub use policy::{AStar, BreadthFirst, DepthFirst, Dijkstra, Greedy, Policy, RunsOn, WeightedAStar};
pub use region::Regions;
pub use route::{COST_PER_CELL, Route};
pub use schedule::{Answer, Lane, PathRequest, Schedule, Scheduler};
pub use space::{Arrival, Estimate, MAX_ARRIVAL, Nothing, Space, Step};
pub use waypoint::{Anchored, WaypointSearch, Waypoints};
pub use within::Within;
