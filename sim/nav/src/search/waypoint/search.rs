//! The search along waypoints: onto the graph, over it, and from waypoint to waypoint.

use super::{Anchored, Waypoints};
use crate::search::graph::CellHeuristic;
use crate::search::graph_search::{GraphSearch, SearchProgress, SearchQuery};
use crate::search::grid::{CostGrid, OctileGrid};
use crate::search::open_list::Heap;
use crate::search::policy::AStar;
use crate::search::region::Regions;

/// What ways along waypoints are looked for over: a grid, its regions and its waypoints.
type WaypointGround<'g> = (&'g CostGrid, &'g Regions, &'g Waypoints);

/// Looks for ways along waypoints; reuses its memory.
#[derive(Clone, Debug, Default)]
pub struct WaypointSearch {
    legs: GraphSearch<Heap>,
    graph: GraphSearch<Heap>,
    /// The nodes of the grid from which and to which; none where there is no way onto the graph.
    ends: Option<(u32, u32)>,
    starts: Vec<(u32, u32)>,
    goals: Vec<(u32, u32)>,
    direct: Option<u32>,
    stops: Vec<u32>,
    leg: Vec<u32>,
    expansions: u32,
}

impl WaypointSearch {
    /// Looks for the cheapest way between two nodes of the grid that passes from waypoint to waypoint; its nodes, both ends
    /// included, in `path`. False when there is none.
    pub fn find(&mut self, ground: WaypointGround<'_>, start: u32, goal: u32, path: &mut Vec<u32>) -> bool {
        path.clear();
        self.begin(ground, start, goal);
        self.advance(ground, u32::MAX) == SearchProgress::Found && self.path(ground, path)
    }

    /// Begins a query, which finds out what its ends lead to: no more expansions than two regions have cells.
    pub(in crate::search) fn begin(&mut self, (grid, regions, waypoints): WaypointGround<'_>, start: u32, goal: u32) {
        self.expansions = 0;
        let sides = regions.region(start).zip(regions.region(goal));
        self.ends = sides.map(|_| (start, goal));
        let Some((near, far)) = sides else { return };
        let octile = OctileGrid::new(grid);
        self.starts = waypoints.reach(grid, regions, &octile, &mut self.legs, near, start);
        self.direct = self.legs.settled(goal).filter(|_| near == far).map(|cost| octile.seventieths(cost));
        self.expansions += self.legs.expansions();
        self.goals = waypoints.reach(grid, regions, &octile, &mut self.legs, far, goal);
        self.expansions += self.legs.expansions();
        let (space, estimate) =
            (anchored(&self.starts, &self.goals, self.direct, waypoints), towards(grid, waypoints, goal));
        self.graph.begin(&SearchQuery::cheapest(&space, space.start(), space.goal()).with(estimate, AStar));
    }

    /// Goes on with the query by up to `budget` expansions of the graph.
    pub(in crate::search) fn advance(
        &mut self,
        (grid, _, waypoints): WaypointGround<'_>,
        budget: u32,
    ) -> SearchProgress {
        let Some((_, goal)) = self.ends else { return SearchProgress::Exhausted };
        let before = self.graph.expansions();
        let (space, estimate) =
            (anchored(&self.starts, &self.goals, self.direct, waypoints), towards(grid, waypoints, goal));
        let query = SearchQuery::cheapest(&space, space.start(), space.goal()).with(estimate, AStar);
        let progress = self.graph.advance(&query, budget);
        self.expansions += self.graph.expansions() - before;
        progress
    }

    /// Walks the way that was found from stop to stop; its nodes, both ends included, in `path`.
    pub(in crate::search) fn path(&mut self, (grid, _, waypoints): WaypointGround<'_>, path: &mut Vec<u32>) -> bool {
        path.clear();
        let Some(ends) = self.ends else { return false };
        self.graph.path(&anchored(&self.starts, &self.goals, self.direct, waypoints), &mut self.stops);
        self.walk(grid, &OctileGrid::new(grid), waypoints, ends, path)
    }

    /// How many nodes the last query expanded, in the graph and between waypoints.
    pub fn expansions(&self) -> u32 {
        self.expansions
    }

    /// Walks from stop to stop.
    fn walk(
        &mut self,
        grid: &CostGrid,
        octile: &OctileGrid<'_>,
        waypoints: &Waypoints,
        (start, goal): (u32, u32),
        path: &mut Vec<u32>,
    ) -> bool {
        path.push(start);
        for row in 1..self.stops.len() {
            let from = path.last().copied().unwrap_or(start);
            let to = waypoints.cells.get(self.stops[row] as usize).and_then(|cell| grid.node(*cell)).unwrap_or(goal);
            let query = SearchQuery::cheapest(octile, from, to).with(octile.estimate(grid, grid.cell(to)), AStar);
            if self.legs.run(&query) != SearchProgress::Found {
                return false;
            }
            self.expansions += self.legs.expansions();
            self.legs.path(octile, &mut self.leg);
            path.extend(self.leg.iter().skip(1));
        }
        true
    }
}

fn anchored<'g>(
    starts: &'g [(u32, u32)],
    goals: &'g [(u32, u32)],
    direct: Option<u32>,
    waypoints: &'g Waypoints,
) -> Anchored<'g> {
    Anchored { graph: &waypoints.graph, starts, goals, direct }
}

fn towards<'g>(grid: &CostGrid, waypoints: &'g Waypoints, goal: u32) -> CellHeuristic<'g> {
    CellHeuristic { cells: &waypoints.cells, goal: grid.cell(goal), lengths: OctileGrid::new(grid).least_lengths() }
}
