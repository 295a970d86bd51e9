//! Lines of sight, what is saved, and that a half turn of the ground is a half turn of every course.

use sandtable_math::{Vec2, mix};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;
use sandtable_nav::flow_field::arrow::{DIRECTION, PATHABLE, SIGHT};
use sandtable_nav::flow_field::field::FlowField;
use sandtable_nav::flow_field::kernel::{Kernel, lane};
use sandtable_nav::flow_field::layer::{Layer, TerrainBase};
use sandtable_nav::line::is_clear;

fn square(x: i16, y: i16) -> Rect {
    Rect { x, y, width: 1, height: 1 }
}

/// A map of 40 × 30 cells with walls and dear ground, or the same turned by half a circle.
fn rough_layer(seed: u64, turned: bool) -> Layer {
    let (width, height) = (40, 30);
    let cost = |cell: Cell| {
        let n = cell.y as u64 * width as u64 + cell.x as u64;
        let n = if turned { width as u64 * height as u64 - 1 - n } else { n };
        let dear = if seed.is_multiple_of(2) { 0 } else { mix(seed ^ 1, n) as usize % 6 };
        if mix(seed, n).is_multiple_of(3 + seed) { WALL_COST } else { [8, 8, 8, 8, 12, 24][dear] }
    };
    Layer::new(std::sync::Arc::new(TerrainBase::new(width, height, 0, &cost)))
}

/// The arrow at a cell of a field with all its tiles.
fn arrow(field: &mut FlowField, layer: &Layer, cell: Cell) -> u8 {
    let (sector, local) = layer.partition().locate(cell).unwrap();
    let region = layer.sector(sector).region(local);
    field.serve(layer, sector, region);
    field.tile(sector, region).map_or(0, |tile| tile.arrows[lane(local.into())])
}

#[test]
fn arrows_turn_with_the_ground() {
    for seed in 0..60u64 {
        let (layer, turned) = (rough_layer(seed, false), rough_layer(seed, true));
        let goal =
            Rect { x: (seed * 7 % 39) as i16, y: (seed * 11 % 30) as i16, width: 1 + seed as u16 % 2, height: 1 };
        let end = (40 - goal.x - goal.width as i16, 30 - goal.y - goal.height as i16);
        let goal_turned = Rect { x: end.0, y: end.1, ..goal };
        let mut field = FlowField::new(&layer, Kernel::Eikonal, &[goal]);
        let mut field_turned = FlowField::new(&turned, Kernel::Eikonal, &[goal_turned]);
        for cell in (Rect { x: 0, y: 0, width: 40, height: 30 }).cells() {
            let twin = Cell::new(39 - cell.x, 29 - cell.y);
            let (one, two) = (arrow(&mut field, &layer, cell), arrow(&mut field_turned, &turned, twin));
            assert_eq!(one & (SIGHT | PATHABLE), two & (SIGHT | PATHABLE), "seed {seed}: {cell:?} to {goal:?}");
            if one & PATHABLE != 0 {
                assert_eq!(one & DIRECTION, ((two & DIRECTION) + 32) & DIRECTION, "seed {seed}: {cell:?} to {goal:?}");
            }
        }
    }
}

#[test]
fn a_straight_walk_cuts_no_corner_and_enters_no_dearer_ground() {
    let with = |at: (i16, i16), what: u8| move |cell: Cell| if cell == Cell::new(at.0, at.1) { what } else { 8 };
    let clear = |cost: &dyn Fn(Cell) -> u8, from: (i32, i32), to: (i32, i32)| {
        let goal = Rect { x: to.0 as i16, y: to.1 as i16, width: 1, height: 1 };
        let (from, to) = (Vec2::cell_centre(from.0, from.1), Vec2::cell_centre(to.0, to.1));
        let plain = |cell: Cell| cost(cell) <= 8;
        (is_clear(plain, from, to, goal), is_clear(plain, to, from, Rect { x: -9, y: -9, width: 1, height: 1 }))
    };
    assert_eq!(clear(&with((8, 8), 8), (1, 1), (7, 4)), (true, true));
    assert_eq!(clear(&with((4, 4), WALL_COST), (1, 4), (7, 4)), (false, false));
    assert_eq!(clear(&with((4, 4), 24), (1, 4), (7, 4)), (false, false));
    // A diagonal line touches the corner of a wall.
    assert_eq!(clear(&with((4, 3), WALL_COST), (1, 1), (6, 6)), (false, false));
    assert_eq!(clear(&with((4, 2), WALL_COST), (1, 1), (6, 6)), (true, true));
    // What stands on the goal does not hide it.
    assert!(clear(&with((7, 4), WALL_COST), (1, 4), (7, 4)).0);
}

#[test]
fn what_is_saved_of_tiled_fields_is_plain_bytes() {
    use sandtable_nav::flow_field::saved::{
        FieldKey, FieldRegion, FieldRequest, RequestStage, SavedField, SavedFields,
    };
    use sandtable_state::{ByteReader, Field as _};
    let key = FieldKey { layer: 3, goals: vec![square(4, 5), Rect { x: 0, y: 9, width: 7, height: 2 }] };
    let regions = vec![
        FieldRegion { sector: 8, region: 0, stage: RequestStage::Tiled },
        FieldRegion { sector: 8, region: 9, stage: RequestStage::CutOff },
    ];
    let fields = vec![SavedField { key: key.clone(), used: 77, regions }];
    let saved = SavedFields { fields, pending: vec![FieldRequest { key, sector: 9, region: 1 }] };
    let mut bytes: Vec<u8> = Vec::new();
    saved.put(&mut bytes);
    assert_eq!(SavedFields::take(&mut ByteReader::new(&bytes)), Ok(saved));
    assert!(SavedFields::take(&mut ByteReader::new(&bytes[..bytes.len() - 1])).is_err());
}
