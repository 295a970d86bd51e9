//! Path search: one search, whose spaces, estimates and policies are chosen per query (GPAT ch. 9; GAP ch. 17, 18).

mod aids;
mod algorithm;
mod differential;
mod engine;
mod finder;
mod frontier;
mod graph;
mod grid;
mod grid_search;
mod jump;
mod memory;
mod mesh;
mod next_hop;
mod policy;
mod region;
mod route;
mod schedule;
mod space;
mod waypoint;
mod within;

pub use algorithm::{ALGORITHMS, Algorithm};
pub use differential::{DifferentialEstimate, Pivots};
pub use engine::{NOWHERE, Progress, Query, Search};
pub use finder::Finder;
pub use frontier::{Buckets, Frontier, Heap, Rank, Stack};
pub use graph::{CellEstimate, Graph, GraphError, Link};
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
