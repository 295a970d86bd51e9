//! Fields against a plain relaxation, whatever is asked in whatever order and whatever changes in between.

use super::course::choose;
use super::field::{DIAGONAL, Field, STRAIGHT, goal_rect};
use super::islands::Islands;
use super::layer::Layer;
use super::line::is_clear;
use crate::map::lattice::{DIRECTIONS, Lattice};
use crate::map::{Cell, Map, Rect, Symmetry};
use crate::math::{Fx, Vec2, mix};
use crate::rules::WALL_COST;

fn map(width: u16, height: u16) -> Map {
    let cells = usize::from(width) * usize::from(height);
    Map {
        name: "test".into(),
        width,
        height,
        terrain: vec![0; cells],
        heights: vec![0; cells],
        starts: Vec::new(),
        nodes: Vec::new(),
        symmetry: Symmetry::None,
        islands: false,
    }
}

/// A layer with a wall in every third cell or so and costs of 8, 12 and 24 elsewhere.
fn rough_layer(lattice: Lattice, seed: u64) -> Layer {
    let cost = |n: usize| [8, 8, 12, 24][mix(seed, n as u64) as usize & 3];
    let costs: Vec<u8> = (0..lattice.cells()).map(cost).collect();
    Layer::new(lattice, &costs, |n| mix(seed ^ 1, n as u64).is_multiple_of(3))
}

/// Costs by relaxing every step until nothing gets cheaper.
fn relaxed(lattice: Lattice, layer: &Layer, goal: Rect) -> Vec<Option<u32>> {
    let index = |cell: Cell| lattice.index(cell).map(|index| index as usize);
    let wall = |cell: Cell| index(cell).is_none_or(|index| layer.costs[index] == WALL_COST);
    let mut costs = vec![None; lattice.len()];
    let everywhere: Vec<Cell> = (0..lattice.cells()).map(|n| lattice.cell(lattice.of_map(n))).collect();
    for cell in goal.cells() {
        costs[index(cell).unwrap()] = Some(0);
    }
    loop {
        let before = costs.clone();
        for cell in everywhere.iter().filter(|cell| !wall(**cell)) {
            let own = index(*cell).unwrap();
            for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                let cut = direction & 1 == 1 && (wall(cell.offset(dx, 0)) || wall(cell.offset(0, dy)));
                let Some(Some(next)) = index(cell.offset(dx, dy)).map(|next| costs[next]) else { continue };
                let length = if direction & 1 == 0 { STRAIGHT } else { DIAGONAL };
                let cost = next + length * u32::from(layer.costs[own]);
                if !cut && costs[own].is_none_or(|known| cost < known) {
                    costs[own] = Some(cost);
                }
            }
        }
        if costs == before {
            return costs;
        }
    }
}

/// Asks a field about every cell, in an order of `seed`'s, and compares.
fn check(field: &mut Field, lattice: Lattice, layer: &Layer, expected: &[Option<u32>], seed: u64) {
    let mut cells: Vec<u32> = (0..lattice.cells()).map(|n| lattice.of_map(n)).collect();
    cells.sort_by_key(|cell| mix(seed, u64::from(*cell)));
    for cell in cells {
        assert_eq!(field.cost_from(lattice, layer, cell), expected[cell as usize], "{:?}", lattice.cell(cell));
    }
}

#[test]
fn a_field_is_the_cheapest_way_whoever_asks_first() {
    for seed in 0..20 {
        let lattice = Lattice::new(&map(23, 17));
        let layer = rough_layer(lattice, seed);
        let goal = goal_rect(lattice, Rect { x: seed as i16, y: 9, width: seed as u16 % 4, height: 2 });
        let expected = relaxed(lattice, &layer, goal);
        let mut field = Field::default();
        for order in 0..3 {
            field.start(lattice, &layer, goal);
            check(&mut field, lattice, &layer, &expected, order);
        }
    }
}

#[test]
fn a_changed_field_equals_a_new_one() {
    for seed in 0..40u64 {
        let lattice = Lattice::new(&map(20, 20));
        let mut layer = rough_layer(lattice, seed);
        let goal = goal_rect(lattice, Rect { x: 3, y: 12, width: 2, height: 2 });
        let mut field = Field::default();
        field.start(lattice, &layer, goal);
        for change in 0..8 {
            let asked = lattice.of_map(mix(seed, change) as usize % lattice.cells());
            if field.cost_from(lattice, &layer, asked).is_some() {
                field.downhill(lattice, &layer, asked);
            }
            let changed =
                [2 * change, 2 * change + 1].map(|n| lattice.of_map(mix(seed + 100, n) as usize % lattice.cells()));
            for cell in changed {
                let cost = &mut layer.costs[cell as usize];
                *cost = if *cost == WALL_COST { 12 } else { WALL_COST };
            }
            field.take_in(lattice, &layer, &changed);
        }
        check(&mut field, lattice, &layer, &relaxed(lattice, &layer, goal), seed);
        check_downhill(&mut field, lattice, &layer);
    }
}

/// Every step downhill leads to a cell that is cheaper by just that step.
fn check_downhill(field: &mut Field, lattice: Lattice, layer: &Layer) {
    for n in 0..lattice.cells() {
        let cell = lattice.of_map(n);
        let Some(cost) = field.cost_from(lattice, layer, cell) else { continue };
        let mask = field.downhill(lattice, layer, cell);
        assert_eq!(mask == 0, cost == 0, "{:?}", lattice.cell(cell));
        for direction in (0..8).filter(|direction| mask >> direction & 1 != 0) {
            let next = cell.wrapping_add_signed(lattice.offsets()[direction]);
            let length = if direction & 1 == 0 { STRAIGHT } else { DIAGONAL };
            let step = length * u32::from(layer.costs[cell as usize]);
            assert_eq!(field.cost_from(lattice, layer, next), Some(cost - step));
        }
    }
}

fn square(x: i16, y: i16) -> Rect {
    Rect { x, y, width: 1, height: 1 }
}

#[test]
fn open_ground_is_crossed_in_a_straight_line() {
    let (lattice, from, goal) = (Lattice::new(&map(20, 20)), Cell::new(4, 4), square(11, 7));
    let offset = goal.centre() - from.centre() + Vec2::new(Fx::EPSILON, Fx::ZERO);
    let (east, south_east, south) = (1, 2, 4);
    assert_eq!(choose(lattice, east | south_east, offset, from, goal), offset);
    let along = choose(lattice, east, offset, from, goal);
    assert!(along.x > Fx::ZERO && along.y == Fx::ZERO);
    let down = choose(lattice, south, offset, from, goal);
    assert!(down.x == Fx::ZERO && down.y > Fx::ZERO);
}

#[test]
fn ties_lead_towards_the_middle_and_carry_over_a_half_turn() {
    let lattice = Lattice::new(&map(20, 20));
    let (north, south) = (1 << 6, 1 << 2);
    let tie = |cell: Cell, goal: Rect| choose(lattice, north | south, goal.centre() - cell.centre(), cell, goal).y;
    assert!(tie(Cell::new(4, 4), square(9, 4)) > Fx::ZERO);
    assert!(tie(Cell::new(15, 15), square(10, 15)) < Fx::ZERO);
}

#[test]
fn issue_a_walker_turns_back_and_forth_between_two_equal_ways() {
    // A wall stood right before the goal, and the way round it was equally long on both sides. The step was chosen
    // by where in its cell the walker stood: left of the middle it went right, right of it left.
    let (lattice, cell, goal) = (Lattice::new(&map(20, 20)), Cell::new(9, 8), square(9, 3));
    let step = |x: Fx| {
        let from = cell.centre() + Vec2::new(x, Fx::ZERO);
        choose(lattice, 1 | 1 << 4, goal.centre() - from, cell, goal)
    };
    let quarter = Fx::from_bits(1 << 14);
    assert_eq!(step(quarter), step(-quarter));
}

#[test]
fn the_nearest_cell_of_a_region_is_the_one_a_search_of_the_whole_map_finds() {
    let lattice = Lattice::new(&map(23, 14));
    for seed in 0..40 {
        let layer = rough_layer(lattice, seed);
        let mut islands = Islands::default();
        islands.catch_up(lattice, &layer, 0);
        let at = |n: u64| lattice.cell(lattice.of_map(mix(seed, n) as usize % lattice.cells()));
        let goal = goal_rect(
            lattice,
            Rect { x: at(1).x, y: at(1).y, width: mix(seed, 2) as u16 % 4, height: mix(seed, 3) as u16 % 4 },
        );
        let label = islands.label(lattice.index(at(4)).unwrap());
        let key = |cell: &Cell| {
            let centre = cell.centre();
            let away = goal.nearest(centre).distance_squared_wide(centre);
            (away, centre.distance_squared_wide(lattice.middle()), *cell)
        };
        let cells = (0..lattice.cells()).map(|n| lattice.of_map(n)).filter(|index| islands.label(*index) == label);
        let expected = cells.map(|index| lattice.cell(index)).min_by_key(key);
        assert_eq!(islands.nearest(lattice, label, goal), expected, "seed {seed}");
    }
}

#[test]
fn a_straight_walk_cuts_no_corner_and_enters_no_dearer_ground() {
    let lattice = Lattice::new(&map(9, 9));
    let drawn = |glyph: &str| {
        let costs: Vec<u8> = glyph.bytes().map(|byte| if byte == b'~' { 24 } else { 8 }).collect();
        let walls: Vec<bool> = glyph.bytes().map(|byte| byte == b'#').collect();
        Layer::new(lattice, &costs, |n| walls[n])
    };
    let with = |cell: (usize, usize), what: u8| {
        let mut glyphs = vec![b'.'; 81];
        glyphs[cell.1 * 9 + cell.0] = what;
        drawn(std::str::from_utf8(&glyphs).unwrap())
    };
    let clear = |layer: &Layer, from: (i32, i32), to: (i32, i32)| {
        let goal = Rect { x: to.0 as i16, y: to.1 as i16, width: 1, height: 1 };
        let (from, to) = (Vec2::cell_centre(from.0, from.1), Vec2::cell_centre(to.0, to.1));
        (
            is_clear(lattice, layer, from, to, goal),
            is_clear(lattice, layer, to, from, Rect { x: -9, y: -9, width: 1, height: 1 }),
        )
    };
    assert_eq!(clear(&with((8, 8), b'.'), (1, 1), (7, 4)), (true, true));
    assert_eq!(clear(&with((4, 4), b'#'), (1, 4), (7, 4)), (false, false));
    assert_eq!(clear(&with((4, 4), b'~'), (1, 4), (7, 4)), (false, false));
    // A diagonal line touches the corner of a wall.
    assert_eq!(clear(&with((4, 3), b'#'), (1, 1), (6, 6)), (false, false));
    assert_eq!(clear(&with((4, 2), b'#'), (1, 1), (6, 6)), (true, true));
    // What stands on the goal does not hide it.
    assert!(clear(&with((7, 4), b'#'), (1, 4), (7, 4)).0);
}

#[test]
fn what_is_saved_of_tiled_fields_is_plain_bytes() {
    use super::tile::saved::{Key, Region, Request, Saved, SavedField, Stage};
    use crate::state::{Field as _, Reader};
    let key = Key { layer: 3, goals: vec![square(4, 5), Rect { x: 0, y: 9, width: 7, height: 2 }] };
    let regions = vec![
        Region { sector: 8, region: 0, stage: Stage::Tiled },
        Region { sector: 8, region: 9, stage: Stage::CutOff },
    ];
    let fields = vec![SavedField { key: key.clone(), used: 77, regions }];
    let saved = Saved { fields, pending: vec![Request { key, sector: 9, region: 1 }] };
    let mut bytes: Vec<u8> = Vec::new();
    saved.put(&mut bytes);
    assert_eq!(Saved::take(&mut Reader::new(&bytes)), Ok(saved));
    assert!(Saved::take(&mut Reader::new(&bytes[..bytes.len() - 1])).is_err());
}
