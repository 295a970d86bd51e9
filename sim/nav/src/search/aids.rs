//! What some algorithms prepare once for a grid, made when it is first asked for.

use std::sync::OnceLock;

use sandtable_model::map::Cell;

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
    jumps: OnceLock<JumpMap>,
    pivots: OnceLock<Pivots>,
    mesh: OnceLock<Mesh>,
    regions: OnceLock<Result<Regions, GraphError>>,
    waypoints: OnceLock<Result<Waypoints, GraphError>>,
    /// None inside where the table does not fit its limits.
    hops: OnceLock<Option<NextHops>>,
}

impl Aids {
    /// Changes the cost of a cell of the grid; see [`CostGrid::set`]. What was prepared is made anew when it is next needed.
    pub fn set(&mut self, grid: &mut CostGrid, cell: Cell, cost: u8) {
        let version = grid.version();
        grid.set(cell, cost);
        if grid.version() != version {
            *self = Aids::default();
        }
    }

    pub fn jumps(&self, grid: &CostGrid) -> &JumpMap {
        self.jumps.get_or_init(|| JumpMap::new(grid))
    }

    /// Chosen among what the first start can reach.
    pub fn pivots<S: Space>(&self, space: &S, start: u32) -> &Pivots {
        self.pivots.get_or_init(|| Pivots::choose(space, start))
    }

    pub fn mesh(&self, grid: &CostGrid) -> &Mesh {
        self.mesh.get_or_init(|| Mesh::new(grid))
    }

    pub fn regions(&self, grid: &CostGrid) -> Option<&Regions> {
        self.regions.get_or_init(|| Regions::new(grid)).as_ref().ok()
    }

    pub fn waypoints(&self, grid: &CostGrid) -> Option<(&Regions, &Waypoints)> {
        let regions = self.regions.get_or_init(|| Regions::new(grid)).as_ref().ok()?;
        let waypoints = self.waypoints.get_or_init(|| Waypoints::new(grid, regions)).as_ref().ok()?;
        Some((regions, waypoints))
    }

    pub fn hops(&self, grid: &CostGrid) -> Option<(&Regions, &NextHops)> {
        let regions = self.regions.get_or_init(|| Regions::new(grid)).as_ref().ok()?;
        let hops = self.hops.get_or_init(|| NextHops::new(regions.graph())).as_ref()?;
        Some((regions, hops))
    }
}
