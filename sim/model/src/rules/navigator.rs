//! Navigators: how a kind of unit finds its way.

sandtable_state::state_enum! {
    /// What leads a unit to where it was sent.
    #[derive(Default, Hash)]
    pub enum Navigator {
        /// The flow field that all with the same goal share.
        #[default]
        Flow = 0,
        /// A path of its own over cells, the cheapest by octile moves.
        AStar = 1,
        /// A path of its own from waypoint to waypoint.
        Waypoints = 2,
        /// A path of its own through the rectangles of a navigation mesh.
        Mesh = 3,
    }
}

/// Every navigator, in the order of their numbers.
pub const NAVIGATORS: [Navigator; 4] = [Navigator::Flow, Navigator::AStar, Navigator::Waypoints, Navigator::Mesh];

impl Navigator {
    /// The navigator's name in content files.
    pub const fn name(self) -> &'static str {
        match self {
            Navigator::Flow => "flow",
            Navigator::AStar => "astar",
            Navigator::Waypoints => "waypoints",
            Navigator::Mesh => "mesh",
        }
    }
}
