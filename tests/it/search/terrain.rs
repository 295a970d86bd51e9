//! What a search takes as given: classes of locomotion, what a player knows, what is to be shunned.

use sandtable_content::map::{RawMap, read_movingai};
use sandtable_model::map::Cell;
use sandtable_model::rules::{LOCOMOTIONS, Locomotion, WALL_COST};
use sandtable_nav::search::{Algorithm, CostGrid};

use super::find;
use sandtable_tests::load_rules;

const CLASSIC: &str = include_str!("../../../scenarios/rules/classic.toml");

/// A river of shallows across the straight way, a forest beside it, deep water to the south.
const RIVER: &str = "\
name = \"river\"
---
....f....
....f....
....f....
....~....
....~....
....w....
....w....
....#....
";

fn river(class: Locomotion) -> CostGrid {
    let rules = load_rules("classic.toml", CLASSIC).expect("it loads").value;
    let map = RawMap::parse("river.map", RIVER).and_then(|raw| raw.resolve(&rules)).expect("it loads");
    CostGrid::of_map(&map, &rules, class)
}

/// Dodds' hovercraft and hill: the same two places, another way for each class.
#[test]
fn each_class_crosses_where_it_is_cheapest_for_it() {
    let crossing = |class| {
        let grid = river(class);
        let route = find(&grid, Algorithm::AStar, Cell::new(0, 7), Cell::new(8, 7)).expect("all can cross");
        let rows =
            route.points.iter().filter(|point| (3..=5).contains(&point.x.floor_int())).map(|point| point.y.floor_int());
        (rows.min(), route.cost)
    };
    let rows = LOCOMOTIONS.map(|class| crossing(class).0);
    assert_eq!(rows, [Some(4), Some(4), Some(4), Some(6), None], "foot to air, which turns nowhere");
    assert!(crossing(Locomotion::Hover).1 < crossing(Locomotion::Foot).1);
    assert!(crossing(Locomotion::Foot).1 < crossing(Locomotion::Wheeled).1);
}

#[test]
fn a_player_walks_by_what_it_knows() {
    let terrain = CostGrid::new(9, 5, |_| 8);
    let (from, to) = (Cell::new(0, 2), Cell::new(8, 2));
    let mut known = terrain.clone();
    for y in 0..4 {
        known.set(Cell::new(4, y), WALL_COST);
    }
    let cost = |grid: &CostGrid| find(grid, Algorithm::AStar, from, to).map(|route| route.cost);
    assert_eq!(cost(&terrain), Some(8 * 1_120), "who has not seen the wall walks straight");
    assert!(cost(&known) > cost(&terrain));
    known.set(Cell::new(4, 4), WALL_COST);
    assert_eq!(cost(&known), None);
    known.set(Cell::new(4, 2), 8);
    assert_eq!(cost(&known), cost(&terrain), "a gap that was seen counts");
}

#[test]
fn a_price_turns_a_path_away_and_closes_nothing() {
    let (from, to) = (Cell::new(0, 2), Cell::new(8, 2));
    let mut grid = CostGrid::new(9, 5, |_| 8);
    for y in 0..4 {
        grid.add_price(Cell::new(4, y), 40);
    }
    let row = |grid: &CostGrid| {
        let route = find(grid, Algorithm::AStar, from, to).expect("nothing is closed");
        route.points.iter().map(|point| point.y.floor_int()).max()
    };
    assert_eq!(row(&grid), Some(4), "around the danger");
    grid.add_price(Cell::new(4, 4), 255);
    assert_eq!(row(&grid), Some(2), "through it where all ways are as bad");
    assert_eq!(grid.cost(Cell::new(4, 4)), WALL_COST - 1);
    grid.set(Cell::new(4, 0), WALL_COST);
    grid.add_price(Cell::new(4, 0), 1);
    assert_eq!(grid.cost(Cell::new(4, 0)), WALL_COST, "a wall has no price");
}

#[test]
fn a_benchmark_map_may_be_of_any_size() {
    let one = read_movingai("one.map", "type octile\nheight 1\nwidth 1\nmap\nG\n").expect("one cell");
    assert_eq!((one.width, one.height, one.open), (1, 1, vec![true]));
    let glyphs = read_movingai("all.map", "type octile\r\nheight 1\r\nwidth 7\r\nmap\r\n.GSWT@O\r\n").expect("a row");
    assert_eq!(glyphs.open, [true, true, true, false, false, false, false]);
    let refused = read_movingai("odd.map", "type octile\nheight 1\nwidth 2\nmap\n.?\n").expect_err("no such glyph");
    assert_eq!(refused.to_string(), "odd.map:5:2: found the glyph '?'; expected one of . G S W T @ O");
    let wide = format!("type octile\nheight 1\nwidth 1025\nmap\n{}\n", ".".repeat(1_025));
    assert!(read_movingai("wide.map", &wide).is_err());
}
