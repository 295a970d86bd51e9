//! Destinations of a group.

use super::ground::Ground;
use crate::flow::tile::group::assign;
use crate::flow::tile::islands::Islands;
use crate::map::Cell;
use crate::math::Vec2;

fn assigned(ground: &Ground, goal: Cell, spacing: u8, from: &[Cell]) -> Vec<Option<Cell>> {
    let layer = ground.layer();
    let positions: Vec<Vec2> = from.iter().map(|cell| cell.centre()).collect();
    assign(&layer, &Islands::new(&layer), goal, spacing, &positions, |_| true)
}

#[test]
fn a_group_spreads_over_a_disc_of_free_cells() {
    let ground = Ground::random(60, 60, 1, 0);
    let from: Vec<Cell> = (0..200).map(|n| Cell::new(n % 20, n / 20)).collect();
    let cells: Vec<Cell> = assigned(&ground, Cell::new(40, 40), 1, &from).into_iter().flatten().collect();
    let mut distinct = cells.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), 200);
    // A disc of 200 cells has a radius of 8.0.
    let farthest =
        cells.iter().map(|cell| cell.centre().distance_squared_wide(Cell::new(40, 40).centre())).max().unwrap();
    assert!(farthest <= (9 * 9) << 32);
}

#[test]
fn members_keep_their_places() {
    let ground = Ground::random(60, 60, 1, 0);
    // Two ranks of three come from the west.
    let from = [(5, 30), (5, 31), (5, 29), (4, 30), (4, 31), (4, 29)].map(|(x, y)| Cell::new(x, y));
    let cells: Vec<Cell> = assigned(&ground, Cell::new(40, 30), 1, &from).into_iter().flatten().collect();
    let (front, back) = (cells[0].x.max(cells[1].x).max(cells[2].x), cells[3].x.min(cells[4].x).min(cells[5].x));
    assert!(front >= back, "{cells:?}");
    assert!(cells[2].y <= cells[1].y && cells[5].y <= cells[4].y, "the northern stay in the north: {cells:?}");
}

#[test]
fn a_group_stays_on_the_goals_side_of_a_wall() {
    let ground = Ground::drawn(
        ".....#....
         .....#....
         .....#....
         .....#....
         .....#....",
    );
    let from: Vec<Cell> = (0..8).map(|n| Cell::new(n % 2, n / 2)).collect();
    let cells = assigned(&ground, Cell::new(4, 2), 1, &from);
    assert!(cells.iter().flatten().all(|cell| cell.x < 5));
    assert_eq!(cells.iter().flatten().count(), 8);
    let crowd: Vec<Cell> = ground.cells().collect();
    assert_eq!(
        assigned(&ground, Cell::new(4, 2), 1, &crowd).iter().flatten().count(),
        25,
        "as many as there are cells"
    );
    let wide: Vec<Cell> = assigned(&ground, Cell::new(4, 2), 2, &from).into_iter().flatten().collect();
    assert!(wide.iter().all(|cell| cell.x % 2 == 0 && cell.y % 2 == 0), "{wide:?}");
}
