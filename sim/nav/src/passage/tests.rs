//! Passages of drawn maps.

use super::{PassageMap, PassagePart};
use sandtable_math::mix3;
use sandtable_model::map::Cell;

/// Two rooms 14 high and `side` wide, with a passage of a width and length between them.
fn rooms(side: i16, width: i16, length: i16) -> (PassageMap, i16) {
    let across = 2 * side + length;
    let open = move |cell: Cell| {
        let in_wall = cell.x >= side && cell.x < side + length;
        !in_wall || cell.y >= 6 && cell.y < 6 + width
    };
    (PassageMap::new(across as u16, 14, open), across)
}

#[test]
fn passages_of_each_width_and_length_are_found() {
    for width in 1..=3 {
        for length in [1, 2, 7, 40] {
            let (map, across) = rooms(20, width, length);
            assert_eq!(map.passages().len(), 1, "{width} wide, {length} long");
            let found = map.passages()[0];
            assert_eq!((found.width, i16::from(found.length as u8)), (width as u8, length));
            let spot = map.spot(Cell::new(20, 6)).expect("inside");
            assert_eq!(spot.part, PassagePart::Inside);
            assert!(map.spot(Cell::new(across / 2, 6)).is_some());
            assert!(map.spot(Cell::new(17, 6)).is_some_and(|spot| spot.part.mouth().is_some()));
        }
    }
    assert!(rooms(20, 4, 9).0.passages().is_empty());
}

#[test]
fn what_has_one_way_out_or_a_way_round_is_no_passage() {
    // A pocket in a wall.
    let pocket = PassageMap::new(40, 30, |cell: Cell| cell.x < 20 || cell.y == 15 && cell.x < 26);
    assert!(pocket.passages().is_empty());
    // Two pillars in the open.
    let pillars = PassageMap::new(40, 30, |cell: Cell| !(cell.x == 20 && (cell.y == 14 || cell.y == 16)));
    assert!(pillars.passages().is_empty());
}

#[test]
fn a_bend_is_one_passage_and_leads_from_mouth_to_mouth() {
    let open = |cell: Cell| match cell.x {
        0..=15 | 40..=59 => true,
        16..=27 => cell.y == 8,
        28 => (8..=20).contains(&cell.y),
        _ => cell.y == 20,
    };
    let map = PassageMap::new(60, 30, open);
    assert_eq!(map.passages().len(), 1);
    let (row, mut at) = (0, Cell::new(20, 8).centre());
    let mouths = map.passages()[row].mouths;
    let eastern = usize::from(mouths[1].centre.x > mouths[0].centre.x);
    for _ in 0..40 {
        match map.toward(at, row, eastern) {
            Some(offset) => at += offset,
            None => break,
        }
    }
    assert!(Cell::at(at).x >= 39, "{at:?}");
}

#[test]
fn a_half_turn_of_the_map_turns_its_passages() {
    let open = |cell: Cell| {
        cell.x != 13 && cell.x != 30 || cell.x == 13 && cell.y == 5 || cell.x == 30 && cell.y > 16 && cell.y < 19
    };
    let map = PassageMap::new(50, 30, open);
    let turned = PassageMap::new(50, 30, |cell: Cell| open(Cell::new(49 - cell.x, 29 - cell.y)));
    let keys = |map: &PassageMap| {
        let mut keys: Vec<u64> = map.passages().iter().map(|passage| passage.key).collect();
        keys.sort_unstable();
        keys
    };
    assert_eq!(map.passages().len(), 2);
    assert_eq!(keys(&map), keys(&turned));
    for y in 0..30 {
        for x in 0..50 {
            let (one, other) = (map.spot(Cell::new(x, y)), turned.spot(Cell::new(49 - x, 29 - y)));
            let said = |spot: Option<super::PassageSpot>| spot.map(|spot| (spot.part, spot.steps));
            assert_eq!(said(one), said(other), "{x} {y}");
        }
    }
}

#[test]
fn a_small_room_between_two_ways_belongs_to_the_passage() {
    let open = |cell: Cell| match cell.x {
        0..=14 | 45..=59 => true,
        25..=30 => (7..=12).contains(&cell.y),
        _ => cell.y == 9,
    };
    let map = PassageMap::new(60, 20, open);
    assert_eq!(map.passages().len(), 1);
    assert_eq!(map.spot(Cell::new(28, 8)).map(|spot| spot.part), Some(PassagePart::Inside));
}

/// What leads into a small room and nowhere else is passed by: all who pass come out where they came in.
#[test]
fn what_leads_only_into_a_nook_is_no_passage() {
    let yard = |side: i16| {
        PassageMap::new(64, 64, |cell: Cell| {
            let (x, y) = (cell.x - 20, cell.y - 20);
            let in_wall = |one: i16, other: i16| (one == 0 || one == side + 1) && (0..=side + 1).contains(&other);
            !in_wall(x, y) && !in_wall(y, x) || x == 0 && y == 1 + side / 2
        })
    };
    assert!(yard(6).passages().is_empty());
    assert_eq!(yard(20).passages().len(), 1);
}

#[test]
fn what_changes_bit_by_bit_is_as_if_made_anew() {
    let (width, height) = (40u16, 31u16);
    for seed in 0..24 {
        let cells = usize::from(width) * usize::from(height);
        let density = 2 + seed % 9;
        let mut open: Vec<bool> = (0..cells as u64).map(|cell| mix3(seed, 1, cell) % 20 >= density).collect();
        let at = |cell: Cell| cell.y as usize * usize::from(width) + cell.x as usize;
        let mut map = PassageMap::new(width, height, |cell| open[at(cell)]);
        for step in 0..12 {
            let draw = |n: u64| mix3(seed, 2 + step, n);
            let first = draw(0) as usize % (cells - 3 * usize::from(width));
            let area: Vec<usize> = (0..3).flat_map(|line| (0..3).map(move |x| first + line * 40 + x)).collect();
            area.iter().for_each(|cell| open[*cell] = draw(1) % 2 == 0);
            map.change(&area, |cell| open[at(cell)]);
            let anew = PassageMap::new(width, height, |cell| open[at(cell)]);
            assert_eq!(map.passages(), anew.passages(), "seed {seed}, step {step}");
            assert_eq!(map.spots, anew.spots, "seed {seed}, step {step}");
        }
    }
}

#[test]
fn a_small_room_in_a_passage_is_part_of_it() {
    for side in 2..=7 {
        let open = move |cell: Cell| match cell.x {
            0..=19 => true,
            20..=31 => cell.y == 10,
            x if x < 32 + side => (10 - side / 2..10 - side / 2 + side).contains(&cell.y),
            x if x < 44 + side => cell.y == 10,
            _ => true,
        };
        let map = PassageMap::new(64 + side as u16, 24, open);
        assert_eq!(map.passages().len(), 1, "a room {side} wide");
        assert_eq!(i16::from(map.passages()[0].length as u8), 24 + side, "a room {side} wide");
        let middle = map.spot(Cell::new(32 + side / 2, 10)).expect("the room");
        assert_eq!(middle.part, PassagePart::Inside, "a room {side} wide");
    }
}
