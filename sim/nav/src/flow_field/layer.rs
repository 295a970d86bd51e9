//! The sectors of a map for one class of locomotion and one size of unit, as terrain makes them (`TerrainBase`) and as one team
//! knows them (`Layer`: the base and, for the sectors where the team knows of something in the way, sectors of its own).

use std::sync::Arc;

use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;
use sandtable_state::Arrange;

pub use super::layout::SECTOR_PORTALS;
use super::partition::{CELLS, Partition, SIDE, SectorSide, edge_cell, opposite};
use super::plain_cells::PlainCells;
use super::sector::{Costs, NO_REGION, Portal, Sector};

/// A portal of a layer: ten times the number of the sector to its west or north, and its place there (0 … 4 in that
/// sector's east side, 5 … 9 in its south side). A number survives changes elsewhere.
pub type PortalId = u32;

/// The costs of a map's cells before units have a size: eighths of a plain cell, or [`WALL_COST`].
pub trait Costing {
    /// The cost of a cell of the map.
    fn cost(&self, cell: Cell) -> u8;
}

impl<F: Fn(Cell) -> u8> Costing for F {
    #[inline]
    fn cost(&self, cell: Cell) -> u8 {
        self(cell)
    }
}

/// The sectors of terrain nobody has built on.
#[derive(Clone, Debug)]
pub struct TerrainBase {
    partition: Partition,
    /// Cells that must be free around a unit's own, in each direction.
    clearance: u8,
    /// The least cost of a cell of the map.
    cheapest: u8,
    sectors: Vec<Sector>,
    plain: Arc<PlainCells>,
}

impl TerrainBase {
    /// Cuts a map of `width` × `height` cells into sectors, for units that need `clearance` free cells all around theirs.
    pub fn new(width: u16, height: u16, clearance: u8, costing: &impl Costing) -> TerrainBase {
        let partition = Partition::new(width, height);
        let whole = Rect { x: 0, y: 0, width, height };
        let cheapest = whole.cells().map(|cell| costing.cost(cell)).min().unwrap_or(8);
        let mut plain = PlainCells::new(width, height);
        let sector = |number| {
            let costs = sector_costs(&partition, clearance, number, costing);
            note_plain(&mut plain, &partition, number, &costs);
            Sector::new(&costs)
        };
        let mut sectors: Vec<Sector> = (0..partition.count() as u16).map(sector).collect();
        let mut base = TerrainBase { partition, clearance, cheapest, sectors: Vec::new(), plain: Arc::new(plain) };
        for number in 0..partition.count() as u16 {
            let mut sector = sectors[usize::from(number)].clone();
            sector.connect(
                |side, n| base.beyond(number, side, n, |at| &sectors[usize::from(at)]),
                |x, y| base.floor(x, y),
            );
            sectors[usize::from(number)] = sector;
        }
        base.sectors = sectors;
        base
    }

    /// The cost of a cell before anything stands on it; that of a wall off the map.
    #[inline]
    pub fn cost(&self, cell: Cell) -> u8 {
        let place = self.partition.locate(cell);
        place.map_or(WALL_COST, |(sector, local)| self.sectors[usize::from(sector)].costs()[usize::from(local)])
    }

    /// The cells around a unit's own that must be free, in each direction.
    #[inline]
    pub const fn clearance(&self) -> u8 {
        self.clearance
    }

    /// The region across the border from the `n`-th cell of a side.
    fn beyond<'s>(&self, number: u16, side: SectorSide, n: usize, sector: impl Fn(u16) -> &'s Sector) -> u8 {
        let neighbour = self.partition.neighbour(number, side);
        neighbour.map_or(NO_REGION, |next| sector(next).region(edge_cell(opposite(side), n) as u8))
    }

    /// The least cost of a cell of the map, in eighths.
    #[inline]
    pub(super) fn cheapest(&self) -> u8 {
        self.cheapest
    }

    /// The least that a way over `x`, `y` half cells can cost, in 1/64 of a plain cell.
    ///
    /// A norm (sixteen-sided, at most 2 % below the Euclidean one) times the cheapest cell: links are held to it, so that
    /// as an estimate it is consistent.
    #[inline]
    pub(super) fn floor(&self, x: i32, y: i32) -> u32 {
        let (x, y) = (x.unsigned_abs(), y.unsigned_abs());
        let (major, minor) = (x.max(y), x.min(y));
        let sixteen_sided = (946 * major + 392 * minor).max(724 * (major + minor)).max(1024 * major);
        // Half cells to 64ths of plain cells: 32 × cheapest / 8.
        (sixteen_sided * u32::from(self.cheapest)) >> 8
    }
}

fn sector_costs(partition: &Partition, clearance: u8, number: u16, costing: &impl Costing) -> Costs {
    let origin = partition.origin(number);
    let reach = i16::from(clearance);
    let cost = |cell: Cell| if partition.contains(cell) { costing.cost(cell) } else { WALL_COST };
    let mut costs = [WALL_COST; CELLS];
    for (local, own) in costs.iter_mut().enumerate() {
        let cell = origin.offset((local % SIDE) as i16, (local / SIDE) as i16);
        let around = Rect { x: cell.x, y: cell.y, width: 1, height: 1 }.grown(reach);
        let is_free = reach == 0 || around.cells().all(|cell| cost(cell) != WALL_COST);
        *own = if is_free { cost(cell) } else { WALL_COST };
    }
    costs
}

fn note_plain(plain: &mut PlainCells, partition: &Partition, number: u16, costs: &Costs) {
    costs.iter().enumerate().for_each(|(local, cost)| plain.note(partition.cell(number, local), *cost));
}

/// The sectors as one team knows them. Sectors in which the team knows of nothing but terrain are the base's own.
#[derive(Clone, Debug)]
pub struct Layer {
    base: Arc<TerrainBase>,
    /// By sector: 0, or one more than its place in `own`. Empty while the team knows of nothing.
    places: Vec<u16>,
    own: Vec<Sector>,
    /// The base's until something else is known.
    plain: Arc<PlainCells>,
}

impl Layer {
    /// A team's layer before it knows of anything that stands on the terrain.
    pub fn new(base: Arc<TerrainBase>) -> Layer {
        Layer { places: Vec::new(), own: Vec::new(), plain: Arc::clone(&base.plain), base }
    }

    /// How the map is cut.
    #[inline]
    pub fn partition(&self) -> &Partition {
        &self.base.partition
    }

    /// What the terrain makes of it.
    #[inline]
    pub fn base(&self) -> &TerrainBase {
        &self.base
    }

    /// A sector.
    #[inline]
    pub fn sector(&self, number: u16) -> &Sector {
        match self.places.get(usize::from(number)) {
            None | Some(0) => &self.base.sectors[usize::from(number)],
            Some(place) => &self.own[usize::from(*place) - 1],
        }
    }

    /// Sectors that are the team's own.
    pub fn own_sectors(&self) -> usize {
        self.own.len()
    }

    /// The cost of a cell; that of a wall off the map.
    #[inline]
    pub fn cost(&self, cell: Cell) -> u8 {
        self.partition()
            .locate(cell)
            .map_or(WALL_COST, |(sector, local)| self.sector(sector).costs()[usize::from(local)])
    }

    /// Which cells are no dearer than plain ground.
    #[inline]
    pub fn plain(&self) -> &PlainCells {
        &self.plain
    }

    /// Takes in that the costs of some cells changed, which `costing` knows already. Returns the sectors that are not what they were,
    /// by number: those of the cells, and neighbours whose portals changed.
    pub fn change(&mut self, cells: &[Cell], costing: &impl Costing) -> Vec<u16> {
        let changed = self.take_costs(cells, costing);
        let mut near: Vec<u16> = changed.clone();
        near.extend(changed.iter().flat_map(|at| (0..4).filter_map(|side| self.partition().neighbour(*at, side))));
        near.arrange();
        near.dedup();
        near.retain(|number| self.reconnect(*number) || changed.binary_search(number).is_ok());
        near
    }

    /// The sectors whose costs differ, with the new ones put in.
    fn take_costs(&mut self, cells: &[Cell], costing: &impl Costing) -> Vec<u16> {
        let reach = i16::from(self.base.clearance);
        let covering = |cell: &Cell| self.partition().covering(cell.offset(-reach, -reach), cell.offset(reach, reach));
        let mut touched: Vec<u16> = cells.iter().flat_map(covering).collect();
        touched.arrange();
        touched.dedup();
        touched.retain(|number| {
            let costs = sector_costs(&self.base.partition, self.base.clearance, *number, costing);
            let differs = *self.sector(*number).costs() != costs;
            if differs {
                *self.own_sector(*number) = Sector::new(&costs);
                note_plain(Arc::make_mut(&mut self.plain), &self.base.partition, *number, &costs);
            }
            differs
        });
        touched
    }

    /// Finds a sector's portals anew; returns whether they changed.
    fn reconnect(&mut self, number: u16) -> bool {
        let mut sector = self.sector(number).clone();
        let base = &self.base;
        sector.connect(|side, n| base.beyond(number, side, n, |at| self.sector(at)), |x, y| base.floor(x, y));
        let differs = sector != *self.sector(number);
        if differs {
            *self.own_sector(number) = sector;
        }
        differs
    }

    fn own_sector(&mut self, number: u16) -> &mut Sector {
        if self.places.is_empty() {
            self.places.resize(self.base.sectors.len(), 0);
        }
        let place = &mut self.places[usize::from(number)];
        if *place == 0 {
            self.own.push(self.base.sectors[usize::from(number)].clone());
            *place = self.own.len() as u16;
        }
        &mut self.own[usize::from(*place) - 1]
    }

    /// The number of a sector's portal.
    #[inline]
    pub fn portal_id(&self, sector: u16, portal: &Portal) -> PortalId {
        self.first_portals(sector)[usize::from(portal.side)] + u32::from(portal.ordinal)
    }

    /// The number of the first portal in each side of a sector, were there one.
    #[inline]
    pub fn first_portals(&self, sector: u16) -> [PortalId; 4] {
        let first = |owner: u16| u32::from(owner) * SECTOR_PORTALS as u32;
        let north = sector.saturating_sub(self.partition().columns());
        [first(sector), first(sector) + 5, first(sector.saturating_sub(1)), first(north) + 5]
    }

    /// The two sectors a portal lies between, west or north first, and the side of the first that it is in.
    #[inline]
    pub fn portal_between(&self, id: PortalId) -> (u16, u16, SectorSide) {
        let (owner, side) = ((id / SECTOR_PORTALS as u32) as u16, (id % SECTOR_PORTALS as u32 / 5) as usize);
        (owner, owner + if side == 0 { 1 } else { self.partition().columns() }, side)
    }

    /// The place of a portal among those of one of its two sectors.
    #[inline]
    pub fn place_in(&self, sector: u16, id: PortalId) -> usize {
        let (owner, _, side) = self.portal_between(id);
        let side = if sector == owner { side } else { opposite(side) };
        self.sector(sector).place(side, (id % 5) as u8)
    }
}
