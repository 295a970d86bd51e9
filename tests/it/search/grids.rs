//! Grids: the cheapest paths are the cheapest, the others are paths.

use proptest::prelude::*;
use sandtable_model::map::Cell;
use sandtable_nav::search::{
    ALGORITHMS, AStar, Algorithm, Buckets, COST_PER_CELL, CostGrid, Finder, GraphSearch, OctileHeuristic, Route,
    SearchProgress, SearchQuery, UniformGrid,
};

use super::{EXTREME, MIXED, UNIFORM, cell, cells_of, find, ground, least_cost, step_cost};
use crate::properties::cases;

/// What every algorithm promises about the route from one cell to another.
fn check(grid: &CostGrid, from: Cell, to: Cell) -> Result<(), TestCaseError> {
    let least = least_cost(grid, from, to, |cell, step| step_cost(grid, cell, step));
    let fewest = least_cost(grid, from, to, |_, _| 1);
    let mut finder = Finder::new(grid.clone());
    let mut route = Route::default();
    for algorithm in ALGORITHMS.into_iter().filter(|algorithm| *algorithm != Algorithm::Mesh) {
        let name = algorithm.name();
        let found = finder.find(algorithm, from, to, &mut route);
        prop_assert_eq!(found, least.is_some(), "{}", name);
        let (Some(least), true) = (least, found) else { continue };
        let cells = cells_of(grid, &route.points).map_err(|error| TestCaseError::fail(format!("{name}: {error}")))?;
        prop_assert_eq!((cells[0], cells[cells.len() - 1]), (from, to), "{}", name);
        let steps =
            cells.windows(2).map(|pair| step_cost(grid, pair[0], (pair[1].x - pair[0].x, pair[1].y - pair[0].y)));
        prop_assert_eq!(route.cost, steps.sum::<u64>(), "{}", name);
        prop_assert!(route.cost >= least, "{}", name);
        if algorithm.is_optimal() {
            prop_assert_eq!(route.cost, least, "{}", name);
        }
        if algorithm == Algorithm::Weighted {
            prop_assert!(route.cost * 2 <= least * 3);
        }
        if algorithm == Algorithm::BreadthFirst {
            prop_assert_eq!(Some(cells.len() as u64 - 1), fewest);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn over_ground_of_one_cost(grid in ground(UNIFORM), from in 0..576u16, to in 0..576u16) {
        check(&grid, cell(&grid, from), cell(&grid, to))?;
    }

    #[test]
    fn over_mixed_ground(grid in ground(MIXED), from in 0..576u16, to in 0..576u16) {
        check(&grid, cell(&grid, from), cell(&grid, to))?;
    }

    #[test]
    fn over_ground_of_extreme_costs(grid in ground(EXTREME), from in 0..576u16, to in 0..576u16) {
        check(&grid, cell(&grid, from), cell(&grid, to))?;
    }

    #[test]
    fn portions_of_any_size_give_the_same_path(
        grid in ground(UNIFORM),
        from in 0..576u16,
        to in 0..576u16,
        budgets in prop::collection::vec(0..9u32, 1..20),
    ) {
        let (from, to) = (cell(&grid, from), cell(&grid, to));
        prop_assume!(grid.is_open(from) && grid.is_open(to));
        let space = UniformGrid::new(&grid);
        let (start, goal) = (grid.node(from).expect("on it"), grid.node(to).expect("on it"));
        let query = SearchQuery::cheapest(&space, start, goal).with(OctileHeuristic::plain(&grid, to), AStar);
        let (mut whole, mut parts) = (GraphSearch::<Buckets>::default(), GraphSearch::<Buckets>::default());
        let (mut path, mut same) = (Vec::new(), Vec::new());
        // An earlier search in the same memory makes no difference either.
        parts.run(&SearchQuery::cheapest(&space, goal, start));
        let outcome = whole.run(&query);
        parts.begin(&query);
        let mut budgets = budgets.into_iter().chain(std::iter::repeat(1));
        let mut progress = SearchProgress::Running;
        while progress == SearchProgress::Running {
            let (before, budget) = (parts.expansions(), budgets.next().expect("endless"));
            progress = parts.advance(&query, budget);
            prop_assert!(parts.expansions() - before <= budget);
        }
        prop_assert_eq!((progress, parts.expansions()), (outcome, whole.expansions()));
        if outcome == SearchProgress::Found {
            whole.path(&space, &mut path);
            parts.path(&space, &mut same);
            prop_assert_eq!(path, same);
        }
    }

    #[test]
    fn a_grid_that_changes_is_as_one_made_anew(
        grid in ground(MIXED),
        changes in prop::collection::vec((0..576u16, prop::sample::select(&[8u8, 8, 9, 254, 255, 255][..])), 0..40),
    ) {
        let (mut changed, mut finder) = (grid.clone(), Finder::new(grid.clone()));
        for (number, cost) in &changes {
            changed.set(cell(&grid, *number), *cost);
            finder.set(cell(&grid, *number), *cost);
        }
        let (width, height) = grid.size();
        let costs: Vec<u8> = (0..width * height).map(|n| changed.cost(cell(&grid, n))).collect();
        let anew = CostGrid::new(width, height, |n| costs[n]);
        prop_assert_eq!(changed.uniform_cost(), anew.uniform_cost());
        let (from, to) = (cell(&grid, 0), cell(&grid, width * height - 1));
        let mut route = Route::default();
        for algorithm in ALGORITHMS {
            let found = finder.find(algorithm, from, to, &mut route).then(|| route.clone());
            prop_assert_eq!(found, find(&anew, algorithm, from, to), "{}", algorithm.name());
        }
    }
}

/// A room with a door on the far side.
const ROOM: [&str; 9] = [
    "..............",
    "..##########..",
    "..#........#..",
    "..#........#..",
    ".S#.......G#..",
    "..#........#..",
    "..#........#..",
    "..####.#####..",
    "..............",
];

fn drawn(rows: &[&str]) -> (CostGrid, Cell, Cell) {
    let glyphs: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
    let width = rows[0].len();
    let place = |glyph| {
        let n = glyphs.iter().position(|other| *other == glyph).expect("drawn");
        Cell::new((n % width) as i16, (n / width) as i16)
    };
    let grid = CostGrid::new(width as u16, rows.len() as u16, |n| if glyphs[n] == '#' { 255 } else { 8 });
    (grid, place('S'), place('G'))
}

#[test]
fn each_algorithm_goes_its_own_way_into_a_room() {
    let (grid, from, to) = drawn(&ROOM);
    let mut text = String::new();
    for algorithm in ALGORITHMS {
        let route = find(&grid, algorithm, from, to).expect("there is a door");
        let (name, expansions) = (algorithm.name(), route.expansions);
        let cells = route.cost as f64 / COST_PER_CELL as f64;
        let corners: Vec<String> = route.points.iter().map(|point| format!("{},{}", point.x, point.y)).collect();
        text += &format!("{name:<13} {cells:6.2} cells {expansions:4} expansions  {}\n", corners.join(" "));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn ends_that_are_closed_or_off_the_map_have_no_way() {
    let (grid, from, _) = drawn(&ROOM);
    for algorithm in ALGORITHMS {
        for to in [Cell::new(2, 4), Cell::new(-1, 0), Cell::new(14, 0), Cell::new(0, 9), Cell::new(i16::MAX, i16::MIN)]
        {
            assert_eq!(find(&grid, algorithm, from, to), None, "{}", algorithm.name());
            assert_eq!(find(&grid, algorithm, to, from), None, "{}", algorithm.name());
        }
        let route = find(&grid, algorithm, from, from).expect("it is there already");
        assert_eq!((route.points.len(), route.cost), (1, 0), "{}", algorithm.name());
    }
}

/// Jump points need words of bits beyond the first and the last.
#[test]
fn jump_points_cross_long_rows_and_columns() {
    for (width, height) in [(1_024, 3), (3, 1_024), (200, 130)] {
        let mut grid = CostGrid::new(width, height, |_| 8);
        for at in (2..width.max(height) as i16 - 2).step_by(61) {
            grid.set(if width > height { Cell::new(at, 1) } else { Cell::new(1, at) }, 255);
        }
        for (from, to) in [((0, 0), (width - 1, height - 1)), ((width - 1, 0), (0, height - 1))] {
            let (from, to) = (Cell::new(from.0 as i16, from.1 as i16), Cell::new(to.0 as i16, to.1 as i16));
            for (from, to) in [(from, to), (to, from)] {
                let jumps = find(&grid, Algorithm::JumpPoints, from, to).expect("it is open");
                let plain = find(&grid, Algorithm::Dijkstra, from, to).expect("it is open");
                assert_eq!(jumps.cost, plain.cost);
                assert!(jumps.expansions < plain.expansions);
            }
        }
    }
}
