//! Waypoints: a graph of places that lead on (GAP ch. 18, "Waypoint graphs"), laid out from the regions of a grid: one in
//! the middle of each stretch along which two regions touch, linked where a walk through one region connects them.

mod anchored;
mod search;

use super::graph::{Graph, GraphError};
use super::graph_search::{GraphSearch, NOWHERE, SearchQuery};
use super::grid::{CostGrid, OctileGrid};
use super::open_list::Heap;
use super::region::Regions;
use super::restricted_space::RestrictedSpace;
pub use anchored::Anchored;
use sandtable_model::map::Cell;
pub use search::WaypointSearch;

/// Waypoints over a grid. A link costs what the walk does that passes one region only, in seventieths of a plain step,
/// rounded up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waypoints {
    cells: Vec<Cell>,
    /// By waypoint: the two regions it connects, the one it lies in first.
    sides: Vec<(u32, u32)>,
    /// By region: the waypoints at it, ascending.
    at: Vec<Vec<u32>>,
    graph: Graph,
}

impl Waypoints {
    /// For a grid and its regions.
    ///
    /// # Errors
    /// A grid so large and dear that its graph cannot be searched.
    pub fn new(grid: &CostGrid, regions: &Regions) -> Result<Waypoints, GraphError> {
        let places = places(grid, regions);
        let (cells, sides): (Vec<Cell>, Vec<(u32, u32)>) = places.into_iter().unzip();
        let mut at = vec![Vec::new(); regions.cells().len()];
        for (waypoint, (near, far)) in (0..).zip(&sides) {
            at[*near as usize].push(waypoint);
            at[*far as usize].push(waypoint);
        }
        let mut waypoints = Waypoints { cells, sides, at, graph: Graph::default() };
        let edges = waypoints.edges(grid, regions);
        waypoints.graph = Graph::new(waypoints.cells.len() as u32, &edges)?;
        Ok(waypoints)
    }

    /// By waypoint: its cell.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How they are linked.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    fn edges(&self, grid: &CostGrid, regions: &Regions) -> Vec<(u32, u32, u32)> {
        let octile = OctileGrid::new(grid);
        let mut search = GraphSearch::default();
        let mut edges = Vec::new();
        for (waypoint, (near, far)) in (0..).zip(&self.sides) {
            let Some(node) = grid.node(self.cells[waypoint as usize]) else { continue };
            for region in [*near, *far] {
                let reached = self.reach(grid, regions, &octile, &mut search, region, node);
                edges.extend(
                    reached.into_iter().filter(|(to, _)| *to > waypoint).map(|(to, cost)| (waypoint, to, cost)),
                );
            }
        }
        edges
    }

    /// What the walks from a node through one region to the waypoints at it cost.
    fn reach(
        &self,
        grid: &CostGrid,
        regions: &Regions,
        octile: &OctileGrid<'_>,
        search: &mut GraphSearch<Heap>,
        region: u32,
        node: u32,
    ) -> Vec<(u32, u32)> {
        let space = &self.around(grid, regions, octile, region);
        search.run(&SearchQuery::cheapest(space, node, NOWHERE));
        let cost = |waypoint: &u32| search.settled(grid.node(self.cells[*waypoint as usize])?);
        let costs = self.at[region as usize].iter().map(|waypoint| (*waypoint, cost(waypoint)));
        costs.filter_map(|(waypoint, cost)| Some((waypoint, octile.seventieths(cost?)))).collect()
    }

    /// A region and the cells of the waypoints at it.
    fn around<'s>(
        &'s self,
        grid: &'s CostGrid,
        regions: &'s Regions,
        space: &'s OctileGrid<'s>,
        region: u32,
    ) -> RestrictedSpace<'s, OctileGrid<'s>, impl Fn(u32) -> bool + use<'s>> {
        let gates = move |node| {
            let cell = grid.cell(node);
            self.at[region as usize].iter().any(|waypoint| self.cells[*waypoint as usize] == cell)
        };
        RestrictedSpace { space, allowed: move |node| regions.region(node) == Some(region) || gates(node) }
    }
}

/// The middle cells of all stretches along which regions touch, each with the two regions, its own first.
fn places(grid: &CostGrid, regions: &Regions) -> Vec<(Cell, (u32, u32))> {
    let (width, height) = (grid.size().0 as i16, grid.size().1 as i16);
    let mut places = Vec::new();
    // Eastern borders column by column, then southern borders row by row.
    for x in 0..width - 1 {
        stretches(grid, regions, (0..height).map(|y| Cell { x, y }), (1, 0), &mut places);
    }
    for y in 0..height - 1 {
        stretches(grid, regions, (0..width).map(|x| Cell { x, y }), (0, 1), &mut places);
    }
    places
}

/// Adds the middles of the stretches along a line of cells whose neighbours across belong to other regions.
fn stretches(
    grid: &CostGrid,
    regions: &Regions,
    line: impl Iterator<Item = Cell>,
    across: (i16, i16),
    places: &mut Vec<(Cell, (u32, u32))>,
) {
    let mut stretch: Vec<Cell> = Vec::new();
    let mut between = None;
    let region = |cell: Cell| regions.region(grid.node(cell)?);
    for cell in line.map(Some).chain([None]) {
        let sides = cell.and_then(|cell| region(cell).zip(region(cell.offset(across.0, across.1))));
        let sides = sides.filter(|(near, far)| near != far);
        if sides != between {
            if let Some(sides) = between {
                places.push((stretch[stretch.len() / 2], sides));
            }
            stretch.clear();
            between = sides;
        }
        stretch.extend(cell);
    }
}
