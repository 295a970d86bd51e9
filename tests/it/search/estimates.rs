//! Estimates are admissible and consistent where they say so, and not where they say not.

use proptest::prelude::*;
use sandtable_model::map::Cell;
use sandtable_nav::search::{
    Arrival, CostGrid, EuclideanHeuristic, Heuristic, ManhattanHeuristic, OctileGrid, OctileHeuristic, Pivots, Space,
};

use super::{EXTREME, MIXED, UNIFORM, cell, ground};
use crate::properties::cases;

/// Whether over no step of a space the estimate falls by more than the step costs.
fn is_consistent<S: Space>(grid: &CostGrid, space: &S, estimate: &impl Heuristic, straight_only: bool) -> bool {
    let (width, height) = grid.size();
    let cells = (0..width * height).map(|n| cell(grid, n)).filter(|cell| grid.is_open(*cell));
    cells.filter_map(|cell| grid.node(cell)).all(|node| {
        let mut holds = true;
        space.successors(node, Arrival(8), |step| {
            let (from, to) = (grid.cell(node), grid.cell(step.to));
            if !straight_only || from.x == to.x || from.y == to.y {
                holds &= estimate.estimate(node) <= u64::from(step.cost) + estimate.estimate(step.to);
            }
        });
        holds
    })
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn on_plain_ground(grid in ground(UNIFORM), goal in 0..576u16) {
        let goal = cell(&grid, goal);
        let node = grid.node(goal).expect("on the map");
        let space = OctileGrid::new(&grid);
        let (octile, euclid) = (OctileHeuristic::plain(&grid, goal), EuclideanHeuristic::plain(&grid, goal));
        prop_assert_eq!((octile.estimate(node), euclid.estimate(node)), (0, 0));
        prop_assert!(is_consistent(&grid, &space, &octile, false));
        prop_assert!(is_consistent(&grid, &space, &euclid, false));
        prop_assert!(is_consistent(&grid, &space, &ManhattanHeuristic::plain(&grid, goal), true));
        prop_assert!((0..grid.nodes()).all(|node| euclid.estimate(node) <= octile.estimate(node)));
    }

    #[test]
    fn on_dear_ground(mixed in ground(MIXED), extreme in ground(EXTREME), goal in 0..576u16) {
        for grid in [&mixed, &extreme] {
            let space = OctileGrid::new(grid);
            let goal = cell(grid, goal);
            prop_assert!(is_consistent(grid, &space, &space.estimate(grid, goal), false));
        }
    }

    #[test]
    fn differential_ones_are_consistent_and_never_weaker(grid in ground(MIXED), seed in 0..576u16, goal in 0..576u16) {
        let (seed, goal) = (cell(&grid, seed), cell(&grid, goal));
        prop_assume!(grid.is_open(seed) && grid.is_open(goal));
        let (seed, node) = (grid.node(seed).expect("on it"), grid.node(goal).expect("on it"));
        let space = OctileGrid::new(&grid);
        let pivots = Pivots::choose(&space, seed);
        let plain = space.estimate(&grid, goal);
        let estimate = pivots.estimate(node, plain);
        prop_assert_eq!(estimate.estimate(node), 0);
        prop_assert!(is_consistent(&grid, &space, &estimate, false));
        prop_assert!((0..grid.nodes()).all(|node| estimate.estimate(node) >= plain.estimate(node)));
        let mut distinct = pivots.nodes().to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        prop_assert_eq!(distinct.len(), pivots.nodes().len());
    }
}

#[test]
fn the_manhattan_estimate_is_not_admissible_for_diagonal_moves() {
    let grid = CostGrid::new(4, 4, |_| 8);
    let estimate = ManhattanHeuristic::plain(&grid, Cell::new(3, 3));
    let start = grid.node(Cell::new(0, 0)).expect("on the map");
    assert_eq!(estimate.estimate(start), 6 * 70);
    assert_eq!(OctileHeuristic::plain(&grid, Cell::new(3, 3)).estimate(start), 3 * 99);
}

/// A corridor wound up: cells that lie side by side are far apart on foot.
#[test]
fn pivots_unroll_a_spiral() {
    let wall = |x: usize, y: usize| (y % 2 == 1) && (if y % 4 == 1 { x != 20 } else { x != 0 });
    let grid = CostGrid::new(21, 21, |n| if wall(n % 21, n / 21) { 255 } else { 8 });
    let space = OctileGrid::new(&grid);
    let (start, goal) = (Cell::new(0, 0), Cell::new(20, 20));
    let (from, to) = (grid.node(start).expect("on it"), grid.node(goal).expect("on it"));
    let plain = space.estimate(&grid, goal);
    let pivots = Pivots::choose(&space, from);
    let truth = 70 * (20 * 11 + 20);
    assert_eq!(plain.estimate(from), 20 * 99);
    assert_eq!(pivots.estimate(to, plain).estimate(from), truth);
}
