//! Costs over a sector of plain ground without walls: straight lines, so that no wave has to pass over it.

use super::kernel::{FAR, KernelTerms, LANES, STRIDE, Seed, lane, ring_lane, slant_of, sow};
use super::layout::PLAIN_STEP;
use super::partition::{SIDE, edge_cell};

/// Euclidean distances in 1/64 cells: row `dy`, lane `dx + 16`, each up to 15 either way.
const DISTANCES: [[i16; 32]; 12] = {
    let mut table = [[0; 32]; 12];
    let mut n = 0;
    while n < 12 * 32 {
        let (dy, dx) = ((n / 32) as i64, (n % 32) as i64 - 16);
        // Rounded to the nearest by a root of four times the square.
        table[n / 32][n % 32] = (((dx * dx + dy * dy) * 16_384).isqrt() as i16 + 1) / 2;
        n += 1;
    }
    table
};

/// Costs over clear ground: the least over all sources of the source's cost and the straight line to it.
#[inline(always)]
pub(super) fn clear_costs(seeds: &[Seed]) -> [i16; LANES] {
    let mut cost = [FAR; LANES];
    let mut sown = cost;
    sow(&mut sown, seeds);
    for_sources(&sown, seeds, |source, base| spread(&mut cost, source, base));
    for (at, cost) in cost.iter_mut().enumerate() {
        *cost = (*cost).max(KernelTerms::CLEAR.wall[at]).min(sown[at]);
    }
    cost
}

/// Straight lines from one lane to all of the sector's.
#[inline(always)]
fn spread(cost: &mut [i16; LANES], source: usize, base: i16) {
    let (x, y) = (source % STRIDE, source / STRIDE);
    for row in 1..=SIDE {
        let line = &DISTANCES[row.abs_diff(y)][STRIDE - x..2 * STRIDE - x];
        for (lane, distance) in cost[row * STRIDE..(row + 1) * STRIDE].iter_mut().zip(line) {
            *lane = base.saturating_add(*distance).min(*lane);
        }
    }
}

/// Calls `each` with the lanes where lines begin, and their costs: seeds inside and, beyond a side that is open all along, those
/// in the ring. A line through part of a side could pass beside it, so there lines begin at the cells just inside.
#[inline(always)]
fn for_sources(sown: &[i16; LANES], seeds: &[Seed], mut each: impl FnMut(usize, i16)) {
    let inside = |lane: usize| KernelTerms::CLEAR.wall[lane] == 0;
    for (lane, cost) in seeds.iter().map(|(lane, cost)| (usize::from(*lane), *cost)).filter(|(lane, _)| inside(*lane)) {
        each(lane, cost);
    }
    for side in 0..4 {
        let ring: [i16; SIDE] = std::array::from_fn(|n| sown[ring_lane(side, n)]);
        let open = ring.iter().filter(|cost| **cost != FAR).count();
        for n in (0..SIDE).filter(|n| ring[*n] != FAR) {
            let beside = ring[n.saturating_sub(1)].min(ring[(n + 1).min(SIDE - 1)]);
            if beside.saturating_add(PLAIN_STEP) <= ring[n] {
                continue;
            }
            if open == SIDE {
                each(ring_lane(side, n), ring[n]);
            } else {
                let slanting = beside.saturating_add(slant_of(PLAIN_STEP));
                each(lane(edge_cell(side, n)), ring[n].saturating_add(PLAIN_STEP).min(slanting));
            }
        }
    }
}
