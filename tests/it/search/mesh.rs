//! The navigation mesh: lines that cross no wall, little longer than they must be.

use proptest::prelude::*;
use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_nav::search::{Algorithm, CostGrid, Mesh};

use super::{MIXED, UNIFORM, cell, find, ground};
use crate::properties::cases;

fn coordinates(point: Vec2) -> (f64, f64) {
    (f64::from(point.x.bits()) / 65_536.0, f64::from(point.y.bits()) / 65_536.0)
}

fn length(points: &[Vec2]) -> f64 {
    let leg = |leg: &[Vec2]| {
        let ((x0, y0), (x1, y1)) = (coordinates(leg[0]), coordinates(leg[1]));
        (x1 - x0).hypot(y1 - y0)
    };
    points.windows(2).map(leg).sum()
}

/// Whether a line passes through the inside of a cell (Liang and Barsky's clipping).
fn crosses(from: (f64, f64), to: (f64, f64), cell: Cell) -> bool {
    let (mut enter, mut leave) = (0f64, 1f64);
    for (start, end, low) in [(from.0, to.0, f64::from(cell.x)), (from.1, to.1, f64::from(cell.y))] {
        let (way, high) = (end - start, low + 1.0);
        if way == 0.0 {
            if start <= low || start >= high {
                return false;
            }
            continue;
        }
        let (a, b) = ((low - start) / way, (high - start) / way);
        (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
    }
    enter + 1e-9 < leave
}

fn walls(grid: &CostGrid) -> Vec<Cell> {
    let (width, height) = grid.size();
    (0..width * height).map(|n| cell(grid, n)).filter(|cell| !grid.is_open(*cell)).collect()
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn paths_cross_no_wall_and_make_no_great_detour(grid in ground(UNIFORM), from in 0..576u16, to in 0..576u16) {
        let (from, to) = (cell(&grid, from), cell(&grid, to));
        let least = find(&grid, Algorithm::Dijkstra, from, to);
        let route = find(&grid, Algorithm::Mesh, from, to);
        prop_assert_eq!(route.is_some(), least.is_some());
        let (Some(route), Some(least)) = (route, least) else { return Ok(()) };
        prop_assert_eq!(route.points[0], from.centre());
        prop_assert_eq!(route.points[route.points.len() - 1], to.centre());
        for leg in route.points.windows(2) {
            let (start, end) = (coordinates(leg[0]), coordinates(leg[1]));
            let wall = walls(&grid).into_iter().find(|wall| crosses(start, end, *wall));
            prop_assert!(wall.is_none(), "{:?} to {:?} crosses {:?}", start, end, wall);
        }
        let (straight, along) = (length(&[from.centre(), to.centre()]), length(&route.points));
        prop_assert!(along >= straight - 1e-6);
        prop_assert!(along <= 1.5 * length(&least.points) + 4.0, "{} {}", along, length(&least.points));
        let cost = route.cost as f64 / 1_120.0;
        prop_assert!((cost - along).abs() <= 1e-3 * along + 1e-3, "{} {}", cost, along);
    }

    #[test]
    fn rectangles_cover_the_open_cells_once_each_at_one_cost(grid in ground(MIXED)) {
        let mut covered = vec![0; usize::from(grid.size().0) * usize::from(grid.size().1)];
        for rect in Mesh::new(&grid).rects() {
            let cost = grid.cost(Cell::new(rect.x, rect.y));
            for cell in rect.cells() {
                prop_assert_eq!(grid.cost(cell), cost);
                covered[cell.y as usize * usize::from(grid.size().0) + cell.x as usize] += 1;
            }
        }
        for (n, covered) in covered.iter().enumerate() {
            prop_assert_eq!(*covered, u32::from(grid.is_open(cell(&grid, n as u16))));
        }
    }
}

#[test]
fn an_open_field_is_one_rectangle_and_every_line_straight() {
    let grid = CostGrid::new(20, 12, |_| 8);
    assert_eq!(Mesh::new(&grid).rects().len(), 1);
    let (from, to) = (Cell::new(1, 1), Cell::new(19, 8));
    let route = find(&grid, Algorithm::Mesh, from, to).expect("it is open");
    assert_eq!(route.points, [from.centre(), to.centre()]);
}
