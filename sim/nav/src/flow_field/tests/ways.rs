//! Ways over whole maps: who arrives, how far they walk, and that nothing depends on who asked first.

use sandtable_math::mix;
use sandtable_model::map::Cell;

use super::ground::{Ground, square};
use crate::flow_field::field::{FlowField, FlowTile};
use crate::flow_field::fill::{Fill, UNREACHED};
use crate::flow_field::kernel::Kernel;
use crate::flow_field::layer::Layer;
use crate::flow_field::tracer::trace;

fn grounds() -> impl Iterator<Item = Ground> {
    let plain = (0..12).map(|seed| Ground::random(43 + seed as u16, 36, seed, 10 + 3 * seed));
    let rough = (0..8).map(|seed| Ground::rough(31, 47 + seed as u16, seed, 5 + 5 * seed));
    plain.chain(rough)
}

#[test]
fn whoever_can_arrive_does_and_nobody_enters_a_wall() {
    for (row, ground) in grounds().enumerate() {
        let layer = ground.layer();
        let mut fill = Fill::new(ground.width, &ground.costs);
        for goal in (0..6).map(|n| ground.pick(mix(row as u64, n))) {
            fill.run(Kernel::Octile, square(goal));
            let mut field = FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]);
            for start in (0..12).map(|n| ground.pick(mix(row as u64, 100 + n))).filter(|start| ground.is_open(*start)) {
                let walk = trace(&mut field, &layer, start.centre(), goal, row % 2 == 0, 8_000);
                let reaches = fill.cost(start) != UNREACHED && ground.is_open(goal);
                assert!(walk.arrived || !reaches, "ground {row} {start:?} to {goal:?}: {walk:?}");
                assert!(!walk.arrived || fill.cost(start) != UNREACHED);
                assert_eq!(walk.in_walls, 0);
            }
        }
    }
}

#[test]
fn ways_over_plain_ground_are_as_short_as_steps_allow() {
    for seed in 0..8 {
        let ground = Ground::random(80, 80, seed, 2 * seed);
        let layer = ground.layer();
        let mut fill = Fill::new(ground.width, &ground.costs);
        let (mut walked, mut best) = (0, 0);
        for n in 0..10 {
            let (start, goal) = (ground.pick(mix(seed, n)), ground.pick(mix(seed, 100 + n)));
            fill.run(Kernel::Octile, square(goal));
            if fill.cost(start) == UNREACHED || !ground.is_open(goal) || !ground.is_open(start) {
                continue;
            }
            let mut field = FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]);
            let walk = trace(&mut field, &layer, start.centre(), goal, true, 4_000);
            let (length, optimum) = (walk.length, u64::from(fill.cost(start)) << 10);
            assert!(
                length * 100 <= optimum * 115 + (100 << 14),
                "seed {seed} {start:?} to {goal:?}: {length} {optimum}"
            );
            (walked, best) = (walked + length, best + optimum);
        }
        assert!(walked * 100 <= best * 100, "seed {seed}: {walked} {best}");
    }
}

/// All tiles of a field, by sector and region, asked for in an order of `seed`'s.
fn all_tiles(layer: &Layer, ground: &Ground, goal: Cell, seed: u64) -> Vec<FlowTile> {
    let mut cells: Vec<Cell> = ground.cells().collect();
    cells.sort_by_key(|cell| mix(seed, (cell.x as u64) << 16 | cell.y as u64));
    let mut field = FlowField::new(layer, Kernel::Eikonal, &[square(goal)]);
    for cell in cells {
        let (sector, local) = layer.partition().locate(cell).unwrap();
        let region = layer.sector(sector).region(local);
        field.serve(layer, sector, region);
    }
    let mut tiles = field.tiles().to_vec();
    tiles.sort_by_key(|tile| (tile.sector, tile.region));
    tiles
}

#[test]
fn tiles_do_not_depend_on_who_asked_first() {
    for (row, ground) in grounds().enumerate() {
        let layer = ground.layer();
        let goal = ground.pick(mix(9, row as u64));
        let first = all_tiles(&layer, &ground, goal, 0);
        for seed in 1..3 {
            assert!(all_tiles(&layer, &ground, goal, seed) == first, "ground {row} order {seed}");
        }
        // A tile asked for alone is the same as one asked for after all others.
        for tile in first.iter().step_by(5) {
            let mut alone = FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]);
            assert!(alone.serve(&layer, tile.sector, tile.region));
            assert!(alone.tile(tile.sector, tile.region) == Some(tile), "ground {row} sector {}", tile.sector);
        }
    }
}

#[test]
fn a_field_after_changes_equals_one_made_anew() {
    for (row, mut ground) in grounds().enumerate() {
        let mut layer = ground.layer();
        let goal = ground.pick(mix(21, row as u64));
        let mut field = FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]);
        for change in 0..20 {
            let start = ground.pick(mix(row as u64 + 300, change));
            if ground.is_open(start) {
                trace(&mut field, &layer, start.centre(), goal, true, 2_000);
            }
            let cells = [0, 1].map(|n| ground.pick(mix(row as u64 + 400, 2 * change + n)));
            for cell in cells {
                ground.toggle(cell);
            }
            let changed = layer.change(&cells, &ground);
            field.refresh(&layer, &changed);
            let mut anew = FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]);
            for tile in field.tiles() {
                assert!(anew.serve(&layer, tile.sector, tile.region));
                assert!(
                    anew.tile(tile.sector, tile.region) == Some(tile),
                    "ground {row} change {change} sector {}",
                    tile.sector
                );
            }
            // What is found from here on is the same as well.
            let (sector, local) = layer.partition().locate(ground.pick(mix(row as u64 + 500, change))).unwrap();
            let region = layer.sector(sector).region(local);
            field.route(&layer, sector, region);
            anew.route(&layer, sector, region);
            let portals = [&field, &anew].map(|field| field.portal(&layer, sector, region));
            assert_eq!(portals[0], portals[1], "ground {row} change {change}");
        }
    }
}
