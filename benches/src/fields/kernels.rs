//! Single tiles, and whole maps at once.

use std::hint::black_box;

use sandtable_math::mix;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;
use sandtable_nav::flow_field::arrow::{Inward, arrows};
use sandtable_nav::flow_field::fill::Fill;
use sandtable_nav::flow_field::fill_flow::octile_flow;
use sandtable_nav::flow_field::kernel::{Kernel, KernelTerms, Seed, ring_lane};
use sandtable_nav::flow_field::partition::SIDE;

use super::ground::Terrain;
use super::least_time;

/// Sectors a figure is averaged over.
const SECTORS: u64 = 64;

/// Nanoseconds a tile: clear, and with a quarter of dear cells and walls among the rest.
pub fn measure_tiles() {
    sandtable_benches::say("a tile of 10 x 10 cells            integration ns   arrows ns");
    for (name, kernel, walls, rough) in [
        ("clear, straight lines", Kernel::Eikonal, None, false),
        ("octile, no walls", Kernel::Octile, Some(0), false),
        ("octile, 10 % walls", Kernel::Octile, Some(10), false),
        ("octile, rough, 25 % walls", Kernel::Octile, Some(25), true),
        ("eikonal, rough, no walls", Kernel::Eikonal, Some(0), true),
        ("eikonal, 10 % walls", Kernel::Eikonal, Some(10), false),
        ("eikonal, rough, 25 % walls", Kernel::Eikonal, Some(25), true),
    ] {
        let terms: Vec<KernelTerms> =
            (0..SECTORS).map(|seed| walls.map_or(KernelTerms::CLEAR, |walls| sector(seed, walls, rough))).collect();
        let seeds: Vec<Vec<Seed>> = (0..SECTORS).map(seeds).collect();
        let integration = least_time(200, 1, || {
            for (terms, seeds) in terms.iter().zip(&seeds) {
                black_box(terms.integrate(kernel, black_box(seeds)));
            }
        });
        let costs: Vec<_> = terms.iter().zip(&seeds).map(|(terms, seeds)| terms.integrate(kernel, seeds)).collect();
        let flow = least_time(200, 1, || {
            for cost in &costs {
                black_box(arrows(kernel, black_box(cost), Inward::default()));
            }
        });
        let each = 1e9 / SECTORS as f64;
        sandtable_benches::say(format_args!("{name:<33} {:>15.0} {:>11.0}", integration * each, flow * each));
    }
}

fn sector(seed: u64, walls: u64, rough: bool) -> KernelTerms {
    let costs = std::array::from_fn(|n| match mix(seed, n as u64) % 100 {
        roll if roll < walls => WALL_COST,
        roll if rough => [8, 8, 12, 24][roll as usize & 3],
        _ => 8,
    });
    KernelTerms::new(&costs, if rough { 24 } else { 8 })
}

/// One side after another, costs rising along it.
fn seeds(seed: u64) -> Vec<Seed> {
    (0..SIDE).map(|n| (ring_lane(seed as usize & 3, n) as u8, 20 * n as i16)).collect()
}

/// Nanoseconds a cell of fills and flow over whole maps.
pub fn measure_maps(terrains: &[Terrain]) {
    sandtable_benches::say("whole maps, ns a reached cell      octile   eikonal   flow, a map cell");
    for terrain in terrains {
        let mut fill = Fill::new(terrain.width, &terrain.costs);
        let goal = terrain.pick(1);
        let goal = Rect { x: goal.x, y: goal.y, width: 1, height: 1 };
        let each = |kernel: Kernel, fill: &mut Fill| {
            let time = least_time(7, 1, || fill.run(kernel, goal));
            1e9 * time / f64::from(fill.reached().max(1))
        };
        let (eikonal, octile) = (each(Kernel::Eikonal, &mut fill), each(Kernel::Octile, &mut fill));
        let mut flow = Vec::new();
        let time = least_time(7, 1, || octile_flow(&fill, &mut flow));
        black_box(flow.get(fill.cost(Cell::default()) as usize % flow.len().max(1)));
        let cells = terrain.costs.len() as f64;
        sandtable_benches::say(format_args!(
            "{:<33} {octile:>7.1} {eikonal:>9.1} {:>12.2}",
            terrain.name,
            1e9 * time / cells
        ));
    }
}
