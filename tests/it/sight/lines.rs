//! Lines of sight between two eyes: the same from either end, the same as a count by fractions, and, between eyes of one height,
//! the same as the sight of teams.

use proptest::prelude::*;

use super::eyes::eyed;
use sandtable_model::map::Cell;
use sandtable_model::scenario::Scenario;
use sandtable_nav::viewshed::Skyline;
use sandtable_nav::viewshed::{EyePoint, HeightMap};
use sandtable_nav::viewshed::{MASK_SIDE, offsets};

const SIDE: i16 = 15;

/// A map drawn with ground of heights 0 to 4 and forest.
fn drawn() -> impl Strategy<Value = Scenario> {
    let glyph = prop::sample::select(vec!['.', '.', '.', '.', 'f', '1', '2', '4']);
    let row = prop::collection::vec(glyph, SIDE as usize).prop_map(|row| row.into_iter().collect::<String>());
    prop::collection::vec(row, SIDE as usize).prop_map(|rows| eyed(&rows).scenario())
}

fn cell() -> impl Strategy<Value = Cell> {
    (0..SIDE, 0..SIDE).prop_map(|(x, y)| Cell::new(x, y))
}

/// The same by fractions: of each step along the longer axis the cell, or both where the line passes exactly between two, one
/// for each of the two lines; and the height of the line there against the cover.
fn by_fractions(scenario: &Scenario, (from, level): (Cell, u8), (to, other): (Cell, u8)) -> bool {
    let (x, y) = (i32::from(to.x - from.x), i32::from(to.y - from.y));
    let long = x.abs().max(y.abs());
    let round = |part: i32, up: bool| {
        let (whole, rest) = (part.abs() / long, part.abs() % long);
        part.signum() * (whole + i32::from(2 * rest > long || up && 2 * rest == long))
    };
    let clear = |up: bool| {
        (1..long).all(|step| {
            let at = from.offset(round(x * step, up) as i16, round(y * step, up) as i16);
            let index = scenario.map.index(at);
            let terrain = &scenario.rules.terrain[usize::from(scenario.map.terrain[index])];
            let cover = scenario.map.heights[index] + terrain.height + u8::from(terrain.blocks_sight);
            i32::from(cover) * long <= i32::from(level) * (long - step) + i32::from(other) * step
        })
    };
    clear(true) || clear(false)
}

proptest! {
    #[test]
    fn whoever_sees_is_seen(scenario in drawn(), from in cell(), to in cell(), eyes in 0u8..4, others in 0u8..4) {
        let line = Skyline::new(&scenario.map, &scenario.rules);
        let (from, to) = ((from, line.eye_level(from, eyes)), (to, line.eye_level(to, others)));
        prop_assert_eq!(line.is_clear(from, to), line.is_clear(to, from));
        prop_assert_eq!(line.is_clear(from, to), by_fractions(&scenario, from, to));
    }

    #[test]
    fn eyes_of_one_height_see_what_teams_see(scenario in drawn(), cell in cell(), height in 0u8..4) {
        let (line, relief) = (Skyline::new(&scenario.map, &scenario.rules), HeightMap::new(&scenario.map, &scenario.rules));
        let (mut mask, radius) = ([0; MASK_SIDE], 6);
        // The relief knows the heights that kinds of the rules have: 1 and 3.
        let height = if height < 2 { 1 } else { 3 };
        relief.write(EyePoint { cell, radius, height }, &mut mask);
        let seen: Vec<Cell> = offsets(&mask).map(|(x, y)| cell.offset(x as i16, y as i16)).collect();
        let level = line.eye_level(cell, height);
        for to in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Cell::new(x, y))) {
            let (dx, dy) = (i32::from(to.x - cell.x), i32::from(to.y - cell.y));
            if dx * dx + dy * dy <= i32::from(radius) * (i32::from(radius) + 1) {
                prop_assert_eq!(line.is_clear((cell, level), (to, level)), seen.contains(&to), "{:?} to {:?}", cell, to);
            }
        }
    }
}

#[test]
fn the_top_of_a_hill_hides_what_is_behind_it_from_the_foot_and_not_from_the_top() {
    let drawing = vec!["...22...".to_owned(); 3];
    let scenario = eyed(&drawing).scenario();
    let line = Skyline::new(&scenario.map, &scenario.rules);
    let at = |x: i16| (Cell::new(x, 1), line.eye_level(Cell::new(x, 1), 1));
    assert!(!line.is_clear(at(1), at(6)), "from one foot to the other");
    assert!(line.is_clear(at(3), at(7)) && line.is_clear(at(7), at(3)), "from the top down, and up to it");
}
