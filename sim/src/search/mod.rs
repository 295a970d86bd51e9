//! Path search: one search, whose spaces, estimates and policies are chosen per query (GPAT ch. 9; GAP ch. 17, 18).

mod engine;
mod finder;
mod frontier;
mod grid;
mod memory;
mod policy;
mod space;

pub use engine::{NOWHERE, Progress, Query, Search};
pub use finder::{ALGORITHMS, Algorithm, COST_PER_CELL, Finder, Route};
pub use frontier::{Buckets, Frontier, Heap, Rank, Stack};
pub use grid::{
    CostGrid, DIAGONAL, EuclideanEstimate, ManhattanEstimate, Octile, OctileEstimate, PLAIN_COST, Plain, STRAIGHT,
};
pub use policy::{AStar, BreadthFirst, DepthFirst, Dijkstra, Greedy, Policy, RunsOn, WeightedAStar};
pub use space::{Arrival, Estimate, MAX_ARRIVAL, Nothing, Space, Step};
