//! A graph with a start and a goal that are none of its nodes.

use crate::search::graph::Graph;
use crate::search::space::{Arrival, MAX_ARRIVAL, Space, Successor};

/// A graph with two nodes more, linked to some of the others.
#[derive(Clone, Copy, Debug)]
pub struct Anchored<'g> {
    /// The graph.
    pub graph: &'g Graph,
    /// What the start is linked to, and at what cost.
    pub starts: &'g [(u32, u32)],
    /// What is linked to the goal, ascending, and at what cost.
    pub goals: &'g [(u32, u32)],
    /// What the way from start to goal costs that passes none of the graph's nodes.
    pub direct: Option<u32>,
}

/// The arrival at nodes that are reached from the start.
const FROM_START: Arrival = Arrival(MAX_ARRIVAL);

impl Anchored<'_> {
    /// The start.
    pub fn start(&self) -> u32 {
        self.graph.nodes()
    }

    /// The goal.
    pub fn goal(&self) -> u32 {
        self.graph.nodes() + 1
    }
}

impl Space for Anchored<'_> {
    fn nodes(&self) -> u32 {
        self.graph.nodes() + 2
    }

    fn dearest_step(&self) -> u32 {
        let anchors = self.starts.iter().chain(self.goals).map(|(_, cost)| *cost).chain(self.direct);
        anchors.fold(self.graph.dearest_step(), u32::max)
    }

    fn successors(&self, node: u32, arrival: Arrival, mut each: impl FnMut(Successor)) {
        if node == self.start() {
            self.starts.iter().for_each(|(to, cost)| each(Successor { to: *to, cost: *cost, arrival: FROM_START }));
            self.direct.into_iter().for_each(|cost| each(Successor { to: self.goal(), cost, arrival: FROM_START }));
        } else if node != self.goal() {
            self.graph.successors(node, arrival, &mut each);
            if let Ok(row) = self.goals.binary_search_by_key(&node, |(goal, _)| *goal) {
                each(Successor { to: self.goal(), cost: self.goals[row].1, arrival: Arrival(row as u16) });
            }
        }
    }

    fn predecessor(&self, node: u32, arrival: Arrival) -> u32 {
        if arrival == FROM_START {
            self.start()
        } else if node == self.goal() {
            self.goals[usize::from(arrival.0)].0
        } else {
            self.graph.predecessor(node, arrival)
        }
    }
}
