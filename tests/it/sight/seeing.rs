//! What one eye sees: discs, hills, forests, and no side favoured.

use super::eyes::{eyed, meadow, picture};
use sandtable_model::map::Cell;
use sandtable_state::limits::MAX_SIGHT;
use sandtable_state::rng::Rng;
use std::sync::Arc;

use sandtable_nav::viewshed::Masks;
use sandtable_nav::viewshed::{EyePoint, HeightMap};
use sandtable_nav::viewshed::{MASK_SIDE, offsets};

fn drawing(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// What the first player sees of a drawing with one entity of `kind` at (x, y).
fn seen(drawing: &[String], kind: &str, x: i16, y: i16) -> String {
    let mut game = eyed(drawing).place(1, kind, x, y, 1).start(7);
    game.step();
    picture(&game, 1, drawing)
}

fn check(map: &str, kind: &str, (x, y): (i16, i16), expect: &str) {
    let shown = seen(&drawing(map), kind, x, y);
    assert_eq!(shown, drawing(expect).join("\n"), "\n{shown}");
}

const WOOD: &str = "
    .............
    .............
    ...fff.......
    ...fff.......
    ...fff.......
    .............
    .............";

#[test]
fn a_forest_shows_its_near_edge_and_hides_what_is_behind() {
    check(
        WOOD,
        "scout",
        (8, 3),
        "
        ???..........
        ????.........
        ?????f.......
        ?????f..@....
        ?????f.......
        ????.........
        ???..........",
    );
}

#[test]
fn inside_a_forest_one_sees_the_next_cells() {
    check(
        WOOD,
        "scout",
        (4, 3),
        "
        ?????????????
        ?????????????
        ???fff???????
        ???f@f???????
        ???fff???????
        ?????????????
        ?????????????",
    );
}

#[test]
fn at_the_edge_of_a_forest_one_sees_out() {
    check(
        WOOD,
        "scout",
        (3, 3),
        "
        ..???????????
        ...??????????
        ...ff????????
        ...@f????????
        ...ff????????
        ...??????????
        ..???????????",
    );
}

#[test]
fn who_is_above_the_trees_sees_over_them() {
    check(
        WOOD,
        "bird",
        (8, 3),
        "
        ???..........
        ??...........
        ??.fff.......
        ??.fff..@....
        ??.fff.......
        ??...........
        ???..........",
    );
    check(
        WOOD,
        "tower",
        (8, 3),
        "
        ??...........
        ?............
        ?..fff.......
        ?..fff.......
        ?..fff.......
        ?............
        ??...........",
    );
}

const HILL: &str = "
    .............
    .............
    ...222.......
    ...222.......
    ...222.......
    .............
    .............";

#[test]
fn from_below_only_the_edge_of_a_hill_is_seen() {
    check(
        HILL,
        "scout",
        (8, 3),
        "
        ???..........
        ????.........
        ?????2.......
        ?????2..@....
        ?????2.......
        ????.........
        ???..........",
    );
}

#[test]
fn from_a_hill_all_around_is_seen() {
    check(
        HILL,
        "scout",
        (4, 3),
        "
        ..........???
        ...........??
        ...222.....??
        ...2@2.....??
        ...222.....??
        ...........??
        ..........???",
    );
}

#[test]
fn a_building_of_even_size_sees_as_far_to_each_side() {
    let shown = seen(&meadow(12), "house", 5, 5);
    let turned: String = shown.chars().rev().collect();
    assert_eq!(shown, turned, "\n{shown}");
}

/// A square map of random heights and woods.
fn wilderness(rng: &mut Rng, side: usize) -> Vec<String> {
    let glyphs = b"......f12";
    (0..side).map(|_| (0..side).map(|_| glyphs[rng.below(glyphs.len() as u32) as usize] as char).collect()).collect()
}

/// The map turned clockwise by a quarter.
fn turned(drawing: &[String]) -> Vec<String> {
    let column = |x: usize| drawing.iter().rev().map(|line| line.as_bytes()[x] as char).collect();
    (0..drawing.len()).map(column).collect()
}

/// The map mirrored west to east.
fn mirrored(drawing: &[String]) -> Vec<String> {
    drawing.iter().map(|line| line.chars().rev().collect()).collect()
}

/// What the eyes of a drawing see, those of one kind `height` high.
fn eyes(drawing: &[String], height: u8) -> impl FnMut(Cell, u8) -> Vec<Cell> + use<> {
    let mut scenario = eyed(drawing).scenario();
    scenario.rules.kinds[1].eye_height = height;
    scenario.rules.kinds[1].sight = MAX_SIGHT;
    let mut masks = Masks::new(Arc::new(HeightMap::new(&scenario.map, &scenario.rules)));
    move |cell, radius| {
        let mut mask = [0; MASK_SIDE];
        if let [Some(seen), None] = masks.pair([Some(EyePoint { cell, radius, height }), None]) {
            let rows = MAX_SIGHT as usize - radius as usize..=MAX_SIGHT as usize + radius as usize;
            mask[rows.clone()].copy_from_slice(&seen[rows]);
        }
        offsets(&mask).map(|(x, y)| cell.offset(x as i16, y as i16)).collect()
    }
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells
}

#[test]
fn sight_turns_and_mirrors_with_the_map() {
    let mut rng = Rng::stream(1, "sight");
    for _ in 0..60 {
        let side = 12 + rng.below(16) as usize;
        let last = side as i16 - 1;
        let map = wilderness(&mut rng, side);
        let (x, y) = (rng.below(side as u32) as i16, rng.below(side as u32) as i16);
        let (radius, eye) = (1 + rng.below(16) as u8, rng.below(3) as u8);
        let plain = eyes(&map, eye)(Cell::new(x, y), radius);
        let quarter: Vec<Cell> = plain.iter().map(|cell| Cell::new(last - cell.y, cell.x)).collect();
        assert_eq!(sorted(quarter), sorted(eyes(&turned(&map), eye)(Cell::new(last - y, x), radius)));
        let mirror: Vec<Cell> = plain.iter().map(|cell| Cell::new(last - cell.x, cell.y)).collect();
        assert_eq!(sorted(mirror), sorted(eyes(&mirrored(&map), eye)(Cell::new(last - x, y), radius)));
    }
}

#[test]
fn on_level_ground_sight_is_mutual() {
    let mut rng = Rng::stream(2, "sight");
    for _ in 0..10 {
        let glyphs = b"....f";
        let map: Vec<String> =
            (0..14).map(|_| (0..14).map(|_| glyphs[rng.below(5) as usize] as char).collect()).collect();
        let all = || (0..14i16).flat_map(|y| (0..14i16).map(move |x| Cell::new(x, y)));
        let mut sees = eyes(&map, 1);
        let seen: Vec<Vec<Cell>> = all().map(|cell| sees(cell, 8)).collect();
        for (a, cells) in all().zip(&seen) {
            for b in cells {
                assert!(seen[b.y as usize * 14 + b.x as usize].contains(&a), "{a:?} sees {b:?}, not the reverse");
            }
        }
    }
}

#[test]
fn the_largest_disc_fits_its_mask_and_stays_on_the_map() {
    let mut sees = eyes(&meadow(40), 0);
    let open = sees(Cell::new(20, 20), 16);
    assert_eq!(open.len(), 861);
    let corner = sees(Cell::new(39, 0), 16);
    assert!(corner.iter().all(|cell| (0..40).contains(&cell.x) && (0..40).contains(&cell.y)));
    assert!(corner.contains(&Cell::new(23, 0)) && corner.contains(&Cell::new(39, 16)));
}
