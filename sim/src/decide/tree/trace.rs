//! What a tick of a tree tells those who watch.

use crate::decide::Status;
use crate::math::Fx;

/// Listens to the ticks of a tree.
pub trait Trace {
    /// A node was ticked; children before their parents.
    fn visited(&mut self, node: u8, status: Status);

    /// A utility node has scored its children, in their order; 0 is never.
    fn scored(&mut self, node: u8, scores: &[Fx]) {
        let _ = (node, scores);
    }
}

/// Listens to nothing.
impl Trace for () {
    fn visited(&mut self, _: u8, _: Status) {}
}

/// A trace that keeps the nodes ticked and the scores given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Nodes with their statuses, children before their parents.
    pub nodes: Vec<(u8, Status)>,
    /// Utility nodes with the scores of their children.
    pub scores: Vec<(u8, Vec<Fx>)>,
}

impl Trace for Steps {
    fn visited(&mut self, node: u8, status: Status) {
        self.nodes.push((node, status));
    }
    fn scored(&mut self, node: u8, scores: &[Fx]) {
        self.scores.push((node, scores.to_vec()));
    }
}
