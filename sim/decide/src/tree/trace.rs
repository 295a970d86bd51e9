//! What a tick of a tree tells those who watch.

use sandtable_math::Fx;
use sandtable_state::Arrange;

use super::Tree;
use crate::NodeStatus;

/// Listens to the ticks of a tree.
pub trait TreeObserver {
    /// A node was ticked; children before their parents.
    fn visited(&mut self, node: u8, status: NodeStatus);

    /// A utility node has scored its children, in their order; 0 is never.
    fn scored(&mut self, node: u8, scores: &[Fx]) {
        let _ = (node, scores);
    }
}

/// Listens to nothing.
impl TreeObserver for () {
    fn visited(&mut self, _: u8, _: NodeStatus) {}
}

/// A trace that keeps the nodes ticked and the scores given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Nodes with their statuses, children before their parents.
    pub nodes: Vec<(u8, NodeStatus)>,
    /// Utility nodes with the scores of their children.
    pub scores: Vec<(u8, Vec<Fx>)>,
}

impl TreeObserver for Steps {
    fn visited(&mut self, node: u8, status: NodeStatus) {
        self.nodes.push((node, status));
    }
    fn scored(&mut self, node: u8, scores: &[Fx]) {
        self.scores.push((node, scores.to_vec()));
    }
}

/// A node of a tree that was ticked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeTrace {
    /// How many nodes it lies in.
    pub depth: u8,
    /// Its own name, or its form and word.
    pub label: String,
    /// What it returned.
    pub status: NodeStatus,
    /// What its utility node held it to be worth, if it is the child of one.
    pub score: Option<Fx>,
}

impl Tree {
    /// The nodes of this tree that a tick visited, parents first.
    pub fn outline(&self, steps: &Steps) -> Vec<NodeTrace> {
        let mut visited = steps.nodes.clone();
        visited.arrange_by_key(|(row, _)| *row);
        let told = visited.into_iter().map(|(row, status)| NodeTrace {
            depth: self.depth(row),
            label: self.label(row).to_owned(),
            status,
            score: steps.scores.iter().find_map(|(parent, scores)| self.score(*parent, scores, row)),
        });
        told.collect()
    }

    /// How many nodes a node lies in.
    fn depth(&self, row: u8) -> u8 {
        let above = self.nodes.iter().take(usize::from(row)).filter(|node| node.end > row);
        above.count() as u8
    }

    /// The score of a node, when it is a child of this parent.
    fn score(&self, parent: u8, scores: &[Fx], row: u8) -> Option<Fx> {
        let next = |child: &u8| self.nodes.get(usize::from(*child)).map(|node| node.end);
        let children = std::iter::successors(parent.checked_add(1), next);
        children.zip(scores).find(|(child, _)| *child == row).map(|(_, score)| *score)
    }
}
