//! The abstract graph over a grid: connected regions of sectors, and what it costs to get from one to the next (SYSTEMS
//! A2; GAP ch. 17, "hierarchical" representations; Botea, Müller, Schaeffer 2004).

mod label;

use sandtable_model::map::Cell;
use sandtable_state::Arrange;

use super::graph::{CellHeuristic, Graph, GraphError};
use super::graph_search::{GraphSearch, SearchQuery};
use super::grid::{CostGrid, OctileGrid};
use super::open_list::Heap;
use super::policy::AStar;
use super::restricted_space::RestrictedSpace;
use label::Labels;

/// The regions of a grid as nodes of a graph. Each is stood for by its cell nearest to its middle; a link costs what the way
/// between two such cells does that leaves neither region, in seventieths of a plain step, rounded up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    /// By node of the grid: its region from 1, 0 for walls.
    labels: Vec<u32>,
    cells: Vec<Cell>,
    graph: Graph,
}

impl Regions {
    /// For a grid.
    ///
    /// # Errors
    /// A grid so large and dear that its graph cannot be searched.
    pub fn new(grid: &CostGrid) -> Result<Regions, GraphError> {
        let Labels { labels, members } = Labels::new(grid);
        let cells: Vec<Cell> = members.iter().map(|nodes| middle(grid, nodes)).collect();
        let edges = edges(grid, &labels, &cells);
        let graph = Graph::new(cells.len() as u32, &edges)?;
        Ok(Regions { labels, cells, graph })
    }

    /// How they are linked.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// By region: the cell that stands for it.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The region of a node of the grid; none for walls.
    #[inline]
    pub fn region(&self, node: u32) -> Option<u32> {
        self.labels.get(node as usize)?.checked_sub(1)
    }

    /// The estimate between regions that suits the grid: consistent.
    pub fn estimate(&self, space: &OctileGrid<'_>, goal: u32) -> CellHeuristic<'_> {
        CellHeuristic { cells: &self.cells, goal: self.cells[goal as usize], lengths: space.least_lengths() }
    }
}

/// The node nearest to the middle of some, the lowest of equals.
fn middle(grid: &CostGrid, nodes: &[u32]) -> Cell {
    let count = nodes.len().max(1) as i64;
    let cells = || nodes.iter().map(|node| grid.cell(*node));
    let sum = cells().fold((0, 0), |sum: (i64, i64), cell| (sum.0 + i64::from(cell.x), sum.1 + i64::from(cell.y)));
    // Compared by distances multiplied by the count, so that nothing is rounded.
    let away = |cell: &Cell| {
        let (dx, dy) = (i64::from(cell.x) * count - sum.0, i64::from(cell.y) * count - sum.1);
        (dx * dx + dy * dy, cell.y, cell.x)
    };
    cells().min_by_key(away).unwrap_or_default()
}

/// The pairs of regions that touch, from 0, each once and ascending.
pub(super) fn neighbours(grid: &CostGrid, labels: &[u32]) -> Vec<(u32, u32)> {
    let offsets = grid.padded().offsets();
    let mut pairs = Vec::new();
    for node in 0..grid.nodes() {
        let label = labels[node as usize];
        for offset in [offsets[0], offsets[2]].into_iter().filter(|_| label != 0) {
            let beside = labels[node.wrapping_add_signed(offset) as usize];
            if beside != 0 && beside != label {
                pairs.push((label.min(beside) - 1, label.max(beside) - 1));
            }
        }
    }
    pairs.arrange();
    pairs.dedup();
    pairs
}

fn edges(grid: &CostGrid, labels: &[u32], cells: &[Cell]) -> Vec<(u32, u32, u32)> {
    let octile = OctileGrid::new(grid);
    let mut search = GraphSearch::<Heap>::default();
    let edge = |(a, b): (u32, u32)| {
        let (from, to) = (cells[a as usize], cells[b as usize]);
        let (start, goal) = grid.node(from).zip(grid.node(to))?;
        let allowed = |node: u32| labels[node as usize] == a + 1 || labels[node as usize] == b + 1;
        let space = RestrictedSpace { space: &octile, allowed };
        search.run(&SearchQuery::cheapest(&space, start, goal).with(octile.estimate(grid, to), AStar));
        Some((a, b, octile.seventieths(search.settled(goal)?)))
    };
    neighbours(grid, labels).into_iter().filter_map(edge).collect()
}
