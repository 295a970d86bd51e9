//! Integrations of one sector against relaxation cell by cell.

use sandtable_math::mix;
use sandtable_model::rules::WALL_COST;

use crate::flow_field::kernel::{FAR, Kernel, KernelTerms, LANES, STRIDE, Seed, lane, ring_lane};
use crate::flow_field::partition::{CELLS, SIDE};

fn sector(seed: u64, walls: u64, rough: bool) -> [u8; CELLS] {
    std::array::from_fn(|n| match mix(seed, n as u64) % 100 {
        roll if roll < walls => WALL_COST,
        roll if rough => [8, 8, 12, 24][roll as usize & 3],
        _ => 8,
    })
}

fn seeds(seed: u64) -> Vec<Seed> {
    let side = mix(seed, 1) as usize & 3;
    let ring = (0..SIDE).map(|n| (ring_lane(side, n) as u8, (mix(seed, 2 + n as u64) % 64) as i16));
    ring.chain([(lane(mix(seed, 99) as usize % CELLS) as u8, 300)]).collect()
}

/// Octile costs by relaxing single cells until none gets cheaper.
fn relaxed(costs: &[u8; CELLS], seeds: &[Seed]) -> [i16; LANES] {
    let mut cost = [FAR; LANES];
    for (lane, seed) in seeds {
        cost[usize::from(*lane)] = *seed;
    }
    let wall = |at: usize| {
        let (x, y) = ((at % STRIDE).wrapping_sub(1), (at / STRIDE).wrapping_sub(1));
        x >= SIDE || y >= SIDE || costs[y * SIDE + x] == WALL_COST
    };
    loop {
        let before = cost;
        for local in (0..CELLS).filter(|local| !wall(lane(*local))) {
            let (at, step) = (lane(local), i32::from(costs[local]) * 8);
            let mut best = i32::from(cost[at]);
            for (dx, dy) in [(1i32, 0i32), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
                let near = |dx: i32, dy: i32| at.wrapping_add_signed((dy * STRIDE as i32 + dx) as isize);
                let diagonal = dx != 0 && dy != 0;
                let cuts = diagonal && (cost[near(dx, 0)] == FAR || cost[near(0, dy)] == FAR);
                if cost[near(dx, dy)] == FAR || cuts {
                    continue;
                }
                let length = if diagonal { (step * 92_682) >> 16 } else { step };
                best = best.min(i32::from(cost[near(dx, dy)]) + length);
            }
            cost[at] = best as i16;
        }
        if cost == before {
            return cost;
        }
    }
}

#[test]
fn octile_costs_are_those_of_single_steps() {
    for seed in 0..60 {
        let costs = sector(seed, seed % 4 * 12, seed % 2 == 0);
        let terms = KernelTerms::new(&costs, 24);
        assert_eq!(terms.integrate(Kernel::Octile, &seeds(seed)), relaxed(&costs, &seeds(seed)), "seed {seed}");
    }
}

#[test]
fn eikonal_costs_reach_the_same_cells_and_lie_between_straight_lines_and_straight_steps() {
    for seed in 0..60 {
        let costs = sector(seed, seed % 4 * 12, false);
        let seeds = seeds(seed);
        let eikonal = KernelTerms::new(&costs, 24).integrate(Kernel::Eikonal, &seeds);
        let octile = relaxed(&costs, &seeds);
        for local in 0..CELLS {
            let (own, walked) = (eikonal[lane(local)], octile[lane(local)]);
            assert_eq!(own == FAR, walked == FAR, "seed {seed} cell {local}");
            // Straight lines leave the ring at any angle, the first-order wave is at most 21 % dearer than steps.
            if own != FAR {
                let (own, walked) = (i32::from(own), i32::from(walked));
                assert!(
                    own * 100 >= walked * 75 - 800 && own * 100 <= walked * 122,
                    "seed {seed} cell {local}: {own} {walked}"
                );
            }
        }
    }
}

#[test]
fn every_cell_but_a_seed_has_a_cheaper_neighbour() {
    for seed in 0..60 {
        let terms = KernelTerms::new(&sector(seed, 25, true), 24);
        for kernel in [Kernel::Eikonal, Kernel::Octile] {
            let cost = terms.integrate(kernel, &seeds(seed));
            for local in (0..CELLS).filter(|local| cost[lane(*local)] != FAR) {
                let at = lane(local);
                let near = [
                    at - 1,
                    at + 1,
                    at - STRIDE,
                    at + STRIDE,
                    at - STRIDE - 1,
                    at - STRIDE + 1,
                    at + STRIDE - 1,
                    at + STRIDE + 1,
                ];
                let is_seed = seeds(seed).iter().any(|(lane, _)| usize::from(*lane) == at);
                assert!(is_seed || near.iter().any(|near| cost[*near] < cost[at]), "seed {seed} cell {local}");
            }
        }
    }
}

#[test]
fn clear_ground_is_crossed_in_straight_lines() {
    let cost = KernelTerms::CLEAR.integrate(Kernel::Eikonal, &[(lane(0) as u8, 0)]);
    for local in 0..CELLS {
        let (x, y) = ((local % SIDE) as u64, (local / SIDE) as u64);
        let exact = ((x * x + y * y) * 64 * 64).isqrt() as i16;
        assert!((cost[lane(local)] - exact).abs() <= 1, "cell {local}");
    }
}

#[test]
fn the_dearest_ground_stays_in_range() {
    let mut costs = [254; CELLS];
    // A snake through the whole sector: the longest way there is.
    for row in (1..SIDE).step_by(2) {
        let gap = if row % 4 == 1 { SIDE - 1 } else { 0 };
        (0..SIDE).filter(|x| *x != gap).for_each(|x| costs[row * SIDE + x] = WALL_COST);
    }
    let terms = KernelTerms::new(&costs, 254);
    let cost = terms.integrate(Kernel::Eikonal, &[(lane(0) as u8, 0)]);
    let end = cost[lane(CELLS - SIDE + SIDE - 1)].min(cost[lane(8 * SIDE)]);
    assert!(end != FAR && i32::from(end) << terms.shift() > 40 * 254 * 8);
}
