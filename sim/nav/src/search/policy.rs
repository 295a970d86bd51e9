//! The variants of best-first search: each is a rule for which open node comes next.

use super::open_list::{Buckets, Heap, OpenList, OpenRank, Stack};

/// A variant of the search.
pub trait SearchPolicy: Copy {
    /// Whether a node that is reached again at a lower cost gets the new predecessor (node adoption). Without it the
    /// first way to a node is kept.
    const ADOPTS: bool;
    /// Whether that also holds for nodes that were expanded already, which are then expanded again. Where estimates are
    /// consistent it does not come up, except with a weight.
    const REOPENS: bool = true;

    /// What a step of this cost counts for the policy.
    #[inline(always)]
    fn step(self, cost: u32) -> u64 {
        u64::from(cost)
    }

    /// The rank of an open node at the cost `g` with `h` left by estimate; the lowest comes first.
    fn rank(self, g: u64, h: impl FnOnce() -> u64) -> OpenRank;
}

/// A search policy whose ranks can be kept in the frontier `F`.
pub trait RunsOn<F: OpenList>: SearchPolicy {}

/// Follows one path to its end before it tries another. Finds some path.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepthFirst;

impl SearchPolicy for DepthFirst {
    const ADOPTS: bool = false;
    fn rank(self, _g: u64, _h: impl FnOnce() -> u64) -> OpenRank {
        OpenRank::default()
    }
}
impl RunsOn<Stack> for DepthFirst {}

/// Nearest first, counted in steps. Finds a path of the fewest steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct BreadthFirst;

impl SearchPolicy for BreadthFirst {
    const ADOPTS: bool = false;
    fn step(self, _cost: u32) -> u64 {
        1
    }
    fn rank(self, g: u64, _h: impl FnOnce() -> u64) -> OpenRank {
        OpenRank { cost: g, left: 0 }
    }
}
impl RunsOn<Buckets> for BreadthFirst {}
impl RunsOn<Heap> for BreadthFirst {}

/// What looks nearest to the goal first (greedy best-first search). Finds some path, often quickly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl SearchPolicy for Greedy {
    const ADOPTS: bool = false;
    fn rank(self, _g: u64, h: impl FnOnce() -> u64) -> OpenRank {
        OpenRank { cost: h(), left: 0 }
    }
}
impl RunsOn<Heap> for Greedy {}

/// Cheapest first (Dijkstra 1959). Finds the cheapest path, and that to everything nearer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dijkstra;

impl SearchPolicy for Dijkstra {
    const ADOPTS: bool = true;
    #[inline(always)]
    fn rank(self, g: u64, _h: impl FnOnce() -> u64) -> OpenRank {
        OpenRank { cost: g, left: 0 }
    }
}
impl RunsOn<Buckets> for Dijkstra {}
impl RunsOn<Heap> for Dijkstra {}

/// Least cost plus estimate first (Hart, Nilsson, Raphael 1968). Finds the cheapest path when the estimate is consistent.
#[derive(Clone, Copy, Debug, Default)]
pub struct AStar;

impl SearchPolicy for AStar {
    const ADOPTS: bool = true;
    #[inline(always)]
    fn rank(self, g: u64, h: impl FnOnce() -> u64) -> OpenRank {
        let h = h();
        OpenRank { cost: g + h, left: h }
    }
}
impl RunsOn<Buckets> for AStar {}
impl RunsOn<Heap> for AStar {}

/// A* with the estimate made heavier (GAP ch. 17, "Overestimating the Heuristic"). Finds a path that costs at most so
/// many percent of the cheapest when the estimate is consistent; expands less.
#[derive(Clone, Copy, Debug)]
pub struct WeightedAStar {
    /// The weight of the estimate in percent, from 100.
    pub weight_percent: u16,
}

impl SearchPolicy for WeightedAStar {
    const ADOPTS: bool = true;
    // The bound holds without, and expanding again costs more than it gains.
    const REOPENS: bool = false;
    fn rank(self, g: u64, h: impl FnOnce() -> u64) -> OpenRank {
        let h = h();
        OpenRank { cost: g * 100 + h * u64::from(self.weight_percent.max(100)), left: h }
    }
}
impl RunsOn<Heap> for WeightedAStar {}
