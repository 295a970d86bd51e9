//! Integration of one sector: the cost of the way from each of its cells to what was seeded.
//!
//! The cost pass relaxes whole rows of sixteen lanes until nothing gets cheaper. Every lane does the same without a
//! branch, so plain compilers turn a row into a few vector instructions, and there is no queue to keep. A cost can only
//! fall, and what it falls to is the same in whichever order rows are relaxed: the greatest solution of the update
//! equation below the seeds. (Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles", Game AI Pro ch. 23, keeps
//! a wave front in a list; the equation is the eikonal one of Rouy and Tourin 1992, "A viscosity solutions approach to
//! shape-from-shading".)

use sandtable_model::rules::WALL_COST;

use super::layout::DEAREST_UNSHIFTED;
pub use super::layout::{FAR, LANES, STEP, STRIDE};
use super::partition::{CELLS, SIDE};

/// The lane of a sector's cell.
#[inline]
pub const fn lane(local: usize) -> usize {
    (local / SIDE + 1) * STRIDE + local % SIDE + 1
}

/// The cell of a lane; none in the ring or the padding.
#[inline]
pub fn cell_of(lane: usize) -> Option<u8> {
    let (x, y) = ((lane % STRIDE).wrapping_sub(1), (lane / STRIDE).wrapping_sub(1));
    (x < SIDE && y < SIDE).then(|| (y * SIDE + x) as u8)
}

/// The lane of the ring beyond the `cell`-th cell of a side.
#[inline]
pub const fn ring_lane(side: usize, cell: usize) -> usize {
    match side {
        0 => (cell + 1) * STRIDE + SIDE + 1,
        1 => (SIDE + 1) * STRIDE + cell + 1,
        2 => (cell + 1) * STRIDE,
        _ => cell + 1,
    }
}

/// How costs are updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// From the four neighbours, as a wave passes over the ground: costs have no preferred directions.
    Eikonal,
    /// From the eight neighbours, corners not cut: straight steps 1, diagonal ones √2.
    Octile,
}

/// What a sector's cells cost, lane by lane.
#[derive(Clone)]
pub struct KernelTerms {
    /// Cost of a straight step out of the cell.
    step: [i16; LANES],
    /// √2 × `step` for [`Kernel::Eikonal`], the diagonal step for [`Kernel::Octile`].
    slant: [i16; LANES],
    /// The curvature of the eikonal update, in fractions of 1/`step`.
    bend: [u16; LANES],
    /// 0, or [`FAR`] for walls and whatever lies outside the sector.
    pub(super) wall: [i16; LANES],
    /// Costs are in units of 2^shift / 64 of a plain cell.
    shift: u32,
    /// Whether the sector is plain ground without walls.
    pub(super) clear: bool,
}

/// A lane and the cost it starts with.
pub type Seed = (u8, i16);

/// How far costs of a sector whose dearest cell costs `dearest` eighths must be shifted down.
pub const fn shift_for(dearest: u8) -> u32 {
    let mut shift = 0;
    while (dearest as u32) > DEAREST_UNSHIFTED << shift {
        shift += 1;
    }
    shift
}

pub(super) const BENDS: [u16; 2048] = {
    // 0.2071 × 16 × 65,536 / step: the second-order term of (t + √(2 − t²)) / 2 at t = difference / step.
    let mut table = [u16::MAX; 2048];
    let mut step = 4;
    while step < table.len() {
        table[step] = (217_165 / step) as u16;
        step += 1;
    }
    table
};

#[inline(always)]
pub(super) const fn slant_of(step: i16) -> i16 {
    ((step as i32 * 92_682) >> 16) as i16
}

impl KernelTerms {
    /// The terms of a sector of plain ground without walls.
    pub const CLEAR: KernelTerms = KernelTerms::uniform(8);

    const fn uniform(cost: u8) -> KernelTerms {
        let step = (cost as i32 * STEP) as i16;
        let mut terms = KernelTerms {
            step: [step; LANES],
            slant: [slant_of(step); LANES],
            bend: [BENDS[step as usize]; LANES],
            wall: [FAR; LANES],
            shift: 0,
            clear: true,
        };
        let mut local = 0;
        while local < CELLS {
            terms.wall[lane(local)] = 0;
            local += 1;
        }
        terms
    }

    /// The terms of a sector's costs, the dearest of which is `dearest`.
    pub fn new(costs: &[u8; CELLS], dearest: u8) -> KernelTerms {
        let mut terms = KernelTerms::CLEAR;
        terms.shift = shift_for(dearest);
        terms.clear = costs.iter().all(|cost| *cost == 8);
        for (local, cost) in costs.iter().copied().enumerate() {
            let at = lane(local);
            if cost == WALL_COST {
                terms.wall[at] = FAR;
            } else if cost != 8 || terms.shift != 0 {
                let step = ((i32::from(cost) * STEP) >> terms.shift).max(1) as i16;
                terms.step[at] = step;
                terms.slant[at] = slant_of(step);
                terms.bend[at] = BENDS[step as usize];
            }
        }
        terms
    }

    /// Costs are in units of 2^shift / 64 of a plain cell.
    #[inline]
    pub const fn shift(&self) -> u32 {
        self.shift
    }

    /// Whether the lane is a wall or lies outside the sector.
    #[inline]
    pub const fn is_wall(&self, lane: usize) -> bool {
        self.wall[lane] != 0
    }

    /// Relaxes all rows from the seeds on, on whatever ground.
    pub(super) fn relax_all(&self, kernel: Kernel, seeds: &[Seed]) -> [i16; LANES] {
        let mut cost = [FAR; LANES];
        sow(&mut cost, seeds);
        match kernel {
            Kernel::Eikonal => settle(&mut cost, |cost, at| self.relax_eikonal(cost, at)),
            Kernel::Octile => settle(&mut cost, |cost, at| self.relax_octile(cost, at)),
        }
        cost
    }

    #[inline(always)]
    fn relax_eikonal(&self, cost: &mut [i16; LANES], at: usize) -> bool {
        let (west, east) = (row(cost, at - 1), row(cost, at + 1));
        let (north, south) = (row(cost, at - STRIDE), row(cost, at + STRIDE));
        let (own, step, slant) = (row(cost, at), row(&self.step, at), row(&self.slant, at));
        let (bend, wall) = (row(&self.bend, at), row(&self.wall, at));
        let mut new = [0; STRIDE];
        for lane in 0..STRIDE {
            let (across, along) = (west[lane].min(east[lane]), north[lane].min(south[lane]));
            let low = across.min(along);
            let difference = across.max(along).wrapping_sub(low).min(step[lane]);
            let rise = eikonal_rise::<7>(difference, CellRise { slant: slant[lane], bend: bend[lane] });
            new[lane] = own[lane].min(low.saturating_add(rise).max(wall[lane]));
        }
        store(cost, at, &own, &new)
    }

    #[inline(always)]
    fn relax_octile(&self, cost: &mut [i16; LANES], at: usize) -> bool {
        let (north, own, south) = (wide(cost, at - STRIDE), wide(cost, at), wide(cost, at + STRIDE));
        let wall = row(&self.wall, at);
        let (step, slant) = (row(&self.step, at), row(&self.slant, at));
        // No way leads past what has no cost: a wall, or what the wave has yet to come to.
        let barred = |cost: i16| if cost == FAR { FAR } else { 0 };
        let mut new = [0; STRIDE];
        for lane in 0..STRIDE {
            let (west, here, east) = (lane, lane + 1, lane + 2);
            let straight = own[west].min(own[east]).min(north[here]).min(south[here]);
            let (bar_west, bar_east) = (barred(own[west]), barred(own[east]));
            let above = north[west].max(bar_west).min(north[east].max(bar_east)).max(barred(north[here]));
            let below = south[west].max(bar_west).min(south[east].max(bar_east)).max(barred(south[here]));
            let best = straight.saturating_add(step[lane]).min(above.min(below).saturating_add(slant[lane]));
            new[lane] = own[here].min(best.max(wall[lane]));
        }
        let old = row(cost, at);
        store(cost, at, &old, &new)
    }
}

pub(super) fn sow(cost: &mut [i16; LANES], seeds: &[Seed]) {
    for (lane, seed) in seeds {
        let cost = &mut cost[usize::from(*lane)];
        *cost = (*seed).min(*cost);
    }
}

/// What the rise of a wave front over a cell depends on beside the difference of its neighbours, as made of the cell's step.
#[derive(Clone, Copy)]
pub(super) struct CellRise {
    pub slant: i16,
    pub bend: u16,
}

/// What a wave front adds: with `t` = difference / step, step × (t + √(2 − t²)) / 2, the root by its second-order
/// polynomial (to 0.6 %). At t = 1 it is the step itself, so no case distinction is needed.
///
/// `BITS` is how many bits a difference leaves free of sixteen, at most 7. With 7 the rise grows with the difference (up to steps of
/// 325), so that costs do not depend on the order in which cells are relaxed.
#[inline(always)]
pub(super) fn eikonal_rise<const BITS: u32>(difference: i16, cell: CellRise) -> i16 {
    let CellRise { slant, bend } = cell;
    let part = ((u32::from((difference as u16) << BITS) * u32::from(bend)) >> 16) as u16;
    let square = ((u32::from(part << (8 - BITS)) * u32::from((difference as u16) << 5)) >> 16) as i16;
    slant.wrapping_add(difference).wrapping_sub(square) >> 1
}

/// Relaxes rows, downwards and upwards in turn, until none changes.
#[inline(always)]
fn settle(cost: &mut [i16; LANES], relax: impl Fn(&mut [i16; LANES], usize) -> bool) {
    let mut dirty: u32 = (1 << (SIDE + 1)) - 2;
    let mut visit = |row: usize, dirty: &mut u32| {
        if *dirty >> row & 1 != 0 {
            let changed = relax(cost, row * STRIDE);
            *dirty &= !(1 << row);
            // A row that changed makes itself and both neighbours worth another look.
            *dirty |= u32::from(changed) * (7 << (row - 1));
        }
    };
    const INSIDE: u32 = (1 << (SIDE + 1)) - 2;
    while dirty & INSIDE != 0 {
        (1..=SIDE).for_each(|row| visit(row, &mut dirty));
        (1..=SIDE).rev().for_each(|row| visit(row, &mut dirty));
    }
}

#[inline(always)]
fn row<T: Copy + Default>(lanes: &[T; LANES], at: usize) -> [T; STRIDE] {
    let mut row = [T::default(); STRIDE];
    row.copy_from_slice(&lanes[at..at + STRIDE]);
    row
}

/// A row with [`FAR`] on either side of it.
#[inline(always)]
pub(super) fn wide(lanes: &[i16; LANES], at: usize) -> [i16; STRIDE + 2] {
    let mut row = [FAR; STRIDE + 2];
    row[1..=STRIDE].copy_from_slice(&lanes[at..at + STRIDE]);
    row
}

/// Stores a row; returns whether it changed.
#[inline(always)]
fn store(cost: &mut [i16; LANES], at: usize, old: &[i16; STRIDE], new: &[i16; STRIDE]) -> bool {
    cost[at..at + STRIDE].copy_from_slice(new);
    let mut changed = 0;
    for lane in 0..STRIDE {
        changed |= old[lane] ^ new[lane];
    }
    changed != 0
}
