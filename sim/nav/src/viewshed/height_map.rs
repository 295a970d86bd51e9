//! The relief of a map: how high eyes are, and which cells they do not see across.

use super::layout::EYE_LEVELS;
use super::ray::{MASK_SIDE, MIDDLE, Mask, Rays};
use super::rim::{Rim, Rims, ScreenDistances};
use sandtable_model::map::{Cell, Map};
use sandtable_model::rules::{Rules, Stat};
use sandtable_state::limits::MAX_SIGHT;

/// An eye: a cell, how far it sees and how high it is above the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyePoint {
    /// The cell it looks from.
    pub cell: Cell,
    /// In cells, at most the relief's reach.
    pub radius: u8,
    /// 0 … 15.
    pub height: u8,
}

/// What a map hides from eyes. Never changes.
pub struct HeightMap {
    rays: Rays,
    rims: Rims,
    width: i16,
    height: i16,
    /// Height of the ground by cell.
    ground: Vec<u8>,
    /// By eye level: the cells that eyes at it do not see across, none where there is no such cell or no such eye.
    screens: Vec<Option<Screens>>,
}

/// A bit a cell, in rows padded at both ends, so that every window into a row is inside.
struct Screens {
    words_a_row: usize,
    words: Vec<u64>,
    /// By cell: how far it is to the nearest of them, or beyond the map.
    distances: ScreenDistances,
}

impl HeightMap {
    /// The relief of a map. A cell's top is its ground plus its terrain; eyes see across a cell when they are
    /// as high as its top, or higher than it where the terrain blocks sight.
    pub fn new(map: &Map, rules: &Rules) -> HeightMap {
        let cover = cover(map, rules);
        let mut grounds = [false; 16];
        map.heights.iter().for_each(|height| grounds[(*height & 15) as usize] = true);
        let level_exists = |level: usize| {
            let stands = |eyes: usize| level.checked_sub(eyes).and_then(|ground| grounds.get(ground)) == Some(&true);
            rules.kinds.iter().any(|kind| stands(kind.eye_height as usize))
        };
        let screens = |level: usize| {
            Some(level).filter(|level| level_exists(*level)).and_then(|level| {
                let hides = |cover: &u8| *cover as usize > level;
                cover.iter().any(hides).then(|| Screens::new(map.width as usize, cover.iter().map(hides).collect()))
            })
        };
        let rays = Rays::new(greatest_sight(rules));
        HeightMap {
            rims: Rims::new(rays.discs(), i32::from(map.width)),
            rays,
            width: map.width as i16,
            height: map.height as i16,
            ground: map.heights.clone(),
            screens: (0..EYE_LEVELS).map(screens).collect(),
        }
    }

    /// The eye held to the map and to the greatest radius there is.
    #[inline]
    pub fn hold(&self, eye: EyePoint) -> EyePoint {
        let cell = Cell { x: eye.cell.x.clamp(0, self.width - 1), y: eye.cell.y.clamp(0, self.height - 1) };
        EyePoint { cell, radius: eye.radius.min(self.rays.reach()), ..eye }
    }

    /// What the step of an eye changes of what it sees, when nothing cuts its disc before or after; none when something
    /// may, or it is no step.
    #[inline]
    pub fn rim(&self, old: EyePoint, new: EyePoint) -> Option<&Rim> {
        let steps = old.radius == new.radius && self.sees_all_around(old) && self.sees_all_around(new);
        let rim = self.rims.of(new.radius, new.cell.x - old.cell.x, new.cell.y - old.cell.y);
        rim.filter(|_| steps)
    }

    /// Whether there is neither a screen nor the border of the map in the square around the eye's disc.
    #[inline]
    fn sees_all_around(&self, eye: EyePoint) -> bool {
        match self.screens(eye) {
            Some(screens) => screens.distances.of(eye.cell) > eye.radius,
            None => {
                let Cell { x, y } = eye.cell;
                x.min(y).min(self.width - 1 - x).min(self.height - 1 - y) >= i16::from(eye.radius)
            }
        }
    }

    /// The index of a cell of the map.
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// Writes what an eye sees: the rows of its radius, and no others.
    #[inline]
    pub fn write(&self, eye: EyePoint, mask: &mut Mask) {
        self.write_disc(eye, mask);
        let mut screens = [0; MASK_SIDE];
        if self.write_screens(eye, &mut screens) {
            self.rays.cast_shadows(mask, &screens, eye.radius);
        }
    }

    /// Writes the cells of the map within the eye's radius, with its rows; other rows are left as they are.
    fn write_disc(&self, eye: EyePoint, mask: &mut Mask) {
        let (x, y) = (i32::from(eye.cell.x), i32::from(eye.cell.y));
        let disc = self.rays.disc(eye.radius);
        // Columns 0 … width − 1 of the map stand at bits MIDDLE − x … MIDDLE − x + width − 1.
        let east = (MIDDLE - x + i32::from(self.width)).min(63);
        let columns = ((1 << east) - 1) & (u64::MAX << (MIDDLE - x).max(0));
        for row in rows_of(eye.radius) {
            let line = y + row as i32 - MIDDLE;
            let inside = line >= 0 && line < i32::from(self.height);
            mask[row] = if inside { disc[row] & columns } else { 0 };
        }
    }

    /// The screens for eyes as high as this one, wherever they are; none when there is no such screen.
    #[inline]
    fn screens(&self, eye: EyePoint) -> Option<&Screens> {
        let level = self.ground[self.index(eye.cell)] + eye.height;
        self.screens.get(level as usize)?.as_ref()
    }

    /// Whether there is anything on the map that an eye as high as this one does not see across.
    #[inline]
    pub fn has_screens(&self, eye: EyePoint) -> bool {
        self.screens(eye).is_some()
    }

    /// Writes the screens within the eye's radius, with its rows; false, and nothing of use written, when there are none.
    fn write_screens(&self, eye: EyePoint, mask: &mut Mask) -> bool {
        let Some(screens) = self.screens(eye) else { return false };
        let (y, disc) = (i32::from(eye.cell.y), self.rays.disc(eye.radius));
        let mut any = 0;
        for row in rows_of(eye.radius) {
            let line = y + row as i32 - MIDDLE;
            let inside = line >= 0 && line < i32::from(self.height);
            mask[row] = if inside { screens.window(eye.cell.x, line) & disc[row] } else { 0 };
            any |= mask[row];
        }
        any != 0
    }
}

/// How high eyes must be to see across each cell: its ground, its terrain, and one more where that blocks sight.
pub(super) fn cover(map: &Map, rules: &Rules) -> Vec<u8> {
    let cells = map.terrain.iter().zip(&map.heights).map(|(terrain, height)| {
        let terrain = &rules.terrain[*terrain as usize];
        height + terrain.height + u8::from(terrain.blocks_sight)
    });
    cells.collect()
}

/// The farthest that anything can come to see: technologies may raise it.
fn greatest_sight(rules: &Rules) -> u8 {
    let raised = rules.techs.iter().flat_map(|tech| &tech.effects).any(|effect| effect.stat == Stat::Sight);
    let plain = rules.kinds.iter().map(|kind| kind.sight).max().unwrap_or(0);
    if raised { MAX_SIGHT } else { plain.min(MAX_SIGHT) }
}

/// The rows that a mask of this radius uses.
fn rows_of(radius: u8) -> std::ops::RangeInclusive<usize> {
    MIDDLE as usize - radius as usize..=MIDDLE as usize + radius as usize
}

impl Screens {
    fn new(width: usize, hides: Vec<bool>) -> Screens {
        let words_a_row = (width + MASK_SIDE).div_ceil(64) + 1;
        let mut words = Vec::new();
        let distances = ScreenDistances::new(width, &hides);
        for (at, hides) in hides.into_iter().enumerate() {
            let (x, y) = (at % width + MIDDLE as usize, at / width);
            words.resize(words_a_row * (y + 1), 0);
            words[y * words_a_row + x / 64] |= u64::from(hides) << (x % 64);
        }
        Screens { words_a_row, words, distances }
    }

    /// The cells of a line around column `x`, with that at the bit [`MIDDLE`].
    #[inline]
    fn window(&self, x: i16, line: i32) -> u64 {
        let at = line as usize * self.words_a_row + x as usize / 64;
        let shift = x as u32 % 64;
        let bits = self.words[at] >> shift | (self.words[at + 1] << 1) << (63 - shift);
        bits & ((1 << MASK_SIDE) - 1)
    }
}
