//! Differential heuristics, also called Euclidean embeddings: distances known from a few pivots bound all others (GAP ch. 17,
//! "Euclidean Embeddings"; Sturtevant, Felner et al. 2009). O(kn) memory for k pivots and n nodes.

use sandtable_state::limits::MAX_PIVOTS;

use super::graph_search::{GraphSearch, NOWHERE, SearchQuery};
use super::layout::UNREACHED;
use super::open_list::{Heap, OpenList};
use super::policy::{Dijkstra, RunsOn};
use super::space::{Heuristic, NoHeuristic, Space};

/// The distances of every node of a space from a few pivots. The space must be one where there and back cost the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pivots {
    /// By node. Pivots that there are not are at 0 from everywhere.
    distances: Vec<[u32; MAX_PIVOTS]>,
    nodes: Vec<u32>,
}

impl Pivots {
    /// Chooses pivots among what can be reached from `seed`: first the node farthest from it, then each time the one farthest
    /// from all pivots before (farthest-point selection), ties to the lowest node.
    pub fn choose<S: Space>(space: &S, seed: u32) -> Pivots
    where
        Dijkstra: RunsOn<Heap>,
    {
        let mut search = GraphSearch::<Heap>::default();
        let mut pivots = Pivots { distances: vec![[0; MAX_PIVOTS]; space.nodes() as usize], nodes: Vec::new() };
        let mut nearest = from(&mut search, space, seed);
        for slot in 0..MAX_PIVOTS {
            let reached = |distance: u32| if distance == UNREACHED { 0 } else { distance };
            let farthest = (0..).zip(&nearest).max_by_key(|(node, distance)| (reached(**distance), NOWHERE - node));
            let Some((pivot, _)) = farthest.filter(|(_, distance)| reached(**distance) > 0) else { break };
            let distances = from(&mut search, space, pivot);
            for (node, distance) in distances.iter().enumerate() {
                pivots.distances[node][slot] = *distance;
                nearest[node] = if slot == 0 { *distance } else { nearest[node].min(*distance) };
            }
            pivots.nodes.push(pivot);
        }
        pivots
    }

    /// The pivots.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The estimate towards a goal, at least as high as `other`.
    pub fn estimate<E: Heuristic>(&self, goal: u32, other: E) -> DifferentialHeuristic<'_, E> {
        let goal = self.distances.get(goal as usize).copied().unwrap_or_default();
        DifferentialHeuristic { pivots: self, goal, other }
    }
}

/// The cost of every node from one; [`UNREACHED`] where there is no way. When a cost does not fit all are 0, which is
/// no help to anybody and wrong for nobody.
fn from<F: OpenList, S: Space>(search: &mut GraphSearch<F>, space: &S, start: u32) -> Vec<u32>
where
    Dijkstra: RunsOn<F>,
{
    search.run(&SearchQuery { space, estimate: NoHeuristic, policy: Dijkstra, start, goal: NOWHERE });
    let cost = |node| search.settled(node).map_or(Ok(UNREACHED), |cost| u32::try_from(cost).map_err(|_| ()));
    let costs: Result<Vec<u32>, ()> = (0..space.nodes()).map(cost).collect();
    costs.unwrap_or_else(|()| vec![0; space.nodes() as usize])
}

/// The greatest difference of distances from a pivot: max over p of |d(p, x) − d(p, goal)|, and of another estimate. Consistent
/// wherever there and back cost the same and the other estimate is consistent.
#[derive(Clone, Copy, Debug)]
pub struct DifferentialHeuristic<'p, E> {
    pivots: &'p Pivots,
    goal: [u32; MAX_PIVOTS],
    other: E,
}

impl<E: Heuristic> Heuristic for DifferentialHeuristic<'_, E> {
    #[inline]
    fn estimate(&self, node: u32) -> u64 {
        let distances = &self.pivots.distances[node as usize];
        let apart = distances.iter().zip(&self.goal).fold(0, |apart, (x, goal)| apart.max(x.abs_diff(*goal)));
        // Nodes beyond the pivots' reach are all equally far from each of them.
        u64::from(apart).max(self.other.estimate(node))
    }
}
