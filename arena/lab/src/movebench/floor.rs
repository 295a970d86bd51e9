//! The shortest way round the walls for a body without width: what nobody can beat.
//!
//! Dijkstra's algorithm in which a cell inherits the turning point of the cell it was reached from whenever it sees it
//! (Nash and others, "Theta*: Any-Angle Path Planning on Grids", 2007), so that lengths are those of taut strings rather than
//! of steps in eight directions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::grid::{Grid, Point, distance};
use super::setup::{Target, middle};

/// The distances of all cells to one target.
pub struct Floor {
    plan: Grid,
    target: Target,
    /// By cell; empty while everybody asked for has seen the target.
    lengths: Vec<f64>,
}

impl Floor {
    /// The distances to a target; nothing is searched yet.
    pub fn to(target: &Target, plan: &Grid) -> Floor {
        Floor { plan: plan.clone(), target: target.clone(), lengths: Vec::new() }
    }

    /// The length of the shortest way from a point to where one has arrived, in cells; none when there is no way.
    pub fn length(&mut self, from: Point) -> Option<f64> {
        let (to, short) = self.nearest(from);
        let whole = if self.plan.sees(from, to) { distance(from, to) } else { self.searched(from)? };
        Some((whole - short).max(0.0))
    }

    /// The point to reach, and how far before it one has arrived.
    fn nearest(&self, from: Point) -> (Point, f64) {
        match self.target.finish {
            None => (self.target.point, self.target.within()),
            Some([west, north, east, south]) => {
                // Just inside, so that it lies in a cell of the rectangle.
                let inside = |value: f64, low: f64, high: f64| value.clamp(low + 1e-6, high - 1e-6);
                ([inside(from[0], west, east), inside(from[1], north, south)], 0.0)
            }
        }
    }

    fn searched(&mut self, from: Point) -> Option<f64> {
        if self.lengths.is_empty() {
            self.search();
        }
        let index = self.plan.index(from[0].floor() as i64, from[1].floor() as i64)?;
        Some(self.lengths[index]).filter(|length| length.is_finite())
    }

    /// The roots: the target itself, or every cell of the rectangle to reach.
    fn roots(&self) -> Vec<Point> {
        match self.target.finish {
            None => vec![self.target.point],
            Some([west, north, east, south]) => {
                let rows = (north as i64..south as i64).flat_map(|y| (west as i64..east as i64).map(move |x| [x, y]));
                rows.filter(|[x, y]| self.plan.is_open(*x, *y)).map(middle).collect()
            }
        }
    }

    fn search(&mut self) {
        let cells = self.plan.open.len();
        self.lengths = vec![f64::INFINITY; cells];
        let mut turns: Vec<(Point, f64)> = vec![([0.0; 2], 0.0); cells];
        let mut front = BinaryHeap::new();
        for root in self.roots() {
            if let Some(index) = self.plan.index(root[0] as i64, root[1] as i64) {
                self.lengths[index] = distance(middle([root[0] as i64, root[1] as i64]), root);
                turns[index] = (root, 0.0);
                front.push(Reverse((key(self.lengths[index]), index)));
            }
        }
        while let Some(Reverse((length, index))) = front.pop() {
            if length == key(self.lengths[index]) {
                self.spread(index, &mut turns, &mut front);
            }
        }
    }

    fn spread(&mut self, index: usize, turns: &mut [(Point, f64)], front: &mut BinaryHeap<Reverse<(u64, usize)>>) {
        let (x, y) = ((index % self.plan.width) as i64, (index / self.plan.width) as i64);
        let here = middle([x, y]);
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let open =
                self.plan.is_open(x + dx, y) && self.plan.is_open(x, y + dy) && self.plan.is_open(x + dx, y + dy);
            let Some(next) = self.plan.index(x + dx, y + dy).filter(|_| open) else { continue };
            let there = middle([x + dx, y + dy]);
            let (turn, beyond) = turns[index];
            let turn = if self.plan.sees(there, turn) { (turn, beyond) } else { (here, self.lengths[index]) };
            let length = turn.1 + distance(there, turn.0);
            if length < self.lengths[next] - 1e-9 {
                self.lengths[next] = length;
                turns[next] = turn;
                front.push(Reverse((key(length), next)));
            }
        }
    }
}

/// Lengths in an order that a heap can keep: positive floats sort as their bits do.
fn key(length: f64) -> u64 {
    length.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(point: Point) -> Target {
        Target { point, finish: None, disc_radius: 0.0, crowd: 1 }
    }

    #[test]
    fn strings_are_pulled_taut_round_corners() {
        let mut plan = Grid::clear(21, 12);
        plan.fill([10, 0, 1, 9], false);
        let length = Floor::to(&target([18.5, 2.5]), &plan).length([2.5, 2.5]).unwrap_or(0.0) + 0.5;
        // Past the wall's end at (10, 9) and (11, 9), from either side 7.5 across and 6.5 down; a body at cell centres
        // turns half a cell farther out.
        let taut = 2.0 * distance([2.5, 2.5], [10.0, 9.0]) + 1.0;
        assert!((taut..taut * 1.06).contains(&length), "{length} for {taut}");
        plan.fill([10, 0, 1, 12], false);
        assert_eq!(Floor::to(&target([18.5, 2.5]), &plan).length([2.5, 2.5]), None);
    }

    #[test]
    fn what_is_in_sight_is_as_far_as_the_crow_flies() {
        let plan = Grid::clear(20, 20);
        let goal = Target { disc_radius: 2.0, ..target([15.5, 15.5]) };
        let length = Floor::to(&goal, &plan).length([2.5, 4.5]).unwrap_or(0.0);
        assert!((length - (290f64.sqrt() - 2.6 - 0.5)).abs() < 1e-9);
        let finish = Target { finish: Some([10.0, 0.0, 20.0, 20.0]), ..goal };
        let length = Floor::to(&finish, &plan).length([2.5, 4.5]).unwrap_or(0.0);
        assert!((length - 7.5).abs() < 1e-5);
    }
}
