//! The borders of a mesh as a space: steps cross a rectangle from the middle of one border to the middle of another.

use super::Mesh;
use super::funnel::HalfCellPoint;
use crate::search::graph_search::SearchQuery;
use crate::search::layout::HALF_CELL;
use crate::search::policy::AStar;
use crate::search::space::{Arrival, Heuristic, MAX_ARRIVAL, Space, Successor};

/// From a point in one rectangle to a point in another. The borders are the nodes; start and goal are two more.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct MeshQuery<'m> {
    pub mesh: &'m Mesh,
    pub start: (u32, HalfCellPoint),
    pub goal: (u32, HalfCellPoint),
}

/// The arrival at nodes that are reached from the start.
const FROM_START: Arrival = Arrival(MAX_ARRIVAL);

/// An estimate by the straight line over the cheapest ground, rounded down; steps are rounded up, so that it is consistent.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct LineHeuristic<'m> {
    query: MeshQuery<'m>,
    least: u64,
}

impl Heuristic for LineHeuristic<'_> {
    fn estimate(&self, node: u32) -> u64 {
        line(self.query.place(node), self.query.goal.1, self.least).isqrt()
    }
}

/// The square of what a straight line costs.
fn line(from: HalfCellPoint, to: HalfCellPoint, cost: u64) -> u64 {
    let (dx, dy) = (u64::from(from.0.abs_diff(to.0)), u64::from(from.1.abs_diff(to.1)));
    (dx * dx + dy * dy) * (HALF_CELL * cost).pow(2)
}

impl<'m> MeshQuery<'m> {
    /// The query for the cheapest chain of borders.
    pub fn query(&self) -> SearchQuery<'_, MeshQuery<'m>, LineHeuristic<'m>, AStar> {
        let least = u64::from(self.mesh.costs.iter().copied().min().unwrap_or(0));
        let estimate = LineHeuristic { query: *self, least };
        SearchQuery::cheapest(self, self.start_node(), self.goal_node()).with(estimate, AStar)
    }

    fn start_node(&self) -> u32 {
        self.mesh.borders.len() as u32
    }

    fn goal_node(&self) -> u32 {
        self.mesh.borders.len() as u32 + 1
    }

    fn place(&self, node: u32) -> HalfCellPoint {
        match self.mesh.borders.get(node as usize) {
            Some(border) => border.middle(),
            None if node == self.start_node() => self.start.1,
            None => self.goal.1,
        }
    }

    /// What the way across a rectangle costs, rounded up.
    fn cross(&self, rect: u32, from: HalfCellPoint, to: u32) -> u32 {
        let square = line(from, self.place(to), u64::from(self.mesh.costs[rect as usize]));
        let root = square.isqrt();
        u32::try_from(root + u64::from(root * root < square)).unwrap_or(u32::MAX)
    }

    /// All steps across `rect` from a point on its edge or inside.
    fn across(&self, rect: u32, from: HalfCellPoint, arrival: Arrival, each: &mut impl FnMut(Successor)) {
        for to in self.mesh.around(rect) {
            each(Successor { to: *to, arrival, cost: self.cross(rect, from, *to) });
        }
        if rect == self.goal.0 {
            each(Successor { to: self.goal_node(), arrival, cost: self.cross(rect, from, self.goal_node()) });
        }
    }

    /// The rectangle behind a border that was reached by `arrival`: the one the step crossed.
    fn behind(&self, node: u32, arrival: Arrival) -> u32 {
        let Some(border) = self.mesh.borders.get(node as usize) else { return self.goal.0 };
        if arrival == FROM_START { self.start.0 } else { border.rects[usize::from(arrival.0 & 1)] }
    }
}

impl Space for MeshQuery<'_> {
    fn nodes(&self) -> u32 {
        self.mesh.borders.len() as u32 + 2
    }

    fn dearest_step(&self) -> u32 {
        // Only open lists of buckets need to know, and this space is for heaps.
        u32::MAX
    }

    fn successors(&self, node: u32, arrival: Arrival, mut each: impl FnMut(Successor)) {
        if node == self.start_node() {
            return self.across(self.start.0, self.start.1, FROM_START, &mut each);
        }
        let Some(border) = self.mesh.borders.get(node as usize) else { return };
        let behind = self.behind(node, arrival);
        let ahead = if border.rects[0] == behind { border.rects[1] } else { border.rects[0] };
        let slot = self.mesh.around(ahead).binary_search(&node).unwrap_or(0) as u16;
        self.across(ahead, border.middle(), Arrival(slot << 1), &mut |step| {
            // Back over the same border leads nowhere new.
            if step.to != node {
                each(Successor { arrival: self.side(step, ahead), ..step });
            }
        });
    }

    fn predecessor(&self, node: u32, arrival: Arrival) -> u32 {
        if arrival == FROM_START {
            return self.start_node();
        }
        self.mesh.around(self.behind(node, arrival))[usize::from(arrival.0 >> 1)]
    }
}

impl MeshQuery<'_> {
    /// The arrival of a step with the side of the border from which it is reached.
    fn side(&self, step: Successor, crossed: u32) -> Arrival {
        let second = self.mesh.borders.get(step.to as usize).is_some_and(|border| border.rects[1] == crossed);
        Arrival(step.arrival.0 | u16::from(second))
    }
}
