//! The search: one loop for every space, estimate and policy.

pub use super::layout::NOWHERE;
use super::memory::SearchMemory;
use super::open_list::OpenList;
use super::policy::{Dijkstra, RunsOn};
use super::space::{Heuristic, NoHeuristic, Space};

/// What is looked for, where and how.
#[derive(Clone, Copy, Debug)]
pub struct SearchQuery<'s, S, E, P> {
    /// Where.
    pub space: &'s S,
    /// What guides the search, towards `goal`.
    pub estimate: E,
    /// Which node comes next.
    pub policy: P,
    /// The node it starts from.
    pub start: u32,
    /// The node it looks for, or [`NOWHERE`].
    pub goal: u32,
}

impl<'s, S> SearchQuery<'s, S, NoHeuristic, Dijkstra> {
    /// The cheapest path, without an estimate.
    pub fn cheapest(space: &'s S, start: u32, goal: u32) -> Self {
        SearchQuery { space, estimate: NoHeuristic, policy: Dijkstra, start, goal }
    }
}

impl<'s, S, E, P> SearchQuery<'s, S, E, P> {
    /// Changes the policy of the query, and what estimates the way to its goal.
    pub fn with<F, Q>(&self, estimate: F, policy: Q) -> SearchQuery<'s, S, F, Q> {
        SearchQuery { space: self.space, estimate, policy, start: self.start, goal: self.goal }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchProgress {
    /// The budget is spent; there is more to search.
    Running,
    /// The goal is reached.
    Found,
    /// Everything that can be reached was; the goal is not among it.
    Exhausted,
}

/// A search and its memory, which serves any number of queries, one after another, without allocating anew.
///
/// Between [`GraphSearch::begin`] and its end a query may be worked on in portions; the result does not depend on how large
/// they are. Of equals the order of the frontier decides: a total one, see there.
#[derive(Clone, Debug, Default)]
pub struct GraphSearch<F> {
    memory: SearchMemory,
    frontier: F,
    expansions: u32,
    start: u32,
    goal: u32,
}

impl<F: OpenList> GraphSearch<F> {
    /// Begins a query. Start and goal that are no nodes are never found.
    pub fn begin<S: Space, E: Heuristic, P: RunsOn<F>>(&mut self, query: &SearchQuery<'_, S, E, P>) {
        let nodes = query.space.nodes();
        self.memory.reset(nodes);
        (self.expansions, self.start, self.goal) = (0, query.start, query.goal);
        let widest = 2 * query.policy.step(query.space.dearest_step());
        if query.start >= nodes {
            return self.frontier.reset(Default::default(), widest);
        }
        let first = query.policy.rank(0, || query.estimate.estimate(query.start));
        self.frontier.reset(first, widest);
        self.memory.adopt(query.start, 0, query.space.origin());
        self.frontier.push(first, query.start);
    }

    /// Goes on with the query by up to `budget` expansions.
    pub fn advance<S: Space, E: Heuristic, P: RunsOn<F>>(
        &mut self,
        query: &SearchQuery<'_, S, E, P>,
        budget: u32,
    ) -> SearchProgress {
        let end = self.expansions.saturating_add(budget);
        while self.expansions < end {
            let Some(node) = self.frontier.pop() else { return SearchProgress::Exhausted };
            let Some((cost, arrival)) = self.memory.close(node) else { continue };
            self.expansions += 1;
            if node == query.goal {
                return SearchProgress::Found;
            }
            query.space.successors(node, arrival, |step| {
                let cost = cost + query.policy.step(step.cost);
                let noted = match (P::ADOPTS, P::REOPENS) {
                    (true, true) => self.memory.adopt(step.to, cost, step.arrival),
                    (true, false) => self.memory.adopt_open(step.to, cost, step.arrival),
                    (false, _) => self.memory.discover(step.to, cost, step.arrival),
                };
                if noted {
                    let rank = query.policy.rank(cost, || query.estimate.estimate(step.to));
                    self.frontier.push(rank, step.to);
                }
            });
        }
        SearchProgress::Running
    }

    /// Begins a query and works on it to its end.
    pub fn run<S: Space, E: Heuristic, P: RunsOn<F>>(&mut self, query: &SearchQuery<'_, S, E, P>) -> SearchProgress {
        self.begin(query);
        self.advance(query, u32::MAX)
    }
}

impl<F> GraphSearch<F> {
    /// How many nodes the query has expanded so far, the goal included.
    pub fn expansions(&self) -> u32 {
        self.expansions
    }

    /// What the policy counts from the start to a node that was expanded: with Dijkstra's rule or A*'s, the least cost.
    pub fn settled(&self, node: u32) -> Option<u64> {
        self.memory.settled(node)
    }

    /// The nodes of the path to the goal that was found, start and goal included.
    pub fn path<S: Space>(&self, space: &S, path: &mut Vec<u32>) {
        path.clear();
        let mut node = self.goal;
        while node != self.start {
            let Some((_, arrival)) = self.memory.get(node) else { return path.clear() };
            path.push(node);
            node = space.predecessor(node, arrival);
        }
        path.push(self.start);
        path.reverse();
    }
}
