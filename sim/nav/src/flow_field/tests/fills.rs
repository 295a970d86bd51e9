//! Fills of whole maps against relaxation cell by cell.

use sandtable_math::mix;
use sandtable_model::map::{Cell, Rect};

use super::ground::Ground;
use crate::flow_field::fill::{Fill, UNREACHED};
use crate::flow_field::kernel::Kernel;

/// Octile costs to a rectangle, relaxed until none gets cheaper. Its cells can be left though they be walls.
fn relaxed(ground: &Ground, goal: Rect) -> Vec<u32> {
    let at = |cell: Cell| cell.y as usize * usize::from(ground.width) + cell.x as usize;
    let whole = Rect { x: 0, y: 0, width: ground.width, height: ground.height };
    let mut cost: Vec<u32> = ground.cells().map(|cell| if goal.contains(cell) { 0 } else { UNREACHED }).collect();
    let is_open = |cell: Cell| whole.contains(cell) && ground.is_open(cell);
    loop {
        let before = cost.clone();
        for cell in ground.cells().filter(|cell| ground.is_open(*cell)) {
            let step = u32::from(ground.costs[at(cell)]) * 8;
            for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                let from = cell.offset(dx, dy);
                let cuts = dx != 0 && dy != 0 && !(is_open(cell.offset(dx, 0)) && is_open(cell.offset(0, dy)));
                if !cuts && whole.contains(from) && before[at(from)] != UNREACHED {
                    let length = if dx != 0 && dy != 0 { (step * 181) >> 7 } else { step };
                    cost[at(cell)] = cost[at(cell)].min(before[at(from)] + length);
                }
            }
        }
        if cost == before {
            return cost;
        }
    }
}

#[test]
fn octile_fills_are_those_of_single_steps() {
    for seed in 0..60 {
        let (width, height, walls) = (11 + seed as u16 % 17, 9 + seed as u16 % 13, seed % 6 * 7);
        let ground = match seed % 3 {
            0 => Ground::rough(width, height, seed, walls),
            _ => Ground::random(width, height, seed, walls),
        };
        let mut fill = Fill::new(width, &ground.costs);
        for n in 0..4 {
            let corner = ground.pick(mix(seed, n));
            let side = 1 + n as u16 % 3;
            let goal = Rect { x: corner.x, y: corner.y, width: side.min(width - corner.x as u16), height: 1 };
            fill.run(Kernel::Octile, goal);
            let plain = relaxed(&ground, goal);
            for (cell, plain) in ground.cells().zip(&plain) {
                assert_eq!(fill.cost(cell), *plain, "seed {seed} goal {goal:?} {cell:?}");
            }
            assert_eq!(fill.reached() as usize, plain.iter().filter(|cost| !matches!(**cost, 0 | UNREACHED)).count());
        }
    }
}
