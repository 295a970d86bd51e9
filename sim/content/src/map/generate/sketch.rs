//! A map in the making: every stroke lands on all images of its cell.

use sandtable_math::Fx;
use sandtable_model::map::{Cell, Isometry, Map, Rect, Walk, footprint};
use sandtable_model::rules::{Rules, WALL_COST};
use sandtable_state::Arrange;
use sandtable_state::id::KindId;

use super::GenerateOptions;
use super::palette::Palette;

/// The water between the starts of a map.
#[derive(Clone, Copy)]
pub(super) struct Strait {
    /// Its width.
    pub cells: u8,
    /// The row of its terrain.
    pub terrain: u8,
}

/// A map in the making.
pub(super) struct Sketch<'r> {
    pub rules: &'r Rules,
    pub palette: &'r Palette,
    pub group: &'static [Isometry],
    pub width: u16,
    pub height: u16,
    pub terrain: Vec<u8>,
    pub heights: Vec<u8>,
    pub starts: Vec<Cell>,
    nodes: Vec<(KindId, Cell)>,
    /// Cells that something stands on.
    taken: Vec<bool>,
    /// Cells that nothing more may stand on, so that there is a way around.
    kept: Vec<bool>,
    /// Cells of the straits between islands: they stay water.
    flooded: Vec<bool>,
}

impl<'r> Sketch<'r> {
    /// Plain ground everywhere.
    pub fn new(
        options: &GenerateOptions,
        rules: &'r Rules,
        palette: &'r Palette,
        group: &'static [Isometry],
    ) -> Sketch<'r> {
        let cells = usize::from(options.width) * usize::from(options.height);
        Sketch {
            rules,
            palette,
            group,
            width: options.width,
            height: options.height,
            terrain: vec![palette.ground; cells],
            heights: vec![0; cells],
            starts: Vec::new(),
            nodes: Vec::new(),
            taken: vec![false; cells],
            kept: vec![false; cells],
            flooded: vec![false; cells],
        }
    }

    /// The whole map.
    pub fn bounds(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.width, height: self.height }
    }

    /// The index of a cell on the map.
    pub fn index(&self, cell: Cell) -> usize {
        usize::from(cell.y as u16) * usize::from(self.width) + usize::from(cell.x as u16)
    }

    /// Whether something stands on a cell of the map.
    pub fn is_taken(&self, cell: Cell) -> bool {
        self.taken[self.index(cell)]
    }

    /// Whether a cell of the map is of a strait.
    pub fn is_flooded(&self, cell: Cell) -> bool {
        self.flooded[self.index(cell)]
    }

    /// Has a strait where two of these rectangles are about equally near: as far from each of the nearest two, but for its width.
    pub fn flood(&mut self, homes: &[Rect], strait: Strait) {
        for cell in self.bounds().cells() {
            let mut apart: Vec<Fx> = homes.iter().map(|home| (cell.centre() - home.centre()).length_floor()).collect();
            apart.arrange();
            let index = self.index(cell);
            if apart.len() > 1 && apart[1] - apart[0] < Fx::from_int(i16::from(strait.cells)) {
                (self.flooded[index], self.kept[index], self.terrain[index]) = (true, true, strait.terrain);
            }
        }
    }

    /// Whether walkers enter the terrain of a cell of the map.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        let terrain = self.terrain[self.index(cell)];
        self.rules.terrain[usize::from(terrain)].cost(self.palette.class) != WALL_COST
    }

    /// Where the mappings carry a rectangle, itself first.
    pub fn images(&self, rect: Rect) -> impl Iterator<Item = Rect> + use<> {
        let (width, height) = (self.width, self.height);
        self.group.iter().map(move |isometry| isometry.rect(rect, width, height))
    }

    /// Paints the images of a cell on the map.
    pub fn paint(&mut self, cell: Cell, terrain: u8) {
        for isometry in self.group {
            let image = isometry.cell(cell, self.width, self.height);
            let index = self.index(image);
            if !self.flooded[index] {
                self.terrain[index] = terrain;
            }
        }
    }

    /// Paints what lies on the map within `radius` cells of the middle of `rect`, and nothing stands on, plain.
    pub fn clear(&mut self, rect: Rect, radius: i16) {
        let (middle, bounds) = (rect.centre(), self.bounds());
        let reach = i64::from(radius).pow(2) << 32;
        for cell in rect.grown(radius).cells().filter(|cell| bounds.contains(*cell)) {
            if cell.centre().distance_squared_wide(middle) <= reach {
                self.paint(cell, self.palette.ground);
            }
        }
    }

    /// Places the base of the first start and its images.
    pub fn place_start(&mut self, cell: Cell) -> bool {
        let base = self.rules.start.base;
        let Some(images) = self.occupy(footprint(self.rules, base, cell), 2) else { return false };
        self.starts = images.iter().map(|image| Cell::new(image.x, image.y)).collect();
        true
    }

    /// Places a node and its images where there is room, with `margin` free cells around it.
    pub fn place_node(&mut self, kind: KindId, cell: Cell, margin: i16) -> bool {
        let Some(images) = self.occupy(footprint(self.rules, kind, cell), margin) else { return false };
        self.nodes.extend(images.iter().map(|image| (kind, Cell::new(image.x, image.y))));
        true
    }

    /// Takes the cells of all images, when all are free, apart and of the same shape.
    fn occupy(&mut self, rect: Rect, margin: i16) -> Option<Vec<Rect>> {
        let images: Vec<Rect> = self.images(rect).collect();
        let bounds = self.bounds();
        for (row, image) in images.iter().enumerate() {
            let free =
                |cell: Cell| bounds.contains(cell) && !self.taken[self.index(cell)] && !self.kept[self.index(cell)];
            let apart = images[..row].iter().all(|other| !image.grown(margin).overlaps(*other));
            let clear = image.grown(margin).cells().all(|cell| !bounds.contains(cell) || !self.is_taken(cell));
            let upright = (image.width, image.height) == (rect.width, rect.height);
            if !(upright && apart && clear && image.cells().all(free)) {
                return None;
            }
        }
        for image in &images {
            for cell in image.grown(margin).cells().filter(|cell| bounds.contains(*cell)) {
                let index = self.index(cell);
                self.kept[index] = true;
                if image.contains(cell) {
                    (self.taken[index], self.terrain[index]) = (true, self.palette.ground);
                }
            }
        }
        Some(images)
    }

    /// The bare terrain for walkers.
    pub fn walk(&self) -> Walk {
        let cost = |row: &u8| self.rules.terrain[usize::from(*row)].cost(self.palette.class);
        Walk::over(self.width, self.height, self.terrain.iter().map(cost).collect())
    }

    /// The finished map, without a name.
    pub fn into_map(mut self, options: &GenerateOptions) -> Map {
        self.nodes.arrange_by_unique_key(|(kind, cell)| (cell.y, cell.x, *kind));
        Map {
            name: String::new(),
            width: self.width,
            height: self.height,
            terrain: self.terrain,
            heights: self.heights,
            starts: self.starts,
            nodes: self.nodes,
            symmetry: options.symmetry,
            islands: options.strait > 0,
        }
    }
}
