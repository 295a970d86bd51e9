//! Graphs as lists of links: waypoints, regions, anything that is not a grid.

use sandtable_model::map::Cell;
use sandtable_state::Arrange;

use super::layout::MAX_PATH_COST;
use super::space::{Arrival, Heuristic, MAX_ARRIVAL, Space, Successor};

/// A link from one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphLink {
    /// Where it leads.
    pub to: u32,
    /// What it costs.
    pub cost: u32,
    /// Which of the links there leads back.
    back: u16,
}

/// Nodes and the links between them, each of which can be taken both ways at one cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// By node: the row of its first link; one more at the end.
    first: Vec<u32>,
    /// By node, then by the node they lead to.
    links: Vec<GraphLink>,
    dearest: u32,
}

/// Why a list of edges is no graph that can be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// An edge names a node there is not.
    #[error("found an edge from {from} to {to}; expected nodes 0 to {last}")]
    NoSuchNode {
        /// One end.
        from: u32,
        /// The other.
        to: u32,
        /// The greatest node.
        last: u32,
    },
    /// A node has more neighbours than an arrival can tell apart.
    #[error("found {links} links at node {node}; expected at most {MAX_ARRIVAL}")]
    TooManyLinks {
        /// The node.
        node: u32,
        /// How many it has.
        links: u32,
    },
    /// A path without a loop could cost more than a search can count.
    #[error("found links so dear that a path may cost {0}; expected less than {MAX_PATH_COST}")]
    TooDear(u64),
}

impl Graph {
    /// A graph of `nodes` nodes with edges (one end, other end, cost). Of several between the same two the cheapest counts;
    /// edges from a node to itself do not.
    ///
    /// # Errors
    /// See [`GraphError`].
    pub fn new(nodes: u32, edges: &[(u32, u32, u32)]) -> Result<Graph, GraphError> {
        if let Some((from, to, _)) = edges.iter().find(|(from, to, _)| *from >= nodes || *to >= nodes) {
            return Err(GraphError::NoSuchNode { from: *from, to: *to, last: nodes.saturating_sub(1) });
        }
        let both = edges.iter().flat_map(|(from, to, cost)| [(*from, *to, *cost), (*to, *from, *cost)]);
        let mut ways: Vec<(u32, u32, u32)> = both.filter(|(from, to, _)| from != to).collect();
        ways.arrange();
        ways.dedup_by_key(|(from, to, _)| (*from, *to));
        let first: Vec<u32> = (0..=nodes).map(|node| ways.partition_point(|way| way.0 < node) as u32).collect();
        let slot =
            |from: u32, to: u32| ways.partition_point(|way| (way.0, way.1) < (from, to)) as u32 - first[from as usize];
        let links =
            ways.iter().map(|(from, to, cost)| GraphLink { to: *to, cost: *cost, back: slot(*to, *from) as u16 });
        let links = links.collect();
        let dearest = ways.iter().map(|way| way.2).max().unwrap_or(0);
        let graph = Graph { first, links, dearest };
        graph.check()?;
        Ok(graph)
    }

    fn check(&self) -> Result<(), GraphError> {
        let mut longest = 0u64;
        for node in 0..self.nodes() {
            let links = self.links(node);
            if links.len() > usize::from(MAX_ARRIVAL) {
                return Err(GraphError::TooManyLinks { node, links: links.len() as u32 });
            }
            longest += links.iter().map(|link| u64::from(link.cost)).max().unwrap_or(0);
        }
        if longest < MAX_PATH_COST { Ok(()) } else { Err(GraphError::TooDear(longest)) }
    }

    /// The links of a node, ascending by where they lead.
    pub fn links(&self, node: u32) -> &[GraphLink] {
        &self.links[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }
}

impl Space for Graph {
    fn nodes(&self) -> u32 {
        (self.first.len() as u32).saturating_sub(1)
    }

    fn dearest_step(&self) -> u32 {
        self.dearest
    }

    fn successors(&self, node: u32, _arrival: Arrival, each: impl FnMut(Successor)) {
        let steps =
            self.links(node).iter().map(|link| Successor { to: link.to, cost: link.cost, arrival: Arrival(link.back) });
        steps.for_each(each);
    }

    fn predecessor(&self, node: u32, arrival: Arrival) -> u32 {
        self.links(node)[usize::from(arrival.0)].to
    }
}

/// The octile way between the cells where nodes lie. Consistent where no link costs less than that way does.
#[derive(Clone, Copy, Debug)]
pub struct CellHeuristic<'c> {
    /// By node.
    pub cells: &'c [Cell],
    /// Where the goal lies.
    pub goal: Cell,
    /// What a straight step costs, and how much more a diagonal one, in sixteenths of what links count.
    pub lengths: (u32, u32),
}

impl CellHeuristic<'_> {
    /// The estimate between two cells, rounded down.
    pub fn between(&self, from: Cell, to: Cell) -> u64 {
        let (dx, dy) = (u64::from(from.x.abs_diff(to.x)), u64::from(from.y.abs_diff(to.y)));
        (u64::from(self.lengths.0) * dx.max(dy) + u64::from(self.lengths.1) * dx.min(dy)) / 16
    }
}

impl Heuristic for CellHeuristic<'_> {
    fn estimate(&self, node: u32) -> u64 {
        self.cells.get(node as usize).map_or(0, |cell| self.between(*cell, self.goal))
    }
}
