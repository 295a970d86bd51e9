//! The algorithms by name.

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
    /// The cheapest path over ground of one cost, by A* from jump point to jump point; elsewhere by A*.
    JumpPoints,
    /// The cheapest path, by A* with a differential heuristic: quick in mazes, after a costly preparation.
    Differential,
    /// A path by straight lines at any angle through a navigation mesh.
    Mesh,
    /// The cheapest path from waypoint to waypoint.
    Waypoints,
    /// The cheapest path through the regions on the cheapest way over the region graph.
    Regions,
    /// Regions as in hierarchical A*, the way over the region graph looked up in a table of all pairs where that fits its limits.
    NextHops,
}

/// Every algorithm.
pub const ALGORITHMS: [Algorithm; 12] = [
    Algorithm::DepthFirst,
    Algorithm::BreadthFirst,
    Algorithm::Greedy,
    Algorithm::Dijkstra,
    Algorithm::AStar,
    Algorithm::Weighted,
    Algorithm::JumpPoints,
    Algorithm::Differential,
    Algorithm::Mesh,
    Algorithm::Waypoints,
    Algorithm::Regions,
    Algorithm::NextHops,
];

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
            Algorithm::JumpPoints => "jps",
            Algorithm::Differential => "differential",
            Algorithm::Mesh => "mesh",
            Algorithm::Waypoints => "waypoints",
            Algorithm::Regions => "regions",
            Algorithm::NextHops => "next-hop",
        }
    }

    /// Whether its paths are the cheapest there are over octile moves.
    pub const fn is_optimal(self) -> bool {
        matches!(self, Algorithm::Dijkstra | Algorithm::AStar | Algorithm::JumpPoints | Algorithm::Differential)
    }
}
