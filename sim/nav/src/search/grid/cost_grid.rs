//! The ground as a search sees it: what each cell costs, and which of its neighbours are open.

use sandtable_model::map::{Cell, Map, OpenCells};
use sandtable_model::rules::{Locomotion, Rules, WALL_COST};
use sandtable_state::limits::MAX_MAP_SIDE;

pub use crate::search::layout::PLAIN_COST;
use crate::search::padded_grid::{DIRECTIONS, PaddedGrid};

/// Costs by cell for one class of locomotion, and as one player knows them: start from the terrain, which is public, and
/// [`CostGrid::set`] what is known to stand on it, or what is to be shunned.
///
/// Nodes are indices of cells with a border of walls around the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostGrid {
    padded: PaddedGrid,
    /// By index of the padded grid; the border is wall.
    costs: Vec<u8>,
    /// By index: the open ones of the eight neighbours, a bit each.
    neighbours: Vec<u8>,
    /// How many cells have each cost.
    counts: Box<[u32; 256]>,
    /// 2³² / stride, rounded up: rows are found without a division.
    reciprocal: u64,
    /// How many changes there have been since it was made.
    version: u32,
}

impl CostGrid {
    /// The terrain of a map for a class, with nothing on it.
    pub fn of_map(map: &Map, rules: &Rules, class: Locomotion) -> CostGrid {
        let terrain = |n: usize| rules.terrain.get(usize::from(map.terrain[n]));
        CostGrid::new(map.width, map.height, |n| terrain(n).map_or(WALL_COST, |terrain| terrain.cost(class)))
    }

    /// Open cells at the cost of plain ground.
    pub fn of_open(cells: &OpenCells) -> CostGrid {
        CostGrid::new(cells.width, cells.height, |n| if cells.open[n] { PLAIN_COST } else { WALL_COST })
    }

    /// A grid of `width` × `height` cells, each side up to [`MAX_MAP_SIDE`](sandtable_state::limits::MAX_MAP_SIDE); `cost` gives the
    /// cost of the n-th cell, row by row, in eighths of a plain one: 1 … 254, or [`WALL_COST`] (as 0 does, for nothing is free).
    pub fn new(width: u16, height: u16, cost: impl Fn(usize) -> u8) -> CostGrid {
        debug_assert!(
            u32::from(width.max(height)) <= MAX_MAP_SIDE,
            "rows are found by a reciprocal that is exact so far"
        );
        let padded = PaddedGrid::sized(width, height);
        let mut costs = vec![WALL_COST; padded.len()];
        let mut counts = Box::new([0; 256]);
        for n in 0..padded.cells() {
            let cost = passable_or_wall(cost(n));
            costs[padded.of_map(n) as usize] = cost;
            counts[usize::from(cost)] += 1;
        }
        let reciprocal = (1u64 << 32).div_ceil(u64::from(padded.stride()));
        let mut grid = CostGrid { padded, neighbours: vec![0; costs.len()], costs, counts, reciprocal, version: 0 };
        for n in 0..padded.cells() {
            let index = padded.of_map(n);
            grid.neighbours[index as usize] = grid.open_neighbours(index);
        }
        grid
    }

    fn open_neighbours(&self, index: u32) -> u8 {
        let open = |offset: i32| self.costs[index.wrapping_add_signed(offset) as usize] != WALL_COST;
        let offsets = self.padded.offsets().into_iter().enumerate();
        offsets.fold(0, |mask, (direction, offset)| mask | u8::from(open(offset)) << direction)
    }

    /// Changes the cost of a cell, as at [`CostGrid::new`]; off the map nothing happens.
    pub fn set(&mut self, cell: Cell, cost: u8) {
        let Some(index) = self.padded.index(cell) else { return };
        let cost = passable_or_wall(cost);
        let known = std::mem::replace(&mut self.costs[index as usize], cost);
        if known == cost {
            return;
        }
        self.version = self.version.wrapping_add(1);
        self.counts[usize::from(known)] -= 1;
        self.counts[usize::from(cost)] += 1;
        if (known == WALL_COST) != (cost == WALL_COST) {
            self.note_open(cell, cost != WALL_COST);
        }
    }

    /// Makes a cell dearer by `price` eighths of a plain cell, at most as dear as a cell can be: a price on what is unexplored or under
    /// threat. Walls stay walls.
    pub fn add_price(&mut self, cell: Cell, price: u8) {
        let cost = self.cost(cell);
        if cost != WALL_COST {
            self.set(cell, cost.saturating_add(price).min(WALL_COST - 1));
        }
    }

    fn note_open(&mut self, cell: Cell, open: bool) {
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            if let Some(index) = self.padded.index(cell.offset(dx, dy)) {
                let bit = 1 << ((direction + 4) % 8);
                let mask = &mut self.neighbours[index as usize];
                *mask = if open { *mask | bit } else { *mask & !bit };
            }
        }
    }

    /// The cost of a cell; [`WALL_COST`] off the map.
    #[inline]
    pub fn cost(&self, cell: Cell) -> u8 {
        self.padded.index(cell).map_or(WALL_COST, |index| self.costs[index as usize])
    }

    /// Whether the cell is on the map and can be entered.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.cost(cell) != WALL_COST
    }

    /// The node of a cell; none off the map.
    #[inline]
    pub fn node(&self, cell: Cell) -> Option<u32> {
        self.padded.index(cell)
    }

    /// The cell of a node.
    #[inline]
    pub fn cell(&self, node: u32) -> Cell {
        let (x, y) = self.column_and_row(node);
        Cell { x: x as i16 - 1, y: y as i16 - 1 }
    }

    /// Where a node lies, the border counted.
    #[inline(always)]
    pub(in crate::search) fn column_and_row(&self, node: u32) -> (u32, u32) {
        column_and_row(node, self.padded.stride(), self.reciprocal)
    }

    /// The node in a column and row, the border counted.
    #[inline(always)]
    pub(in crate::search) fn node_at(&self, column: u32, row: u32) -> u32 {
        row * self.padded.stride() + column
    }

    /// Whether a node is a wall or of the border.
    #[inline(always)]
    pub(in crate::search) fn is_wall(&self, node: u32) -> bool {
        self.costs[node as usize] == WALL_COST
    }

    /// One more than the greatest node.
    #[inline]
    pub fn nodes(&self) -> u32 {
        self.costs.len() as u32
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> (u16, u16) {
        self.padded.size()
    }

    /// The one cost of all open cells, if there is one.
    #[inline]
    pub fn uniform_cost(&self) -> Option<u8> {
        let mut costs = self.open_costs();
        let first = costs.next()?;
        costs.next().is_none().then_some(first)
    }

    /// The costs of open cells that there are, ascending.
    pub(super) fn open_costs(&self) -> impl Iterator<Item = u8> {
        (0..WALL_COST).filter(|cost| self.counts[usize::from(*cost)] > 0)
    }

    /// How many changes there have been.
    #[inline]
    pub fn version(&self) -> u32 {
        self.version
    }

    pub(in crate::search) fn padded(&self) -> PaddedGrid {
        self.padded
    }

    /// By node.
    pub(in crate::search) fn costs(&self) -> &[u8] {
        &self.costs
    }

    /// By node.
    #[inline(always)]
    pub(in crate::search) fn neighbours(&self) -> &[u8] {
        &self.neighbours
    }

    pub(super) fn reciprocal(&self) -> u64 {
        self.reciprocal
    }
}

/// Column and row of a node; exact for every node of a grid of at most 1,024 cells each way.
#[inline(always)]
pub(super) fn column_and_row(node: u32, stride: u32, reciprocal: u64) -> (u32, u32) {
    let row = ((u64::from(node) * reciprocal) >> 32) as u32;
    (node - row * stride, row)
}

fn passable_or_wall(cost: u8) -> u8 {
    if cost == 0 { WALL_COST } else { cost }
}
