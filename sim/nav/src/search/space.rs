//! What a search needs to know of the place it searches: nodes, steps between them, estimates of what is left.
//!
//! The user of a search supplies successors and their costs ([`Space`]) and an [`Heuristic`]; how the search uses
//! them is its [`Policy`](super::SearchPolicy) (Dodds, "Unit-level AI library": the three methods of a pathfinder).

pub use super::layout::MAX_ARRIVAL;

/// How a node was reached, in whatever way its space remembers it: 15 bits, from which the space can tell the
/// predecessor and what need not be tried from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Arrival(pub u16);

/// A way on from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// Where it leads.
    pub to: u32,
    /// How the node there is reached by it.
    pub arrival: Arrival,
    /// What it costs, at most [`Space::dearest_step`]. Steps that cost nothing are allowed.
    pub cost: u32,
}

/// A graph to search. The same node always has the same successors in the same order. No path without a loop may cost
/// 2³⁶ or more.
pub trait Space {
    /// One more than the greatest node.
    fn nodes(&self) -> u32;

    /// The cost that no step exceeds.
    fn dearest_step(&self) -> u32;

    /// How the node that a search starts from counts as reached.
    fn origin(&self) -> Arrival {
        Arrival(0)
    }

    /// Gives every step from `node`, reached by `arrival`, to `each`.
    fn successors(&self, node: u32, arrival: Arrival, each: impl FnMut(Successor));

    /// The node from which `arrival` led to `node`; not asked of the start of a search.
    fn predecessor(&self, node: u32, arrival: Arrival) -> u32;
}

/// What is left to pay from a node to the goal, by estimate.
///
/// An estimate is *admissible* when it never exceeds the truth, and *consistent* when over no step it falls by more than
/// that step costs. A* finds the cheapest path with any consistent estimate; each estimate says for which steps it is one.
pub trait Heuristic {
    /// The estimate for a node.
    fn estimate(&self, node: u32) -> u64;
}

/// No estimate: 0 everywhere, consistent for any steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHeuristic;

impl Heuristic for NoHeuristic {
    #[inline]
    fn estimate(&self, _node: u32) -> u64 {
        0
    }
}
