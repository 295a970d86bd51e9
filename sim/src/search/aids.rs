//! What some algorithms prepare once for a grid, made when it is first asked for.

use super::differential::Pivots;
use super::graph::GraphError;
use super::grid::CostGrid;
use super::jump::JumpMap;
use super::mesh::Mesh;
use super::next_hop::NextHops;
use super::region::Regions;
use super::space::Space;
use super::waypoint::Waypoints;

/// Preparations for one grid, as it was when they were made.
#[derive(Clone, Debug, Default)]
pub(super) struct Aids {
    jumps: Option<JumpMap>,
    pivots: Option<Pivots>,
    mesh: Option<Mesh>,
    regions: Option<Result<Regions, GraphError>>,
    waypoints: Option<Result<Waypoints, GraphError>>,
    /// None inside where the table does not fit its limits.
    hops: Option<Option<NextHops>>,
}

impl Aids {
    pub fn jumps(&mut self, grid: &CostGrid) -> &JumpMap {
        self.jumps.get_or_insert_with(|| JumpMap::new(grid))
    }

    /// Chosen among what the first start can reach.
    pub fn pivots<S: Space>(&mut self, space: &S, start: u32) -> &Pivots {
        self.pivots.get_or_insert_with(|| Pivots::choose(space, start))
    }

    pub fn mesh(&mut self, grid: &CostGrid) -> &Mesh {
        self.mesh.get_or_insert_with(|| Mesh::new(grid))
    }

    pub fn regions(&mut self, grid: &CostGrid) -> Option<&Regions> {
        self.regions.get_or_insert_with(|| Regions::new(grid)).as_ref().ok()
    }

    pub fn waypoints(&mut self, grid: &CostGrid) -> Option<(&Regions, &Waypoints)> {
        let regions = self.regions.get_or_insert_with(|| Regions::new(grid)).as_ref().ok()?;
        let waypoints = self.waypoints.get_or_insert_with(|| Waypoints::new(grid, regions)).as_ref().ok()?;
        Some((regions, waypoints))
    }

    pub fn hops(&mut self, grid: &CostGrid) -> Option<(&Regions, &NextHops)> {
        let regions = self.regions.get_or_insert_with(|| Regions::new(grid)).as_ref().ok()?;
        let hops = self.hops.get_or_insert_with(|| NextHops::new(regions.graph())).as_ref()?;
        Some((regions, hops))
    }
}
