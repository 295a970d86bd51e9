//! Layers after changes against layers made anew.

use sandtable_math::mix;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;

use super::ground::Ground;
use crate::flow_field::layer::{Costing, Layer};
use crate::flow_field::partition::Partition;

fn assert_same(changed: &Layer, anew: &Layer) {
    for number in 0..anew.partition().count() as u16 {
        assert_eq!(changed.sector(number), anew.sector(number), "sector {number}");
    }
    assert_eq!(changed.plain(), anew.plain());
}

#[test]
fn a_changed_layer_equals_one_made_anew() {
    for seed in 0..24 {
        let mut ground = Ground::rough(37, 28, seed, 20);
        let clearance = (seed % 3) as u8;
        let mut layer = ground.layer_for(clearance);
        for change in 0..6 {
            let cells: Vec<Cell> = (0..1 + change % 3).map(|n| ground.pick(mix(seed + 50, change * 8 + n))).collect();
            for cell in &cells {
                let at = cell.y as usize * 37 + cell.x as usize;
                ground.costs[at] = if ground.costs[at] == WALL_COST { 12 } else { WALL_COST };
            }
            layer.change(&cells, &ground);
            assert_same(&layer, &ground.layer_for(clearance));
        }
        assert!(layer.own_sectors() < layer.partition().count() || seed > 0);
    }
}

#[test]
fn plain_ground_is_where_no_cell_is_dearer() {
    for seed in 0..24 {
        let ground = Ground::rough(50 + 7 * seed as u16, 20, seed, 10);
        let layer = ground.layer_for((seed % 3) as u8);
        let is_plain = |cell: Cell| layer.cost(cell) <= 8;
        for cell in (Rect { x: -70, y: -1, width: 350, height: 22 }).cells() {
            assert_eq!(layer.plain().at(cell), is_plain(cell), "{cell:?}");
            let row = layer.plain().row_from(cell);
            assert!((0..64).all(|n| (row >> n & 1 != 0) == is_plain(cell.offset(n, 0))), "{cell:?}");
            let last = cell.offset((mix(seed, cell.x as u64) % 5) as i16, (mix(seed, cell.y as u64) % 3) as i16);
            let (width, height) = ((last.x - cell.x) as u16 + 1, (last.y - cell.y) as u16 + 1);
            let square = Rect { x: cell.x, y: cell.y, width, height };
            assert_eq!(layer.plain().fills(cell, last), square.cells().all(is_plain), "{cell:?} to {last:?}");
        }
    }
}

#[test]
fn a_team_owns_only_sectors_it_knows_something_about() {
    let mut ground = Ground::random(100, 100, 1, 0);
    let mut layer = ground.layer();
    assert_eq!(layer.own_sectors(), 0);
    ground.costs[55 * 100 + 55] = WALL_COST;
    assert_eq!(layer.change(&[Cell::new(55, 55)], &ground), [55], "no portal changed, so no neighbour did");
    ground.costs[50 * 100 + 55] = WALL_COST;
    assert_eq!(layer.change(&[Cell::new(55, 50)], &ground), [45, 55], "the portal to the north was cut in two");
    assert_eq!(layer.own_sectors(), 2);
    assert!(layer.change(&[Cell::new(55, 50)], &ground).is_empty(), "nothing changed since");
}

#[test]
fn large_units_need_room_around_them() {
    let ground = Ground::drawn(
        "............
         .####..####.
         ............",
    );
    let (small, large) = (ground.layer(), ground.layer_for(1));
    assert_eq!(small.cost(Cell::new(5, 1)), 8);
    for cell in ground.cells() {
        assert_eq!(large.cost(cell), WALL_COST, "{cell:?}: no cell has eight free neighbours");
    }
    assert_eq!(ground.cost(Cell::new(0, 0)), 8);
}

#[test]
fn sectors_lie_symmetrically_about_the_middle_of_a_map() {
    for (width, height) in [(64, 96), (40, 40), (1024, 8), (58, 62)] {
        let partition = Partition::new(width, height);
        let last = partition.count() as u16 - 1;
        for (x, y) in [(0, 0), (7, 3), (width as i16 / 2, height as i16 / 2)] {
            let turned = Cell::new(width as i16 - 1 - x, height as i16 - 1 - y);
            let (here, there) = (partition.locate(Cell::new(x, y)), partition.locate(turned));
            let ((sector, local), (opposite, mirrored)) = (here.unwrap(), there.unwrap());
            assert_eq!((last - sector, 99 - local), (opposite, mirrored));
        }
    }
}

#[test]
fn one_portal_holds_all_cells_that_join_two_regions() {
    let mut ground = Ground::random(20, 10, 0, 0);
    for y in [0, 4, 8] {
        ground.toggle(Cell::new(9, y));
    }
    let layer = ground.layer();
    let portals = layer.sector(0).portals();
    assert_eq!(portals.len(), 1);
    assert_eq!(portals[0].cells().collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7, 9]);
    assert_eq!((portals[0].centre().collect::<Vec<_>>(), portals[0].middle()), (vec![5], (20, 11)));
    // Parted on one side, so that the runs lead to different regions.
    (10..20).for_each(|x| ground.toggle(Cell::new(x, 4)));
    let layer = ground.layer();
    let cells: Vec<Vec<usize>> = layer.sector(0).portals().iter().map(|portal| portal.cells().collect()).collect();
    assert_eq!(cells, [vec![1, 2, 3], vec![5, 6, 7, 9]]);
    assert_eq!(layer.sector(1).portals().iter().map(|portal| portal.region).collect::<Vec<_>>(), [0, 50]);
}
