//! One sector of a layer: its costs, the portals in its sides, its regions, and what it costs to cross it.

use std::cmp::Ordering;
use std::sync::Arc;

use sandtable_model::rules::WALL_COST;

use super::kernel::{FAR, Kernel, KernelTerms, LANES, Seed, lane, ring_lane};
use super::layout::FLOOR_ROUNDING;
pub use super::layout::{MAX_SIDE_PORTALS, NO_LINK, NO_REGION};
use super::partition::{CELLS, SIDE, SectorSide, edge_cell};
use super::plain_cells::PLAIN;

/// Costs by cell of a sector, row by row: in eighths of a plain cell, or [`WALL_COST`].
pub type Costs = [u8; CELLS];

/// What all clear sectors share.
pub static CLEAR: Costs = [PLAIN; CELLS];

/// The cells of a sector's side that join one of its regions to one beyond it, all of them: runs parted by walls that are
/// one region on either side lead to the same places, and one node for all keeps the search small on broken ground. (Emerson's
/// windows are single runs.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portal {
    /// The side it is in.
    pub side: u8,
    /// Its place among the portals of that side, which are in order of their first cells.
    pub ordinal: u8,
    /// The region of the sector it leads to.
    pub region: u8,
    /// Its cells: a bit for each place along the side.
    mask: u16,
    /// The places nearest to the middle between its ends: one, or two equally near.
    centre: [u8; 2],
}

impl Portal {
    fn new(side: SectorSide, region: u8, mask: u16) -> Portal {
        let (first, last) = (mask.trailing_zeros() as u8, mask.ilog2() as u8);
        let is_open = |n: &u8| mask >> n & 1 != 0;
        let (west, east) = ((first + last) / 2, (first + last).div_ceil(2));
        let below = (first..=west).rev().find(is_open).unwrap_or(first);
        let above = (east..=last).find(is_open).unwrap_or(last);
        let centre = match (west - below).cmp(&(above - east)) {
            Ordering::Less => [below; 2],
            Ordering::Greater => [above; 2],
            Ordering::Equal => [below, above],
        };
        Portal { side: side as u8, ordinal: 0, region, mask, centre }
    }

    /// Its middle in half cells from the sector's north-west corner.
    #[inline]
    pub fn middle(&self) -> (i32, i32) {
        let along = i32::from(self.centre[0]) + i32::from(self.centre[1]) + 1;
        let far = 2 * SIDE as i32;
        match self.side {
            0 => (far, along),
            1 => (along, far),
            2 => (0, along),
            _ => (along, 0),
        }
    }

    /// The places along the side of its one or two middle cells.
    pub fn centre(&self) -> impl Iterator<Item = usize> + use<> {
        let [first, last] = self.centre.map(usize::from);
        [Some(first), (last != first).then_some(last)].into_iter().flatten()
    }

    /// The places of its cells along the side.
    pub fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let mask = self.mask;
        (0..SIDE).filter(move |n| mask >> n & 1 != 0)
    }

    /// The cost at its middle, seen from inside: the mean of the middle cells; none when it was not reached.
    pub fn cost_at_centre(&self, cost: &[i16; LANES]) -> Option<u32> {
        let [first, last] = self.centre.map(|n| cost[lane(edge_cell(self.side.into(), n.into()))]);
        (first != FAR && last != FAR).then_some((first as u32 + last as u32) / 2)
    }
}

/// A sector as one layer has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sector {
    /// None when clear.
    costs: Option<Arc<Costs>>,
    /// The least number of a cell of the same region, by cell; none when all open cells are one region.
    regions: Option<Arc<Costs>>,
    dearest: u8,
    /// By side, then place.
    portals: Arc<[Portal]>,
    /// The first portal of each side, and their number.
    first: [u8; 5],
    /// Cost to beyond a portal from the middle of another, in 1/64 of a plain cell; row by row.
    links: Arc<[u32]>,
    /// The dearest of the links.
    span: u32,
}

impl Sector {
    /// A sector with these costs, not yet linked to what surrounds it.
    pub fn new(costs: &Costs) -> Sector {
        let dearest = costs.iter().copied().filter(|cost| *cost != WALL_COST).max().unwrap_or(8);
        let own = (*costs != CLEAR).then(|| Arc::new(*costs));
        let regions = own.as_ref().and_then(|costs| label(costs)).map(Arc::new);
        let portals: Arc<[Portal]> = Arc::new([]);
        Sector { costs: own, regions, dearest, portals, first: [0; 5], links: Arc::new([]), span: 0 }
    }

    /// Its costs.
    #[inline]
    pub fn costs(&self) -> &Costs {
        self.costs.as_deref().unwrap_or(&CLEAR)
    }

    /// Whether it is plain ground without walls.
    #[inline]
    pub fn is_clear(&self) -> bool {
        self.costs.is_none()
    }

    /// What integrations of it need.
    pub fn terms(&self) -> KernelTerms {
        match &self.costs {
            None => KernelTerms::CLEAR,
            Some(costs) => KernelTerms::new(costs, self.dearest),
        }
    }

    /// The region of a cell: the least number of its cells, or [`NO_REGION`] in a wall.
    #[inline]
    pub fn region(&self, local: u8) -> u8 {
        match (&self.regions, &self.costs) {
            (Some(regions), _) => regions[usize::from(local)],
            (None, Some(costs)) if costs[usize::from(local)] == WALL_COST => NO_REGION,
            _ => 0,
        }
    }

    /// Whether it has a region of this name: a sector whose open cells are one region calls it 0, be its first cell open or not.
    pub fn has_region(&self, region: u8) -> bool {
        match (&self.regions, &self.costs) {
            (Some(labels), _) => labels.get(usize::from(region)) == Some(&region),
            (None, Some(costs)) => region == 0 && costs.iter().any(|cost| *cost != WALL_COST),
            (None, None) => region == 0,
        }
    }

    /// Its regions, ascending.
    pub fn regions(&self) -> Vec<u8> {
        (0..NO_REGION).filter(|region| self.has_region(*region)).collect()
    }

    /// Its portals, by side, then place.
    #[inline]
    pub fn portals(&self) -> &[Portal] {
        &self.portals
    }

    /// The place in [`Sector::portals`] of a portal.
    #[inline]
    pub fn place(&self, side: SectorSide, ordinal: u8) -> usize {
        usize::from(self.first[side] + ordinal)
    }

    /// The costs from the middle of each portal to beyond one of them, in 1/64 of a plain cell, or [`NO_LINK`].
    #[inline]
    pub fn links_to(&self, to: usize) -> &[u32] {
        let count = self.portals.len();
        &self.links[to * count..(to + 1) * count]
    }

    /// The dearest link.
    #[inline]
    pub fn span(&self) -> u32 {
        self.span
    }

    /// Finds its portals and links anew. `beyond` is the region of the cell across the border from a side's `n`-th cell,
    /// `floor` the least that a straight line of that length in half cells can cost.
    pub fn connect(&mut self, beyond: impl Fn(SectorSide, usize) -> u8, floor: impl Fn(i32, i32) -> u32) {
        let portals = self.find_portals(beyond);
        if *self.portals == *portals {
            return;
        }
        for side in 0..4 {
            self.first[side + 1] =
                self.first[side] + portals.iter().filter(|w| usize::from(w.side) == side).count() as u8;
        }
        self.portals = portals.into();
        self.link_portals(floor);
    }

    fn find_portals(&self, beyond: impl Fn(SectorSide, usize) -> u8) -> Vec<Portal> {
        let mut portals = Vec::new();
        for side in 0..4 {
            let pairs: [(u8, u8); SIDE] =
                std::array::from_fn(|n| (self.region(edge_cell(side, n) as u8), beyond(side, n)));
            let mask_of = |pair| (0..SIDE).fold(0, |mask, n| mask | u16::from(pairs[n] == pair) << n);
            let (mut ordinal, mut seen) = (0, 0);
            for (n, (region, across)) in pairs.into_iter().enumerate() {
                if region != NO_REGION && across != NO_REGION && seen >> n & 1 == 0 {
                    let mask = mask_of((region, across));
                    portals.push(Portal { ordinal, ..Portal::new(side, region, mask) });
                    (ordinal, seen) = (ordinal + 1, seen | mask);
                }
            }
        }
        portals
    }

    fn link_portals(&mut self, floor: impl Fn(i32, i32) -> u32) {
        let count = self.portals.len();
        let terms = self.terms();
        let mut links = vec![NO_LINK; count * count];
        for (to, exit) in self.portals.iter().enumerate() {
            let seeds: Vec<Seed> = exit.centre().map(|n| (ring_lane(exit.side.into(), n) as u8, 0)).collect();
            let cost = terms.integrate(Kernel::Eikonal, &seeds);
            for (from, entry) in self.portals.iter().enumerate().filter(|(from, _)| *from != to) {
                let Some(cost) = entry.cost_at_centre(&cost) else { continue };
                let ((x, y), (exit_x, exit_y)) = (entry.middle(), exit.middle());
                links[to * count + from] = (cost << terms.shift()).max(floor(x - exit_x, y - exit_y) + FLOOR_ROUNDING);
            }
        }
        self.span = links.iter().copied().filter(|link| *link != NO_LINK).max().unwrap_or(0);
        self.links = links.into();
    }
}

/// Labels the regions of costs; none when there is at most one, which then is 0.
fn label(costs: &Costs) -> Option<Costs> {
    let mut labels = [NO_REGION; CELLS];
    let mut regions = 0;
    for start in 0..CELLS {
        if costs[start] != WALL_COST && labels[start] == NO_REGION {
            regions += 1;
            flood(costs, &mut labels, start);
        }
    }
    (regions > 1).then_some(labels)
}

fn flood(costs: &Costs, labels: &mut Costs, start: usize) {
    let mut open = vec![start];
    labels[start] = start as u8;
    while let Some(cell) = open.pop() {
        let (x, y) = (cell % SIDE, cell / SIDE);
        let near = [
            (x + 1 < SIDE).then_some(cell + 1),
            (y + 1 < SIDE).then_some(cell + SIDE),
            (x > 0).then(|| cell - 1),
            (y > 0).then(|| cell - SIDE),
        ];
        for next in near.into_iter().flatten() {
            if costs[next] != WALL_COST && labels[next] == NO_REGION {
                labels[next] = start as u8;
                open.push(next);
            }
        }
    }
}
